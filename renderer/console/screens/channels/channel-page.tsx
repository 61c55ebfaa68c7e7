/** One channel: what it is, who may do what in it, who is in it, and what is talked about. */
import { Alert, Anchor, Badge, Button, Code, Group, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { htmlText } from '../../../client/html-text.ts';
import { channelsQuery } from '../../../client/queries.ts';
import type { Channel } from '../../../client/request.ts';
import { richText } from '../../../client/rich-text.ts';
import { useSession } from '../../../client/session.ts';
import { t } from '../../../client/text.ts';
import { CopyText } from '../../../components/copy-text.tsx';
import { Failure, Loading, Nothing } from '../../components/states.tsx';
import { Day } from '../../components/time.tsx';
import { channelInChat, ChatLink } from '../../layout/chat-link.tsx';
import { Page } from '../../layout/page.tsx';
import { usePeople } from '../../people/people.ts';
import { ArchiveChannel, useUnarchive } from './archive.tsx';
import { PermissionsForm, SettingsForm } from './channel-forms.tsx';
import { Retention } from './retention.tsx';
import { accessOf } from './settings.ts';
import { Subscribers } from './subscribers.tsx';
import { Topics } from './topics.tsx';

export function ChannelPage({ id, tab }: { id: number; tab: string }) {
  const session = useSession();
  const [, navigate] = useLocation();
  const { data, error, refetch } = useQuery(channelsQuery(session.is_admin));
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const channel = data.find(({ stream_id }) => stream_id === id);
  if (channel === undefined)
    return (
      <Page title={t('Channels')} description={t('Manage channels, topics and permissions.')}>
        <Nothing title={t('Channel not found')}>
          {t('It was deleted or is private.')} <BackLink />
        </Nothing>
      </Page>
    );
  const mayEdit = session.is_admin || channel.creator_id === session.user_id;
  return (
    <Page
      title={`#${channel.name}`}
      description={channel.description === '' ? t('No description yet.') : htmlText(channel.rendered_description)}
      actions={mayEdit && <ArchiveButton channel={channel} />}
    >
      <Facts channel={channel} />
      {channel.is_archived && (
        <Alert title={t('Archived')}>
          {t('No one can send messages in it. Its messages stay readable, and it can be unarchived.')}
        </Alert>
      )}
      <Tabs
        value={tab}
        onChange={(next) => navigate(`/channels/${id}/${next ?? 'settings'}`, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="settings">{t('Settings')}</Tabs.Tab>
          <Tabs.Tab value="permissions">{t('Permissions')}</Tabs.Tab>
          <Tabs.Tab value="subscribers">
            {t('Subscribers ({{subscriberCount}})', { subscriberCount: channel.subscriber_count })}
          </Tabs.Tab>
          <Tabs.Tab value="topics">{t('Topics')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="settings">
          <SettingsForm key={id} channel={channel} disabled={!mayEdit || channel.is_archived} />
        </Tabs.Panel>
        <Tabs.Panel value="permissions">
          <PermissionsForm key={id} channel={channel} disabled={!mayEdit || channel.is_archived} />
        </Tabs.Panel>
        <Tabs.Panel value="subscribers">
          <Subscribers channel={channel} />
        </Tabs.Panel>
        <Tabs.Panel value="topics">
          <Topics channel={channel} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function BackLink() {
  return (
    <Anchor component={Link} href="/channels" size="sm">
      {t('All channels')}
    </Anchor>
  );
}

function Facts({ channel }: { channel: Channel }) {
  const session = useSession();
  const people = usePeople();
  const path = `/api/v1/streams/${channel.stream_id}`;
  return (
    <Stack gap={6}>
      <Group gap="xs">
        <BackLink />
        <ChatLink to={channelInChat(channel.stream_id)}>{t('Open in the chat')}</ChatLink>
        <Badge variant="light" color={channel.invite_only ? 'dusk' : 'gray'}>
          {accessOf(channel)}
        </Badge>
        {channel.is_default === true && (
          <Badge variant="outline" color="gray">
            {t('Default for new members')}
          </Badge>
        )}
        <Badge variant="outline" color="gray">
          {t('Retention:')} <Retention days={channel.message_retention_days} />
        </Badge>
      </Group>
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {channel.creator_id === null
            ? richText('Created <day/>.', {}, { day: <Day date={new Date(channel.date_created * 1000)} /> })
            : richText(
                'Created <day/> by {{name}}.',
                { name: people.nameOf(channel.creator_id) },
                { day: <Day date={new Date(channel.date_created * 1000)} /> },
              )}{' '}
          {channel.stream_weekly_traffic !== null &&
            `${t('Messages a week: {{weeklyTraffic}}.', { weeklyTraffic: channel.stream_weekly_traffic })} `}
          {t('In the API:')}
        </Text>
        <Code style={{ overflowWrap: 'anywhere' }}>GET {path}</Code>
        <CopyText text={`${location.origin}${path}`} label={t('API address')} />
        {session.is_admin && (
          <Anchor component={Link} href="/api" size="sm">
            {t('Try API')}
          </Anchor>
        )}
      </Group>
    </Stack>
  );
}

function ArchiveButton({ channel }: { channel: Channel }) {
  const [asking, setAsking] = useState(false);
  const unarchive = useUnarchive();
  if (channel.is_archived)
    return (
      <Button variant="default" onClick={() => unarchive.mutate(channel)} loading={unarchive.isPending}>
        {t('Unarchive channel')}
      </Button>
    );
  return (
    <>
      <Button variant="outline" color="red" onClick={() => setAsking(true)}>
        {t('Archive channel')}
      </Button>
      {asking && <ArchiveChannel channel={channel} onClose={() => setAsking(false)} />}
    </>
  );
}
