/** The lists of people and of bots: only rows in sight are on the page, heads sort, a name opens the panel. */
import { Anchor, Badge, Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LastActive } from '../../../../server/contract/shapes/accounts.ts';
import type { User } from '../../../client/request.ts';
import { isAdministrator, roleNames } from '../../../client/roles.ts';
import { perLanguage, t } from '../../../client/text.ts';
import { useAddressSorting } from '../../address-state.ts';
import type { SortableColumn } from '../../components/sorting.tsx';
import { Ago, Day } from '../../components/time.tsx';
import { selectionColumn, type Selection } from '../../components/use-selection.tsx';
import { VirtualTable } from '../../components/virtual-table.tsx';
import { botsQuery, botTypeNames, serviceOf, type Bot } from './bots.ts';

interface Row {
  user: User;
  /** undefined while it is not known, or not the reader's to know. */
  activity: LastActive | undefined;
  owner: string | undefined;
  /** undefined for those who may only look. */
  onOpen: (() => void) | undefined;
}

const name = perLanguage((): SortableColumn<Row> => ({
  id: 'name',
  head: t('Name'),
  cell: (row) => <Name {...row} />,
  order: ({ user }) => user.full_name,
}));
const id = perLanguage((): SortableColumn<Row> => ({
  id: 'id',
  head: t('ID'),
  width: '5.5rem',
  align: 'right',
  cell: ({ user }) => user.user_id,
  order: ({ user }) => user.user_id,
}));

const peopleColumns = perLanguage((): SortableColumn<Row>[] => [
  name(),
  {
    id: 'email',
    head: t('Email'),
    cell: ({ user }) => user.delivery_email ?? <Dimmed>{t('hidden')}</Dimmed>,
    order: ({ user }) => user.delivery_email ?? '',
  },
  {
    id: 'role',
    head: t('Role'),
    width: '10.5rem',
    cell: ({ user }) => (
      <Badge variant="light" color={isAdministrator(user.role) ? 'dusk' : 'gray'}>
        {roleNames()[user.role]}
      </Badge>
    ),
    order: ({ user }) => user.role,
  },
  {
    id: 'last-active',
    head: t('Last active'),
    width: '8.5rem',
    cell: ({ activity }) => <LastActiveCell activity={activity} />,
    order: ({ activity }) => (activity?.has_signed_in === false ? -1 : (activity?.last_active ?? 0)),
  },
  {
    id: 'joined',
    head: t('Joined'),
    width: '8rem',
    cell: ({ user }) => <Day date={new Date(user.date_joined)} />,
    order: ({ user }) => Date.parse(user.date_joined),
  },
  id(),
]);

function botColumns(bots: ReadonlyMap<number, Bot>): SortableColumn<Row>[] {
  const urlOf = ({ user }: Row): string => {
    const bot = bots.get(user.user_id);
    return bot === undefined ? '' : (serviceOf(bot)?.base_url ?? '');
  };
  const typeOf = ({ user }: Row): string => botTypeNames()[user.bot_type ?? 1] ?? t('System bot');
  return [
    name(),
    { id: 'type', head: t('Type'), width: '20%', cell: typeOf, order: typeOf },
    {
      id: 'called-at',
      head: t('Webhook URL'),
      cell: (row) => (urlOf(row) === '' ? <Dimmed>{t('none')}</Dimmed> : urlOf(row)),
      order: urlOf,
    },
    {
      id: 'state',
      head: t('State'),
      width: '14%',
      cell: ({ user }) => (
        <Badge variant="dot" color={user.is_active === false ? 'gray' : 'green'}>
          {user.is_active === false ? t('Deactivated') : t('Active')}
        </Badge>
      ),
      order: ({ user }) => (user.is_active === false ? 1 : 0),
    },
    id(),
  ];
}

interface AccountsProps {
  users: User[];
  all: readonly User[];
  /** By user; undefined for those who may not know. */
  activity: ReadonlyMap<number, LastActive> | undefined;
  isBots: boolean;
  /** Whether a user's name leads anywhere for the reader. */
  canOpen: (user: User) => boolean;
  onOpen: (id: number) => void;
  /** null for those who may only look. */
  selection: Selection | null;
}

export function Accounts({ users, all, activity, isBots, canOpen, onOpen, selection }: AccountsProps) {
  const { data } = useQuery({ ...botsQuery, enabled: isBots });
  const order = useAddressSorting();
  const columns = useMemo(
    () =>
      isBots
        ? botColumns(new Map((data ?? []).map((bot) => [bot.user_id, bot])))
        : peopleColumns().filter((column) => activity !== undefined || column.id !== 'last-active'),
    [isBots, data, activity],
  );
  const names = useMemo(() => new Map(all.map((user) => [user.user_id, user.full_name])), [all]);
  const rows = users.map((user) => ({
    user,
    activity: activity?.get(user.user_id),
    owner: user.bot_owner_id === null ? undefined : names.get(user.bot_owner_id),
    onOpen: canOpen(user) ? () => onOpen(user.user_id) : undefined,
  }));
  return (
    <VirtualTable
      key={String(isBots)}
      caption={isBots ? t('Bots') : t('Users')}
      rows={rows}
      rowKey={({ user }) => user.user_id}
      columns={selection === null ? columns : [selectionColumn(selection, rows, ({ user }) => user), ...columns]}
      onOpen={({ onOpen: open }) => open}
      order={order}
      minWidth={isBots ? 800 : 820}
    />
  );
}

function LastActiveCell({ activity }: Pick<Row, 'activity'>) {
  if (activity === undefined) return null;
  if (!activity.has_signed_in) return <Dimmed>{t('never signed in')}</Dimmed>;
  return activity.last_active === null ? (
    <Dimmed>{activity.shares_presence ? t('never in a chat app') : t('hidden')}</Dimmed>
  ) : (
    <Ago date={new Date(activity.last_active * 1000)} />
  );
}

function Dimmed({ children }: { children: string }) {
  return (
    <Text inherit c="dimmed">
      {children}
    </Text>
  );
}

function Name({ user, owner, onOpen }: Row) {
  return (
    <Box style={{ overflowWrap: 'anywhere' }}>
      {onOpen === undefined ? (
        <Text inherit fw={500}>
          {user.full_name}
        </Text>
      ) : (
        <Anchor component="button" type="button" ta="start" inherit fw={500} c="inherit" onClick={onOpen}>
          {user.full_name}
        </Anchor>
      )}
      {owner !== undefined && (
        <Text size="sm" c="dimmed">
          {t('Owner: {{name}}', { name: owner })}
        </Text>
      )}
    </Box>
  );
}
