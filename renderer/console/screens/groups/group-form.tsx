/** A group's name, description and permissions: of a new one, and of one that is there. */
import { Button, Group, MultiSelect } from '@mantine/core';
import { isNotEmpty, useForm, type FormErrors } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { groupsQuery } from '../../../client/queries.ts';
import { request, type GroupSetting, type UserGroup } from '../../../client/request.ts';
import { useSession } from '../../../client/session.ts';
import { perLanguage, t } from '../../../client/text.ts';
import { EditForm } from '../../components/edit-form.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { TextInput, Textarea } from '../../components/limited-inputs.tsx';
import { NameFields } from '../../components/name-fields.tsx';
import { useFormCall } from '../../form-call.ts';
import { PeopleSelect } from '../../people/people-select.tsx';
import { usePeople } from '../../people/people.ts';
import { groupName } from '../../permissions/group-picker.tsx';
import { groupPermissions } from '../../permissions/permission-labels.ts';
import { PermissionPickers } from '../../permissions/permission-pickers.tsx';
import { organizationQuery } from '../../settings/settings.ts';

type Settings = Record<string, GroupSetting>;

const fields = perLanguage(() => ['name', 'description', 'members', 'subgroups', ...Object.keys(groupPermissions())]);

interface CreateGroupProps {
  onClose: () => void;
  onCreated: (id: number) => void;
}

export function CreateGroup({ onClose, onCreated }: CreateGroupProps) {
  const session = useSession();
  const { options } = usePeople();
  const { data: groups = [] } = useQuery(groupsQuery);
  const form = useForm({
    initialValues: {
      name: '',
      description: '',
      members: [String(session.user_id)],
      subgroups: [] as string[],
      settings: {} as Settings,
    },
    validate: { name: isNotEmpty(t('Enter a name.')) },
  });
  const create = useFormCall(
    form,
    ({ settings, members, subgroups, ...values }) =>
      request('POST', '/user_groups/create', {
        ...values,
        ...settings,
        members: members.map(Number),
        subgroups: subgroups.map(Number),
      }),
    {
      fields: fields(),
      stale: [['groups']],
      done: ({ name }) => ({ title: t('Group created'), message: t('You can now mention @{{name}}.', { name }) }),
      onDone: ({ group_id: id }) => onCreated(id),
    },
  );
  return (
    <FormModal title={t('Create group')} submitLabel={t('Create group')} size="lg" {...create.props} onClose={onClose}>
      <NameFields maxLength={100} inputProps={form.getInputProps} />
      <PeopleSelect label={t('People')} data={options} {...form.getInputProps('members')} />
      <MultiSelect
        label={t('Subgroups (optional)')}
        searchable
        hidePickedOptions
        limit={60}
        data={groups.map((group) => ({ value: String(group.id), label: groupName(group) }))}
        {...form.getInputProps('subgroups')}
      />
      <PermissionFields
        settings={form.values.settings}
        errors={form.errors}
        onChange={(settings) => form.setFieldValue('settings', settings)}
      />
    </FormModal>
  );
}

interface EditGroupProps {
  group: UserGroup;
  disabled: boolean;
  /** Which part of it. */
  part: 'settings' | 'permissions';
}

export function EditGroup({ group, disabled, part }: EditGroupProps) {
  const before = Object.fromEntries(
    Object.keys(groupPermissions()).map((name) => [name, group[name as keyof typeof groupPermissions] as GroupSetting]),
  );
  const form = useForm({
    initialValues: { name: group.name, description: group.description, settings: before },
    validate: { name: isNotEmpty(t('Enter a name.')) },
  });
  const save = useFormCall(
    form,
    ({ settings, name, description }) =>
      request('PATCH', `/user_groups/${group.id}`, {
        ...(form.isDirty('name') && { name }),
        ...(form.isDirty('description') && { description }),
        ...Object.fromEntries(
          Object.entries(settings)
            .filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]))
            // The old value goes along: what someone else has changed meanwhile is not written over.
            .map(([key, value]) => [key, { new: value, old: before[key] }]),
        ),
      }),
    {
      fields: fields(),
      stale: [['groups']],
      done: ({ name }) => ({ title: t('Saved'), message: t('Your changes to {{name}} are in effect.', { name }) }),
      onDone: (_answer, values) => form.resetDirty(values),
    },
  );
  return (
    <EditForm {...save.props}>
      {part === 'settings' ? (
        <>
          <TextInput label={t('Name')} maxLength={100} disabled={disabled} {...form.getInputProps('name')} />
          <Textarea
            label={t('Description')}
            autosize
            minRows={2}
            maxLength={1024}
            disabled={disabled}
            {...form.getInputProps('description')}
          />
        </>
      ) : (
        <PermissionFields
          settings={form.values.settings}
          errors={form.errors}
          disabled={disabled}
          onChange={(settings) => form.setFieldValue('settings', settings)}
        />
      )}
      {!disabled && (
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            {t('Save')}
          </Button>
        </Group>
      )}
    </EditForm>
  );
}

interface PermissionFieldsProps {
  settings: Settings;
  errors: FormErrors;
  disabled?: boolean;
  onChange: (settings: Settings) => void;
}

/** The six permissions. A new group starts with what the server would choose. */
function PermissionFields({ settings, errors, disabled = false, onChange }: PermissionFieldsProps) {
  const organization = useQuery(organizationQuery);
  return (
    <PermissionPickers
      labels={groupPermissions()}
      rules={organization.data?.permission_rules.group}
      values={settings}
      errors={errors}
      disabled={disabled}
      onChange={onChange}
    />
  );
}
