/** What stands around every screen: the organization's name, the main navigation, who is signed in, and whether the page is live. */
import { AppShell, Badge, Burger, Button, Group, Image, Menu, NavLink, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import icon from '../resources/icon.svg';
import { request } from './api.ts';
import { useLive, type Connection } from './live.ts';
import { useSession } from './queries.ts';

const links = [
  { href: '/', label: 'Overview' },
  { href: '/users', label: 'Users' },
  { href: '/channels', label: 'Channels' },
  { href: '/invites', label: 'Invites' },
  { href: '/linkifiers', label: 'Linkifiers' },
  { href: '/organization', label: 'Organization' },
  { href: '/backups', label: 'Backups' },
  { href: '/events', label: 'Events' },
  { href: '/presence', label: 'Presence' },
  { href: '/api', label: 'API' },
];

export function Frame({ organization, children }: { organization: string; children: ReactNode }) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const [location] = useLocation();
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
        {links.map(({ href, label }) => (
          <NavLink
            key={href}
            component={Link}
            href={href}
            label={label}
            active={isAt(location, href)}
            aria-current={isAt(location, href) ? 'page' : undefined}
            onClick={close}
          />
        ))}
      </AppShell.Navbar>
      <AppShell.Main>{children}</AppShell.Main>
    </AppShell>
  );
}

/** Also for the sections of a screen, which have addresses below its own. */
function isAt(location: string, href: string): boolean {
  return location === href || location.startsWith(`${href}/`);
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
