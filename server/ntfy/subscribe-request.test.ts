/** Paths, parameters and filters of subscriptions, as the ntfy server reads them. */
import { expect, test } from 'vitest';
import { isPublishing, passes, readSubscribeRequest, readTopicPath } from './subscribe-request.ts';
import { streamForms, type NtfyEvent } from './wire.ts';

const now = 1_770_000_000;
const read = (query: string, headers: Record<string, string> = {}) =>
  readSubscribeRequest(headers, new URLSearchParams(query), now);

test.each([
  ['/hearth-a/json', ['hearth-a'], 'json'],
  ['/hearth-a,hearth-b/ws', ['hearth-a', 'hearth-b'], 'ws'],
  ['/hearth-a,hearth-a/sse', ['hearth-a'], 'sse'],
  ['/hearth-A_9/auth', ['hearth-A_9'], 'auth'],
])('reads topics and form of %s', (path, topics, form) => {
  expect(readTopicPath(path)).toMatchObject({ topics, form });
});

test.each([
  '/hearth-a',
  '/hearth-a/',
  '/hearth-a,/json',
  '/hearth-a/json/more',
  '/hearth-a/other',
  '/hearth-a b/json',
  `/hearth-${'a'.repeat(60)}/json`,
  `/${Array.from({ length: 51 }, (_, index) => `hearth-${index}`).join(',')}/json`,
])('refuses %s as a path without a subscription', (path) => {
  expect(() => readTopicPath(path)).toThrow('page not found');
});

test.each([
  ['', { kind: 'none' }],
  ['poll=1', { kind: 'all' }],
  ['poll=1&since=none', { kind: 'none' }],
  ['since=all', { kind: 'all' }],
  ['SINCE=latest', { kind: 'latest' }],
  ['si=abcdefGHI123', { kind: 'id', id: 'abcdefGHI123' }],
  ['since=1769999000', { kind: 'time', time: 1_769_999_000 }],
  ['since=0', { kind: 'time', time: 0 }],
  ['since=10m', { kind: 'time', time: now - 600 }],
  ['since=1h30m', { kind: 'time', time: now - 5400 }],
  ['since=1.5h', { kind: 'time', time: now - 5400 }],
  ['since=500ms', { kind: 'time', time: now }],
])('reads since from "%s"', (query, since) => {
  expect(read(query).since).toEqual(since);
});

test.each(['since=yesterday', 'since=abc', 'since=1d', 'since=10 m', 'since=NaN'])(
  'refuses "%s" as no time, duration or message',
  (query) => {
    expect(() => read(query)).toThrow('invalid since parameter');
  },
);

test('reads headers before the query, and no Priority header of a browser', () => {
  expect(read('since=all&po=0', { 'x-since': 'none', 'x-poll': 'yes' })).toMatchObject({
    poll: true,
    since: { kind: 'none' },
  });
  expect(read('p=high', { priority: 'u=1, i' }).filters.priorities).toEqual([4]);
  expect(read('', { priority: 'urgent,min' }).filters.priorities).toEqual([5, 1]);
  expect(() => read('priority=6')).toThrow('invalid priority parameter');
});

const message: NtfyEvent = {
  id: 'abcdefGHI123',
  time: now,
  event: 'message',
  topic: 'hearth-a',
  title: 'Lunch',
  message: 'At noon\nor one?',
  tags: ['wave', 'bell'],
};

test.each([
  ['id=abcdefGHI123', true],
  ['id=abcdefGHI124', false],
  ['m=At noon\nor one?', true],
  ['message=At noon', false],
  ['title=Lunch', true],
  ['t=lunch', false],
  ['tags=wave', true],
  ['ta=wave,bell', true],
  ['tags=wave,skull', false],
  ['priority=3', true],
  ['priority=default,4', true],
  ['priority=4', false],
])('filters messages by "%s"', (query, isPassed) => {
  const { filters } = read(query);
  expect(passes(filters, message)).toBe(isPassed);
  expect(passes(filters, { ...message, event: 'keepalive' })).toBe(true);
});

test.each([
  ['POST', '/hearth-a', true],
  ['PUT', '/hearth-a', true],
  ['GET', '/hearth-a/publish', true],
  ['GET', '/hearth-a/trigger', true],
  ['POST', '/hearth-a/send', true],
  ['GET', '/hearth-a', false],
  ['GET', '/hearth-a/json', false],
])('knows whether %s %s publishes: %s', (method, path, isPublish) => {
  expect(isPublishing(method, path)).toBe(isPublish);
});

test('writes events in each form', () => {
  const open: NtfyEvent = { id: 'b', time: now, event: 'open', topic: 'hearth-a' };
  expect(streamForms.json.encode(open)).toBe(`${JSON.stringify(open)}\n`);
  expect(streamForms.sse.encode(open)).toBe(`event: open\ndata: ${JSON.stringify(open)}\n\n`);
  expect(streamForms.sse.encode(message)).toBe(`data: ${JSON.stringify(message)}\n\n`);
  expect(streamForms.raw.encode(open)).toBe('\n');
  expect(streamForms.raw.encode(message)).toBe('At noon or one?\n');
});
