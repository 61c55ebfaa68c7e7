/** Chooses where one writes: a topic, new or not, or people. What stands in a box goes along. */
import { useMemo, useState } from 'react';
import { compareNames } from '../../client/formats.ts';
import type { Channel } from '../../client/state/channels.ts';
import { direct, inChannel, topicNamed, type Conversation } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import type { DestinationChoice } from '../kit/destination-choice.ts';
import { closeDialog } from '../kit/dialog-store.ts';
import { FormDialog } from '../kit/form-dialog.tsx';
import { SelectField } from '../kit/form-fields.tsx';
import { showNotice } from '../kit/notices.ts';
import { PeopleField, usePeopleChoice } from '../parts/people-field.tsx';
import { TopicField } from '../parts/topic-field.tsx';
import { conversationAddress } from '../routing/address.ts';
import { topicsPolicyOf } from '../store/permissions.ts';
import { whyNoPostingIn } from '../store/posting.ts';
import { useChat, useClientState, useNames } from '../store/use-chat.ts';
import { goTo } from '../store/use-view.ts';

export function ChooseDestination({ kind: first, from, channelId, words = null }: DestinationChoice) {
  const { writing, session, moves } = useChat();
  const names = useNames();
  const [fromNow] = useState(() => (from === null ? null : moves.following(from)));
  const withoutMe = useMemo(() => new Set([session.user_id]), [session]);
  const [kind, setKind] = useState(first);
  const [place, setPlace] = useState<{ channelId: number | null; topic: string }>({
    channelId: channelId ?? (from?.kind === 'channel' ? from.channelId : null),
    topic: '',
  });
  const [people, setPeople] = useState<readonly number[]>([]);
  const choice = usePeopleChoice(people, setPeople, withoutMe);
  const writable = useWritable(place.channelId);
  const isWritable = writable.some(({ stream_id: id }) => id === place.channelId);
  const placeNow = { channelId: isWritable ? place.channelId : null, topic: place.topic };
  const chosen = useChosen(placeNow);
  const go = (): Promise<boolean> => {
    const everyone = kind === 'direct' ? choice.settle() : [];
    if (everyone === null) return Promise.resolve(false);
    const to = kind === 'channel' ? chosen : everyone.length === 0 ? null : direct(everyone, session.user_id);
    if (to === null) {
      showNotice(kind === 'direct' ? t('Choose at least one person.') : t('Choose a channel and a topic.'), {
        isError: true,
      });
      return Promise.resolve(false);
    }
    if (fromNow !== null) writing.moveWords(fromNow(), to);
    if (words !== null) {
      writing.append(to, words.text);
      words.onTaken?.();
    }
    goTo(conversationAddress(to, names));
    writing.focus(to);
    return Promise.resolve(true);
  };
  const begun = kind === 'direct' ? t('New direct message') : t('New topic');
  const title = words?.title ?? (from === null ? begun : t('Change recipient'));
  return (
    <FormDialog title={title} submitLabel={t('Continue')} onSubmit={go} onClose={closeDialog}>
      <div className="destination-kinds" role="radiogroup" aria-label={t('To')}>
        {(['channel', 'direct'] as const).map((each) => (
          <label key={each}>
            <input type="radio" name="kind" checked={kind === each} onChange={() => setKind(each)} />
            {each === 'channel' ? t('Channel') : t('People')}
          </label>
        ))}
      </div>
      {kind === 'channel' ? (
        <TopicFields
          place={placeNow}
          writable={writable}
          isChannelGiven={channelId !== null && isWritable}
          onChange={setPlace}
        />
      ) : (
        <PeopleField choice={choice} />
      )}
    </FormDialog>
  );
}

/** The topic that is chosen so far, an empty one only where the channel takes it; null for none. */
function useChosen({ channelId, topic }: { channelId: number | null; topic: string }): Conversation | null {
  const policy = useClientState((state) => topicsPolicyOf(state, state.channels.channels.get(channelId ?? 0)));
  if (channelId === null) return null;
  if (policy === 'empty_topic_only') return inChannel(channelId, '');
  const name = topicNamed(topic);
  const isEmpty = name === '';
  return isEmpty && policy === 'disable_empty_topic' ? null : inChannel(channelId, name);
}

/** The channels that take messages of the reader: of those that are joined, and the chosen one. */
function useWritable(chosenId: number | null): readonly Channel[] {
  const known = useClientState((state) => state);
  return useMemo(
    () =>
      [...known.channels.channels.values()]
        .filter(({ stream_id: id }) => known.channels.subscriptions.has(id) || id === chosenId)
        .filter(({ stream_id: id }) => whyNoPostingIn(known, id) === null)
        .toSorted((a, b) => compareNames(a.name, b.name)),
    [known, chosenId],
  );
}

interface TopicFieldsProps {
  place: { channelId: number | null; topic: string };
  writable: readonly Channel[];
  /** Only the topic is missing. */
  isChannelGiven: boolean;
  onChange: (place: { channelId: number | null; topic: string }) => void;
}

function TopicFields({ place, writable, isChannelGiven, onChange }: TopicFieldsProps) {
  const { channelId, topic } = place;
  return (
    <>
      <SelectField
        label={t('Channel')}
        none={t('Choose a channel')}
        value={channelId}
        onChange={(id) => onChange({ channelId: id, topic })}
        choices={writable.map(({ stream_id: id, name }) => ({ id, name }))}
      />
      <TopicField
        channelId={channelId}
        value={topic}
        onChange={(written) => onChange({ channelId, topic: written })}
        isFirst={isChannelGiven}
      />
    </>
  );
}
