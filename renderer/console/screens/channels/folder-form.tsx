/** A new folder, or another name and description for one. */
import { Textarea, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formErrors } from '../../../client/form-errors.ts';
import { request, type ChannelFolder } from '../../../client/request.ts';
import { FormModal } from '../../../components/form-modal.tsx';

interface FolderFormProps {
  /** undefined: a new one. */
  folder: ChannelFolder | undefined;
  onClose: () => void;
}

export function FolderForm({ folder, onClose }: FolderFormProps) {
  const client = useQueryClient();
  const form = useForm({
    initialValues: { name: folder?.name ?? '', description: folder?.description ?? '' },
    validate: { name: isNotEmpty('A folder needs a name.') },
  });
  const save = useMutation({
    mutationFn: (values: typeof form.values) =>
      folder === undefined
        ? request('POST', '/channel_folders/create', values)
        : request('PATCH', `/channel_folders/${folder.id}`, values),
    onError: (error) => form.setErrors(formErrors(error, { description: /description/i, name: /name/i })),
    onSuccess: async (_answer, { name }) => {
      await client.invalidateQueries({ queryKey: ['folders'] });
      notifications.show({ title: 'Saved', message: `Channels can be put into ${name}.` });
      onClose();
    },
  });
  return (
    <FormModal
      title={folder === undefined ? 'Create folder' : `Folder ${folder.name}`}
      submitLabel={folder === undefined ? 'Create folder' : 'Save'}
      pending={save.isPending}
      error={form.errors['']}
      isDirty={() => form.isDirty()}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput label="Name" autoComplete="off" maxLength={60} data-autofocus {...form.getInputProps('name')} />
      <Textarea
        label="Description (optional)"
        autosize
        minRows={2}
        maxLength={1024}
        {...form.getInputProps('description')}
      />
    </FormModal>
  );
}
