/** One person or bot, in a panel beside the list. */
import { Badge, Group, Tabs, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { User } from '../../../client/request.ts';
import { isAdministrator, roleNames } from '../../../client/roles.ts';
import { useSession } from '../../../client/session.ts';
import { perLanguage, t } from '../../../client/text.ts';
import { SidePanel } from '../../components/side-panel.tsx';
import { leave } from '../../components/unsaved.tsx';
import { DeliveryLog } from '../../deliveries/delivery-log.tsx';
import { ChatLink, personInChat } from '../../layout/chat-link.tsx';
import { AccountAccess } from './account-access.tsx';
import { AccountMemberships } from './account-memberships.tsx';
import { BotAccess } from './bot-access.tsx';
import { useBot, incomingWebhook, outgoingWebhook } from './bots.ts';
import { Deactivate } from './deactivate.tsx';
import { EditBot } from './edit-bot.tsx';
import { EditUser } from './edit-user.tsx';
import { RefusedCalls } from './refused-calls.tsx';

interface AccountPanelProps {
  user: User;
  onClose: () => void;
}

export function AccountPanel({ user, onClose }: AccountPanelProps) {
  const [isLeaving, setLeaving] = useState(false);
  if (isLeaving) return <Deactivate user={user} onClose={onClose} />;
  const props = { user, onClose, onDeactivate: () => setLeaving(true) };
  return (
    <SidePanel title={user.full_name} about={<About user={user} />} onClose={onClose}>
      {user.is_bot ? (
        <BotTabs {...props} />
      ) : (
        <Sections
          sections={{
            Profile: <EditUser {...props} />,
            Access: <AccountAccess user={user} />,
            Memberships: <AccountMemberships user={user} />,
          }}
        />
      )}
    </SidePanel>
  );
}

function BotTabs(props: AccountPanelProps & { onDeactivate: () => void }) {
  const session = useSession();
  const bot = useBot(props.user.user_id);
  // The log is the server's, and so for administrators.
  const hasLog = session.is_admin && bot?.bot_type === outgoingWebhook;
  const isIncoming = bot?.bot_type === incomingWebhook;
  // A user who makes a bot wants its key or its address; what an outgoing one calls is among its settings.
  const isAccessFirst = bot !== undefined && bot.bot_type !== outgoingWebhook;
  const access = { Access: <BotAccess botId={props.user.user_id} /> };
  return (
    <Sections
      key={isAccessFirst ? 'access first' : 'settings first'}
      sections={{
        ...(isAccessFirst && access),
        Settings: <EditBot {...props} />,
        ...access,
        ...(isIncoming && { Log: <RefusedCalls botId={props.user.user_id} /> }),
        ...(hasLog && { Log: <DeliveryLog botId={props.user.user_id} /> }),
      }}
    />
  );
}

const titles = perLanguage((): Readonly<Record<string, string>> => ({
  Profile: t('Profile'),
  Access: t('Access'),
  Memberships: t('Memberships'),
  Settings: t('Settings'),
  Log: t('Log'),
}));

function Sections({ sections }: { sections: Record<string, ReactNode> }) {
  const names = Object.keys(sections);
  const [shown, setShown] = useState(names[0] ?? '');
  return (
    <Tabs value={shown} onChange={(name) => leave(() => setShown(name ?? ''))} keepMounted={false}>
      <Tabs.List mb="md">
        {names.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {titles()[name] ?? name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {names.map((name) => (
        <Tabs.Panel key={name} value={name}>
          {sections[name]}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function About({ user }: { user: User }) {
  return (
    <Group gap="xs">
      <Badge variant="light" color={isAdministrator(user.role) ? 'dusk' : 'gray'}>
        {user.is_bot ? t('Bot') : roleNames()[user.role]}
      </Badge>
      {user.is_active === false && (
        <Badge variant="light" color="red">
          {t('Deactivated')}
        </Badge>
      )}
      <Text inherit>{t('ID {{userId}}', { userId: user.user_id })}</Text>
      {user.is_active !== false && <ChatLink to={personInChat(user.user_id)}>{t('Send message')}</ChatLink>}
    </Group>
  );
}
