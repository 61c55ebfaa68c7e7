/** A channel's settings and its ten permissions, each a form of which only the changes are sent. */
import { Select, Text } from '@mantine/core';
import { isNotEmpty, useForm, type UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { request, type Channel } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { EditForm } from '../../components/edit-form.tsx';
import { TextInput, Textarea } from '../../components/limited-inputs.tsx';
import { useFormCall } from '../../form-call.ts';
import { MarkdownPreview } from '../../messages/markdown-preview.tsx';
import { SaveButtons, useFresh } from '../../settings/settings-form.tsx';
import { ChannelFields, PermissionFields } from './channel-fields.tsx';
import { changes, channelErrorFields, privacies, valuesOf, type ChannelValues } from './settings.ts';

/** Values that a form can follow while no one writes in it. */
type Values = ChannelValues & Record<string, unknown>;

interface ChannelFormProps {
  channel: Channel;
  disabled: boolean;
}

export function SettingsForm(props: ChannelFormProps) {
  const { disabled } = props;
  return (
    <ChannelForm {...props}>
      {(form) => (
        <>
          <TextInput label={t('Name')} maxLength={60} disabled={disabled} {...form.getInputProps('name')} />
          <Textarea
            label={t('Description')}
            description={t('Markdown, one line.')}
            autosize
            minRows={2}
            maxLength={1024}
            disabled={disabled}
            {...form.getInputProps('description')}
          />
          <MarkdownPreview text={form.values.description} label={t('Preview of the description')} />
          <Select
            label={t('Access')}
            allowDeselect={false}
            disabled={disabled}
            data={Object.entries(privacies()).map(([value, { label }]) => ({ value, label }))}
            {...form.getInputProps('privacy')}
          />
          <ChannelFields form={form} disabled={disabled} />
        </>
      )}
    </ChannelForm>
  );
}

export function PermissionsForm(props: ChannelFormProps) {
  return (
    <ChannelForm {...props}>
      {(form) => (
        <>
          <Text size="sm" c="dimmed">
            {t('Assign each permission to roles, groups or people. Organization-wide permissions also apply.')}
          </Text>
          <PermissionFields form={form} disabled={props.disabled} />
        </>
      )}
    </ChannelForm>
  );
}

interface Props extends ChannelFormProps {
  children: (form: UseFormReturnType<Values>) => ReactNode;
}

function ChannelForm({ channel, disabled, children }: Props) {
  const saved: Values = { ...valuesOf(channel) };
  const form = useForm<Values>({ initialValues: saved, validate: { name: isNotEmpty(t('Enter a name.')) } });
  useFresh(form, saved);
  const save = useFormCall(
    form,
    (values) => request('PATCH', `/streams/${channel.stream_id}`, changes(saved, values)),
    {
      ...channelErrorFields(),
      stale: [['channels']],
      done: ({ name }) => ({ title: t('Saved'), message: t('Your changes to #{{name}} are in effect.', { name }) }),
      onDone: (_answer, values) => form.resetDirty(values),
    },
  );
  return (
    <EditForm isFramed {...save.props}>
      {children(form)}
      {!disabled && <SaveButtons isDirty={form.isDirty()} pending={save.isPending} onReset={() => form.reset()} />}
    </EditForm>
  );
}
