/** A new channel: name, description, who may see it, and who is in it from the start. */
import { MultiSelect, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request, type Params } from '../../api.ts';
import { formErrors } from '../../parts/form-errors.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { channelsQuery, usersQuery, useSession } from '../../queries.ts';

/** The API says who may see a channel with two parameters; a person chooses one of three things. */
const privacies: Record<string, { label: string; params: Params }> = {
  public: { label: 'Public: everybody can find and join it', params: { invite_only: false } },
  private: {
    label: 'Private, with the whole history for newcomers',
    params: { invite_only: true, history_public_to_subscribers: true },
  },
  protected: {
    label: 'Private, newcomers see only what comes after them',
    params: { invite_only: true, history_public_to_subscribers: false },
  },
};
const fields = { name: /already exists|channel name/i, description: /description/i, subscribers: /\busers?\b/i };

export function CreateChannel({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const client = useQueryClient();
  const users = useQuery(usersQuery);
  const form = useForm({
    initialValues: {
      name: '',
      description: '',
      privacy: 'public',
      subscribers: [String(session.user_id)],
      announce: false,
    },
    validate: { name: isNotEmpty('A channel needs a name.') },
  });
  const create = useMutation({
    mutationFn: ({ name, description, privacy, subscribers, announce }: typeof form.values) =>
      request('POST', '/channels/create', {
        name,
        description,
        announce,
        subscribers: subscribers.map(Number),
        ...privacies[privacy]?.params,
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
      <Switch label="Announce it to everybody" {...form.getInputProps('announce', { type: 'checkbox' })} />
    </FormModal>
  );
}
