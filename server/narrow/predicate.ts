/** Whether an event passes the narrow of a queue; only message events are ever held back. */
import type { LoggedEvent } from '../events/event-types.ts';
import type { Filter } from './parse.ts';

/** @param share what differs for the queue's user, e.g. `{ flags: [...] }`. */
export function matchesEvent(narrow: readonly Filter[], event: LoggedEvent, _share: Record<string, unknown>): boolean {
  return narrow.length === 0 || event.type !== 'message';
}
