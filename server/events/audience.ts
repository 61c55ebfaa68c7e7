/**
 * Who is told of an event. An audience is computed once, in the transaction that announces it, and kept with the event,
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

/** One object each, so that all queues that are told the same share what waits for them. */
const noDifference = {};
const noFlags = { flags: [] };

/** What an audience means for one queue: null = not told, otherwise the fields that differ for its user. */
export function shareFor(audience: Audience, queue: EventQueue): Record<string, unknown> | null {
  const { options, userId } = queue;
  if (audience.exceptQueue === queue.id) return null;
  if (audience.withCapability !== undefined && options.capabilities[audience.withCapability] !== true) return null;
  if (audience.withoutCapability !== undefined && options.capabilities[audience.withoutCapability] === true)
    return null;
  if (audience.unlessAsking !== undefined && (options.eventTypes?.includes(audience.unlessAsking) ?? true)) return null;
  if (audience.onlyAsking !== undefined && options.eventTypes?.includes(audience.onlyAsking) !== true) return null;
  for (const group of audience.groups ?? []) {
    if (group.users.includes(userId)) return group.extra ?? noDifference;
  }
  if (audience.everyone === true) return audience.except?.includes(userId) === true ? null : noDifference;
  if (audience.publicStream === true && options.allPublicStreams) return noFlags;
  return null;
}
