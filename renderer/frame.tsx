/** What stands around every screen: the organization's name, the main navigation, who is signed in, and whether the page is live. */
import {
  AppShell,
  Badge,
  Box,
  Burger,
  Button,
  Group,
  Image,
  Menu,
  NavLink,
  ScrollArea,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import icon from '../resources/icon.svg';
import { request } from './api.ts';
import { Icon } from './parts/icons.tsx';
import { useLive, type Connection } from './live.ts';
import { useSession } from './queries.ts';
import { groupNames, isAt, screensFor } from './screens.tsx';

export function Frame({ organization, children }: { organization: string; children: ReactNode }) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const connection = useLive();
  return (
    <AppShell
      header={{ height: 60 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding="lg"
    >
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={opened ? 'Close navigation' : 'Open navigation'}
            />
            <Image src={icon} alt="" w={32} h={32} />
            <Text fw={600} truncate>
              {organization}
            </Text>
          </Group>
          <Group gap="sm" wrap="nowrap">
            <LiveBadge connection={connection} />
            <Account />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Main">
        <Navigation onNavigate={close} />
      </AppShell.Navbar>
      <AppShell.Main>{children}</AppShell.Main>
    </AppShell>
  );
}

/** The screens by group, each group under its name. */
function Navigation({ onNavigate }: { onNavigate: () => void }) {
  const session = useSession();
  const [location] = useLocation();
  const own = screensFor(session);
  return (
    <AppShell.Section grow component={ScrollArea} type="auto" mx={-4} px={4}>
      {Object.entries(groupNames).map(([group, name]) => {
        const inGroup = own.filter((screen) => screen.group === group);
        if (inGroup.length === 0) return null;
        return (
          <Box key={group} component="section" aria-labelledby={name === '' ? undefined : `screens-${group}`} mb="xs">
            {name !== '' && (
              <Text id={`screens-${group}`} size="xs" fw={600} c="dimmed" px="sm" py={4}>
                {name}
              </Text>
            )}
            {inGroup.map((screen) => (
              <NavLink
                key={screen.path}
                component={Link}
                href={screen.path}
                label={screen.name}
                leftSection={<Icon name={screen.icon} />}
                active={isAt(location, screen)}
                aria-current={isAt(location, screen) ? 'page' : undefined}
                onClick={onNavigate}
                // Loaded before it is pressed, so that it opens at once.
                onPointerEnter={() => void screen.load()}
                onFocus={() => void screen.load()}
                py={6}
              />
            ))}
          </Box>
        );
      })}
    </AppShell.Section>
  );
}

/** Always there, so that a screen reader hears a change. */
function LiveBadge({ connection }: { connection: Connection }) {
  const shown = { connecting: ['gray', 'Connecting'], live: ['green', 'Live'], lost: ['red', 'Not connected'] }[
    connection
  ];
  return (
    <Badge
      component="output"
      variant="dot"
      color={shown[0]}
      title="Whether changes made elsewhere show here at once"
      style={{ flexShrink: 0 }}
    >
      {shown[1]}
    </Badge>
  );
}

function Account() {
  const session = useSession();
  const client = useQueryClient();
  const signOut = useMutation({
    mutationFn: () => request('POST', '/console/sign_out'),
    // Also when the server refuses: a session that it does not know is over.
    onSettled: () => {
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' && queryKey[0] !== 'first-run' });
      client.setQueryData(['session'], null);
    },
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" color="gray" px="xs" maw={{ base: 110, sm: 220 }}>
          <VisuallyHidden>Account of </VisuallyHidden>
          <Text inherit truncate>
            {session.full_name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{session.email}</Menu.Label>
        <Menu.Item onClick={() => signOut.mutate()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
