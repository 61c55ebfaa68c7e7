/** Home screen for users who are not administrators: how to connect, what this console has for them, and the way out. */
import { Alert, Anchor, Button, Code, Group, List, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { joinedParts } from '../../../client/formats.ts';
import { addressForOthersQuery } from '../../../client/queries.ts';
import { richText } from '../../../client/rich-text.ts';
import { useSession, useSignOut } from '../../../client/session.ts';
import { perLanguage, t } from '../../../client/text.ts';
import { CopyText } from '../../../components/copy-text.tsx';
import { QrCode } from '../../../components/qr-code.tsx';
import { Card } from '../../components/section.tsx';
import { chatAddress } from '../../layout/chat-link.tsx';
import { Page } from '../../layout/page.tsx';
import { useOwnScreens } from '../../screen.ts';
import { ApiKey } from './api-key.tsx';

/** What a role means, for those who have it. */
const roles = perLanguage((): Record<number, string> => ({
  300: t('You are a moderator. You can moderate conversations in the organization.'),
  400: t('You are a member. You can use public channels and the private channels that you were added to.'),
  600: t('You are a guest. You can use the channels that you were added to.'),
}));

export function Home() {
  const session = useSession();
  const signOut = useSignOut();
  const forOthers = useQuery(addressForOthersQuery).data;
  const address = forOthers ?? window.location.origin;
  const isOnlyHere = forOthers === null;
  return (
    <Page
      title={t('Overview')}
      description={t('You are signed in as {{fullName}}. {{roles}}', {
        fullName: session.full_name,
        roles: roles()[session.role] ?? '',
      })}
    >
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Card title={t('Chat in another app')}>
          <List type="ordered" spacing="sm">
            <List.Item>
              {isOnlyHere
                ? t('Open your chat app on this computer.')
                : t('Open your chat app on this computer or on a phone on the same network.')}
            </List.Item>
            <List.Item>
              <Text>{t("For the organization's address, enter")}</Text>
              <Group gap="xs">
                <Code fz="sm">{address}</Code>
                <CopyText text={address} label={t('address')} />
              </Group>
            </List.Item>
            <List.Item>
              <Text>
                {richText(
                  'Sign in with <b>{{email}}</b> and the password you use here.',
                  { email: session.email },
                  { b: <b style={{ overflowWrap: 'anywhere' }} /> },
                )}
              </Text>
            </List.Item>
          </List>
          {isOnlyHere ? (
            <Alert title={t('Only this computer can reach the server')}>
              {t('To use phones and other computers, ask an administrator to share the server (Console > Network).')}
            </Alert>
          ) : (
            <QrCode text={address} label={t('QR code of {{address}}', { address })} size={160} />
          )}
        </Card>
        <Stack>
          <Card title={t('Chat in this browser')}>
            <Text size="sm">{t("Use your team's chat here. No installation needed.")}</Text>
            <Group>
              <Button component="a" href={chatAddress()}>
                {t('Open chat')}
              </Button>
            </Group>
          </Card>
          <Card title={t('Connect a script')}>
            <ApiKey email={session.email} />
          </Card>
          <Card title={t('In this console')}>
            <Text size="sm">
              {t('Server status is visible to administrators. You can use')} <OwnScreens />.
            </Text>
            <Group>
              <Button variant="default" onClick={() => signOut.mutate()} loading={signOut.isPending}>
                {t('Sign out')}
              </Button>
            </Group>
          </Card>
        </Stack>
      </SimpleGrid>
    </Page>
  );
}

/** "Users, Channels and Invites", each a link. */
function OwnScreens() {
  const own = useOwnScreens().filter(({ path }) => path !== '/');
  const links = new Map(
    own.map(({ path, name }) => [
      name,
      <Anchor key={path} component={Link} href={path} inherit c="var(--mantine-color-text)">
        {name}
      </Anchor>,
    ]),
  );
  return joinedParts(own.map(({ name }) => name)).map((part) => links.get(part) ?? part);
}
