/** Chooses where one writes: a topic, new or not, or people. What stands in a box goes along. */
import { useMemo, useState } from 'react';
import { compareNames } from '../../client/fold.ts';
import { direct, inChannel, type Conversation } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { closeDialog } from '../floating/dialog-store.ts';
import { FormDialog } from '../floating/form-dialog.tsx';
import { SelectField } from '../floating/form-fields.tsx';
import { say } from '../floating/notices.ts';
import { isInGroup } from '../model/permissions.ts';
import { useChat, useKnown, useNames } from '../model/use-chat.ts';
import { goTo } from '../model/use-view.ts';
import { conversationAddress } from '../narrow/address.ts';
import { PeopleField } from '../people/people-field.tsx';
import type { DestinationChoice } from './destination-choice.ts';
import { TopicField } from './topic-field.tsx';

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
  const chosen = useChosen(kind, place, people);
  const go = (): Promise<boolean> => {
    const to =
      chosen.kind === 'direct' ? direct(chosen.userIds, session.user_id) : chosen.kind === 'channel' ? chosen : null;
    if (to === null) {
      say(kind === 'direct' ? t('Choose somebody first.') : t('Choose a channel and a topic first.'), {
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
  const title = words?.title ?? (from === null ? begun : t('Write somewhere else'));
  return (
    <FormDialog title={title} submitLabel={t('Write there')} onSubmit={go} onClose={closeDialog}>
      <div className="destination-kinds" role="radiogroup" aria-label={t('Where to')}>
        {(['channel', 'direct'] as const).map((each) => (
          <label key={each}>
            <input type="radio" name="kind" checked={kind === each} onChange={() => setKind(each)} />
            {each === 'channel' ? t('A topic') : t('People')}
          </label>
        ))}
      </div>
      {kind === 'channel' ? (
        <TopicFields place={place} isChannelGiven={channelId !== null} onChange={setPlace} />
      ) : (
        <PeopleField chosen={people} onChange={setPeople} without={withoutMe} />
      )}
    </FormDialog>
  );
}

type Chosen = Conversation | { kind: 'nothing' };

/** What is chosen so far; an empty topic only where the channel takes one. */
function useChosen(
  kind: DestinationChoice['kind'],
  { channelId, topic }: { channelId: number | null; topic: string },
  people: readonly number[],
): Chosen {
  const policy = useKnown(({ channels, organization }) => {
    const own = channelId === null ? undefined : channels.channels.get(channelId)?.topics_policy;
    return own === undefined || own === 'inherit' ? organization.realm.topics_policy : own;
  });
  if (kind === 'direct') return people.length === 0 ? { kind: 'nothing' } : { kind: 'direct', userIds: people };
  if (channelId === null) return { kind: 'nothing' };
  if (policy === 'empty_topic_only') return inChannel(channelId, '');
  const isEmpty = topic.trim() === '';
  return isEmpty && policy === 'disable_empty_topic' ? { kind: 'nothing' } : inChannel(channelId, topic.trim());
}

interface TopicFieldsProps {
  place: { channelId: number | null; topic: string };
  /** Only the topic is missing. */
  isChannelGiven: boolean;
  onChange: (place: { channelId: number | null; topic: string }) => void;
}

function TopicFields({ place, isChannelGiven, onChange }: TopicFieldsProps) {
  const { channels, subscriptions } = useKnown((known) => known.channels);
  const groups = useKnown((known) => known.groups);
  const me = useKnown((known) => known.me);
  const writable = useMemo(
    () =>
      [...channels.values()]
        .filter((channel) => subscriptions.has(channel.stream_id) && !channel.is_archived)
        .filter((channel) => isInGroup(groups, channel.can_send_message_group, me))
        .toSorted((a, b) => compareNames(a.name, b.name)),
    [channels, subscriptions, groups, me],
  );
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
