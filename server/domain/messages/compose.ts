/**
 * Composition of a message to send: its content, its topic, and the permissions of its author where it goes.
 * Shared by sending, editing and scheduling.
 */
import { type ApiError, badRequest, coded, invalidParameter } from '../../errors.ts';
import { emptyTopicDisplayName, topicFromRequest } from '../../events/topic-name.ts';
import { type RenderContext, type RenderedMessage, renderMessage } from '../../markdown/render.ts';
import { isSeen, topicKey, unreadableAt } from '../../names.ts';
import { resolvedPrefix } from '../../narrow/predicate.ts';
import { isEmptyTopicRefused, isTopicRefused, manyUsers } from '../../permissions/messages.ts';
import type { Transaction } from '../../storage/database.ts';
import { type SystemViewing, type Viewing, ownOrigin, systemViewing, type ChatServices } from '../acting.ts';
import { canSendTo, withOwner } from '../channels/access.ts';
import type { ChannelRow } from '../channels/rows.ts';
import { mayBy } from '../groups/membership.shared.ts';
import { organizationSetting } from '../organization/rows.ts';
import { findUsers, type UserRow, findUser } from '../users/rows.ts';
import { findDirectRecipient } from './direct-recipients.shared.ts';
import { markdownContext } from './markdown-context.ts';
import { fenced } from './quotes.ts';
import { rewriteRendered, type MessageRow } from './rows.ts';

/** @throws ApiError BAD_REQUEST when empty or over max_message_length. @returns the content without surrounding space. */
export function validContent(viewing: SystemViewing, content: string): string {
  const trimmed = content.trimEnd().replace(/^\n+/, '');
  const max = viewing.services.options.limits.maxMessageLength;
  if (!isSeen(trimmed)) throw invalidParameter('content', 'Message must not be empty');
  if (trimmed.includes('\0')) throw invalidParameter('content', 'Message must not contain null bytes');
  if (trimmed.length > max && [...trimmed].length > max)
    throw invalidParameter('content', `Message is too long (limit: ${max} characters)`);
  return trimmed;
}

/** @throws ApiError BAD_REQUEST for content that grows too large to be shown. */
export function renderContent(content: string, context: RenderContext): RenderedMessage {
  const rendered = renderMessage(content, context);
  if (rendered.isTooLarge) throw tooLarge();
  return rendered;
}

const tooLarge = (): ApiError =>
  invalidParameter(
    'content',
    'Message is too large to be shown: write fewer emoji, formulas or table cells in one message.',
  );

/**
 * What is sent, with its HTML. What the server has to say, in which words of people may be, is sent as code where it is drawn too
 * large: a notice must never fail the action that it reports.
 * @throws ApiError BAD_REQUEST for content of people that grows too large to be shown.
 */
export function drawContent(
  viewing: Viewing,
  content: string,
  context: RenderContext,
): { content: string; rendered: RenderedMessage } {
  const rendered = renderMessage(content, context);
  if (!rendered.isTooLarge) return { content, rendered };
  if (viewing.user.is_system_bot === 0) throw tooLarge();
  const code = validContent(viewing, fenced('text', content));
  return { content: code, rendered: renderContent(code, context) };
}

/**
 * The topic as stored: "(no topic)" and the display name of the empty topic are read as the empty string.
 * @throws ApiError BAD_REQUEST over max_topic_length or with characters that no one could see.
 */
export function readTopic(viewing: SystemViewing, topic: string): string {
  const trimmed = topicFromRequest(topic);
  const max = viewing.services.options.limits.maxTopicLength;
  if ([...trimmed].length > max) throw topicTooLong(trimmed, max);
  if (trimmed !== '' && unreadableAt(trimmed) !== -1) throw invalidParameter('topic', 'Invalid character in topic!');
  return trimmed;
}

/** The mark of resolved topics is not written but put there by a button: a user who presses that is reported what to do. */
function topicTooLong(topic: string, max: number): ApiError {
  const room = max - resolvedPrefix.length;
  const isByItsMark = topic.startsWith(resolvedPrefix) && [...topic].length - resolvedPrefix.length <= max;
  return invalidParameter(
    'topic',
    isByItsMark
      ? `This topic is too long to be marked as resolved (limit: ${room} characters). Shorten its name first.`
      : `Topic is too long (limit: ${max} characters)`,
  );
}

/** @throws ApiError when the channel's or the organization's topics_policy does not allow this topic. */
export function checkTopicPolicy(viewing: SystemViewing, channel: ChannelRow, topic: string): void {
  const policy =
    channel.topics_policy === 'inherit' ? organizationSetting(viewing.db, 'topics_policy') : channel.topics_policy;
  if (isEmptyTopicRefused(policy, topic)) throw invalidParameter('topic', 'Topics are required in this channel.');
  if (isTopicRefused(policy, topic))
    throw invalidParameter('topic', `Only the ${emptyTopicDisplayName} topic is allowed in this channel.`);
}

/** @throws ApiError BAD_REQUEST when the caller may not post in the channel. */
export function checkChannelSend(viewing: Viewing, channel: ChannelRow): void {
  // The server's own bots say what the server has to say.
  if (viewing.user.is_system_bot === 1) return;
  if (channel.is_archived === 1) throw badRequest(`Not authorized to send to channel '${channel.name}'`);
  if (!canSendTo(viewing, channel)) throw badRequest('You do not have permission to post in this channel.');
}

/**
 * @param others recipients but the author.
 * @throws ApiError BAD_REQUEST when one of them is gone, or the organization's groups for direct messages do not allow it.
 */
export function checkDirectSend(viewing: Viewing, others: readonly UserRow[]): void {
  const { db, user } = viewing;
  const gone = others.find((other) => other.is_active === 0);
  if (gone !== undefined) throw badRequest(`'${gone.email}' is no longer active on this server.`);
  if (user.is_system_bot === 1) return;
  // A bot writes to its owner, in conversations that others began, and else to whom its owner may write.
  const senders = withOwner(viewing);
  if (others.every((other) => other.is_bot === 1 || senders.some(({ id }) => id === other.id))) return;
  const isBegun = (): boolean => hasDirectMessages(viewing, [user, ...others]);
  if (user.is_bot === 1 && isBegun()) return;
  if (![...senders, ...others].some((person) => mayBy(db, person, 'direct_message_permission_group'))) {
    throw badRequest('This conversation does not include any users who can authorize it.');
  }
  if (!senders.some((one) => mayBy(db, one, 'direct_message_initiator_group')) && !isBegun()) {
    throw badRequest('You do not have permission to initiate direct message conversations.');
  }
}

function hasDirectMessages({ db }: Viewing, people: readonly UserRow[]): boolean {
  const recipient = findDirectRecipient(
    db,
    people.map(({ id }) => id),
  );
  return (
    recipient !== undefined && db.get('SELECT 1 FROM messages WHERE recipient_id = ? LIMIT 1', recipient) !== undefined
  );
}

/** @throws ApiError when the author may not mention a group or as many people as the content does. */
export function checkMentions(
  viewing: Viewing,
  rendered: RenderedMessage,
  channel: ChannelRow | null,
  topic: string,
): void {
  const { db, user } = viewing;
  if (user.is_system_bot === 1) return;
  const [refused] = rendered.refusedGroupNames;
  if (refused !== undefined)
    throw invalidParameter('content', `You are not allowed to mention user group '${refused}'.`);
  if (channel === null) return;
  const mayCallMany = (): boolean => withOwner(viewing).some((one) => mayBy(db, one, 'can_mention_many_users_group'));
  if (rendered.hasChannelWildcard && channel.subscriber_count > manyUsers && !mayCallMany()) {
    throw coded(
      'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
      'You do not have permission to use channel wildcard mentions in this channel.',
    );
  }
  if (rendered.hasTopicWildcard && topicParticipants(viewing, channel.id, topic).length > manyUsers && !mayCallMany()) {
    throw coded(
      'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
      'You do not have permission to use topic wildcard mentions in this topic.',
    );
  }
}

/** Users who wrote or reacted in a topic. */
export function topicParticipants({ db }: SystemViewing, channelId: number, topic: string): readonly number[] {
  const key = topicKey(topic);
  return db.remember(`participants of ${channelId} ${key}`, () => {
    const rows = db.all<{ id: number }>(
      `SELECT sender_id AS id FROM messages WHERE stream_id = ? AND topic_key = ?
       UNION SELECT r.user_id FROM reactions r JOIN messages m ON m.id = r.message_id WHERE m.stream_id = ? AND m.topic_key = ? AND m.has_reaction = 1`,
      channelId,
      key,
      channelId,
      key,
    );
    return rows.map((row) => row.id);
  });
}

/** Existing users for ids, in any order. @throws ApiError BAD_REQUEST naming the first that does not exist. */
export function usersForIds(viewing: SystemViewing, ids: readonly number[]): UserRow[] {
  const users = findUsers(viewing.db, ids);
  const known = new Set(users.map((user) => user.id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) throw badRequest(`Invalid user ID ${missing}`);
  return users;
}

/**
 * Renders stored messages again after the renderer has changed: the HTML and what follows from it. No one is informed, nothing counts
 * as edited, no one is mentioned again. Up to `limit` messages from an id on, as their authors would now; whom
 * they name keeps being named.
 */
export function renderAnew(tx: Transaction, services: ChatServices, from: number, end: number, limit: number): void {
  const rows = tx.all<MessageRow>(
    'SELECT * FROM messages WHERE id >= ? AND id < ? ORDER BY id LIMIT ?',
    from,
    end,
    limit,
  );
  const viewing = systemViewing(tx, services, ownOrigin(services));
  for (const row of rows) {
    const context = markdownContext(
      { ...viewing, user: findUser(tx, row.sender_id) },
      { isDirect: row.stream_id === null, channelId: row.stream_id ?? undefined, messageId: row.id },
    );
    const rendered = renderMessage(row.content, { ...context, earlierHtml: row.rendered_content });
    // One that would grow too large to be sent today stays as it is.
    if (rendered.isTooLarge) continue;
    const { html, hasLink, hasImage } = rendered;
    const change = { rendered_content: html, has_link: hasLink ? 1 : 0, has_image: hasImage ? 1 : 0 };
    if (html !== row.rendered_content || change.has_link !== row.has_link || change.has_image !== row.has_image)
      rewriteRendered(tx, row, change);
  }
}
