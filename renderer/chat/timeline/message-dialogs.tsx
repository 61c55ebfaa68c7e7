/** Dialogs about one message: who read it, who reacted, what it said before, and where it goes. */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import './message-dialogs.css';
import { compareNames } from '../../client/fold.ts';
import { request } from '../../client/request.ts';
import { serverNow } from '../../client/server-clock.ts';
import type { Channel } from '../../client/state/channels.ts';
import { topicNamed } from '../../client/state/conversation.ts';
import { writersIn } from '../../client/state/users.ts';
import { t } from '../../client/text.ts';
import { MessageBody } from '../../components/message-html/message-body.tsx';
import { Avatar } from '../kit/avatar.tsx';
import { closeDialog } from '../kit/dialog-store.ts';
import { Dialog } from '../kit/dialog.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { SelectField } from '../kit/form-fields.tsx';
import { reportRefusal } from '../kit/notices.ts';
import { TopicField } from '../parts/topic-field.tsx';
import { isInGroup, movesOf } from '../store/permissions.ts';
import { avatarPerson, useEmojiAsText, useHtmlContext, useClientState, useMessage } from '../store/use-chat.ts';
import { groupReactions, ReactionGlyph } from './reactions.tsx';

export function ReadersDialog({ id }: { id: number }) {
  const { data, error } = useQuery({
    queryKey: ['read-receipts', id],
    gcTime: 0,
    queryFn: ({ signal }) => request('GET', `/messages/${id}/read_receipts`, {}, signal),
  });
  const count = data?.user_ids.length ?? 0;
  return (
    <Dialog title={t('Read receipts')} onClose={closeDialog}>
      {error !== null && <p role="alert">{error.message}</p>}
      {data !== undefined && (
        <p className="dialog-lead">
          {count === 0 ? t('No one yet.') : t('{{count}} people', { count, defaultValue_one: '{{count}} person' })}
        </p>
      )}
      <People ids={data?.user_ids ?? []} />
    </Dialog>
  );
}

export function ReactionsDialog({ id }: { id: number }) {
  const message = useMessage(id);
  const emoji = useClientState((state) => state.organization.emoji);
  const emojiAsText = useEmojiAsText();
  const mutedUsers = useClientState((state) => state.own.mutedUsers);
  if (message === undefined) return <Gone title={t('Reactions')} />;
  return (
    <Dialog title={t('Reactions')} onClose={closeDialog}>
      {message.reactions.length === 0 && <p className="dialog-lead">{t('No one yet.')}</p>}
      {groupReactions(message.reactions, mutedUsers).map(({ name, code, type, userIds }) => (
        <section key={`${type} ${code}`} aria-label={name}>
          <h3 className="dialog-part">
            <ReactionGlyph name={name} code={code} type={type} context={{ emoji, emojiAsText }} />
            {!emojiAsText && ` ${name}`}
          </h3>
          <People ids={userIds} />
        </section>
      ))}
    </Dialog>
  );
}

function People({ ids }: { ids: readonly number[] }) {
  const users = useClientState((state) => writersIn(state.users));
  return (
    <ul className="people-list">
      {ids.map((id) => {
        const person = avatarPerson(users.get(id), id);
        return (
          <li key={id}>
            <Avatar person={person} size="1.75rem" />
            <a href={`#user/${id}`} onClick={closeDialog}>
              <bdi>{person.name}</bdi>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

export function HistoryDialog({ id }: { id: number }) {
  const context = useHtmlContext();
  const { data, error } = useQuery({
    queryKey: ['message-history', id],
    gcTime: 0,
    queryFn: ({ signal }) => request('GET', `/messages/${id}/history`, {}, signal),
  });
  const nothing = useMemo(() => () => undefined, []);
  return (
    <Dialog title={t('Edit history')} onClose={closeDialog} className="is-wide">
      {error !== null && <p role="alert">{error.message}</p>}
      {data?.message_history.toReversed().map((entry) => (
        <section key={`${entry.timestamp} ${entry.rendered_content.length}`} className="history-entry">
          <p className="dialog-lead">
            <bdi>
              {entry.user_id === null ? t('Someone') : (context.userName(entry.user_id) ?? `#${entry.user_id}`)}
            </bdi>
            {', '}
            {new Date(entry.timestamp * 1000).toLocaleString()}
            {entry.prev_topic !== undefined && (
              <>
                <br />
                {t('Moved from “{{before}}” to “{{after}}”', { before: entry.prev_topic, after: entry.topic ?? '' })}
              </>
            )}
          </p>
          <MessageBody html={entry.rendered_content} context={context} onAction={nothing} onCopy={nothing} />
        </section>
      ))}
    </Dialog>
  );
}

/** Of a message that was deleted while its dialog was open. */
const Gone = ({ title }: { title: string }) => (
  <Dialog title={title} onClose={closeDialog}>
    <p role="alert">{t('This message was deleted.')}</p>
  </Dialog>
);

const modes = {
  change_one: () => t('Only this message'),
  change_later: () => t('This message and all later ones'),
  change_all: () => t('All messages in the topic'),
};
type Mode = keyof typeof modes;

const whatMoves = ({ topic, channel }: { topic: boolean; channel: boolean }): 'both' | 'topic' | 'channel' | 'none' =>
  topic && channel ? 'both' : topic ? 'topic' : channel ? 'channel' : 'none';

export function MoveDialog({ id }: { id: number }) {
  const message = useMessage(id);
  const channels = useClientState((state) => state.channels.channels);
  const groups = useClientState((state) => state.groups);
  const me = useClientState((state) => state.me);
  const mayWriteIn = (channel: Channel): boolean =>
    !channel.is_archived && isInGroup(groups, channel.can_send_message_group, me);
  const subscriptions = useClientState((state) => state.channels.subscriptions);
  // What was not chosen is what it is now: it may move while somebody chooses.
  const [chosenChannel, setChannelId] = useState<number | null>(null);
  const may = useClientState((state) =>
    message === undefined ? 'none' : whatMoves(movesOf(state, message, serverNow())),
  );
  const [written, setTopic] = useState<string | null>(null);
  const channelId = chosenChannel ?? message?.stream_id ?? 0;
  const topic = written ?? message?.subject ?? '';
  const [mode, setMode] = useState<Mode>('change_later');
  const choices = [...channels.values()]
    .filter(({ stream_id: each }) => subscriptions.has(each) || each === message?.stream_id)
    .filter((channel) => mayWriteIn(channel) || channel.stream_id === message?.stream_id)
    .toSorted((a, b) => compareNames(a.name, b.name));
  if (message === undefined) return <Gone title={t('Move')} />;
  const move = (): Promise<boolean> =>
    reportRefusal(
      request('PATCH', `/messages/${id}`, {
        propagate_mode: mode,
        ...(topicNamed(topic) !== message.subject && { topic: topicNamed(topic) }),
        ...(channelId !== message.stream_id && { stream_id: channelId }),
      }),
    );
  return (
    <FormDialog title={t('Move')} submitLabel={t('Move')} onSubmit={move} onClose={closeDialog}>
      {may !== 'channel' && <TopicField channelId={channelId} value={topic} onChange={setTopic} />}
      {may !== 'topic' && (
        <SelectField
          label={t('Channel')}
          value={channelId}
          onChange={setChannelId}
          note={
            channelId === message.stream_id
              ? undefined
              : t("People who can't access the current channel don't see the edit history from before the move.")
          }
          choices={choices.map(({ stream_id: each, name }) => ({ id: each, name }))}
        />
      )}
      <fieldset className="choices">
        <legend className="field-label">{t('Messages to move')}</legend>
        {(Object.keys(modes) as Mode[]).map((each) => (
          <label key={each}>
            <input type="radio" name="mode" checked={mode === each} onChange={() => setMode(each)} />
            {modes[each]()}
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}
