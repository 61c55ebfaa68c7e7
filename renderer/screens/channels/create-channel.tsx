/** A new channel, with everything that POST /channels/create takes. */
import { MultiSelect, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../api.ts';
import { formErrors } from '../../parts/form-errors.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { channelsQuery, usersQuery, useSession } from '../../queries.ts';
import { ChannelFields } from './channel-fields.tsx';
import { creation, privacies, settingFields, type ChannelValues } from './settings.ts';

interface Values extends ChannelValues {
  subscribers: string[];
  announce: boolean;
  tell: boolean;
}

const fields = { ...settingFields, name: /already exists|channel name/i, subscribers: /\busers?\b/i };

export function CreateChannel({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const client = useQueryClient();
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
    validate: { name: isNotEmpty('A channel needs a name.') },
  });
  const create = useMutation({
    mutationFn: (values: Values) =>
      request('POST', '/channels/create', {
        name: values.name,
        description: values.description,
        announce: values.announce,
        send_new_subscription_messages: values.tell,
        subscribers: values.subscribers.map(Number),
        ...creation(values),
      }),
    onError: (error) => form.setErrors(formErrors(error, fields)),
    onSuccess: async (_answer, { name }) => {
      await client.invalidateQueries({ queryKey: channelsQuery(session.is_admin).queryKey });
      notifications.show({ title: 'Channel created', message: `#${name} is ready.` });
      onClose();
    },
  });
  const people = (users.data ?? []).filter((user) => user.is_active !== false);
  return (
    <FormModal
      title="Create channel"
      submitLabel="Create channel"
      opened
      size="lg"
      pending={create.isPending}
      error={form.errors['']}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
    >
      <TextInput
        label="Name"
        autoComplete="off"
        maxLength={60}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Textarea
        label="Description (optional)"
        autosize
        minRows={2}
        maxLength={1024}
        {...form.getInputProps('description')}
      />
      <Select
        label="Access"
        allowDeselect={false}
        data={Object.entries(privacies).map(([value, { label }]) => ({ value, label }))}
        {...form.getInputProps('privacy')}
      />
      <MultiSelect
        label="Subscribers"
        searchable
        hidePickedOptions
        data={people.map((user) => ({ value: String(user.user_id), label: user.full_name }))}
        {...form.getInputProps('subscribers')}
      />
      <Switch label="Tell those who are subscribed" {...form.getInputProps('tell', { type: 'checkbox' })} />
      <Switch label="Announce it to everybody" {...form.getInputProps('announce', { type: 'checkbox' })} />
      <ChannelFields form={form} />
    </FormModal>
  );
}
