/** Scheduled messages are requested in time. */
import { afterEach, expect, test, vi } from 'vitest';
import { noteServerTime } from '../../client/server-clock.ts';
import { sendNow } from './scheduling.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('the time of what is sent at once is still to come when a slow line brings it', async () => {
  const toldMs = Date.parse('2026-10-05T12:00:00.999Z');
  const wayMs = 1500;
  vi.useFakeTimers({ now: toldMs + wayMs });
  // Answers tell the time in whole seconds.
  noteServerTime(new Response(null, { headers: { date: new Date(toldMs).toUTCString() } }));
  let askedFor = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation((_path, { body } = {}) => {
    askedFor = Number((body as URLSearchParams).get('scheduled_delivery_timestamp'));
    return Promise.resolve(new Response('{}'));
  });
  await sendNow({ scheduled_message_id: 3 } as never);
  expect(askedFor * 1000).toBeGreaterThan(Date.now() + wayMs);
});
