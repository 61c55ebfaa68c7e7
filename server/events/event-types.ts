/**
 * Every event that Hearth sends, with its exact fields, taken from the contract. An event is announced without its `id`:
 * the event log gives it one.
 */
import type { components } from '../contract/types.ts';
import type { HasKind } from '../narrow/parse.ts';
import type { WholeMessage } from './message-form.ts';

type Schemas = components['schemas'];
type WithoutId<T> = T extends { id: number } ? Omit<T, 'id'> : never;

/** A message as announced: in all its forms; a queue's variant chooses. */
export interface AnnouncedMessage extends WholeMessage {
  /** What the narrow of a queue may ask for and the message does not say itself. */
  has: HasKind[];
}

export interface AnnouncedMessageEvent {
  type: 'message';
  message: AnnouncedMessage;
  /** The queue that sent it and that client's own id for it: echoed as local_message_id to that queue only. */
  sender_queue_id?: string;
  local_id?: string;
}

/** Channels that a user has entered. */
export interface SubscribedEvent {
  type: 'subscription';
  op: 'add';
  subscriptions: Schemas['Subscription'][];
  /** What stands for null in them for clients that do not know it: those that did not declare notification_settings_null. */
  inherited: Partial<Schemas['Subscription']>;
}

/** Tells the console's own pages that something they show has changed; only queues get it that ask for it by name. */
export interface ConsoleEvent {
  type: 'console';
  /** What to read again. */
  about: 'network' | 'backups' | 'training' | 'audit_log' | 'outbox';
}

/** Informs clients that pinned messages or links of a channel have changed; only queues with the capability `channel_pins` get it. */
export interface ChannelPinsEvent {
  type: 'channel_pins';
  stream_id: number;
}

/** An event as the domain announces it. `flags` of a message event are per user, in the audience. */
export type EventBody =
  | Exclude<WithoutId<Schemas['Event']>, { type: 'message' } | { type: 'subscription'; op: 'add' }>
  | SubscribedEvent
  | AnnouncedMessageEvent
  | ChannelPinsEvent
  | ConsoleEvent;

/** An event with its place in the log. */
export type LoggedEvent = EventBody & { id: number };
