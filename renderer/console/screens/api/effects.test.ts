/** Effects of a request: its events, the queues that got them, and their acknowledgements. */
import { expect, test } from 'vitest';
import type { ActivityEntry, EventEntry, RequestEntry } from '../../activity/activity.ts';
import { effectsOf, indexOf } from './effects.ts';

const event = (seq: number, id: number | null, queueIds: string[], count = queueIds.length): EventEntry => ({
  kind: 'event',
  seq,
  at_ms: 1000,
  id,
  type: 'message',
  op: null,
  audience: { everyone: false, public_channel: true, user_count: 2, user_ids: [1, 2], except: [] },
  request_id: 'r1',
  queues: queueIds.map((queueId) => ({ queue_id: queueId, user_id: 7 })),
  queue_count: count,
  envelope_only: false,
  event: {},
});
const acknowledged = (seq: number, queueId: string, eventId: number, atMs: number): ActivityEntry => ({
  kind: 'acknowledgement',
  seq,
  at_ms: atMs,
  queue_id: queueId,
  user_id: 7,
  event_id: eventId,
});
const request = { request_id: 'r1' } as RequestEntry;

test('a queue has acknowledged an event with the first id that is not below it', () => {
  const index = indexOf([
    event(1, 50, ['a', 'b']),
    acknowledged(2, 'a', 49, 1005),
    acknowledged(3, 'a', 52, 1040),
    acknowledged(4, 'a', 60, 1900),
  ]);
  expect(effectsOf(request, index)).toEqual([
    { key: '1 a', event: 'message 50', queue: 'a', userId: 7, afterMs: 40 },
    { key: '1 b', event: 'message 50', queue: 'b', userId: 7, afterMs: null },
  ]);
});

test('an event that no queue wanted says so, and many queues are summed up', () => {
  expect(effectsOf(request, indexOf([event(1, null, [])]))).toMatchObject([
    { event: 'message', queue: 'not in any queue', afterMs: null },
  ]);
  expect(effectsOf(request, indexOf([event(1, 5, ['a'], 12)]))).toMatchObject([
    { queue: 'a' },
    { queue: '11 more queues' },
  ]);
  expect(effectsOf({ ...request, request_id: 'other' }, indexOf([event(1, 5, ['a'])]))).toEqual([]);
});
