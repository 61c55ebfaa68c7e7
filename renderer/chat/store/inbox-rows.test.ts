/** Inbox rows with section and order. */
import { expect, test } from 'vitest';
import { direct, inChannel, keyOf, type Conversation } from '../../client/state/conversation.ts';
import type { ChannelSection } from './channel-list.ts';
import { inboxSections, keepRows as keepRowsWith, type ShownRows } from './inbox-rows.ts';
import type { UnreadCount } from './unread.ts';

const unread = (conversation: Conversation, ids: number[], rest: Partial<UnreadCount> = {}) =>
  [
    keyOf(conversation),
    { conversation, ids, mentions: 0, isMuted: false, isFollowed: false, ...rest },
  ] as const satisfies readonly [string, UnreadCount];
const counts = (...rows: (readonly [string, UnreadCount])[]) => ({ byConversation: new Map(rows) });
const channels = [
  { key: 'pinned', title: null, channels: [{ stream_id: 9 }] },
  { key: 'others', title: 'Projects', channels: [{ stream_id: 5 }, { stream_id: 6 }] },
] as unknown as ChannelSection[];
const none: ShownRows = new Map();
const keepRows = (shown: ShownRows, now: ReturnType<typeof counts>, deleted: readonly number[] = []): ShownRows =>
  keepRowsWith(shown, now, (id) => deleted.includes(id));
const shape = (shown: ShownRows, filter: Parameters<typeof inboxSections>[2] = 'all') =>
  inboxSections(shown, channels, filter).map(({ key, rows }) => [key, rows.map((row) => [row.newestId, row.count])]);

const lunch = inChannel(5, 'lunch');
const noise = inChannel(6, 'noise');
const bo = direct([7], 1);

test('direct messages first, then channels in the order of the sidebar, what is muted last; the newest first', () => {
  const shown = keepRows(
    none,
    counts(
      unread(noise, [50], { isMuted: true }),
      unread(inChannel(9, 'pinned'), [3]),
      unread(lunch, [1, 4]),
      unread(inChannel(5, 'tea'), [8]),
      unread(inChannel(6, 'new'), [30]),
      unread(bo, [2]),
    ),
  );
  expect(shape(shown)).toEqual([
    ['direct', [[2, 1]]],
    ['channel 9', [[3, 1]]],
    ['channel 6', [[30, 1]]],
    [
      'channel 5',
      [
        [8, 1],
        [4, 2],
      ],
    ],
    ['muted', [[50, 1]]],
  ]);
});

test('a row that is read while the inbox is open stays in its place, and comes alive with the next message', () => {
  const opened = keepRows(none, counts(unread(lunch, [1, 4]), unread(inChannel(5, 'tea'), [8])));
  const read = keepRows(opened, counts(unread(lunch, [1, 4])));
  expect(shape(read)).toEqual([
    [
      'channel 5',
      [
        [8, 0],
        [4, 2],
      ],
    ],
  ]);
  expect(keepRows(read, counts(unread(lunch, [1, 4])))).toBe(read);
  const again = keepRows(read, counts(unread(lunch, [1, 4]), unread(inChannel(5, 'tea'), [12])));
  expect(shape(again)).toEqual([
    [
      'channel 5',
      [
        [12, 1],
        [4, 2],
      ],
    ],
  ]);
});

test('a mention in a muted topic stands with its channel, and counts alone', () => {
  const shown = keepRows(none, counts(unread(noise, [50, 51, 52], { isMuted: true, mentions: 1 })));
  expect(shape(shown)).toEqual([['channel 6', [[52, 1]]]]);
});

test('filters leave what they name', () => {
  const shown = keepRows(
    none,
    counts(
      unread(lunch, [1], { isFollowed: true }),
      unread(inChannel(5, 'tea'), [8], { mentions: 1 }),
      unread(inChannel(5, 'rest'), [9]),
      unread(bo, [2]),
    ),
  );
  const keysOf = (filter: Parameters<typeof inboxSections>[2]) =>
    inboxSections(shown, channels, filter).flatMap(({ rows }) => rows.map(({ newestId }) => newestId));
  expect(keysOf('all')).toEqual([2, 9, 8, 1]);
  expect(keysOf('for-me')).toEqual([2, 8]);
  expect(keysOf('followed')).toEqual([1]);
  expect(keysOf('direct')).toEqual([2]);
});

test('a row whose messages were deleted or moved elsewhere was not read, and goes', () => {
  const opened = keepRows(none, counts(unread(lunch, [1, 4]), unread(bo, [2])));
  expect(shape(keepRows(opened, counts(unread(bo, [2])), [1, 4]))).toEqual([['direct', [[2, 1]]]]);
  const moved = keepRows(opened, counts(unread(noise, [1, 4]), unread(bo, [2])));
  expect(shape(moved).map(([key]) => key)).toEqual(['direct', 'channel 6']);
  // What is left of it is unread as before, and what was read here stays when it is deleted later.
  expect(shape(keepRows(opened, counts(unread(lunch, [1]), unread(bo, [2])), [4]))).toContainEqual([
    'channel 5',
    [[1, 1]],
  ]);
  const read = keepRows(opened, counts(unread(bo, [2])));
  expect(keepRows(read, counts(unread(bo, [2])), [4])).toBe(read);
});
