/** A message as the chat holds it, and what each event makes of it (contract: Message, Event…). Pure. */
import type { Event, Schemas } from '../../client/state/events.ts';
import { conversationOf } from '../../client/state/messages.ts';
import type { Matchable } from '../routing/local-match.ts';

export type ApiEvent = Event;
export type Message = Schemas['Message'];
export type Reaction = Schemas['EmojiReaction'];
type UpdateEvent = Schemas['EventUpdateMessage'];

/**
 * The HTML of what was said. "/me waves" says it of the sender: the sign itself is not for readers.
 * @param html another form of the same words: with those of a search marked.
 */
export function saidHtml({ content, is_me_message: isMe }: Pick<Message, 'content' | 'is_me_message'>, html = content) {
  return isMe ? html.replace(/^<p>\/me\s+/, '<p>') : html;
}

/** @returns what of a message narrows are matched with. */
export function matchableOf(message: Message, ownId: number): Matchable {
  const conversation = conversationOf(message, ownId);
  return {
    type: message.type,
    senderId: message.sender_id,
    channelId: message.stream_id,
    topic: message.subject,
    userIds: conversation.kind === 'direct' ? [...conversation.userIds, ownId] : [],
    flags: message.flags,
  };
}

/** Which messages an event is about; none for events that are about no message. */
export function messagesOf(event: ApiEvent): readonly number[] {
  switch (event.type) {
    case 'update_message':
      return [...new Set([event.message_id, ...event.message_ids])];
    case 'reaction':
    case 'submessage':
      return [event.message_id];
    case 'update_message_flags':
      return event.messages;
    default:
      return [];
  }
}

/** @returns the message after the event; the same one when it says nothing of it. */
export function messageAfter(message: Message, event: ApiEvent): Message {
  switch (event.type) {
    case 'update_message':
      return afterUpdate(message, event);
    case 'reaction':
      return afterReaction(message, event);
    case 'submessage': {
      const { submessage_id: id, message_id, sender_id, msg_type, content } = event;
      if (message.submessages.some((each) => each.id === id)) return message;
      const added = { id, message_id, sender_id, msg_type, content } as Message['submessages'][number];
      return { ...message, submessages: [...message.submessages, added] };
    }
    case 'update_message_flags': {
      const isThere = message.flags.includes(event.flag);
      if (isThere === (event.op === 'add')) return message;
      const flags = isThere ? message.flags.filter((flag) => flag !== event.flag) : [...message.flags, event.flag];
      return { ...message, flags };
    }
    default:
      return message;
  }
}

function afterUpdate(message: Message, event: UpdateEvent): Message {
  const edited = event.message_id === message.id && event.rendered_content !== undefined;
  const isMoved = event.orig_subject !== undefined || event.new_stream_id !== undefined;
  const flagsOnly = message.flags.filter((flag) => personalFlags.has(flag));
  // What a search marked was marked in the text of before.
  const { match_content, match_subject, ...rest } = message;
  return {
    ...rest,
    ...(!edited && match_content !== undefined && { match_content }),
    ...(!isMoved && match_subject !== undefined && { match_subject }),
    ...(edited && {
      content: event.rendered_content ?? message.content,
      is_me_message: event.is_me_message ?? message.is_me_message,
      ...(!event.rendering_only && { last_edit_timestamp: event.edit_timestamp }),
    }),
    // Of the messages of a move only the one that was edited has its flags.
    ...(event.message_id === message.id && {
      flags: [...flagsOnly, ...event.flags.filter((flag) => !personalFlags.has(flag))],
    }),
    ...(isMoved &&
      event.message_ids.includes(message.id) && {
        subject: event.subject ?? message.subject,
        stream_id: event.new_stream_id ?? message.stream_id,
        topic_links: event.topic_links ?? message.topic_links,
        ...(!event.rendering_only && { last_moved_timestamp: event.edit_timestamp }),
      }),
  };
}

/** @returns the copy with what a search marked in the same words and topic: a list that reads it for something else has no marks. */
export function withMarks(copy: Message, known: Message | undefined): Message {
  const { match_content, match_subject, content, subject } = known ?? {};
  const hasOwn = copy.match_content !== undefined || copy.match_subject !== undefined;
  return {
    ...copy,
    ...(!hasOwn && match_content !== undefined && content === copy.content && { match_content }),
    ...(!hasOwn && match_subject !== undefined && subject === copy.subject && { match_subject }),
  };
}

/** Flags that a reader sets, and no edit changes. */
const personalFlags: ReadonlySet<string> = new Set(['read', 'starred', 'collapsed', 'historical']);

function afterReaction(
  message: Message,
  { op, emoji_name, emoji_code, reaction_type, user_id }: Schemas['EventReactionAdd'] | Schemas['EventReactionRemove'],
): Message {
  const isSame = (each: Reaction): boolean =>
    each.emoji_code === emoji_code && each.reaction_type === reaction_type && each.user_id === user_id;
  const others = message.reactions.filter((each) => !isSame(each));
  if (op === 'remove') return others.length === message.reactions.length ? message : { ...message, reactions: others };
  if (others.length !== message.reactions.length) return message;
  return { ...message, reactions: [...others, { emoji_name, emoji_code, reaction_type, user_id }] };
}

/** Whether it was edited or moved. */
export function hasHistory({ last_edit_timestamp: edited, last_moved_timestamp: moved }: Message): boolean {
  return edited !== undefined || moved !== undefined;
}
