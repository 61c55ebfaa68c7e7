/** Subscribers of a channel: a searchable list, several people or whole groups added at once, and taken out after a question. */
import { Alert, Button, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { matches } from '../../../client/fold.ts';
import { compareNames } from '../../../client/formats.ts';
import { groupsQuery, usersQuery } from '../../../client/queries.ts';
import { request, type Channel, type User } from '../../../client/request.ts';
import { roleNames } from '../../../client/roles.ts';
import { perLanguage, t } from '../../../client/text.ts';
import { useAddressSearch, useAddressSorting } from '../../address-state.ts';
import { ListFilter } from '../../components/list-filter.tsx';
import type { SortableColumn } from '../../components/sorting.tsx';
import { Failure, Loading, Nothing } from '../../components/states.tsx';
import { selectionColumn, useSelection } from '../../components/use-selection.tsx';
import { VirtualTable } from '../../components/virtual-table.tsx';
import { ConfirmAction } from '../../confirm-action.tsx';
import { PeopleSelect } from '../../people/people-select.tsx';

const columns = perLanguage((): SortableColumn<User>[] => [
  { id: 'name', head: t('Name'), cell: ({ full_name }) => full_name, order: ({ full_name }) => full_name },
  { id: 'email', head: t('Email'), cell: (user) => user.delivery_email ?? user.email, order: ({ email }) => email },
  {
    id: 'role',
    head: t('Role'),
    width: '150px',
    cell: (user) => (user.is_bot ? t('Bot') : roleNames()[user.role]),
    order: ({ role }) => role,
  },
]);

export function Subscribers({ channel }: { channel: Channel }) {
  const users = useQuery(usersQuery);
  const members = useQuery({
    queryKey: ['subscribers', channel.stream_id],
    queryFn: async ({ signal }) =>
      (await request('GET', `/streams/${channel.stream_id}/members`, {}, signal)).subscribers,
  });
  const [search, setSearch] = useAddressSearch();
  const order = useAddressSorting();
  const selection = useSelection();
  const [removing, setRemoving] = useState(false);
  const error = users.error ?? members.error;
  if (error !== null && (users.data === undefined || members.data === undefined))
    return <Failure error={error} onRetry={() => void Promise.all([users.refetch(), members.refetch()])} />;
  if (users.data === undefined || members.data === undefined) return <Loading />;
  const inside = new Set(members.data);
  const rows = users.data
    .filter((user) => inside.has(user.user_id))
    .filter(({ full_name, email }) => matches(search, `${full_name} ${email}`))
    .toSorted((a, b) => compareNames(a.full_name, b.full_name));
  const leaving = members.data.filter((id) => selection.selected.has(id));
  return (
    <Stack>
      {!channel.is_archived && (
        <AddPeople
          channel={channel}
          inside={inside}
          outside={users.data.filter((one) => !inside.has(one.user_id) && one.is_active !== false)}
        />
      )}
      <ListFilter label={t('Search subscribers')} placeholder={t('Name or email')} search={search} onSearch={setSearch}>
        <Button variant="outline" color="red" disabled={leaving.length === 0} onClick={() => setRemoving(true)}>
          {t('Remove selected ({{count}})', { count: leaving.length })}
        </Button>
      </ListFilter>
      {rows.length === 0 ? (
        <Nothing title={inside.size === 0 ? t('No subscribers') : t('No one found')}>
          {inside.size === 0 ? t('Use the field above to add people.') : t('Try another part of the name.')}
        </Nothing>
      ) : (
        <VirtualTable
          caption={t('Subscribers of #{{name}}', { name: channel.name })}
          rows={rows}
          rowKey={({ user_id }) => user_id}
          columns={[selectionColumn(selection, rows, (user) => user), ...columns()]}
          minWidth={620}
          order={order}
        />
      )}
      {removing && (
        <RemovePeople channel={channel} ids={leaving} onDone={selection.clear} onClose={() => setRemoving(false)} />
      )}
    </Stack>
  );
}

interface AddPeopleProps {
  channel: Channel;
  inside: ReadonlySet<number>;
  outside: User[];
}

function AddPeople({ channel, inside, outside }: AddPeopleProps) {
  const client = useQueryClient();
  const groups = useQuery(groupsQuery);
  const [chosen, setChosen] = useState<string[]>([]);
  const add = useMutation({
    mutationFn: async () => {
      const principals = new Set(chosen.filter((one) => !one.startsWith('g')).map(Number));
      const canCome = new Set(outside.map(({ user_id: id }) => id));
      for (const group of chosen.filter((one) => one.startsWith('g'))) {
        const { members } = await request('GET', `/user_groups/${group.slice(1)}/members`);
        for (const id of members) if (canCome.has(id)) principals.add(id);
      }
      if (principals.size > 0)
        await request('POST', '/users/me/subscriptions', {
          subscriptions: [{ name: channel.name }],
          principals: [...principals],
        });
      return principals.size;
    },
    onSuccess: async (count) => {
      setChosen([]);
      notifications.show({
        color: 'green',
        title: t('Added'),
        message: t('Added {{count}} people to #{{name}}.', {
          count,
          name: channel.name,
          defaultValue_one: 'Added 1 person to #{{name}}.',
        }),
      });
      await refresh(client);
    },
  });
  const ownGroups = (groups.data ?? []).filter((group) => !group.is_system_group && !group.deactivated);
  const offered = ownGroups.map(({ id, name }) => ({ value: `g${id}`, label: name }));
  return (
    <Group align="flex-end" wrap="wrap">
      <PeopleSelect
        label={t('Add people or groups')}
        placeholder={chosen.length === 0 ? t('Names or email addresses') : undefined}
        nothingFoundMessage={t('No one else found')}
        data={[
          { group: 'Groups', items: offered },
          { group: 'People', items: outside.map((user) => ({ value: String(user.user_id), label: user.full_name })) },
        ]}
        without={inside}
        groups={offered}
        value={chosen}
        onChange={setChosen}
        error={add.error?.message}
        flex={1}
        miw={220}
      />
      <Button disabled={chosen.length === 0} loading={add.isPending} onClick={() => add.mutate()}>
        {t('Add')}
      </Button>
    </Group>
  );
}

interface RemovePeopleProps {
  channel: Channel;
  ids: number[];
  onDone: () => void;
  onClose: () => void;
}

function RemovePeople({ channel, ids, onDone, onClose }: RemovePeopleProps) {
  return (
    <ConfirmAction
      ask={t('Remove {{count}} people from #{{name}}?', {
        count: ids.length,
        name: channel.name,
        defaultValue_one: 'Remove 1 person from #{{name}}?',
      })}
      confirm={t('Remove')}
      run={() => request('DELETE', '/users/me/subscriptions', { subscriptions: [channel.name], principals: ids })}
      stale={[['channels'], ['subscribers']]}
      onDone={onDone}
      onClose={onClose}
    >
      {t('They stop receiving its messages. You can add them again.')}
      {channel.invite_only && (
        <Alert mt="sm">{t("The channel is private. They can't rejoin without being added.")}</Alert>
      )}
    </ConfirmAction>
  );
}

async function refresh(client: ReturnType<typeof useQueryClient>): Promise<void> {
  await Promise.all([['channels'], ['subscribers']].map((queryKey) => client.invalidateQueries({ queryKey })));
}
