/** Dialogs about one message: who read it, who reacted, and what it said before. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AnswerOf } from '../../client/api.ts';
import './message-dialogs.css';
import { fullMoment } from '../../client/formats.ts';
import { request } from '../../client/request.ts';
import { writersIn } from '../../client/state/users.ts';
import { t } from '../../client/text.ts';
import { MessageBody } from '../../components/message-html/message-body.tsx';
import { Avatar } from '../kit/avatar.tsx';
import { closeDialog } from '../kit/dialog-store.ts';
import { Dialog } from '../kit/dialog.tsx';
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
  if (message === undefined) return <GoneMessage title={t('Reactions')} />;
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

type HistoryEntry = AnswerOf<'GET', '/messages/{message_id}/history'>['message_history'][number];

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
            {fullMoment.format(entry.timestamp * 1000)}
            {entry.prev_topic !== undefined && (
              <>
                <br />
                {t('Moved from “{{before}}” to “{{after}}”', { before: entry.prev_topic, after: entry.topic ?? '' })}
              </>
            )}
          </p>
          <MessageBody html={marked(entry)} context={context} onAction={nothing} onCopy={nothing} />
        </section>
      ))}
    </Dialog>
  );
}

/** The words that came and went since the version before, as what they are for those who hear them, too. */
const marked = ({ content_html_diff: difference, rendered_content: html }: HistoryEntry): string =>
  (difference ?? html)
    .replaceAll('<span class="highlight_text_inserted"', '<span role="insertion" class="highlight_text_inserted"')
    .replaceAll('<span class="highlight_text_deleted"', '<span role="deletion" class="highlight_text_deleted"');

/** Of a message that was deleted while its dialog was open. */
export const GoneMessage = ({ title }: { title: string }) => (
  <Dialog title={title} onClose={closeDialog}>
    <p role="alert">{t('This message was deleted.')}</p>
  </Dialog>
);
