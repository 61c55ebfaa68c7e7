/** A bot: name, owner, where it is called, and its API key. */
import { Alert, Button, Code, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request, type User } from '../../api.ts';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { formErrors } from '../../parts/form-errors.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { Loading } from '../../parts/states.tsx';
import { usersQuery } from '../../queries.ts';
import { botsQuery, botTypes, type Bot } from './bots.ts';
import { Deactivate } from './deactivate.tsx';
import { Reactivate } from './edit-user.tsx';

const fields = { payload_url: /payload|url/i, bot_owner_id: /owner/i, full_name: /\bname\b/i };
const outgoingWebhook = 3;

export function EditBot({ user, onClose }: { user: User; onClose: () => void }) {
  const { data } = useQuery(botsQuery);
  const [open, setOpen] = useState<'leaving' | 'key' | null>(null);
  const bot = data?.find(({ user_id }) => user_id === user.user_id);
  if (open === 'leaving') return <Deactivate user={user} onClose={onClose} />;
  if (bot === undefined) return data === undefined ? <Loading /> : null;
  if (open === 'key') return <NewKey bot={bot} onClose={() => setOpen(null)} />;
  return (
    <BotForm
      bot={bot}
      user={user}
      onNewKey={() => setOpen('key')}
      onDeactivate={() => setOpen('leaving')}
      onClose={onClose}
    />
  );
}

interface BotFormProps {
  bot: Bot;
  user: User;
  onNewKey: () => void;
  onDeactivate: () => void;
  onClose: () => void;
}

function BotForm({ bot, user, onNewKey, onDeactivate, onClose }: BotFormProps) {
  const client = useQueryClient();
  const users = useQuery(usersQuery);
  const service = bot.services[0];
  const form = useForm({
    initialValues: {
      full_name: bot.full_name,
      bot_owner_id: bot.owner_id === null ? null : String(bot.owner_id),
      payload_url: service !== undefined && 'base_url' in service ? service.base_url : '',
    },
    validate: { full_name: isNotEmpty('What the bot is called.') },
  });
  const save = useMutation({
    mutationFn: (values: typeof form.values) => {
      const changed = Object.entries(values).filter(([name]) => form.isDirty(name));
      return request('PATCH', `/bots/${bot.user_id}`, Object.fromEntries(changed));
    },
    onError: (error) => form.setErrors(formErrors(error, fields)),
    onSuccess: async (_answer, { full_name }) => {
      await Promise.all([['users'], ['bots']].map((queryKey) => client.invalidateQueries({ queryKey })));
      notifications.show({ title: 'Saved', message: `${full_name} is changed everywhere.` });
      onClose();
    },
  });
  const people = (users.data ?? []).filter((one) => !one.is_bot && one.is_active !== false);
  return (
    <FormModal
      title={bot.full_name}
      submitLabel="Save"
      opened
      pending={save.isPending}
      error={form.errors['']}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      {!bot.is_active && <Alert>This bot is deactivated.</Alert>}
      <Text size="sm" c="dimmed">
        {botTypes[String(bot.bot_type)]}
      </Text>
      <TextInput label="Full name" maxLength={100} data-autofocus {...form.getInputProps('full_name')} />
      <Select
        label="Owner"
        searchable
        allowDeselect={false}
        data={people.map((one) => ({ value: String(one.user_id), label: one.full_name }))}
        {...form.getInputProps('bot_owner_id')}
      />
      {bot.bot_type === outgoingWebhook && (
        <TextInput label="Called at" type="url" {...form.getInputProps('payload_url')} />
      )}
      <Stack gap={4}>
        <Text size="sm" fw={500}>
          Signs in as {bot.email}
        </Text>
        <Group gap="xs">
          <Code>{`${bot.api_key.slice(0, 4)}…`}</Code>
          <CopyText text={bot.api_key} label="API key" />
          <Button variant="default" size="compact-sm" onClick={onNewKey}>
            New API key
          </Button>
        </Group>
      </Stack>
      <Group>
        {bot.is_active ? (
          <Button variant="light" color="red" onClick={onDeactivate}>
            Deactivate bot
          </Button>
        ) : (
          <Reactivate user={user} onDone={onClose} />
        )}
      </Group>
    </FormModal>
  );
}

function NewKey({ bot, onClose }: { bot: Bot; onClose: () => void }) {
  const client = useQueryClient();
  const renew = useMutation({
    mutationFn: () => request('POST', `/bots/${bot.user_id}/api_key/regenerate`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: botsQuery.queryKey });
      notifications.show({ title: 'New API key', message: `Give it to the program of ${bot.full_name}.` });
      onClose();
    },
  });
  return (
    <ConfirmModal
      title={`A new API key for ${bot.full_name}?`}
      confirmLabel="Make a new key"
      pending={renew.isPending}
      error={renew.error}
      onConfirm={() => renew.mutate()}
      onClose={onClose}
    >
      The old key stops working at once: programs that use it need the new one.
    </ConfirmModal>
  );
}
