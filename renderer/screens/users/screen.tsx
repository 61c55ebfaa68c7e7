/** Everybody with an account, people and bots: search, filter, and a form for a new one. */
import { Badge, Button, Group, SegmentedControl, Select, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { User } from '../../api.ts';
import { Page } from '../../parts/page.tsx';
import { PagedTable, type Column } from '../../parts/paged-table.tsx';
import { Failure, Loading, Nothing } from '../../parts/states.tsx';
import { Day } from '../../parts/time.tsx';
import { usersQuery, useSession } from '../../queries.ts';
import { CreateUser } from './create-user.tsx';
import { roleNames } from './roles.ts';

type Shown = 'active' | 'deactivated' | 'bots';

const columns: Column<User>[] = [
  {
    head: 'Name',
    cell: (user) => (
      <Text inherit fw={500}>
        {user.full_name}
      </Text>
    ),
  },
  {
    head: 'Email',
    cell: (user) =>
      user.delivery_email ?? (
        <Text inherit c="dimmed">
          not shown to you
        </Text>
      ),
  },
  {
    head: 'Role',
    width: '16%',
    cell: (user) => (
      <Badge variant="light" color={user.role <= 200 ? 'ember' : 'gray'}>
        {roleNames[user.role]}
      </Badge>
    ),
  },
  { head: 'Joined', width: '16%', cell: (user) => <Day date={new Date(user.date_joined)} /> },
  { head: 'ID', width: '10%', align: 'right', cell: (user) => user.user_id },
];

export function Users() {
  const session = useSession();
  const { data, error, refetch } = useQuery(usersQuery);
  const [search, setSearch] = useState('');
  const [role, setRole] = useState<string | null>(null);
  const [shown, setShown] = useState<Shown>('active');
  const [creating, { open, close }] = useDisclosure(false);
  const rows = useMemo(
    () => (data ?? []).filter((user) => isShown(user, shown, role, search)),
    [data, shown, role, search],
  );
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  return (
    <Page
      title="Users"
      description="Everybody with an account, people and bots."
      actions={session.is_admin && <Button onClick={open}>Add user</Button>}
    >
      <Group align="flex-end">
        <TextInput
          label="Search"
          placeholder="Name or email"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          flex={1}
          miw={200}
        />
        <Select
          label="Role"
          placeholder="All roles"
          clearable
          value={role}
          onChange={setRole}
          data={Object.entries(roleNames).map(([value, label]) => ({ value, label }))}
          w={160}
        />
        <SegmentedControl
          aria-label="State"
          value={shown}
          onChange={(value) => setShown(value as Shown)}
          data={[
            { value: 'active', label: 'Active' },
            { value: 'deactivated', label: 'Deactivated' },
            { value: 'bots', label: 'Bots' },
          ]}
        />
      </Group>
      {data === undefined && <Loading />}
      {data !== undefined && rows.length === 0 && (
        <Nothing title="Nobody to show">{hint(shown, search !== '' || role !== null)}</Nothing>
      )}
      {rows.length > 0 && (
        <PagedTable caption="Users" rows={rows} rowKey={(user) => user.user_id} columns={columns} minWidth={640} />
      )}
      {creating && <CreateUser onClose={close} />}
    </Page>
  );
}

function isShown(user: User, shown: Shown, role: string | null, search: string): boolean {
  const state = user.is_bot ? 'bots' : user.is_active === false ? 'deactivated' : 'active';
  const words = search.trim().toLowerCase();
  const found =
    words === '' ||
    user.full_name.toLowerCase().includes(words) ||
    (user.delivery_email ?? '').toLowerCase().includes(words);
  return state === shown && (role === null || user.role === Number(role)) && found;
}

function hint(shown: Shown, narrowed: boolean): string {
  if (narrowed) return 'Nobody matches what you are looking for. Try fewer letters, or another role.';
  if (shown === 'bots') return 'There are no bots yet.';
  return shown === 'deactivated' ? 'No account was deactivated.' : 'Add the first user with the button above.';
}
