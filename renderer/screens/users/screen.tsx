/** Everybody with an account, people and bots: search, filter, sort, and forms for new ones and for each. */
import { Anchor, Badge, Box, Button, Group, SegmentedControl, Select, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { User } from '../../api.ts';
import { Page } from '../../parts/page.tsx';
import { Failure, Loading, Nothing } from '../../parts/states.tsx';
import { Day } from '../../parts/time.tsx';
import { VirtualTable, type SortableColumn } from '../../parts/virtual-table.tsx';
import { usersQuery, useSession } from '../../queries.ts';
import { CreateBot } from './create-bot.tsx';
import { CreateUser } from './create-user.tsx';
import { EditBot } from './edit-bot.tsx';
import { EditUser } from './edit-user.tsx';
import { roleNames } from './roles.ts';

type Shown = 'active' | 'deactivated' | 'bots';

interface Row {
  user: User;
  owner: string | undefined;
  /** undefined for those who may only look. */
  onOpen: (() => void) | undefined;
}

const columns: SortableColumn<Row>[] = [
  { head: 'Name', cell: (row) => <Name {...row} />, order: ({ user }) => user.full_name },
  {
    head: 'Email',
    cell: ({ user }) =>
      user.delivery_email ?? (
        <Text inherit c="dimmed">
          not shown to you
        </Text>
      ),
    order: ({ user }) => user.delivery_email ?? '',
  },
  {
    head: 'Role',
    width: '16%',
    cell: ({ user }) => (
      <Badge variant="light" color={user.role <= 200 ? 'ember' : 'gray'}>
        {roleNames[user.role]}
      </Badge>
    ),
    order: ({ user }) => user.role,
  },
  {
    head: 'Joined',
    width: '16%',
    cell: ({ user }) => <Day date={new Date(user.date_joined)} />,
    order: ({ user }) => Date.parse(user.date_joined),
  },
  { head: 'ID', width: '10%', align: 'right', cell: ({ user }) => user.user_id, order: ({ user }) => user.user_id },
];

export function Users() {
  const session = useSession();
  const { data, error, refetch } = useQuery(usersQuery);
  const [search, setSearch] = useState('');
  const [role, setRole] = useState<string | null>(null);
  const [shown, setShown] = useState<Shown>('active');
  const [creating, setCreating] = useState<'user' | 'bot' | null>(null);
  const [opened, setOpened] = useState<number | null>(null);
  const close = () => setCreating(null);
  const rows = useMemo(() => {
    const names = new Map(data?.map((user) => [user.user_id, user.full_name]));
    return (data ?? [])
      .filter((user) => isShown(user, shown, role, search))
      .map((user) => ({
        user,
        owner: user.bot_owner_id === null ? undefined : names.get(user.bot_owner_id),
        onOpen: session.is_admin ? () => setOpened(user.user_id) : undefined,
      }));
  }, [data, shown, role, search, session.is_admin]);
  const openedUser = data?.find((user) => user.user_id === opened);
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  return (
    <Page
      title="Users"
      description="Everybody with an account, people and bots."
      actions={
        session.is_admin && (
          <Group gap="sm">
            <Button variant="default" onClick={() => setCreating('bot')}>
              Add bot
            </Button>
            <Button onClick={() => setCreating('user')}>Add user</Button>
          </Group>
        )
      }
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
        <VirtualTable
          caption="Users"
          rows={rows}
          rowKey={({ user }) => user.user_id}
          columns={columns}
          minWidth={640}
        />
      )}
      {creating === 'user' && <CreateUser onClose={close} />}
      {creating === 'bot' && <CreateBot onClose={close} />}
      {openedUser?.is_bot === false && <EditUser user={openedUser} onClose={() => setOpened(null)} />}
      {openedUser?.is_bot === true && <EditBot user={openedUser} onClose={() => setOpened(null)} />}
    </Page>
  );
}

function Name({ user, owner, onOpen }: Row) {
  return (
    <Box>
      {onOpen === undefined ? (
        <Text inherit fw={500}>
          {user.full_name}
        </Text>
      ) : (
        <Anchor component="button" type="button" ta="left" inherit fw={500} c="inherit" onClick={onOpen}>
          {user.full_name}
        </Anchor>
      )}
      {owner !== undefined && (
        <Text size="sm" c="dimmed">
          of {owner}
        </Text>
      )}
    </Box>
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
  if (shown === 'bots') return 'There are no bots yet. Add one with the button above.';
  return shown === 'deactivated' ? 'No account was deactivated.' : 'Add the first user with the button above.';
}
