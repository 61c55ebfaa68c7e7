/** Figures of the overview that take a look at the data: messages over time, the busiest channels; and how the process does. */
import { z } from 'zod';
import { busyChannelShape, serverHealthShape } from '../../contract/shapes/overview.ts';
import type { ServerHealth } from '../../contract/shapes/overview.ts';
import { invalidParameter } from '../../errors.ts';
import { int, listOf } from '../../http/params.ts';
import { busiestChannels, sentBetween } from '../../operations/statistics.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';

export const subject: Subject = 'Console: server';

export const getSentMessages = endpoint({
  method: 'GET',
  path: '/console/statistics/messages',
  access: 'administrator',
  summary: 'How many messages were sent in each span of time.',
  personal: false,
  answer: { sent: z.array(z.number()) },
  params: {
    boundaries: listOf(z.int().min(0).max(10_000_000_000), { min: 2, max: 200 }).describe(
      'UNIX seconds, rising; days and hours are those of the user who asks.',
    ),
  },
  run: ({ read, params: { boundaries } }) =>
    read(({ db }) => {
      if (boundaries.some((time, at) => time < (boundaries[at - 1] ?? 0)))
        throw invalidParameter('boundaries', 'boundaries do not rise');
      return { sent: sentBetween(db, boundaries) };
    }),
});

export const getBusiestChannels = endpoint({
  method: 'GET',
  path: '/console/statistics/channels',
  access: 'administrator',
  summary: 'The channels with most messages since a time.',
  personal: false,
  answer: { channels: z.array(busyChannelShape) },
  params: { since: int({ min: 0 }).describe('UNIX seconds.'), limit: int({ min: 1, max: 50 }).default(8) },
  run: ({ read, params: { since, limit } }) =>
    read((viewing) => ({ channels: busiestChannels(viewing, since, limit) })),
});

export const getServerHealth = endpoint({
  method: 'GET',
  path: '/console/server_health',
  access: 'administrator',
  summary: 'Memory, delay of the event loop, event queues, and the operations that take longest.',
  personal: false,
  answer: serverHealthShape,
  params: {},
  run: ({ read }) =>
    read(({ services: { queues, health } }) => {
      const all = queues.list();
      const sum = (of: (queue: (typeof all)[number]) => number): number =>
        all.reduce((total, one) => total + of(one), 0);
      const { rss, heapUsed, external } = process.memoryUsage();
      return {
        memory: { resident_bytes: rss, heap_bytes: heapUsed, database_bytes: external },
        event_loop: health.loopDelay.report(),
        event_queues: {
          count: all.length,
          polled: all.filter((queue) => queues.isPolled(queue)).length,
          backlog: sum(({ backlog }) => backlog),
          backlog_bytes: sum(({ backlogBytes }) => backlogBytes),
        },
        slowest_operations: health.timings.slowest(8),
      } satisfies ServerHealth;
    }),
});
