/** The choices of a channel beyond its name and people, the same for a new one and for one that is there. */
import { Group, NumberInput, Select, Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { foldersQuery, groupsQuery, usersQuery } from '../../../client/queries.ts';
import type { GroupSetting } from '../../../client/request.ts';
import { ownerRole } from '../../../client/roles.ts';
import { useSession } from '../../../client/session.ts';
import { t } from '../../../client/text.ts';
import { holdersInWords } from '../../permissions/group-picker.tsx';
import { permissionLabels } from '../../permissions/permission-labels.ts';
import { PermissionPickers } from '../../permissions/permission-pickers.tsx';
import { keptFor } from '../../settings/server-choices.ts';
import { holdersOf, organizationQuery } from '../../settings/settings.ts';
import { admittedAnyway, topicsPolicies, type ChannelValues } from './settings.ts';

interface ChannelFieldsProps<Values extends ChannelValues> {
  form: UseFormReturnType<Values>;
  disabled?: boolean;
}

export function ChannelFields<Values extends ChannelValues>({ form, disabled = false }: ChannelFieldsProps<Values>) {
  const session = useSession();
  const folders = useQuery(foldersQuery);
  const usable = (folders.data ?? []).filter((folder) => !folder.is_archived);
  return (
    <>
      <Switch
        label={t('Add new members automatically')}
        description={session.is_admin ? undefined : t('Only administrators can change this.')}
        disabled={disabled || !session.is_admin}
        {...form.getInputProps('isDefault', { type: 'checkbox' })}
      />
      <Select
        label={t('Folder')}
        clearable
        placeholder={t('None')}
        disabled={disabled}
        data={usable.map((folder) => ({ value: String(folder.id), label: folder.name }))}
        {...form.getInputProps('folder')}
      />
      <Select
        label={t('Topics')}
        allowDeselect={false}
        disabled={disabled}
        data={topicsPolicies()}
        {...form.getInputProps('topics')}
      />
      <Retention
        value={form.values.retention}
        error={form.errors['retention']}
        disabled={disabled || session.role > ownerRole}
        onChange={(retention) => form.setValues({ retention } as Partial<Values>)}
      />
    </>
  );
}

interface RetentionProps {
  value: string;
  error: ReactNode;
  disabled: boolean;
  onChange: (value: string) => void;
}

/** As usual, for ever, or a number of days: '' = as usual, 'unlimited' = for ever. */
function Retention({ value, error, disabled, onChange }: RetentionProps) {
  const organization = useQuery(organizationQuery);
  const usual = organization.data?.settings['message_retention_days'];
  const kind = value === '' || value === 'unlimited' ? value : 'days';
  return (
    <Group align="flex-start" gap="sm">
      <Select
        label={t('Retention')}
        description={disabled ? t('Only owners can change this.') : t('Older messages are permanently deleted.')}
        allowDeselect={false}
        disabled={disabled}
        error={kind === 'days' ? undefined : error}
        data={[
          {
            value: '',
            label: t('Organization default{{value}}', {
              value: typeof usual === 'number' ? ` (${keptFor(usual).toLowerCase()})` : '',
            }),
          },
          { value: 'unlimited', label: t('Forever') },
          { value: 'days', label: t('Custom number of days') },
        ]}
        value={kind}
        onChange={(chosen) => onChange(chosen === 'days' ? '90' : (chosen ?? ''))}
        flex={1}
        miw={220}
      />
      {kind === 'days' && (
        <NumberInput
          label={t('Days')}
          description={t('Enter 1 or more.')}
          min={1}
          allowDecimal={false}
          disabled={disabled}
          error={error}
          value={value === 'none' ? '' : Number(value)}
          onChange={(days) => onChange(days === '' ? 'none' : String(days))}
          w={140}
        />
      )}
    </Group>
  );
}

const noOne: GroupSetting = { direct_members: [], direct_subgroups: [] };

/** The ten permissions. A new channel starts with what the server would choose. */
export function PermissionFields<Values extends ChannelValues>({ form, disabled = false }: ChannelFieldsProps<Values>) {
  const organization = useQuery(organizationQuery);
  const groups = useQuery(groupsQuery);
  const users = useQuery(usersQuery);
  const inWords = (permission: string): string =>
    holdersInWords(holdersOf(organization.data, permission) ?? noOne, groups.data ?? [], users.data ?? []);
  const isKnown = organization.data !== undefined && groups.data !== undefined && users.data !== undefined;
  return (
    <PermissionPickers
      labels={permissionLabels()}
      rules={organization.data?.permission_rules.stream}
      admitted={
        isKnown ? admittedAnyway(organization.data.channel_permissions_add_to, inWords, form.values.privacy) : undefined
      }
      values={form.values.permissions}
      errors={form.errors}
      disabled={disabled}
      onChange={(permissions) => form.setValues({ permissions } as Partial<Values>)}
    />
  );
}
