/** From a request to what came of it: its events, the queues that got each, and when those acknowledged. Pure. */
import { t } from '../../../client/text.ts';
import type { AcknowledgementEntry, ActivityEntry, EventEntry, RequestEntry } from '../../activity/activity.ts';

export interface Index {
  eventsByRequest: Map<string, EventEntry[]>;
  /** In the order in which they came, so with rising event ids. */
  acknowledgements: Map<string, AcknowledgementEntry[]>;
}

export interface Effect {
  key: string;
  /** "message 4711" */
  event: string;
  queue: string;
  /** Whose queue it is. */
  userId: number | undefined;
  /** From the announcement to the acknowledgement; null = not yet, or no one was to. */
  afterMs: number | null;
}

const mostShown = 200;

export function indexOf(entries: readonly ActivityEntry[]): Index {
  const index: Index = { eventsByRequest: new Map(), acknowledgements: new Map() };
  for (const entry of entries) {
    if (entry.kind === 'acknowledgement') added(index.acknowledgements, entry.queue_id, entry);
    else if (entry.kind === 'event' && entry.request_id !== null) added(index.eventsByRequest, entry.request_id, entry);
  }
  return index;
}

function added<T>(map: Map<string, T[]>, key: string, item: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [item]);
  else list.push(item);
}

/** @returns one line an event and queue; an event that no queue got has a line of its own. */
export function effectsOf({ request_id: requestId }: RequestEntry, index: Index): Effect[] {
  return (index.eventsByRequest.get(requestId) ?? [])
    .flatMap((event) => effectsOfEvent(event, index))
    .slice(0, mostShown);
}

function effectsOfEvent(event: EventEntry, { acknowledgements }: Index): Effect[] {
  const name = [event.type, event.op, event.id].filter((part) => part !== null).join(' ');
  if (event.queues.length === 0)
    return [{ key: String(event.seq), event: name, queue: t('not in any queue'), userId: undefined, afterMs: null }];
  const lines: Effect[] = event.queues.map(({ queue_id: queueId, user_id: userId }) => {
    const heard = acknowledgements.get(queueId) ?? [];
    const first = heard.find((one) => event.id !== null && one.event_id >= event.id);
    return {
      key: `${event.seq} ${queueId}`,
      event: name,
      queue: queueId.slice(0, 12),
      userId,
      afterMs: first === undefined ? null : Math.max(0, first.at_ms - event.at_ms),
    };
  });
  const more = event.queue_count - event.queues.length;
  if (more > 0)
    lines.push({
      key: `${event.seq} more`,
      event: name,
      queue: t('{{more}} more queues', { more }),
      userId: undefined,
      afterMs: null,
    });
  return lines;
}
