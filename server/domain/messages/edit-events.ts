/** Events of edits and moves (contract: EventUpdateMessage): which fields each user gets. */
import type { EventBody } from '../../events/event-types.ts';
import { renderTopicLinks } from '../../markdown/render.ts';
import { groupBy } from '../../storage/group-by.ts';
import type { Acting, SystemActing } from '../acting.ts';
import { canAccessContent, metadataUserIds } from '../channels/access.ts';
import { findChannel, type ChannelRow } from '../channels/rows.ts';
import { compiledLinkifiers } from '../linkifiers/compiled.shared.ts';
import { findUsers, type UserRow } from '../users/rows.ts';
import { hasOpenHistory } from './access.ts';
import type { IdsByUser } from './moving/move-audience.ts';
import type { Move, MoveAudience } from './moving/move.ts';
import { audienceIds, audienceWithFlags } from './notifying/audience.shared.ts';
import type { MessageRow } from './rows.ts';

type UpdateMessageEvent = Extract<EventBody, { type: 'update_message' }>;
/** Some fields of the event. */
export type EventPart = Partial<Omit<UpdateMessageEvent, 'type'>>;

/** Fields that only a move has; a pure edit of content carries none of them. */
function moveFields({ db }: Acting, { from, to, mode }: Move): EventPart {
  return {
    propagate_mode: mode,
    orig_subject: from.topic,
    ...(to.topic !== from.topic && {
      subject: to.topic,
      topic_links: renderTopicLinks(to.topic, compiledLinkifiers(db)),
    }),
    ...(to.channel.id !== from.channel.id && { new_stream_id: to.channel.id }),
  };
}

/**
 * Users who meet the messages only where they went, and could not read them where they were, get nothing of their former place:
 * for them the topic is the new one.
 */
export function announceMove(
  acting: Acting,
  { message, move, edited }: { message: MessageRow; move: Move; edited: EventPart },
  { told, knewBefore }: MoveAudience,
): void {
  const { db } = acting;
  const { from, to } = move;
  const fields = moveFields(acting, move);
  const isElsewhere = from.channel.id !== to.channel.id;
  const others = isElsewhere ? [...told.keys()].filter((id) => !knewBefore.has(id)) : [];
  const isReader = (user: UserRow): boolean =>
    hasOpenHistory(from.channel) && canAccessContent({ db, user }, from.channel);
  const newReaders = new Set(findUsers(db, others).flatMap((user) => (isReader(user) ? [] : [user.id])));
  const { subject: _subject, topic_links: _links, ...placeless } = { ...fields, orig_subject: to.topic };
  for (const [isNew, group] of groupBy(told, ([userId]) => newReaders.has(userId)))
    announceUpdate(
      acting,
      { message, channel: from.channel, edited, moved: isNew ? placeless : fields },
      new Map(group),
    );
}

interface Update {
  message: MessageRow;
  /** Where the message was. */
  channel: ChannelRow | null;
  /** What is new of this message alone: only for those who know of it. */
  edited: EventPart;
  /** What is new of all messages. */
  moved: EventPart;
}

/** @param told who is notified, of which messages */
export function announceUpdate(acting: Acting, { message, channel, edited, moved }: Update, told: IdsByUser): void {
  // A user who meets messages only where they went is not told the name of a channel that they came from and do not see: guests see few.
  const isElsewhere = channel !== null && moved.new_stream_id !== undefined;
  const namers = isElsewhere ? metadataUserIds(acting.db, channel) : null;
  const isNamer = ([userId]: [number, unknown]): boolean => namers?.has(userId) ?? true;
  const groups = [...groupBy(told, ([, ids]) => ids)].flatMap(([ids, users]) =>
    [...groupBy(users, isNamer)].map(([isNamed, group]) => ({ ids, isNamed, group })),
  );
  for (const { ids, isNamed, group } of groups) {
    const knowsIt = ids.includes(message.id);
    const messageId = knowsIt ? message.id : (ids[0] ?? message.id);
    acting.announce(
      {
        type: 'update_message',
        user_id: acting.user.id,
        // What an update of the server renders again is reported by `restart` and `web_reload_client`: clients read it all again.
        rendering_only: false,
        message_id: messageId,
        message_ids: [...ids],
        flags: [],
        edit_timestamp: acting.now,
        ...(channel !== null && { stream_id: channel.id, ...(isNamed && { stream_name: channel.name }) }),
        ...(knowsIt && edited),
        ...moved,
      },
      audienceWithFlags(
        acting.db,
        messageId,
        group.map(([userId]) => userId),
      ),
    );
  }
}

/** The server has other HTML of the same text, and no one edited it (contract: EventUpdateMessage, rendering_only). */
export function announceRendering(acting: SystemActing, message: MessageRow): void {
  const { id, content, rendered_content: html, stream_id: channelId } = message;
  const channel = channelId === null ? undefined : findChannel(acting.db, channelId);
  acting.announce(
    {
      type: 'update_message',
      user_id: null,
      rendering_only: true,
      message_id: id,
      message_ids: [id],
      flags: [],
      edit_timestamp: acting.now,
      ...(channel !== undefined && { stream_id: channel.id, stream_name: channel.name }),
      content,
      rendered_content: html,
      is_me_message: message.is_me_message === 1,
    },
    audienceWithFlags(acting.db, id, audienceIds(acting.db, message)),
  );
}
