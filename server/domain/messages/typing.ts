/** Typing notifications: sent to users who would get the message, and kept nowhere (contract: POST /typing). */
import { badRequest } from '../../errors.ts';
import { toUsers, type Audience } from '../../events/audience.ts';
import { topicFromRequest } from '../../events/topic-name.ts';
import type { Acting } from '../acting.ts';
import { accessChannel, checkNotArchived } from '../channels/access.ts';
import { subscriberIds } from '../channels/subscriptions/rows.ts';
import { findUsers, placeholderEmail, type UserRow } from '../users/rows.ts';
import { userSetting } from '../users/settings.shared.ts';
import { canAccessUser, limitedGuestIds } from '../users/visibility.shared.ts';
import { changeableMessage } from './access.ts';
import { participantIds } from './direct-recipients.shared.ts';
import { audienceIds } from './notifying/audience.shared.ts';

export type TypingOp = 'start' | 'stop';

type Person = { user_id: number; email: string };
const person = (user: UserRow): Person => ({ user_id: user.id, email: user.email });

/** A user who does not see one of the people in an event gets no address of theirs. */
function audienceHiding(
  { db }: Acting,
  userIds: readonly number[],
  fieldsOf: (shown: (user: UserRow) => Person) => Record<string, unknown>,
): Audience {
  const guests = limitedGuestIds(db).filter((id) => userIds.includes(id));
  if (guests.length === 0) return toUsers(userIds);
  const groups = findUsers(db, guests).map((guest) => ({
    users: [guest.id],
    extra: fieldsOf((user) =>
      canAccessUser({ db, user: guest }, user) ? person(user) : { ...person(user), email: placeholderEmail(user.id) },
    ),
  }));
  return { groups: [...groups, { users: userIds.filter((id) => !guests.includes(id)) }] };
}

/** Those of these users who take part and want to be reported who is typing. */
function interested(acting: Acting, userIds: readonly number[]): number[] {
  return findUsers(acting.db, userIds)
    .filter((user) => user.is_active === 1 && userSetting(acting.db, user, 'receives_typing_notifications'))
    .map((user) => user.id);
}

/**
 * @param to whom the caller writes to, whom they may see.
 * @throws ApiError BAD_REQUEST when the caller shows no one what they type.
 */
export function typeDirectly(acting: Acting, op: TypingOp, to: readonly number[]): void {
  const { db, user } = acting;
  if (!userSetting(db, user, 'send_private_typing_notifications'))
    throw badRequest('User has disabled typing notifications for direct messages');
  const participants = findUsers(db, [...to, user.id]);
  const event = {
    type: 'typing',
    message_type: 'direct',
    sender: person(user),
    recipients: participants.map(person),
  } as const;
  const told = interested(
    acting,
    participants.map((participant) => participant.id),
  );
  const audience = audienceHiding(acting, told, (shown) => ({
    sender: shown(user),
    recipients: participants.map(shown),
  }));
  acting.announce({ ...event, op }, audience);
}

/** @throws ApiError BAD_REQUEST for a channel that the caller may not read or that is archived, or when the caller hides typing. */
export function typeInChannel(acting: Acting, op: TypingOp, channelId: number, topic: string): void {
  const { db, user } = acting;
  if (!userSetting(db, user, 'send_stream_typing_notifications'))
    throw badRequest('User has disabled typing notifications for channel messages');
  const channel = accessChannel(acting, channelId, 'content');
  checkNotArchived(channel);
  const event = {
    type: 'typing',
    message_type: 'stream',
    sender: person(user),
    stream_id: channel.id,
    topic: topicFromRequest(topic),
  } as const;
  const told = interested(acting, subscriberIds(db, channel.id));
  acting.announce(
    { ...event, op },
    audienceHiding(acting, told, (shown) => ({ sender: shown(user) })),
  );
}

/** Writing on a message sent before. @throws ApiError BAD_REQUEST for a message that is not the caller's own. */
export function typeOnMessage(acting: Acting, op: TypingOp, messageId: number): void {
  const { db, user } = acting;
  const message = changeableMessage(acting, messageId);
  if (message.sender_id !== user.id) throw badRequest("You don't have permission to edit this message");
  const isDirect = message.stream_id === null;
  const setting = isDirect ? 'send_private_typing_notifications' : 'send_stream_typing_notifications';
  if (!userSetting(db, user, setting))
    throw badRequest(`User has disabled typing notifications for ${isDirect ? 'direct' : 'channel'} messages`);
  const recipient =
    message.stream_id === null
      ? { type: 'direct' as const, user_ids: participantIds(db, message.recipient_id) }
      : { type: 'channel' as const, channel_id: message.stream_id, topic: message.topic };
  const event = { type: 'typing_edit_message', sender_id: user.id, message_id: message.id, recipient } as const;
  acting.announce(
    { ...event, op },
    toUsers(interested(acting, audienceIds(db, message)).filter((id) => id !== user.id)),
  );
}
