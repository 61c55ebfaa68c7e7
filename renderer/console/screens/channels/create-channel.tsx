/** A new channel, with everything that POST /channels/create takes. */
import { Accordion, Select, Stack, Switch } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { usersQuery } from '../../../client/queries.ts';
import { request } from '../../../client/request.ts';
import { useSession } from '../../../client/session.ts';
import { t } from '../../../client/text.ts';
import { FormModal } from '../../components/form-modal.tsx';
import { NameFields } from '../../components/name-fields.tsx';
import { useFormCall } from '../../form-call.ts';
import { PeopleSelect } from '../../people/people-select.tsx';
import { permissionLabels } from '../../permissions/permission-labels.ts';
import { ChannelFields, PermissionFields } from './channel-fields.tsx';
import { channelErrorFields, creation, privacies, type ChannelValues } from './settings.ts';

interface Values extends ChannelValues {
  subscribers: string[];
  announce: boolean;
  tell: boolean;
}

export function CreateChannel({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const users = useQuery(usersQuery);
  const form = useForm<Values>({
    initialValues: {
      name: '',
      description: '',
      privacy: 'public',
      folder: null,
      topics: 'inherit',
      isDefault: false,
      retention: '',
      permissions: {},
      subscribers: [String(session.user_id)],
      announce: false,
      tell: true,
    },
    validate: { name: isNotEmpty(t('Enter a name.')) },
  });
  const create = useFormCall(
    form,
    (values) =>
      request('POST', '/channels/create', {
        name: values.name,
        description: values.description,
        announce: values.announce,
        send_new_subscription_messages: values.tell,
        subscribers: values.subscribers.map(Number),
        ...creation(values),
      }),
    {
      ...channelErrorFields(),
      done: ({ name }) => ({ title: t('Channel created'), message: t('#{{name}} is ready.', { name }) }),
      onDone: onClose,
    },
  );
  // Folded away: most channels never need another answer.
  const hasRefusal = Object.keys(permissionLabels()).some((name) => form.errors[name] !== undefined);
  const people = (users.data ?? []).filter((user) => user.is_active !== false);
  return (
    <FormModal
      title={t('Create channel')}
      submitLabel={t('Create channel')}
      size="lg"
      {...create.props}
      onClose={onClose}
    >
      <NameFields maxLength={60} inputProps={form.getInputProps} />
      <Select
        label={t('Access')}
        allowDeselect={false}
        data={Object.entries(privacies()).map(([value, { label }]) => ({ value, label }))}
        {...form.getInputProps('privacy')}
      />
      <PeopleSelect
        label={t('Subscribers')}
        data={people.map((user) => ({ value: String(user.user_id), label: user.full_name }))}
        {...form.getInputProps('subscribers')}
      />
      <Switch label={t('Notify new subscribers')} {...form.getInputProps('tell', { type: 'checkbox' })} />
      <Switch label={t('Announce it to everyone')} {...form.getInputProps('announce', { type: 'checkbox' })} />
      <ChannelFields form={form} />
      <Accordion variant="contained" key={String(hasRefusal)} defaultValue={hasRefusal ? 'permissions' : null}>
        <Accordion.Item value="permissions">
          <Accordion.Control>{t('Permissions')}</Accordion.Control>
          <Accordion.Panel>
            <Stack gap="sm">
              <PermissionFields form={form} />
            </Stack>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </FormModal>
  );
}
