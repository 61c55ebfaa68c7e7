/** The choices of a channel beyond its name and people, the same for a new one and for one that is there. */
import { Accordion, Select, Stack, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { GroupSetting } from '../../api.ts';
import { GroupPicker } from '../../parts/group-picker.tsx';
import { foldersQuery, groupsQuery, useSession } from '../../queries.ts';
import { organizationQuery } from '../organization/settings.ts';
import { permissionLabels, topicsPolicies, type ChannelValues } from './settings.ts';

interface ChannelFieldsProps<Values extends ChannelValues> {
  form: UseFormReturnType<Values>;
}

export function ChannelFields<Values extends ChannelValues>({ form }: ChannelFieldsProps<Values>) {
  const folders = useQuery(foldersQuery);
  const usable = (folders.data ?? []).filter((folder) => !folder.is_archived);
  return (
    <>
      <Switch label="Newcomers are subscribed" {...form.getInputProps('isDefault', { type: 'checkbox' })} />
      <Select
        label="Folder"
        clearable
        placeholder="None"
        data={usable.map((folder) => ({ value: String(folder.id), label: folder.name }))}
        {...form.getInputProps('folder')}
      />
      <Select label="Topics" allowDeselect={false} data={topicsPolicies} {...form.getInputProps('topics')} />
      <TextInput
        label="Days that messages are kept"
        description={'A number, or "unlimited". Left empty, as in the organization\'s settings.'}
        {...form.getInputProps('retention')}
      />
      <Permissions form={form} />
    </>
  );
}

/** Folded away: most channels never need another answer. */
function Permissions<Values extends ChannelValues>({ form }: ChannelFieldsProps<Values>) {
  const session = useSession();
  const organization = useQuery(organizationQuery);
  const groups = useQuery(groupsQuery);
  const { permissions } = form.values;
  const hasError = Object.keys(permissionLabels).some((name) => form.errors[name] !== undefined);
  /** What a new channel starts with: a role, or whoever makes it. */
  const start = (groupName: string): GroupSetting =>
    groups.data?.find(({ name }) => name === groupName)?.id ?? {
      direct_members: [session.user_id],
      direct_subgroups: [],
    };
  return (
    <Accordion variant="contained" key={String(hasError)} defaultValue={hasError ? 'permissions' : null}>
      <Accordion.Item value="permissions">
        <Accordion.Control>Permissions</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="sm">
            {Object.entries(permissionLabels).map(([name, label]) => {
              const rule = organization.data?.permission_rules.stream[name];
              if (rule === undefined) return null;
              return (
                <GroupPicker
                  key={name}
                  label={label}
                  rule={rule}
                  value={permissions[name] ?? start(rule.default_group_name)}
                  error={form.errors[name]}
                  onChange={(chosen) =>
                    form.setValues({ permissions: { ...permissions, [name]: chosen } } as Partial<Values>)
                  }
                />
              );
            })}
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
