/** Permission pickers of an object, one for each permission. Until someone chooses, each shows what the server would choose. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { groupsQuery } from '../../client/queries.ts';
import type { GroupSetting } from '../../client/request.ts';
import { useSession } from '../../client/session.ts';
import { GroupPicker, type PermissionRule } from './group-picker.tsx';

/** Who may in any case, with where that comes from; and what else is to be known. */
interface Admitted {
  anyway: string[];
  note: string;
}

interface PermissionPickersProps {
  /** Name of the permission -> its words. */
  labels: Record<string, string>;
  rules: Record<string, PermissionRule> | undefined;
  /** Name of the permission -> who may beside those who are chosen. */
  admitted?: Record<string, Admitted> | undefined;
  values: Record<string, GroupSetting>;
  /** Name of the permission -> what is wrong with it. */
  errors: Record<string, ReactNode>;
  disabled: boolean;
  onChange: (values: Record<string, GroupSetting>) => void;
}

export function PermissionPickers({
  labels,
  rules,
  admitted,
  values,
  errors,
  disabled,
  onChange,
}: PermissionPickersProps) {
  const session = useSession();
  const groups = useQuery(groupsQuery);
  /** What something new starts with: a role, or a user who makes it. */
  const start = (groupName: string): GroupSetting =>
    groups.data?.find(({ name }) => name === groupName)?.id ?? {
      direct_members: [session.user_id],
      direct_subgroups: [],
    };
  return Object.entries(labels).map(([name, label]) => {
    const rule = rules?.[name];
    if (rule === undefined) return null;
    return (
      <GroupPicker
        key={name}
        label={label}
        rule={rule}
        {...(admitted?.[name] !== undefined && { anyway: admitted[name].anyway, note: admitted[name].note })}
        disabled={disabled}
        value={values[name] ?? start(rule.default_group_name)}
        error={errors[name]}
        onChange={(chosen) => onChange({ ...values, [name]: chosen })}
      />
    );
  });
}
