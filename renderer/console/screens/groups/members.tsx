/** Members of a group: people and groups put in directly, and everyone who is in it through them. */
import { Alert, Anchor, Box, Button, Group, MultiSelect, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { compareNames } from '../../../client/formats.ts';
import type { UserGroup } from '../../../client/request.ts';
import { useSession } from '../../../client/session.ts';
import { t } from '../../../client/text.ts';
import { Subheading } from '../../components/heading.tsx';
import { showUndoable } from '../../components/undo.tsx';
import { PeopleSelect } from '../../people/people-select.tsx';
import { usePeople } from '../../people/people.ts';
import { groupName } from '../../permissions/group-picker.tsx';
import { allGroupsQuery, effectiveMembersQuery, useMembershipChange, usePermissions } from './groups.ts';

/** More names than this help no one in a panel; the number is informed in any case. */
const mostShown = 300;

export function Members({ group }: { group: UserGroup }) {
  const { nameOf, options } = usePeople();
  const { data: groups = [] } = useQuery(allGroupsQuery);
  const change = useMembershipChange(group.id);
  const permissions = usePermissions(group);
  const { is_admin: mayOpen } = useSession();
  const others = groups.filter(
    (one) => one.id !== group.id && !one.deactivated && !group.direct_subgroup_ids.includes(one.id),
  );
  const nameOfGroup = (id: number): string =>
    groupName(groups.find((one) => one.id === id) ?? { name: t('group {{id}}', { id }) });
  const leave = (name: string, out: () => Promise<unknown>, back: () => Promise<unknown>): void =>
    void out().then(
      () =>
        showUndoable({
          title: t('Removed'),
          message: t('{{name}} was removed from {{groupName}}.', { name, groupName: groupName(group) }),
          undo: back,
        }),
      () => undefined,
    );
  return (
    <Stack gap="lg">
      {change.error !== null && (
        <Alert color="red" role="alert">
          {change.error.message}
        </Alert>
      )}
      <Part
        title={t('People')}
        nothing={t('No direct members.')}
        items={group.members.map((id) => ({ id, name: nameOf(id), href: mayOpen ? `/users/${id}` : null }))}
        inside={new Set(group.members)}
        choices={options.filter(({ value }) => !group.members.includes(Number(value)))}
        canAdd={permissions.add}
        canRemove={permissions.remove}
        isPending={change.isPending}
        onAdd={(ids) => change.mutateAsync({ add: ids })}
        onRemove={(id) =>
          leave(
            nameOf(id),
            () => change.mutateAsync({ delete: [id] }),
            () => change.mutateAsync({ add: [id] }),
          )
        }
      />
      <Part
        title={t('Subgroups')}
        nothing={t('No subgroups.')}
        items={group.direct_subgroup_ids.map((id) => ({ id, name: nameOfGroup(id), href: `/groups/${id}` }))}
        choices={others.map((one) => ({ value: String(one.id), label: groupName(one) }))}
        canAdd={permissions.add}
        canRemove={permissions.remove}
        isPending={change.isPending}
        onAdd={(ids) => change.mutateAsync({ add_subgroups: ids })}
        onRemove={(id) =>
          leave(
            nameOfGroup(id),
            () => change.mutateAsync({ delete_subgroups: [id] }),
            () => change.mutateAsync({ add_subgroups: [id] }),
          )
        }
      />
      <Effective group={group} />
    </Stack>
  );
}

interface PartProps {
  title: string;
  nothing: string;
  /** Without an address for those who would find nothing there. */
  items: { id: number; name: string; href: string | null }[];
  choices: { value: string; label: string }[];
  /** People who are in it already; undefined where groups are chosen. */
  inside?: ReadonlySet<number>;
  canAdd: boolean;
  canRemove: boolean;
  isPending: boolean;
  onAdd: (ids: number[]) => Promise<unknown>;
  onRemove: (id: number) => void;
}

function Part({ title, nothing, items, choices, inside, canAdd, canRemove, isPending, onAdd, onRemove }: PartProps) {
  const [chosen, setChosen] = useState<string[]>([]);
  const noun = title.toLowerCase();
  const field = {
    label: t('Add {{noun}}', { noun }),
    nothingFoundMessage: t('No results'),
    data: choices,
    value: chosen,
    onChange: setChosen,
    flex: 1,
  };
  return (
    <Stack gap="xs">
      <Subheading>
        {title} ({items.length})
      </Subheading>
      {items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {nothing}
        </Text>
      ) : (
        <Listed title={title} items={items} canRemove={canRemove} onRemove={onRemove} />
      )}
      {canAdd && (
        <Group align="flex-end" wrap="nowrap">
          {inside === undefined ? (
            <MultiSelect {...field} searchable hidePickedOptions limit={60} />
          ) : (
            <PeopleSelect {...field} without={inside} />
          )}
          <Button
            variant="default"
            loading={isPending}
            disabled={chosen.length === 0}
            aria-label={t('Add the chosen {{noun}}', { noun })}
            onClick={() =>
              void onAdd(chosen.map(Number)).then(
                () => setChosen([]),
                () => undefined,
              )
            }
          >
            {t('Add')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

type ListedProps = Pick<PartProps, 'title' | 'items' | 'canRemove' | 'onRemove'>;

function Listed({ title, items, canRemove, onRemove }: ListedProps) {
  return (
    <Paper withBorder>
      <Box
        component="section"
        mah={260}
        tabIndex={0}
        aria-label={t('{{title}} in the group', { title })}
        style={{ overflow: 'auto' }}
      >
        {items.slice(0, mostShown).map(({ id, name, href }) => (
          <Group key={id} justify="space-between" wrap="nowrap" px="sm" py={6}>
            {href === null ? (
              <Text size="sm" truncate>
                {name}
              </Text>
            ) : (
              <Anchor component={Link} href={href} size="sm" truncate>
                {name}
              </Anchor>
            )}
            {canRemove && (
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                flex="none"
                aria-label={t('Remove {{name}}', { name })}
                onClick={() => onRemove(id)}
              >
                {t('Remove')}
              </Button>
            )}
          </Group>
        ))}
      </Box>
      {items.length > mostShown && (
        <Text size="sm" c="dimmed" px="sm" pb={6}>
          {t('And {{count}} more.', { count: items.length - mostShown })}
        </Text>
      )}
    </Paper>
  );
}

/** Through groups within groups too: who is reached by a mention, and holds what the group holds. */
function Effective({ group }: { group: UserGroup }) {
  const { nameOf } = usePeople();
  const { data } = useQuery({ ...effectiveMembersQuery(group.id), enabled: group.direct_subgroup_ids.length > 0 });
  if (group.direct_subgroup_ids.length === 0 || data === undefined) return null;
  const names = data
    .slice(0, mostShown)
    .map(nameOf)
    .toSorted((a, b) => compareNames(a, b));
  return (
    <Stack gap="xs">
      <Subheading>{t('All members with subgroups ({{count}})', { count: data.length })}</Subheading>
      <Text size="sm">
        {data.length > mostShown
          ? t('{{names}}, and {{count}} more', { names: names.join(', '), count: data.length - mostShown })
          : names.join(', ')}
      </Text>
    </Stack>
  );
}
