/** A new bot of the caller's. */
import { Select, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../api.ts';
import { formErrors } from '../../parts/form-errors.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { botTypes } from './bots.ts';

const fields = { payload_url: /payload|url/i, short_name: /username/i, full_name: /\bname\b/i };

export function CreateBot({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const form = useForm({
    initialValues: { full_name: '', short_name: '', bot_type: '1', payload_url: '' },
    validate: {
      full_name: isNotEmpty('What the bot is called.'),
      short_name: isNotEmpty('Letters and digits; its address begins with them.'),
    },
  });
  const create = useMutation({
    mutationFn: ({ payload_url, ...values }: typeof form.values) =>
      request('POST', '/bots', { ...values, payload_url: values.bot_type === '3' ? payload_url : undefined }),
    onError: (error) => form.setErrors(formErrors(error, fields)),
    onSuccess: async (_answer, { full_name }) => {
      await Promise.all([['users'], ['bots']].map((queryKey) => client.invalidateQueries({ queryKey })));
      notifications.show({ title: 'Bot added', message: `Open ${full_name} in the list to see its API key.` });
      onClose();
    },
  });
  return (
    <FormModal
      title="Add bot"
      submitLabel="Add bot"
      opened
      pending={create.isPending}
      error={form.errors['']}
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
      {form.values.bot_type === '3' && (
        <TextInput label="Called at" type="url" placeholder="http://" {...form.getInputProps('payload_url')} />
      )}
    </FormModal>
  );
}
