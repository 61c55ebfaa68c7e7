/** The handout: everything of a request in one file, whatever the texts hold. */
import { expect, test } from 'vitest';
import type { ActivityEntry, RequestEntry } from '../../activity/activity.ts';
import { trainingHtml, trainingMarkdown } from './training-export.ts';

const asked: RequestEntry = {
  kind: 'request',
  seq: 1,
  at_ms: 0,
  request_id: 'r1',
  method: 'POST',
  path: '/api/v1/messages',
  route: '/messages',
  status: 200,
  code: null,
  ms: 12,
  user_id: 7,
  client: 'curl',
  ip: '127.0.0.1',
  params: { content: '<b>```</b>', token: '[secret]' },
  fault: 'latency',
  answer: '{"id":42}',
  event_ids: [5],
  event_count: 1,
};
const entries: ActivityEntry[] = [
  asked,
  {
    kind: 'event',
    seq: 2,
    at_ms: 1,
    id: 5,
    type: 'message',
    op: null,
    audience: { everyone: false, public_channel: true, user_count: 0, user_ids: [], except: [] },
    request_id: 'r1',
    queues: [{ queue_id: 'abcdefabcdefabcdef', user_id: 8 }],
    queue_count: 1,
    envelope_only: false,
    event: { type: 'message', id: 5 },
  },
  { kind: 'acknowledgement', seq: 3, at_ms: 31, queue_id: 'abcdefabcdefabcdef', user_id: 8, event_id: 5 },
];
const choice = {
  requests: [asked],
  entries,
  origin: 'http://127.0.0.1:7420',
  nameOf: (id: number | null) => `user ${String(id)}`,
  title: 'Training of <today>',
};

test('HTML has request, answer, event and queue, escaped, and asks nothing of other hosts', () => {
  const html = trainingHtml(choice);
  expect(html).toContain('1. POST /api/v1/messages: 200');
  expect(html).toContain('by a fault on demand (latency)');
  expect(html).toContain('&lt;b&gt;```&lt;/b&gt;');
  expect(html).not.toContain('<b>');
  expect(html).toContain('&quot;id&quot;: 42');
  expect(html).toContain('queue abcdefabcdef of user 8, acknowledged after 30 ms');
  expect(html).not.toMatch(/<(?:script|link|img)/);
});

test('Markdown fences longer than any fence in the text', () => {
  const text = trainingMarkdown(choice);
  expect(text).toContain('# Training of <today>');
  expect(text).toContain('````json\n');
  expect(text).toContain('Event message 5:');
});
