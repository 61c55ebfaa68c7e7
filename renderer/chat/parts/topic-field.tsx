/** The name of a topic, with those offered that are there already. */
import { useId, useMemo } from 'react';
import { t } from '../../client/text.ts';
import { TextField } from '../kit/form-fields.tsx';
import { indexOf, ranked } from '../kit/ranking.ts';
import { useTopics } from '../store/topics.ts';
import { useClientState } from '../store/use-chat.ts';

const shown = 6;

interface TopicFieldProps {
  /** null: none is chosen yet. */
  channelId: number | null;
  value: string;
  onChange: (topic: string) => void;
  /** It has the focus when its dialog opens, whatever stands before it. */
  isFirst?: boolean;
}

export function TopicField({ channelId, value, onChange, isFirst = false }: TopicFieldProps) {
  const longest = useClientState((state) => state.organization.limits.max_topic_length);
  const listId = useId();
  return (
    <>
      <TextField
        label={t('Topic')}
        value={value}
        onChange={onChange}
        list={listId}
        data-autofocus={isFirst || undefined}
        autoComplete="off"
        maxLength={longest}
      />
      {channelId !== null && <NearTopics id={listId} channelId={channelId} written={value} />}
    </>
  );
}

/** Topics that are near what is written: most new topics are old ones. */
function NearTopics({ id, channelId, written }: { id: string; channelId: number; written: string }) {
  const topics = useTopics(channelId);
  const near = useMemo(
    () =>
      ranked(
        indexOf(topics.map(({ name, max_id }) => ({ value: { name, max_id }, names: [name], tier: 0 }))),
        written,
        ({ max_id }) => max_id,
        shown,
      ),
    [topics, written],
  );
  return (
    <datalist id={id}>
      {near.map(({ name }) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </datalist>
  );
}
