/** A new folder, or another name and description for one. */
import { isNotEmpty, useForm } from '@mantine/form';
import { request, type ChannelFolder } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { FormModal } from '../../components/form-modal.tsx';
import { TextInput, Textarea } from '../../components/limited-inputs.tsx';
import { useFormCall } from '../../form-call.ts';

interface FolderFormProps {
  /** undefined: a new one. */
  folder: ChannelFolder | undefined;
  onClose: () => void;
}

export function FolderForm({ folder, onClose }: FolderFormProps) {
  const form = useForm({
    initialValues: { name: folder?.name ?? '', description: folder?.description ?? '' },
    validate: { name: isNotEmpty(t('Enter a name.')) },
  });
  const save = useFormCall(
    form,
    (values) =>
      folder === undefined
        ? request('POST', '/channel_folders/create', values)
        : request('PATCH', `/channel_folders/${folder.id}`, values),
    {
      done: ({ name }) => ({ title: t('Saved'), message: t('You can now move channels to {{name}}.', { name }) }),
      onDone: onClose,
    },
  );
  return (
    <FormModal
      title={folder === undefined ? t('Create folder') : t('Folder {{name}}', { name: folder.name })}
      submitLabel={folder === undefined ? t('Create folder') : t('Save')}
      {...save.props}
      onClose={onClose}
    >
      <TextInput label={t('Name')} autoComplete="off" maxLength={60} data-autofocus {...form.getInputProps('name')} />
      <Textarea
        label={t('Description (optional)')}
        autosize
        minRows={2}
        maxLength={1024}
        {...form.getInputProps('description')}
      />
    </FormModal>
  );
}
