/** Live server activity for administrators: events, requests, acknowledgements, and the event queues. */
import { z } from 'zod';
import { activityEntryShape, eventQueueShape, type ConsoleEventQueue } from '../../contract/shapes/activity.ts';
import { badEventQueueId } from '../../errors.ts';
import type { EventQueue } from '../../events/queue.ts';
import type { EventQueues } from '../../events/queues.ts';
import { bool, int, listOf, text } from '../../http/params.ts';
import { activityWire, concerns } from '../../operations/activity-view.ts';
import { activityKinds, type ActivityEntry, type ActivityKind, type ActivityLog } from '../../operations/activity.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';

export const subject: Subject = 'Console: activity and training';

export const getActivity = endpoint({
  method: 'GET',
  path: '/console/activity',
  access: 'administrator',
  summary: 'Events, requests and acknowledgements as they happen; blocks until there are some.',
  isLongPoll: true,
  personal: false,
  answer: { epoch: z.number(), last_seq: z.number(), entries: z.array(activityEntryShape) },
  params: {
    since: int({ min: 0 }).default(0).describe('The last_seq of the answer before; 0 for all that is kept.'),
    epoch: int({ min: 0 }).optional().describe('The epoch of the answer before; what follows a restart begins again.'),
    kinds: listOf(z.enum(activityKinds), { max: 3 }).default([...activityKinds]),
    user_id: int({ min: 1 }).optional().describe('Only what concerns this user.'),
    limit: int({ min: 1, max: 2000 }).default(1000),
    dont_block: bool().default(false),
  },
  async run({ services, request, userId, read, params }) {
    const { activity, startedAtMs, options } = services;
    const viewerId = userId ?? 0;
    const since = params.epoch === undefined || params.epoch === startedAtMs ? params.since : 0;
    const wait = params.dont_block ? null : { ms: options.limits.heartbeatMs, signal: request.signal };
    const found = await next(activity, { ...params, since }, wait);
    // A long wait is long enough to lose one's role: it is proved again before anything is reported.
    return read(() => ({
      epoch: startedAtMs,
      last_seq: found.lastSeq,
      entries: found.entries.map((entry) => activityWire(entry, viewerId)),
    }));
  },
});

interface Wanted {
  since: number;
  kinds: readonly ActivityKind[];
  user_id: number | undefined;
  limit: number;
}

/** The next entries that are wanted. @returns none when nothing came in time; `lastSeq` is where to go on in any case. */
async function next(
  activity: ActivityLog,
  { since, kinds, user_id: userId, limit }: Wanted,
  wait: { ms: number; signal: AbortSignal } | null,
): Promise<{ entries: ActivityEntry[]; lastSeq: number }> {
  let from = since;
  for (;;) {
    const newest = activity.lastSeq;
    const found = activity.after(from, kinds, limit);
    from = found.length < limit ? newest : (found.at(-1)?.seq ?? newest);
    const entries = userId === undefined ? found : found.filter((entry) => concerns(entry, userId));
    if (entries.length > 0 || wait === null) return { entries, lastSeq: from };
    if (from < newest) continue;
    if (!(await activity.more(wait.ms, wait.signal))) return { entries, lastSeq: from };
  }
}

export const listEventQueues = endpoint({
  method: 'GET',
  path: '/console/event_queues',
  access: 'administrator',
  summary: 'Every event queue: whose, how old, how far behind.',
  personal: false,
  answer: { queues: z.array(eventQueueShape) },
  params: {},
  run: ({ read }) =>
    read(({ services }) => ({ queues: services.queues.list().map((queue) => queueWire(queue, services.queues)) })),
});

/** Times are UNIX seconds; of a narrow only its length is reported, as it may say whom someone talks with. */
function queueWire(queue: EventQueue, queues: EventQueues): ConsoleEventQueue {
  const { options } = queue;
  return {
    queue_id: queue.id,
    user_id: queue.userId,
    client: options.client,
    event_types: options.eventTypes,
    narrow_length: options.narrow.length,
    all_public_streams: options.allPublicStreams,
    created_at: Math.floor(queue.createdAtMs / 1000),
    last_poll_at: Math.floor(queue.lastPollMs / 1000),
    is_polled: queues.isPolled(queue),
    lifespan_secs: options.lifespanSecs,
    backlog: queue.backlog,
    backlog_bytes: queue.backlogBytes,
    last_acknowledged_id: queue.afterId,
    last_sent_id: queue.lastSentId === -1 ? null : queue.lastSentId,
  };
}

export const dropEventQueue = endpoint({
  method: 'DELETE',
  path: '/console/event_queues/{queue_id}',
  access: 'administrator',
  summary: 'Drop an event queue of anybody; its client is informed at its next poll, and registers again.',
  personal: false,
  answer: {},
  params: { queue_id: text({ min: 1, max: 100 }) },
  run: ({ write, params: { queue_id: queueId } }) =>
    write((acting) => {
      const { queues } = acting.services;
      const queue = queues.find(queueId);
      if (queue === undefined) throw badEventQueueId(queueId);
      queues.delete(acting.tx, queue);
      return {};
    }),
});
