/** Event filter matches and one-line descriptions. */
import { expect, test } from 'vitest';
import type { EventEntry } from '../../activity/activity.ts';
import { audienceOf, channelsOf, gistOf, passes, titleOf } from './describe.ts';

const entry = (event: Record<string, unknown>, rest: Partial<EventEntry> = {}): EventEntry => ({
  kind: 'event',
  seq: 1,
  at_ms: 0,
  id: 1,
  type: String(event['type']),
  op: typeof event['op'] === 'string' ? event['op'] : null,
  audience: { everyone: true, public_channel: false, user_count: 0, user_ids: [], except: [] },
  request_id: null,
  queues: [],
  queue_count: 0,
  envelope_only: false,
  event,
  ...rest,
});
const nameOf = (id: number): string => `user ${id}`;
const all = { types: [], channelId: null, withConsole: false, text: '' };

test('an event is about every channel that its parts name', () => {
  const of = (event: Record<string, unknown>): number[] => [...channelsOf(entry(event))];
  expect(of({ type: 'message', message: { stream_id: 7, content: 'x' } })).toEqual([7]);
  expect(of({ type: 'update_message', stream_id: 7, new_stream_id: 9 })).toEqual([7, 9]);
  expect(of({ type: 'stream', op: 'create', streams: [{ stream_id: 3 }, { stream_id: 4 }] })).toEqual([3, 4]);
  expect(of({ type: 'subscription', op: 'peer_add', stream_ids: [5, 6], user_ids: [1] })).toEqual([5, 6]);
  expect(of({ type: 'realm_user', person: { user_id: 7 } })).toEqual([]);
  expect(of({ type: 'message', message: { stream_id: null } })).toEqual([]);
});

test('type, channel and text all have to pass', () => {
  const message = entry({ type: 'message', message: { stream_id: 7, content: 'Good Morning' } });
  expect(passes(message, all)).toBe(true);
  expect(
    passes(message, { types: ['typing', 'message'], channelId: 7, withConsole: false, text: 'good morning' }),
  ).toBe(true);
  expect(passes(message, { ...all, types: ['typing'] })).toBe(false);
  expect(passes(message, { ...all, channelId: 8 })).toBe(false);
  expect(passes(message, { ...all, text: 'evening' })).toBe(false);
});

test('what only asks consoles to read again is shown to the user who asks for it', () => {
  const news = entry({ type: 'console', about: 'outbox' });
  expect(passes(news, all)).toBe(false);
  expect(passes(news, { ...all, withConsole: true })).toBe(true);
  expect(passes(news, { ...all, types: ['console'] })).toBe(true);
});

test('a line says what and where, and of private things only that they are', () => {
  const message = {
    sender_full_name: 'Ann',
    type: 'stream',
    display_recipient: 'ideas',
    subject: 'tea',
    content: 'hot',
  };
  expect(gistOf(entry({ type: 'message', message }), nameOf)).toBe('Ann in #ideas > tea: hot');
  expect(gistOf(entry({ type: 'message', message }, { envelope_only: true }), nameOf)).toBe(
    'Ann: private, content hidden',
  );
  expect(titleOf(entry({ type: 'reaction', op: 'add' }))).toBe('reaction add');
});

test('what happens most is said in words, and the rest as it is', () => {
  const of = (event: Record<string, unknown>): string => gistOf(entry(event), nameOf);
  expect(of({ type: 'reaction', op: 'add', user_id: 4, emoji_name: 'cake', message_id: 9 })).toBe(
    'user 4 :cake: on message 9',
  );
  expect(of({ type: 'typing', op: 'start', sender: { user_id: 4 }, topic: 'tea' })).toBe('user 4 in the topic tea');
  expect(of({ type: 'presence', presences: { 4: { active_timestamp: 1 } } })).toBe('user 4');
  expect(of({ type: 'update_message', user_id: 4, message_id: 9, content: 'new' })).toBe(
    'user 4: message 9 edited: new',
  );
  expect(of({ type: 'user_status', user_id: 4, status_text: 'away' })).toBe('user 4: away');
  expect(of({ type: 'realm', op: 'update', property: 'name' })).toBe('{"property":"name"}');
  const hidden = entry({ type: 'reaction', op: 'add', message_id: 9 }, { envelope_only: true });
  expect(gistOf(hidden, nameOf)).toBe('private, content hidden {"message_id":9}');
});

test('who is informed is said in names, or in numbers where they are many', () => {
  const told = (audience: Partial<EventEntry['audience']>): string =>
    audienceOf(entry({ type: 'x' }, { audience: { ...entry({}).audience, everyone: false, ...audience } }), nameOf);
  expect(told({ everyone: true })).toBe('everyone');
  expect(told({ everyone: true, except: [4] })).toBe('everyone except user 4');
  expect(told({ user_ids: [1, 2], user_count: 2 })).toBe('user 1, user 2');
  expect(told({ user_ids: [1, 2, 3], user_count: 40, public_channel: true })).toBe('40 users, public channel');
  expect(told({})).toBe('no one');
});
