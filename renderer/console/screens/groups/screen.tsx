/** User groups: people that are mentioned together and hold permissions together, and the groups of the roles. */
import { Anchor, Box, Button, SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { matches } from '../../../client/fold.ts';
import type { UserGroup } from '../../../client/request.ts';
import { useSession } from '../../../client/session.ts';
import { perLanguage, t } from '../../../client/text.ts';
import { useAddressSearch, useAddressSorting, useNavigateWithFilters } from '../../address-state.ts';
import { FoundElsewhere } from '../../components/found-elsewhere.tsx';
import { ListFilter } from '../../components/list-filter.tsx';
import type { SortableColumn } from '../../components/sorting.tsx';
import { Failure, Loading, Nothing } from '../../components/states.tsx';
import { VirtualTable } from '../../components/virtual-table.tsx';
import { Page } from '../../layout/page.tsx';
import { groupName } from '../../permissions/group-picker.tsx';
import type { ScreenProps } from '../../screen.ts';
import { holdersOf, organizationQuery } from '../../settings/settings.ts';
import { CreateGroup } from './group-form.tsx';
import { GroupPanel } from './group-panel.tsx';
import { allGroupsQuery, holds } from './groups.ts';

type Shown = 'groups' | 'roles' | 'deactivated';

interface Row {
  group: UserGroup;
  subgroups: string;
  onOpen: () => void;
}

const columns = perLanguage((): SortableColumn<Row>[] => [
  {
    id: 'name',
    head: t('Name'),
    cell: ({ group, onOpen }) => (
      <Box style={{ overflowWrap: 'anywhere' }}>
        <Anchor component="button" type="button" ta="start" inherit fw={500} c="inherit" onClick={onOpen}>
          {groupName(group)}
        </Anchor>
        <Text size="sm" c="dimmed" lineClamp={1}>
          {group.description}
        </Text>
      </Box>
    ),
    order: ({ group }) => groupName(group),
  },
  {
    id: 'people',
    head: t('People'),
    width: '14%',
    align: 'right',
    cell: ({ group }) => group.members.length,
    order: ({ group }) => group.members.length,
  },
  {
    id: 'subgroups',
    head: t('Subgroups'),
    width: '34%',
    cell: ({ subgroups }) =>
      subgroups === '' ? (
        <Text inherit c="dimmed">
          {t('none')}
        </Text>
      ) : (
        subgroups
      ),
    order: ({ subgroups }) => subgroups,
  },
  {
    id: 'id',
    head: t('ID'),
    width: '10%',
    align: 'right',
    cell: ({ group }) => group.id,
    order: ({ group }) => group.id,
  },
]);

/** @param section "new", "roles", "deactivated", or the id of a group. */
export function Groups({ section }: ScreenProps) {
  const navigate = useNavigateWithFilters();
  const { data, error, refetch } = useQuery(allGroupsQuery);
  const [search, setSearch] = useAddressSearch();
  const order = useAddressSorting();
  const [shown, setShown] = useShown(section);
  const mayCreate = useMayCreate(data ?? []);
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  const names = new Map((data ?? []).map((group) => [group.id, groupName(group)]));
  const found = (data ?? []).filter((group) => matches(search, `${groupName(group)} ${group.description}`));
  const rows = found
    .filter((group) => stateOf(group) === shown)
    .map((group) => ({
      group,
      subgroups: group.direct_subgroup_ids.map((id) => names.get(id) ?? `group ${id}`).join(', '),
      onOpen: () => navigate(`/groups/${group.id}`),
    }));
  const close = (): void => navigate(pathOf(shown), { replace: true });
  const show = (other: Shown): void => {
    setShown(other);
    navigate(pathOf(other), { replace: true });
  };
  const opened = data?.find(({ id }) => String(id) === section);
  return (
    <Page
      title={t('Groups')}
      description={t('Groups of people to mention together or to give permissions to.')}
      actions={mayCreate && <Button onClick={() => navigate('/groups/new')}>{t('Create group')}</Button>}
    >
      <ListFilter placeholder={t('Name or description')} search={search} onSearch={setSearch}>
        <SegmentedControl
          aria-label={t('Type of groups')}
          value={shown}
          onChange={(value) => show(value as Shown)}
          data={[
            { value: 'groups', label: t('Groups') },
            { value: 'roles', label: t('Roles') },
            { value: 'deactivated', label: t('Deactivated') },
          ]}
        />
      </ListFilter>
      {data === undefined && <Loading />}
      {data !== undefined && rows.length === 0 && (
        <Nothing title={t('No group to show')}>{hint(shown, search.trim() !== '', mayCreate)}</Nothing>
      )}
      <FoundElsewhere
        search={search}
        lists={(['groups', 'roles', 'deactivated'] as const)
          .filter((other) => other !== shown)
          .map((other) => {
            const count = found.filter((group) => stateOf(group) === other).length;
            return { name: totals[other](count), count, onShow: () => show(other) };
          })}
      />
      {rows.length > 0 && (
        <VirtualTable
          caption={t('Groups')}
          rows={rows}
          rowKey={({ group }) => group.id}
          columns={columns()}
          minWidth={620}
          order={order}
        />
      )}
      {section === 'new' && mayCreate && (
        <CreateGroup onClose={close} onCreated={(id) => navigate(`/groups/${id}`, { replace: true })} />
      )}
      {opened !== undefined && <GroupPanel key={opened.id} group={opened} onClose={close} />}
    </Page>
  );
}

const totals: Record<Shown, (count: number) => string> = {
  groups: (count) => t('{{count}} groups', { count, defaultValue_one: '1 group' }),
  roles: (count) => t('{{count}} roles', { count, defaultValue_one: '1 role' }),
  deactivated: (count) => t('{{count}} deactivated groups', { count, defaultValue_one: '1 deactivated group' }),
};

function useMayCreate(groups: readonly UserGroup[]): boolean {
  const { user_id: me, is_admin: isAdmin } = useSession();
  const { data } = useQuery(organizationQuery);
  return isAdmin || holds(holdersOf(data, 'can_create_groups'), me, groups);
}

/** The part of the list that is shown: the one that the address names, or the last one. */
function useShown(section: string): [Shown, (shown: Shown) => void] {
  const [last, setLast] = useState<Shown>('groups');
  const named = section === 'roles' || section === 'deactivated' ? section : undefined;
  if (named !== undefined && named !== last) setLast(named);
  return [named ?? last, setLast];
}

const pathOf = (shown: Shown): string => (shown === 'groups' ? '/groups' : `/groups/${shown}`);

function stateOf({ is_system_group, deactivated }: UserGroup): Shown {
  if (is_system_group) return 'roles';
  return deactivated ? 'deactivated' : 'groups';
}

function hint(shown: Shown, narrowed: boolean, mayCreate: boolean): string {
  if (narrowed) return t('No groups match. Try a shorter search.');
  if (shown === 'deactivated') return t('There are no deactivated groups.');
  return mayCreate
    ? t('Create a group for a team or a duty. One mention notifies all its members.')
    : t('No groups yet.');
}
