/** What everybody who is no administrator finds first: how to connect, what this console has for them, and the way out. */
import { Anchor, Button, Code, Group, List, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useSession } from '../../../client/session.ts';
import { useSignOut } from '../../../client/session.ts';
import { CopyText } from '../../../components/copy-text.tsx';
import { QrCode } from '../../../components/qr-code.tsx';
import { Page } from '../../layout/page.tsx';
import { useOwnScreens } from '../../screen.ts';
import { ApiKey } from './api-key.tsx';

/** What a role means, for those who have it. */
const roles: Record<number, string> = {
  300: 'You are a moderator: you look after the conversations of the organization.',
  400: 'You are a member: you take part in public channels, and in private ones that you belong to.',
  600: 'You are a guest: you take part in the channels that somebody added you to.',
};

export function Home() {
  const session = useSession();
  const signOut = useSignOut();
  const address = window.location.origin;
  return (
    <Page title="Overview" description={`You are signed in as ${session.full_name}. ${roles[session.role] ?? ''}`}>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Card title="Chat from your own program">
          <List type="ordered" spacing="sm">
            <List.Item>Open your chat program, on this computer or on a phone in the same network.</List.Item>
            <List.Item>
              <Text>As the organization&apos;s address, enter</Text>
              <Group gap="xs">
                <Code fz="sm">{address}</Code>
                <CopyText text={address} label="address" />
              </Group>
            </List.Item>
            <List.Item>
              <Text>
                Sign in with <b style={{ overflowWrap: 'anywhere' }}>{session.email}</b> and the password that you used
                here.
              </Text>
            </List.Item>
          </List>
          <QrCode text={address} label={`QR code of ${address}`} size={160} />
        </Card>
        <Stack>
          <Card title="Connect a script">
            <ApiKey email={session.email} />
          </Card>
          <Card title="Here in the console">
            <Text size="sm">
              How the server is doing is shown to administrators. What your account may see and change is under{' '}
              <OwnScreens />.
            </Text>
            <Group>
              <Button variant="default" onClick={() => signOut.mutate()} loading={signOut.isPending}>
                Sign out
              </Button>
            </Group>
          </Card>
        </Stack>
      </SimpleGrid>
    </Page>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="lg">
      <Stack gap="sm">
        <Title order={2} fz="h4">
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  );
}

/** "Users, Channels and Invites", each a link. */
function OwnScreens() {
  const own = useOwnScreens().filter(({ path }) => path !== '/');
  return own.map(({ path, name }, index) => (
    <span key={path}>
      {index === 0 ? '' : index === own.length - 1 ? ' and ' : ', '}
      <Anchor component={Link} href={path} inherit c="var(--mantine-color-text)">
        {name}
      </Anchor>
    </span>
  ));
}
