/** Picks who holds a permission: groups and people, as one group-setting value of the API. */
import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AnswerOf } from '../../client/api.ts';
import { groupsQuery, usersQuery } from '../../client/queries.ts';
import type { GroupSetting, User, UserGroup } from '../../client/request.ts';
import { perLanguage, t } from '../../client/text.ts';

/** Which groups may hold a permission (contract: GroupPermissionSetting). */
export type PermissionRule = AnswerOf<'GET', '/console/organization'>['permission_rules']['realm'][string];

interface GroupPickerProps {
  label: string;
  rule: PermissionRule;
  value: GroupSetting;
  onChange: (value: GroupSetting) => void;
  /** Who may whatever is chosen, with where that comes from. */
  anyway?: readonly string[];
  /** What else is to be known. */
  note?: string;
  description?: ReactNode;
  error?: ReactNode;
  disabled?: boolean;
}

/** The system groups, which the API names by their roles. */
const systemGroups = perLanguage((): Record<string, string> => ({
  'role:internet': t('Everyone on the network'),
  'role:everyone': t('Everyone including guests'),
  'role:members': t('Members'),
  'role:fullmembers': t('Full members'),
  'role:moderators': t('Moderators and above'),
  'role:administrators': t('Administrators'),
  'role:owners': t('Owners'),
  'role:nobody': t('No one'),
}));
/** What people call a group: system groups go by other names in the API. */
export const systemGroupName = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : (systemGroups()[name] ?? name);
const nobody = 'role:nobody';

export function GroupPicker(props: GroupPickerProps) {
  const { label, rule, value, onChange, anyway, note = '', description, error, disabled } = props;
  const groups = useQuery(groupsQuery);
  const users = useQuery(usersQuery);
  const usable = (groups.data ?? []).filter((group) => isUsable(group, rule));
  const people = rule.require_system_group ? [] : (users.data ?? []).filter((user) => user.is_active !== false);
  const nobodyId = groups.data?.find(({ name }) => name === nobody)?.id;
  // "No one" would be a falsehood where others may anyway.
  const isNobodyElse = anyway !== undefined && anyway.length > 0 && value === nobodyId;
  const choose = (chosen: string[]) => {
    const added = chosen.find((one) => !chosenOf(value).includes(one));
    // "No one" means no one; where only a role will do, another choice takes the place of the first.
    const alone = added !== undefined && (added === `g${nobodyId}` || rule.require_system_group);
    const kept = alone ? [added] : chosen.filter((one) => one !== `g${nobodyId}`);
    onChange(settingOf(kept, nobodyId));
  };
  return (
    <MultiSelect
      label={label}
      description={anyway === undefined ? description : whoMay(anyway, note)}
      {...(isNobodyElse && { placeholder: t('No one else') })}
      error={error}
      disabled={disabled}
      searchable
      hidePickedOptions
      clearable={false}
      nothingFoundMessage={t('No group or person found')}
      data={[
        { group: t('Roles'), items: usable.filter((group) => group.is_system_group).map(optionOfGroup) },
        { group: t('Groups'), items: usable.filter((group) => !group.is_system_group).map(optionOfGroup) },
        { group: t('People'), items: people.map((user) => ({ value: `u${user.user_id}`, label: user.full_name })) },
      ]}
      limit={60}
      value={groups.data === undefined || users.data === undefined || isNobodyElse ? [] : chosenOf(value)}
      onChange={choose}
    />
  );
}

/** "Now: Members (from the organization), administrators, and in addition those chosen here." */
function whoMay(anyway: readonly string[], note: string): string {
  const now =
    anyway.length === 0
      ? t('Now: the selection here.')
      : t('Now: {{who}}, and the selection here.', { who: anyway.join(', ') });
  return `${now} ${note}`.trim();
}

/** A group in a person's words. */
export const groupName = ({ name }: Pick<UserGroup, 'name'>): string => systemGroups()[name] ?? name;

/** A permission's holders in one line. Deactivated groups and people, who count for nothing, are left out. */
export function holdersInWords(value: GroupSetting, groups: readonly UserGroup[], users: readonly User[]): string {
  const names = new Map<string, string>([
    ...groups.map((group) => [`g${group.id}`, groupName(group)] as const),
    ...users.map((user) => [`u${user.user_id}`, user.full_name] as const),
  ]);
  const held = chosenOf(value).flatMap((one) => names.get(one) ?? []);
  return held.length === 0 ? groupName({ name: nobody }) : held.join(', ');
}

const optionOfGroup = (group: UserGroup) => ({ value: `g${group.id}`, label: groupName(group) });

function isUsable({ name, is_system_group, deactivated }: UserGroup, rule: PermissionRule): boolean {
  if (!is_system_group) return !rule.require_system_group && !deactivated;
  if (name === 'role:internet' && !rule.allow_internet_group) return false;
  if (name === 'role:everyone' && !rule.allow_everyone_group) return false;
  if (name === nobody && !rule.allow_nobody_group) return false;
  return rule.allowed_system_groups.length === 0 || rule.allowed_system_groups.includes(name);
}

/** "g" and a group's id, or "u" and a person's. */
function chosenOf(value: GroupSetting): string[] {
  if (typeof value === 'number') return [`g${value}`];
  return [...value.direct_subgroups.map((id) => `g${id}`), ...value.direct_members.map((id) => `u${id}`)];
}

function settingOf(chosen: string[], nobodyId: number | undefined): GroupSetting {
  const idsOf = (kind: string) => chosen.filter((one) => one.startsWith(kind)).map((one) => Number(one.slice(1)));
  const [groups, members] = [idsOf('g'), idsOf('u')];
  if (chosen.length === 0 && nobodyId !== undefined) return nobodyId;
  const [only] = groups;
  return groups.length === 1 && members.length === 0 && only !== undefined
    ? only
    : { direct_members: members, direct_subgroups: groups };
}
