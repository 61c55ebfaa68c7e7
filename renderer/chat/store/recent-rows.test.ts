/** Recent conversations: their order, and what events change of them. */
import { expect, test } from 'vitest';
import type { Subscription, TopicPolicy } from '../../client/state/channels.ts';
import { direct, inChannel, keyOf } from '../../client/state/conversation.ts';
import type { Event } from '../../client/state/events.ts';
import type { ClientState } from '../../client/state/state.ts';
import { chosenRows, recentRows, withEvents, type KnownMessages } from './recent-rows.ts';

const me = 1;
const lunch = inChannel(5, 'lunch');
const tea = inChannel(5, 'Tea');
const bo = direct([7], me);
const known: KnownMessages = new Map([
  [10, { conversation: lunch, senderId: 7 }],
  [11, { conversation: tea, senderId: 8 }],
  [12, { conversation: lunch, senderId: me }],
]);
const nothing = { unread: new Map(), recentDirect: new Map() };
const newest = (messages: KnownMessages) => recentRows(messages, nothing).map(({ key, newestId }) => [key, newestId]);
const event = (one: object): Event => one as Event;

test('conversations stand by their newest message, and know who wrote lately', () => {
  expect(recentRows(known, nothing)).toEqual([
    { key: '5 lunch', conversation: lunch, newestId: 12, senderIds: [me, 7] },
    { key: '5 tea', conversation: tea, newestId: 11, senderIds: [8] },
  ]);
});

test('direct messages and unread ones of any age are among them', () => {
  const unread = new Map([[keyOf(inChannel(6, 'old')), { conversation: inChannel(6, 'old'), ids: [2, 3] }]]);
  const recentDirect = new Map([[keyOf(bo), { conversation: bo, maxMessageId: 11.5 }]]);
  expect(recentRows(known, { unread, recentDirect }).map(({ key }) => key)).toEqual([
    '5 lunch',
    'dm 7',
    '5 tea',
    '6 old',
  ]);
});

test('a new message lifts its conversation, a deleted one lets it sink, a move takes it along', () => {
  const message = { type: 'stream', id: 13, sender_id: 8, stream_id: 5, subject: 'Tea', display_recipient: 'general' };
  const after = withEvents(known, [event({ type: 'message', message, flags: [] })], me);
  expect(newest(after)).toEqual([
    ['5 tea', 13],
    ['5 lunch', 12],
  ]);
  expect(newest(withEvents(after, [event({ type: 'delete_message', message_ids: [13, 12] })], me))).toEqual([
    ['5 tea', 11],
    ['5 lunch', 10],
  ]);
  const moved = event({
    type: 'update_message',
    stream_id: 5,
    orig_subject: 'lunch',
    subject: 'dinner',
    message_ids: [10, 12],
  });
  expect(newest(withEvents(known, [moved], me))).toEqual([
    ['5 dinner', 12],
    ['5 tea', 11],
  ]);
  expect(withEvents(known, [event({ type: 'heartbeat' })], me)).toBe(known);
});

test('filters and muting leave what they name', () => {
  const policy = (visibility_policy: number) => ({ visibility_policy }) as TopicPolicy;
  const state = {
    me,
    own: { mutedUsers: new Map() },
    messages: { unread: new Map([['5 tea', {}]]) },
    channels: {
      subscriptions: new Map([[5, { is_muted: false } as Subscription]]),
      topicPolicies: new Map([
        ['5 tea', policy(1)],
        ['5 lunch', policy(3)],
      ]),
    },
  } as unknown as ClientState;
  const rows = recentRows(
    new Map([
      ...known,
      [9, { conversation: bo, senderId: 7 }],
      [20, { conversation: inChannel(99, 'left'), senderId: 7 }],
    ]),
    nothing,
  );
  const keys = (
    filter: 'all' | 'unread' | 'participated' | 'followed' | 'direct',
    hasMuted = false,
    own: string[] = [],
  ) => chosenRows(rows, state, { filter, hasMuted, ownKeys: new Set(own) }).map(({ key }) => key);
  expect(keys('all')).toEqual(['5 lunch', 'dm 7']);
  expect(keys('all', true)).toEqual(['5 lunch', '5 tea', 'dm 7']);
  expect(keys('unread')).toEqual([]);
  expect(keys('unread', true)).toEqual(['5 tea']);
  expect(keys('followed')).toEqual(['5 lunch']);
  expect(keys('direct')).toEqual(['dm 7']);
  expect(keys('participated')).toEqual(['5 lunch']);
  expect(keys('participated', false, ['dm 7'])).toEqual(['5 lunch', 'dm 7']);
});
