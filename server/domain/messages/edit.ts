/**
 * Editing: content by its author, topic and channel by those who may move messages, all in one request and one event
 * (contract: UpdateMessageRequest, EventUpdateMessage).
 */
import { createHash } from 'node:crypto';
import { badRequest, expectationMismatch, invalidParameter } from '../../errors.ts';
import type { RenderedMessage } from '../../markdown/render.ts';
import { topicKey } from '../../names.ts';
import { canEditContent, isContentEditable } from '../../permissions/messages.ts';
import { groupBy } from '../../storage/group-by.ts';
import type { Acting } from '../acting.ts';
import type { AttachmentWire } from '../attachments/edit.ts';
import { findChannel, type ChannelRow } from '../channels/rows.ts';
import { organization } from '../organization/rows.ts';
import { withVisibilityEvents } from '../visibility/events.shared.ts';
import { receiverIds } from './access.ts';
import { checkMentions, readTopic, renderContent, validContent } from './compose.ts';
import { announceMove, announceUpdate, type EventPart } from './edit-events.ts';
import { addBitsForUsers, contentBits, flagBits, flagsByUser, removeBitsForAll } from './flags/flags.shared.ts';
import { markedAtOnce, markRead, type SlicedCall } from './flags/mark-much.ts';
import type { HistoryEntry } from './history-rules.ts';
import { askForPreviews } from './link-previews.ts';
import { markdownContext } from './markdown-context.ts';
import { byHearer, strangersOf } from './moving/move-audience.ts';
import { historyOf, planMove, writeMove, type Move, type PropagateMode, type StrangersAhead } from './moving/move.ts';
import { sendMoveNotices, type NoticeChoice } from './moving/notices.ts';
import { audienceIds } from './notifying/audience.shared.ts';
import { notifiedUsers } from './notifying/mentions.ts';
import { pushMessage } from './notifying/pushes.ts';
import { updateContent, type MessageRow } from './rows.ts';
import { claimUploads } from './uploads.ts';

export interface MessageEdit {
  content?: string;
  topic?: string;
  /** The channel to move to, one that the caller may see. */
  channel?: ChannelRow;
  mode: PropagateMode;
  notices: NoticeChoice;
  /** Of the content that the client believes to edit. */
  prevContentSha256?: string;
  /** Of `readAheadOfMove`. */
  ahead?: StrangersAhead;
}

/** What stays of a message whose text was taken away: an edit to nothing is how some programs delete. */
const deletedText = '(deleted)';

/**
 * @returns uploads that no message shares any more because of this edit
 * @throws ApiError BAD_REQUEST, EXPECTATION_MISMATCH, MOVE_MESSAGES_TIME_LIMIT_EXCEEDED, STREAM_WILDCARD_MENTION_NOT_ALLOWED,
 *   TOPIC_WILDCARD_MENTION_NOT_ALLOWED
 */
export function editMessage(acting: Acting, message: MessageRow, edit: MessageEdit): AttachmentWire[] {
  checkHash(message, edit.prevContentSha256);
  const channel = message.stream_id === null ? null : (findChannel(acting.db, message.stream_id) ?? null);
  const content = changedContent(acting, message, edit);
  const target = changedPlace(acting, message, channel, edit);
  if (content === undefined && target === undefined) throw badRequest('Nothing to change');
  const move = target === undefined || channel === null ? null : planMove(acting, message, channel, target, edit.mode);
  const changed = content === undefined ? null : writeContent(acting, message, channel, content, move);
  if (move === null) {
    const told = byHearer([{ userIds: audienceIds(acting.db, message), ids: [message.id] }]);
    announceUpdate(acting, { message, channel, edited: changed?.event ?? {}, moved: {} }, told);
  } else {
    const write = () => writeMove(acting, move, changed === null ? null : message.id, edit.ahead);
    // Another channel has other readers.
    const messages = move.to.channel.id === move.from.channel.id ? [] : move.rows.map(({ id }) => id);
    const audience = withVisibilityEvents(acting, { messages }, write);
    announceMove(acting, { message, move, edited: changed?.event ?? {} }, audience);
    sendMoveNotices(acting, move, edit.notices);
  }
  return changed?.detached ?? [];
}

/**
 * Marks as read, ahead of a move to another channel, what very many have unread who are not in that channel: only a little of it
 * is left to the move itself. @throws ApiError as editMessage, and then nothing is marked.
 */
export async function readAheadOfMove(
  call: SlicedCall,
  editOf: (acting: Acting) => [MessageRow, MessageEdit],
): Promise<StrangersAhead | undefined> {
  const plan = await call.write((acting) => {
    const [message, edit] = editOf(acting);
    const channel = message.stream_id === null ? undefined : findChannel(acting.db, message.stream_id);
    const target = changedPlace(acting, message, channel ?? null, edit);
    if (channel === undefined || target?.channel === undefined) return undefined;
    const { from, to, rows } = planMove(acting, message, channel, target, edit.mode);
    const strangers = strangersOf(acting.db, from.channel.id, to.channel.id);
    if (strangers.length * rows.length <= markedAtOnce) return undefined;
    return { strangers, scope: { channelIds: [from.channel.id], topicKey: topicKey(from.topic), fromId: rows[0]?.id } };
  });
  if (plan === undefined) return undefined;
  return { strangers: plan.strangers, read: await markRead(call, plan.strangers, plan.scope) };
}

function checkHash(message: MessageRow, sha256: string | undefined): void {
  if (sha256 === undefined || createHash('sha256').update(message.content).digest('hex') === sha256.toLowerCase())
    return;
  throw expectationMismatch('prev_content_sha256');
}

/** The new content, checked; undefined when it stays. */
function changedContent(
  acting: Acting,
  message: MessageRow,
  { content, topic, channel, mode }: MessageEdit,
): string | undefined {
  if (content === undefined) return undefined;
  if (channel !== undefined)
    throw invalidParameter('content, stream_id', 'Cannot change message content while changing channel');
  if (mode !== 'change_one' && topic === undefined)
    throw invalidParameter('propagate_mode', 'Invalid propagate_mode without topic edit');
  const settings = organization(acting.db);
  if (!settings.allow_message_editing) throw badRequest('Your organization has turned off message editing');
  if (!canEditContent(acting.user, message)) throw badRequest("You don't have permission to edit this message");
  if (!isContentEditable(message, settings.message_content_edit_limit_seconds, acting.now))
    throw badRequest('The time limit for editing this message has passed');
  const valid = validContent(acting, content.trim() === '' ? deletedText : content);
  return valid === message.content ? undefined : valid;
}

/** Where the message is to go, as far as that differs; undefined when it stays. */
function changedPlace(
  acting: Acting,
  message: MessageRow,
  channel: ChannelRow | null,
  edit: MessageEdit,
): { topic?: string; channel?: ChannelRow } | undefined {
  if (channel === null) {
    if (edit.topic !== undefined) throw invalidParameter('topic', 'Direct messages cannot have topics.');
    if (edit.channel !== undefined) throw invalidParameter('stream_id', 'Direct messages cannot be moved to channels.');
    return undefined;
  }
  const topic = edit.topic === undefined ? undefined : readTopic(acting, edit.topic);
  const changesTopic = topic !== undefined && topic !== message.topic;
  const changesChannel = edit.channel !== undefined && edit.channel.id !== channel.id;
  if (!changesTopic && !changesChannel) {
    if (edit.mode !== 'change_one' && edit.topic === undefined && edit.channel === undefined)
      throw invalidParameter('propagate_mode', 'Invalid propagate_mode without topic edit');
    return undefined;
  }
  return { ...(changesTopic && { topic }), ...(changesChannel && { channel: edit.channel }) };
}

function writeContent(
  acting: Acting,
  message: MessageRow,
  channel: ChannelRow | null,
  content: string,
  move: Move | null,
): { event: EventPart; detached: AttachmentWire[] } {
  const context = markdownContext(acting, {
    isDirect: channel === null,
    channelId: channel?.id,
    messageId: message.id,
  });
  const rendered = renderContent(content, { ...context, earlierHtml: message.rendered_content });
  checkMentions(acting, rendered, channel, message.topic);
  const { attached, detached } = claimUploads(acting, message.id, rendered.uploadPaths);
  const entry: HistoryEntry = {
    ...(move === null ? { user_id: acting.user.id, timestamp: acting.now } : historyOf(acting, move)),
    prev_content: message.content,
    prev_rendered_content: message.rendered_content,
  };
  updateContent(
    acting.tx,
    message.id,
    {
      content,
      rendered_content: rendered.html,
      is_me_message: rendered.isMeMessage ? 1 : 0,
      has_link: rendered.hasLink ? 1 : 0,
      has_image: rendered.hasImage ? 1 : 0,
      has_attachment: attached ? 1 : 0,
    },
    entry,
  );
  askForPreviews(acting, message.id, rendered);
  rewriteFlags(acting, { ...message, content }, channel, rendered);
  const event = {
    orig_content: message.content,
    orig_rendered_content: message.rendered_content,
    content,
    rendered_content: rendered.html,
    is_me_message: rendered.isMeMessage,
  };
  return { event, detached };
}

/** Whom the new content calls, in place of whom the old content called; who has read the message has read it. @param message with the new content. */
function rewriteFlags(
  acting: Acting,
  message: MessageRow,
  channel: ChannelRow | null,
  rendered: RenderedMessage,
): void {
  const place = channel === null ? null : { channelId: channel.id, topic: message.topic };
  const recipientIds = receiverIds(acting.db, message);
  const { bits } = notifiedUsers(acting, rendered, place, recipientIds);
  const before = flagsByUser(acting.db, message.id);
  removeBitsForAll(acting.tx, message.id, contentBits);
  for (const [value, users] of groupBy(bits, ([, userBits]) => userBits)) {
    addBitsForUsers(
      acting.tx,
      message.id,
      users.map(([userId]) => userId),
      value,
    );
  }
  pushMessage(acting, {
    row: message,
    // Whom the message called before was reported when it was sent.
    recipientIds: recipientIds.filter((id) => ((bits.get(id) ?? 0) & ~(before.get(id) ?? 0)) !== 0),
    bitsOf: (id) => ((before.get(id) ?? 0) & flagBits.unread) | (bits.get(id) ?? 0),
  });
}
