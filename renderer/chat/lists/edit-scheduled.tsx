/** Changes what will be sent: its words, its time, and the topic it goes to. */
import { useState } from 'react';
import { hourMs } from '../../client/durations.ts';
import { request } from '../../client/request.ts';
import { topicNamed } from '../../client/state/conversation.ts';
import type { ScheduledMessage } from '../../client/state/own.ts';
import { t } from '../../client/text.ts';
import { secondsOf } from '../actions/scheduling.ts';
import { MomentField, useMoment } from '../dialogs/moment-field.tsx';
import { closeDialog } from '../kit/dialog-store.ts';
import { FormDialog } from '../kit/form-dialog.tsx';
import { TextAreaField, TextField } from '../kit/form-fields.tsx';
import { reportRefusal } from '../kit/notices.ts';
import { useClientState } from '../store/use-chat.ts';

export function EditScheduled({ id }: { id: number }) {
  const message = useClientState((state) => state.own.scheduled.get(id));
  // Sent while one looked at it, or deleted elsewhere.
  if (message === undefined) return null;
  return <EditForm message={message} />;
}

function EditForm({ message }: { message: ScheduledMessage }) {
  const [before] = useState(message);
  const limits = useClientState((state) => state.organization.limits);
  const [content, setContent] = useState(before.content);
  const [topic, setTopic] = useState(before.topic ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const moment = useMoment(startOf(before));
  const save = async (): Promise<boolean> => {
    if (content.trim() === '') {
      setProblem(t('Enter a message, or delete the scheduled message.'));
      return false;
    }
    const chosen = moment.read();
    if (chosen === null) return false;
    const change = {
      ...(content !== before.content && { content }),
      ...(topicNamed(topic) !== (before.topic ?? '') && { topic: topicNamed(topic) }),
      ...((before.failed || secondsOf(chosen) !== minuteOf(before)) && {
        scheduled_delivery_timestamp: secondsOf(chosen),
      }),
    };
    if (Object.keys(change).length === 0) return true;
    return reportRefusal(request('PATCH', `/scheduled_messages/${before.scheduled_message_id}`, change));
  };
  return (
    <FormDialog title={t('Edit scheduled message')} submitLabel={t('Save')} onSubmit={save} onClose={closeDialog}>
      <TextAreaField
        label={t('Message')}
        rows={5}
        value={content}
        maxLength={limits.max_message_length}
        onChange={(written) => {
          setContent(written);
          setProblem(null);
        }}
        error={problem}
      />
      {before.type === 'stream' && (
        <TextField label={t('Topic')} value={topic} onChange={setTopic} maxLength={limits.max_topic_length} />
      )}
      <MomentField moment={moment} />
    </FormDialog>
  );
}

/** The field has whole minutes. */
const minuteOf = ({ scheduled_delivery_timestamp: at }: ScheduledMessage): number => at - (at % 60);

/** What failed is proposed for the next hour. */
function startOf(message: ScheduledMessage): Date {
  const at = minuteOf(message) * 1000;
  return new Date(message.failed ? Math.max(at, Date.now() + hourMs) : at);
}
