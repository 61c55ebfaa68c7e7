/** A channel: what it is, who may do what in it, who is in it, and putting it away. */
import { Button, Group, MultiSelect, Select, Textarea, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request, type Channel } from '../../api.ts';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { formErrors } from '../../parts/form-errors.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { Loading } from '../../parts/states.tsx';
import { usersQuery } from '../../queries.ts';
import { ChannelFields } from './channel-fields.tsx';
import { changes, privacies, settingFields, valuesOf, type ChannelValues } from './settings.ts';
import { defaultChannelsQuery, subscribersQuery } from './subscribers.ts';

const fields = { ...settingFields, name: /already exists|channel name|new_name/i, people: /\busers?\b|subscri/i };

/** Loads what the form needs, and shows it then. */
export function EditChannel({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const [archiving, setArchiving] = useState(false);
  const defaults = useQuery(defaultChannelsQuery);
  const subscribers = useQuery(subscribersQuery(channel.stream_id));
  if (archiving) return <Archive channel={channel} onClose={onClose} />;
  if (defaults.data === undefined || (subscribers.data === undefined && subscribers.error === null)) return <Loading />;
  return (
    <ChannelForm
      channel={channel}
      isDefault={defaults.data.includes(channel.stream_id)}
      people={subscribers.data ?? []}
      onArchive={() => setArchiving(true)}
      onClose={onClose}
    />
  );
}

interface ChannelFormProps {
  channel: Channel;
  isDefault: boolean;
  people: number[];
  onArchive: () => void;
  onClose: () => void;
}

function ChannelForm({ channel, isDefault, people, onArchive, onClose }: ChannelFormProps) {
  const client = useQueryClient();
  const users = useQuery(usersQuery);
  const [before] = useState(() => ({ ...valuesOf(channel, isDefault), people: people.map(String) }));
  const form = useForm<ChannelValues & { people: string[] }>({
    initialValues: before,
    validate: { name: isNotEmpty('A channel needs a name.') },
  });
  const save = useMutation({
    mutationFn: async (values: typeof before) => {
      const params = changes(before, values);
      // People first, under the name that the channel still has.
      await subscribe(
        'POST',
        channel.name,
        values.people.filter((id) => !before.people.includes(id)),
      );
      await subscribe(
        'DELETE',
        channel.name,
        before.people.filter((id) => !values.people.includes(id)),
      );
      if (Object.values(params).some((value) => value !== undefined))
        await request('PATCH', `/streams/${channel.stream_id}`, params);
    },
    onError: (error) => form.setErrors(formErrors(error, fields)),
    onSuccess: (_answer, { name }) => {
      notifications.show({ title: 'Saved', message: `#${name} is changed everywhere.` });
      onClose();
    },
    onSettled: () =>
      Promise.all(
        [['channels'], ['subscribers'], ['default-channels']].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
  const usable = (users.data ?? []).filter((user) => user.is_active !== false);
  return (
    <FormModal
      title={`#${channel.name}`}
      submitLabel="Save"
      opened
      size="lg"
      pending={save.isPending}
      error={form.errors['']}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput label="Name" maxLength={60} data-autofocus {...form.getInputProps('name')} />
      <Textarea label="Description" autosize minRows={2} maxLength={1024} {...form.getInputProps('description')} />
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
        nothingFoundMessage="Nobody of that name"
        data={usable.map((user) => ({ value: String(user.user_id), label: user.full_name }))}
        {...form.getInputProps('people')}
      />
      <ChannelFields form={form} />
      <Group>
        {channel.is_archived ? (
          <Unarchive channel={channel} onDone={onClose} />
        ) : (
          <Button variant="light" color="red" onClick={onArchive}>
            Archive channel
          </Button>
        )}
      </Group>
    </FormModal>
  );
}

async function subscribe(method: 'POST' | 'DELETE', name: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const subscriptions = method === 'POST' ? [{ name }] : [name];
  await request(method, '/users/me/subscriptions', { subscriptions, principals: ids.map(Number) });
}

function Archive({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const client = useQueryClient();
  const archive = useMutation({
    mutationFn: () => request('DELETE', `/streams/${channel.stream_id}`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['channels'] });
      notifications.show({ title: 'Archived', message: `#${channel.name} is among the archived channels.` });
      onClose();
    },
  });
  return (
    <ConfirmModal
      title={`Archive #${channel.name}?`}
      confirmLabel="Archive"
      pending={archive.isPending}
      error={archive.error}
      onConfirm={() => archive.mutate()}
      onClose={onClose}
    >
      Nobody can write in it any more. Its messages stay readable, and it can be brought back.
    </ConfirmModal>
  );
}

function Unarchive({ channel, onDone }: { channel: Channel; onDone: () => void }) {
  const client = useQueryClient();
  const unarchive = useMutation({
    mutationFn: () => request('PATCH', `/streams/${channel.stream_id}`, { is_archived: false }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['channels'] });
      onDone();
    },
    onError: (error) => notifications.show({ color: 'red', title: 'Not brought back', message: error.message }),
  });
  return (
    <Button variant="default" onClick={() => unarchive.mutate()} loading={unarchive.isPending}>
      Bring the channel back
    </Button>
  );
}
