/**
 * Audience of an event. An audience is computed once, in the transaction that announces it, and kept with the event,
 * so that a queue given back after a restart gets exactly what it would have got.
 */

import type { ClientCapabilities, EventQueue } from './queue.ts';

/** Users that receive an event, with what differs for them (a message's flags, for one). */
export interface AudienceGroup {
  users: number[];
  /**
   * Fields laid over the event for these users, e.g. `{ flags: ['mentioned'] }`; `message` is laid over the message of a
   * message event.
   */
  extra?: Record<string, unknown>;
}

export interface Audience {
  /** Every user of the organization. */
  everyone?: boolean;
  /** Left out of `everyone`. */
  except?: number[];
  groups?: AudienceGroup[];
  /** A message in a public channel: queues registered with all_public_streams get it too. */
  publicStream?: boolean;
  /** Every queue but this one: the queue of the client that made the change. */
  exceptQueue?: string;
  /** Only queues that declared this client capability, or only those that did not. */
  withCapability?: keyof ClientCapabilities;
  withoutCapability?: keyof ClientCapabilities;
  /** Only queues that did not ask for this (newer) event type. */
  unlessAsking?: string;
  /** Only queues that asked for this event type by name. */
  onlyAsking?: string;
}

export const everyone: Audience = { everyone: true };
export const toUsers = (users: Iterable<number>): Audience => ({ groups: [{ users: [...new Set(users)] }] });
export const toUser = (userId: number): Audience => toUsers([userId]);

/** One object each, so that all queues that are reported the same share what waits for them. */
const noDifference = {};
const noFlags = { flags: [] };

/** What an audience means for a queue: null = not told, otherwise the fields that differ for its user. */
export type ShareFor = (queue: EventQueue) => Record<string, unknown> | null;

/** Made once an event: a thousand queues ask, and a thousand people may be listed. */
export function sharesOf(audience: Audience): ShareFor {
  const ofUsers = new Map<number, Record<string, unknown>>();
  // Who is listed twice belongs to the first.
  for (const { users, extra = noDifference } of (audience.groups ?? []).toReversed())
    for (const userId of users) ofUsers.set(userId, extra);
  const excepted = new Set(audience.except);
  return (queue) => {
    if (!isMeant(audience, queue)) return null;
    const own = ofUsers.get(queue.userId);
    if (own !== undefined) return own;
    if (audience.everyone === true) return excepted.has(queue.userId) ? null : noDifference;
    if (audience.publicStream === true && queue.options.allPublicStreams) return noFlags;
    return null;
  };
}

/** Whether an event is for queues like this one, a user who their user is. */
function isMeant(audience: Audience, { id, options }: EventQueue): boolean {
  const { exceptQueue, withCapability, withoutCapability, unlessAsking, onlyAsking } = audience;
  if (exceptQueue === id) return false;
  if (withCapability !== undefined && options.capabilities[withCapability] !== true) return false;
  if (withoutCapability !== undefined && options.capabilities[withoutCapability] === true) return false;
  if (unlessAsking !== undefined && (options.eventTypes?.includes(unlessAsking) ?? true)) return false;
  return onlyAsking === undefined || options.eventTypes?.includes(onlyAsking) === true;
}
