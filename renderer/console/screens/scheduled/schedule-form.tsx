/** A message that is sent later, written or changed. */
import { MultiSelect, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { formErrors } from '../../../client/form-errors.ts';
import { channelsQuery } from '../../../client/queries.ts';
import { request } from '../../../client/request.ts';
import { useSession } from '../../../client/session.ts';
import { FormModal } from '../../../components/form-modal.tsx';
import { MarkdownPreview } from '../../messages/markdown-preview.tsx';
import { usePeople } from '../../people/people.ts';
import { draftOf, draftParams, type Draft, type Scheduled } from './scheduled.ts';

const fields = {
  at: /delivery time|timestamp/i,
  topic: /topic/i,
  channel: /channel/i,
  people: /recipient|user|direct message/i,
  content: /content|message must|message is/i,
};

interface ScheduleFormProps {
  /** undefined: a new one. */
  message: Scheduled | undefined;
  onClose: () => void;
}

export function ScheduleForm({ message, onClose }: ScheduleFormProps) {
  const session = useSession();
  const client = useQueryClient();
  const people = usePeople();
  const channels = useQuery(channelsQuery(session.is_admin));
  const form = useForm<Draft>({
    initialValues: draftOf(message),
    validate: {
      content: isNotEmpty('Write something.'),
      channel: (value, { type }) => (type === 'stream' && value === null ? 'Choose a channel.' : null),
      people: (value, { type }) => (type === 'private' && value.length === 0 ? 'Choose somebody.' : null),
      at: (value) => (new Date(value).getTime() > Date.now() ? null : 'Choose a time in the future.'),
    },
  });
  const save = useMutation({
    mutationFn: (draft: Draft) =>
      message === undefined
        ? request('POST', '/scheduled_messages', draftParams(draft))
        : request('PATCH', `/scheduled_messages/${message.scheduled_message_id}`, draftParams(draft)),
    onError: (error) => form.setErrors(formErrors(error, fields)),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['scheduled'] });
      notifications.show({ title: 'Scheduled', message: 'It is sent by itself when its time has come.' });
      onClose();
    },
  });
  const { type, content } = form.values;
  return (
    <FormModal
      title={message === undefined ? 'Schedule a message' : 'Change the message'}
      submitLabel={message === undefined ? 'Schedule' : 'Save'}
      size="lg"
      pending={save.isPending}
      error={form.errors['']}
      isDirty={() => form.isDirty()}
      onClose={onClose}
      onSubmit={form.onSubmit((draft) => save.mutate(draft))}
    >
      <SegmentedControl
        aria-label="To"
        data={[
          { value: 'stream', label: 'To a channel' },
          { value: 'private', label: 'To people' },
        ]}
        {...form.getInputProps('type')}
      />
      {type === 'stream' ? (
        <>
          <Select
            label="Channel"
            searchable
            data={(channels.data ?? [])
              .filter((channel) => !channel.is_archived)
              .map((channel) => ({ value: String(channel.stream_id), label: `#${channel.name}` }))}
            {...form.getInputProps('channel')}
          />
          <TextInput label="Topic" maxLength={60} {...form.getInputProps('topic')} />
        </>
      ) : (
        <MultiSelect
          label="People"
          searchable
          hidePickedOptions
          data={people.options}
          {...form.getInputProps('people')}
        />
      )}
      <Textarea
        label="Message"
        description="Markdown."
        autosize
        minRows={3}
        maxRows={12}
        maxLength={10_000}
        data-autofocus
        {...form.getInputProps('content')}
      />
      <MarkdownPreview text={content} label="Preview of the message" />
      <TextInput
        label="When"
        description="On the clock of this computer."
        type="datetime-local"
        {...form.getInputProps('at')}
      />
    </FormModal>
  );
}
