/** A new bot of the caller's. */
import { Checkbox, Select, Stack, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formErrors } from '../../../client/form-errors.ts';
import { request } from '../../../client/request.ts';
import { FormModal } from '../../../components/form-modal.tsx';
import { botTypes, interfaces, outgoingWebhook, triggers } from './bots.ts';

const fields = { payload_url: /payload|url/i, short_name: /username/i, full_name: /\bname\b/i };

interface CreateBotProps {
  onClose: () => void;
  onCreated: (id: number) => void;
}

export function CreateBot({ onClose, onCreated }: CreateBotProps) {
  const client = useQueryClient();
  const form = useForm({
    initialValues: {
      full_name: '',
      short_name: '',
      bot_type: '1',
      payload_url: '',
      interface_type: '1',
      triggers: triggers.map(({ value }) => value),
    },
    validate: {
      full_name: isNotEmpty('What the bot is called.'),
      short_name: isNotEmpty('Letters and digits; its address begins with them.'),
      triggers: (chosen) => (chosen.length === 0 ? 'One of these has to call it.' : null),
    },
  });
  const isCalled = form.values.bot_type === String(outgoingWebhook);
  const create = useMutation({
    mutationFn: ({ full_name, short_name, bot_type, ...service }: typeof form.values) =>
      request<{ user_id: number }>('POST', '/bots', {
        full_name,
        short_name,
        bot_type,
        ...(isCalled && service),
      }),
    onError: (error) => form.setErrors(formErrors(error, fields)),
    onSuccess: async ({ user_id: id }, { full_name }) => {
      await Promise.all([['users'], ['bots']].map((queryKey) => client.invalidateQueries({ queryKey })));
      notifications.show({ title: 'Bot added', message: `${full_name} is yours; its API key is under Access.` });
      onCreated(id);
    },
  });
  return (
    <FormModal
      title="Add bot"
      submitLabel="Add bot"
      pending={create.isPending}
      error={form.errors['']}
      isDirty={() => form.isDirty()}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
    >
      <TextInput
        label="Full name"
        autoComplete="off"
        maxLength={100}
        data-autofocus
        {...form.getInputProps('full_name')}
      />
      <TextInput
        label="Short name"
        description="The beginning of its address, before -bot@"
        autoComplete="off"
        {...form.getInputProps('short_name')}
      />
      <Select
        label="Kind"
        allowDeselect={false}
        data={Object.entries(botTypes).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('bot_type')}
      />
      {isCalled && (
        <>
          <TextInput label="Called at" type="url" placeholder="http://" {...form.getInputProps('payload_url')} />
          <Checkbox.Group label="Called when" {...form.getInputProps('triggers')}>
            <Stack gap="xs" mt={4}>
              {triggers.map(({ value, label }) => (
                <Checkbox key={value} value={value} label={label} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Select label="Format" allowDeselect={false} data={interfaces} {...form.getInputProps('interface_type')} />
        </>
      )}
    </FormModal>
  );
}
