/**
 * The forms in which one event leaves: an event is serialized once per variant, not once per queue.
 * A variant is decided by what a queue declared (Markdown or HTML, pictures, capabilities) and by what differs for its user.
 */
import { SharedText } from '../json-text.ts';
import type { AnnouncedMessageEvent, EventBody, LoggedEvent, SubscribedEvent } from './event-types.ts';
import { inForm } from './message-form.ts';
import { EventQueue, type EventForm } from './queue.ts';
import { emptyTopicDisplayName } from './topic-name.ts';

/** A client that understands everything: its form of an event is the fullest that leaves. */
const modernClient = new EventQueue({
  id: '',
  userId: 0,
  options: {
    eventTypes: null,
    narrow: [],
    applyMarkdown: false,
    clientGravatar: false,
    slimPresence: true,
    includeSubscribers: true,
    allPublicStreams: false,
    capabilities: {
      bulk_message_deletion: true,
      stream_typing_notifications: true,
      linkifier_url_template: true,
      notification_settings_null: true,
      empty_topic_name: true,
      simplified_presence_events: true,
    },
    client: '',
    lifespanSecs: 0,
  },
  afterId: 0,
  createdAtMs: 0,
  nowMs: 0,
});

/** An event as modern clients get it, without what differs from user to user; as announced where they do not get it. */
export function modernForm(event: EventBody & { id: number | null }): object {
  return shapes(event as LoggedEvent, modernClient)[0] ?? event;
}

/** A message as some of its receivers see it: with fields of their own laid over it before it takes its form. */
function withMessageFields(event: LoggedEvent, fields: unknown): LoggedEvent {
  if (event.type !== 'message' || typeof fields !== 'object') return event;
  return { ...event, message: { ...event.message, ...fields } };
}

/** How many ids an event takes: one a form, for the client that gets the most of them. */
export function idsNeeded(event: EventBody): number {
  return event.type === 'delete_message' ? Math.max(1, event.message_ids?.length ?? 1) : 1;
}

/** The echo of a client's own id for its message, for the queue that sent it. */
function ownFields(event: LoggedEvent, queue: EventQueue): { local_message_id: string } | null {
  if (event.type !== 'message' || event.sender_queue_id !== queue.id || event.local_id === undefined) return null;
  return { local_message_id: event.local_id };
}

type EventOf<T extends LoggedEvent['type']> = Extract<LoggedEvent, { type: T }>;

/** What queues make of the events of one type. */
interface Forms<E> {
  /** What of a queue can change the form, as a number; null where the form is for this queue alone. */
  variant?(queue: EventQueue, event: E): number | null;
  /** Whether the capabilities of a queue leave nothing of the event for it. */
  isExcluded?(queue: EventQueue, event: E): boolean;
  /** The form, or more than one; the event as it is where nothing is said. */
  shapes?(event: E, queue: EventQueue): object[];
}

const knowsEmptyTopic = ({ options }: EventQueue): boolean => options.capabilities.empty_topic_name === true;
const knowsBulkDeletion = ({ options }: EventQueue): boolean => options.capabilities.bulk_message_deletion === true;
const knowsSettingsObject = ({ options }: EventQueue): boolean => options.capabilities.user_settings_object === true;

/** Events with a topic of which nothing else depends on the queue. */
const withTopic: Forms<EventOf<'typing' | 'update_message' | 'user_topic'>> = {
  variant: (queue) => bits(knowsEmptyTopic(queue)),
  shapes: (event, queue) => [withTopicName(event, knowsEmptyTopic(queue))],
};

/** Every type of event of which the form depends on the queue. */
const formsByType: { [T in LoggedEvent['type']]?: Forms<EventOf<T>> } = {
  message: {
    variant: (queue, event) => {
      const { applyMarkdown, clientGravatar } = queue.options;
      return ownFields(event, queue) === null ? bits(applyMarkdown, clientGravatar, knowsEmptyTopic(queue)) : null;
    },
    shapes: (event, queue) => [messageShape(event, queue)],
  },
  update_message: withTopic,
  delete_message: {
    variant: (queue) => bits(knowsBulkDeletion(queue), knowsEmptyTopic(queue)),
    isExcluded: (queue, event) => !knowsBulkDeletion(queue) && (event.message_ids ?? []).length === 0,
    shapes: (event, queue) =>
      deleteShapes(event, knowsBulkDeletion(queue)).map((shape) => withTopicName(shape, knowsEmptyTopic(queue))),
  },
  update_message_flags: {
    variant: (queue) => bits(knowsEmptyTopic(queue)),
    shapes: (event, queue) => [withTopicNames(event, knowsEmptyTopic(queue))],
  },
  user_topic: withTopic,
  typing: {
    ...withTopic,
    isExcluded: ({ options }, event) =>
      event.message_type === 'stream' && options.capabilities.stream_typing_notifications !== true,
  },
  typing_edit_message: {
    variant: (queue) => bits(knowsEmptyTopic(queue)),
    shapes: (event, queue) => [{ ...event, recipient: withTopicName(event.recipient, knowsEmptyTopic(queue)) }],
  },
  subscription: {
    variant: ({ options }) =>
      bits(options.includeSubscribers, options.capabilities.notification_settings_null === true),
    shapes: (event, queue) => [event.op === 'add' ? subscribedShape(event, queue) : event],
  },
  presence: {
    variant: ({ options }) => bits(options.slimPresence, options.capabilities.simplified_presence_events === true),
    shapes: (event, queue) => [presenceShape(event, queue)],
  },
  update_display_settings: { isExcluded: knowsSettingsObject },
  update_global_notifications: { isExcluded: knowsSettingsObject },
  realm_linkifiers: { isExcluded: ({ options }) => options.capabilities.linkifier_url_template !== true },
};

/** The row of an event's type, which is one of that type. */
const formsOf = (event: LoggedEvent): Forms<LoggedEvent> | undefined =>
  formsByType[event.type] as Forms<LoggedEvent> | undefined;

const bits = (first: boolean, second = false, third = false): number =>
  Number(first) + 2 * Number(second) + 4 * Number(third);

/**
 * Everything of a queue that can change the form of this event, as a number: queues with the same one share the form. Null where the
 * form is for this queue alone.
 */
export const variantOf = (event: LoggedEvent, queue: EventQueue): number | null => {
  const variant = formsOf(event)?.variant;
  return variant === undefined ? 0 : variant(queue, event);
};

/** Whether the capabilities of a queue leave nothing of an event for it. */
export const isExcluded = (event: LoggedEvent, queue: EventQueue): boolean =>
  formsOf(event)?.isExcluded?.(queue, event) === true;

const shapes = (event: LoggedEvent, queue: EventQueue): object[] => formsOf(event)?.shapes?.(event, queue) ?? [event];

/**
 * What a queue gets for an event.
 * @param share fields that differ for the queue's user (events/audience.ts).
 */
export function serializedFor(event: LoggedEvent, queue: EventQueue, share: Record<string, unknown>): EventForm[] {
  const { message, ...fields } = share;
  const own = ownFields(event, queue);
  const forms = shapes(withMessageFields(event, message), queue);
  return forms.map((shape, index) => {
    const id = event.id - (forms.length - 1 - index);
    return { id, json: new SharedText(JSON.stringify({ ...shape, ...fields, ...own, id })) };
  });
}

function messageShape(event: AnnouncedMessageEvent & { id: number }, queue: EventQueue): object {
  const { applyMarkdown, clientGravatar, capabilities } = queue.options;
  const { has: _has, ...message } = event.message;
  const form = { applyMarkdown, clientGravatar, allowEmptyTopicName: capabilities.empty_topic_name === true };
  return { type: 'message', message: inForm(message, form), flags: [] };
}

function subscribedShape({ inherited = {}, ...event }: SubscribedEvent, { options }: EventQueue): object {
  const isNullKnown = options.capabilities.notification_settings_null === true;
  const subscriptions = event.subscriptions.map((subscription) => {
    const known = isNullKnown ? subscription : { ...subscription, ...replacing(subscription, inherited) };
    if (options.includeSubscribers) return known;
    const { subscribers: _subscribers, ...rest } = known;
    return rest;
  });
  return { ...event, subscriptions };
}

/** Those of these values that an object says null in place of. */
function replacing<T extends object>(object: T, values: Partial<T>): Partial<T> {
  const names = Object.keys(values) as (keyof T)[];
  return Object.fromEntries(
    names.flatMap((name) => (object[name] === null ? [[name, values[name]]] : [])),
  ) as Partial<T>;
}

/** Replaces the empty topic by its display name where a client has not declared that it knows it. */
function withTopicName<T extends object>(shape: T, isKnown: boolean): T {
  if (isKnown) return shape;
  const replaced: Record<string, unknown> = {};
  for (const field of ['topic', 'subject', 'orig_subject', 'topic_name']) {
    if ((shape as Record<string, unknown>)[field] === '') replaced[field] = emptyTopicDisplayName;
  }
  return { ...shape, ...replaced };
}

/** The same for each message of a removed `read` flag. */
function withTopicNames(event: Extract<LoggedEvent, { type: 'update_message_flags' }>, isKnown: boolean): object {
  if (event.op !== 'remove' || event.message_details === undefined) return event;
  const details = Object.entries(event.message_details).map(([id, detail]) => [id, withTopicName(detail, isKnown)]);
  return { ...event, message_details: Object.fromEntries(details) as object };
}

/** One event a message for clients without bulk_message_deletion. */
function deleteShapes(event: Extract<LoggedEvent, { type: 'delete_message' }>, bulk: boolean): object[] {
  const { message_ids: ids = [], message_id: _single, ...rest } = event;
  return bulk ? [{ ...rest, message_ids: ids }] : ids.map((id) => ({ ...rest, message_id: id }));
}

/** Presence in the form the client reads: `presences` by user id, or one user's legacy entry (contract: ModernPresenceFormat). */
function presenceShape(event: Extract<LoggedEvent, { type: 'presence' }>, queue: EventQueue): object {
  const { presences, presence, email, user_id: userId, server_timestamp: timestamp } = event;
  if (queue.options.capabilities.simplified_presence_events === true) return { type: 'presence', presences };
  const legacy = { type: 'presence', user_id: userId, server_timestamp: timestamp, presence };
  return queue.options.slimPresence ? legacy : { ...legacy, email };
}
