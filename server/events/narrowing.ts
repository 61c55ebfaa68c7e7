/** Narrow filter of an event queue. Only message events are ever held back. */
import type { Filter } from '../narrow/parse.ts';
import { type MessageFacts, matchesNarrow } from '../narrow/predicate.ts';
import type { LoggedEvent } from './event-types.ts';
import type { EventQueue } from './queue.ts';

/**
 * Whether an event passes the narrow of a queue.
 * @param share what differs for the queue's user, e.g. `{ flags: [...] }`.
 */
export function matchesEvent(narrow: readonly Filter[], event: LoggedEvent, share: Record<string, unknown>): boolean {
  return narrow.length === 0 || event.type !== 'message' || matchesNarrow(narrow, factsOfEvent(event, share));
}

function factsOfEvent(event: Extract<LoggedEvent, { type: 'message' }>, share: Record<string, unknown>): MessageFacts {
  const { message } = event;
  const people = Array.isArray(message.display_recipient) ? message.display_recipient : [];
  return {
    id: message.id,
    senderId: message.sender_id,
    timestamp: message.timestamp,
    channelId: message.stream_id ?? null,
    topic: message.subject,
    userIds: people.map((user) => user.id).toSorted((a, b) => a - b),
    flags: (share['flags'] as string[] | undefined) ?? [],
    renderedContent: message.rendered_content,
    hasLink: message.has.includes('link'),
    hasImage: message.has.includes('image'),
    hasAttachment: message.has.includes('attachment'),
    hasReaction: false,
    isFollowed: false,
    isMuted: false,
  };
}

/** Whether a queue asked for events of this type. */
export function wants(queue: EventQueue, event: LoggedEvent): boolean {
  return queue.options.eventTypes?.includes(event.type) ?? true;
}
