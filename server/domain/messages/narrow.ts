/**
 * Narrows as one reader may use them: the look-ups that turn names into ids, and how far the reader's sight reaches.
 */
import { invalidParameter, unauthorized } from '../../errors.ts';
import { emptyTopicDisplayName } from '../../events/topic-name.ts';
import { findEmojiCharacter } from '../../markdown/emoji.ts';
import {
  isVisitorsNarrow,
  narrowSchema,
  parseNarrow,
  type Conversation,
  type Filter,
  type NarrowNames,
  type ParsedNarrow,
  type SentNarrow,
} from '../../narrow/parse.ts';
import { checkQueueNarrow } from '../../narrow/predicate.ts';
import type { Reach, Span } from '../../narrow/sql.ts';
import type { Reader } from '../../storage/database.ts';
import { canAccessContent, canAccessMetadata } from '../channels/access.ts';
import { allChannels, findChannel, findChannelByName } from '../channels/rows.ts';
import { isSubscribed } from '../channels/subscriptions/rows.ts';
import { TopicPolicy } from '../topics/policies.shared.ts';
import { findUser, isVisitor } from '../users/rows.ts';
import { timeZoneOf } from '../users/settings.shared.ts';
import { canAccessUser, findVisibleUserByEmail } from '../users/visibility.shared.ts';
import { hasOpenHistory, readableMessages, type Viewer } from './access.ts';
import { participantIds } from './direct-recipients.shared.ts';
import { findMessage } from './rows.ts';
import { searchLanguages } from './search/search-rows.ts';

/** @throws ApiError BAD_NARROW for a narrow that is none, or that names what the caller may not see; UNAUTHORIZED for a visitor's of anything but what is web-public. */
export function readNarrow(viewer: Viewer, sent: SentNarrow): ParsedNarrow {
  if (isVisitor(viewer.user) && !isVisitorsNarrow(sent)) throw unauthorized();
  return parseNarrow(sent, namesFor(viewer));
}

/** The narrow of an event queue: only filters that an event can answer. @throws ApiError BAD_REQUEST for others, BAD_NARROW as readNarrow. */
export function readQueueNarrow(viewer: Viewer, sent: unknown): Filter[] {
  const parsed = narrowSchema.safeParse(sent);
  if (!parsed.success) throw invalidParameter('narrow', 'Invalid narrow');
  const { filters } = readNarrow(viewer, parsed.data);
  checkQueueNarrow(filters);
  return filters;
}

/**
 * What the narrow may hold for this reader (contract: get-messages, narrow): the channels it asks for, with their
 * history, and without any the reader's own history.
 */
export function reachOf(viewer: Viewer, filters: readonly Filter[]): Reach {
  const { db, user } = viewer;
  const asked = filters.filter((filter) => filter.operator === 'channel' && !filter.negated);
  const [first, ...others] = asked.map((filter) => (filter.operator === 'channel' ? filter.channelIds : []));
  if (first === undefined) {
    return {
      userId: user.id,
      channels: null,
      closedChannelIds: closedChannelIds(viewer),
      ...(filters.some(asksForFlagged) && { openChannelIds: openChannelIds(viewer) }),
      ...specialPlaces(viewer, filters),
    };
  }
  const channels = first
    .filter((id) => others.every((ids) => ids.includes(id)))
    .flatMap((id) => findChannel(db, id) ?? [])
    .filter((channel) => canAccessContent(viewer, channel));
  return {
    userId: user.id,
    channels: channels.map((channel) => ({
      channelId: channel.id,
      recipientId: channel.recipient_id,
      receivedOnly: !hasOpenHistory(channel),
    })),
    closedChannelIds: [],
  };
}

/** All that the reader may read, received or not: for messages that are named. */
export const wholeReach = (viewer: Viewer): Reach => ({
  userId: viewer.user.id,
  channels: null,
  closedChannelIds: closedChannelIds(viewer),
  openChannelIds: openChannelIds(viewer),
});

/** The reader's own history in ranges: direct conversations first, then what was received of channels. */
export function spansOf({ db, user }: Viewer): Span[] {
  const direct = db.all<{ recipient_id: number }>(
    'SELECT recipient_id FROM recipient_users WHERE user_id = ?',
    user.id,
  );
  const channels = db.all<Span>(
    `SELECT st.recipient_id AS recipientId, sp.stream_id AS channelId, sp.after_id AS afterId, sp.until_id AS untilId
     FROM subscription_spans sp JOIN streams st ON st.id = sp.stream_id WHERE sp.user_id = ? ORDER BY sp.until_id IS NOT NULL, sp.stream_id`,
    user.id,
  );
  return [
    ...channels,
    ...direct.map((row) => ({ recipientId: row.recipient_id, channelId: null, afterId: 0, untilId: null })),
  ];
}

/** Where followed or muted messages, or those with someone, can be: usually few places, which are then read instead of all others. */
function specialPlaces({ db, user }: Viewer, filters: readonly Filter[]): Pick<Reach, 'special'> {
  const withSomebody = filters.find((filter) => filter.operator === 'dm-including' && !filter.negated);
  if (withSomebody?.operator === 'dm-including')
    return { special: { topics: [], recipientIds: recipientsOfAll(db, [...withSomebody.userIds, user.id]) } };
  const asked = filters.find(
    (filter) => filter.operator === 'is' && !filter.negated && (filter.kind === 'followed' || filter.kind === 'muted'),
  );
  if (asked?.operator !== 'is') return {};
  const topics = db.all<{ channelId: number; topicKey: string }>(
    'SELECT stream_id AS channelId, topic_key AS topicKey FROM user_topics WHERE user_id = ? AND visibility_policy = ?',
    user.id,
    asked.kind === 'followed' ? TopicPolicy.followed : TopicPolicy.muted,
  );
  const muted = db.all<{ id: number }>(
    'SELECT st.recipient_id AS id FROM subscriptions s JOIN streams st ON st.id = s.stream_id WHERE s.user_id = ? AND s.active = 1 AND s.is_muted = 1',
    user.id,
  );
  return { special: { topics, recipientIds: asked.kind === 'muted' ? muted.map((row) => row.id) : [] } };
}

/** Direct conversations in which all of these users are. */
function recipientsOfAll(db: Reader, userIds: readonly number[]): number[] {
  const all = [...new Set(userIds)];
  const rows = db.all<{ id: number }>(
    `SELECT recipient_id AS id FROM recipient_users WHERE user_id IN (SELECT value FROM json_each(?))
     GROUP BY recipient_id HAVING count(*) = ?`,
    JSON.stringify(all),
    all.length,
  );
  return rows.map(({ id }) => id);
}

/** A user who stars a message, marks it as unread, or is mentioned in one that is moved, has it in the own history, received or not. */
const asksForFlagged = (filter: Filter): boolean =>
  filter.operator === 'is' && !filter.negated && ['unread', 'starred', 'mentioned', 'alerted'].includes(filter.kind);

/** Channels whose whole history the reader may read. */
function openChannelIds(viewer: Viewer): number[] {
  const open = allChannels(viewer.db).filter((channel) => hasOpenHistory(channel) && canAccessContent(viewer, channel));
  return open.map((channel) => channel.id);
}

/** Channels that the reader left and can no longer read: what they received there is out of sight. */
function closedChannelIds(viewer: Viewer): number[] {
  const { db, user } = viewer;
  const left = db.all<{ stream_id: number }>(
    `SELECT DISTINCT sp.stream_id FROM subscription_spans sp WHERE sp.user_id = ? AND NOT EXISTS
       (SELECT 1 FROM subscriptions s WHERE s.user_id = sp.user_id AND s.stream_id = sp.stream_id AND s.active = 1)`,
    user.id,
  );
  return left
    .map((row) => row.stream_id)
    .filter((id) => {
      const channel = findChannel(db, id);
      return channel === undefined || !canAccessContent(viewer, channel);
    });
}

function namesFor(viewer: Viewer): NarrowNames {
  const { db, user } = viewer;
  return {
    userId: user.id,
    emptyTopicName: emptyTopicDisplayName,
    searchLanguages: () => searchLanguages(db),
    findEmoji: findEmojiCharacter,
    findChannelId: (name) => {
      const byId = /^\d{1,15}$/.test(String(name)) ? findChannel(db, Number(name)) : undefined;
      const channel = typeof name === 'number' ? byId : (findChannelByName(db, name) ?? byId);
      return channel !== undefined && canAccessMetadata(viewer, channel) ? channel.id : undefined;
    },
    findUserId: (email) => {
      if (!/^\d{1,15}$/.test(String(email))) return findVisibleUserByEmail(viewer, String(email))?.id;
      const found = findUser(db, Number(email));
      return found !== undefined && canAccessUser(viewer, found) ? found.id : undefined;
    },
    publicChannelIds: () =>
      allChannels(db)
        .filter((channel) => channel.invite_only === 0 && canAccessContent(viewer, channel))
        .map((channel) => channel.id),
    webPublicChannelIds: () =>
      allChannels(db)
        .filter((channel) => channel.is_web_public === 1)
        .map((channel) => channel.id),
    timeZone: () => timeZoneOf(user),
    findConversation: (messageId) => conversationOf(viewer, messageId),
  };
}

function conversationOf(viewer: Viewer, messageId: number): Conversation | undefined {
  const message = findMessage(viewer.db, messageId);
  if (message === undefined || readableMessages(viewer, [message]).length === 0) return undefined;
  if (message.stream_id === null) return { userIds: participantIds(viewer.db, message.recipient_id) };
  return { channelId: message.stream_id, topicKey: message.topic_key };
}

/** Channels of these that the reader is not subscribed to, ascending. */
export function unsubscribedAmong({ db, user }: Viewer, channelIds: Iterable<number>): number[] {
  return [...new Set(channelIds)].filter((id) => !isSubscribed(db, user.id, id)).toSorted((a, b) => a - b);
}
