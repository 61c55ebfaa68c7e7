/** A message that is sent later, written or changed. */
import { SegmentedControl, Select } from '@mantine/core';
import { isNotEmpty, useForm, type UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { channelsQuery } from '../../../client/queries.ts';
import { request } from '../../../client/request.ts';
import { useSession } from '../../../client/session.ts';
import { t } from '../../../client/text.ts';
import { FormModal } from '../../components/form-modal.tsx';
import { TextInput, Textarea } from '../../components/limited-inputs.tsx';
import { useFormCall } from '../../form-call.ts';
import { MarkdownPreview } from '../../messages/markdown-preview.tsx';
import { PeopleSelect } from '../../people/people-select.tsx';
import { usePeople } from '../../people/people.ts';
import { draftOf, draftParams, type Draft, type Scheduled } from './scheduled.ts';

interface ScheduleFormProps {
  /** undefined: a new one. */
  message: Scheduled | undefined;
  onClose: () => void;
}

export function ScheduleForm({ message, onClose }: ScheduleFormProps) {
  const form = useForm<Draft>({
    initialValues: draftOf(message),
    validate: {
      content: isNotEmpty(t('Enter a message.')),
      channel: (value, { type }) => (type === 'stream' && value === null ? t('Choose a channel.') : null),
      people: (value, { type }) => (type === 'private' && value.length === 0 ? t('Choose at least one person.') : null),
      at: (value) => (new Date(value).getTime() > Date.now() ? null : t('Choose a time in the future.')),
    },
  });
  const save = useFormCall(
    form,
    (draft) =>
      message === undefined
        ? request('POST', '/scheduled_messages', draftParams(draft))
        : request('PATCH', `/scheduled_messages/${message.scheduled_message_id}`, draftParams(draft)),
    {
      renamed: {
        scheduled_delivery_timestamp: 'at',
        STREAM_DOES_NOT_EXIST: 'channel',
        to: form.values.type === 'stream' ? 'channel' : 'people',
      },
      done: () => ({ title: t('Scheduled'), message: t('The message is sent automatically at that time.') }),
      onDone: onClose,
    },
  );
  return (
    <FormModal
      title={message === undefined ? t('Schedule message') : t('Edit scheduled message')}
      submitLabel={message === undefined ? t('Schedule') : t('Save')}
      size="lg"
      {...save.props}
      onClose={onClose}
    >
      <Destination form={form} />
      <Textarea
        label={t('Message')}
        description={t('Markdown.')}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={10_000}
        data-autofocus
        {...form.getInputProps('content')}
      />
      <MarkdownPreview text={form.values.content} label={t('Preview of the message')} />
      <TextInput
        label={t('When')}
        description={t('Time of this computer.')}
        type="datetime-local"
        {...form.getInputProps('at')}
      />
    </FormModal>
  );
}

/** A topic of a channel, or people. */
function Destination({ form }: { form: UseFormReturnType<Draft> }) {
  const session = useSession();
  const people = usePeople();
  const channels = useQuery(channelsQuery(session.is_admin));
  return (
    <>
      <SegmentedControl
        aria-label={t('To')}
        data={[
          { value: 'stream', label: t('To a channel') },
          { value: 'private', label: t('To people') },
        ]}
        {...form.getInputProps('type')}
      />
      {form.values.type === 'stream' ? (
        <>
          <Select
            label={t('Channel')}
            searchable
            data={(channels.data ?? [])
              .filter((channel) => !channel.is_archived)
              .map((channel) => ({ value: String(channel.stream_id), label: `#${channel.name}` }))}
            {...form.getInputProps('channel')}
          />
          <TextInput label={t('Topic')} maxLength={60} {...form.getInputProps('topic')} />
        </>
      ) : (
        <PeopleSelect label={t('People')} data={people.options} {...form.getInputProps('people')} />
      )}
    </>
  );
}
