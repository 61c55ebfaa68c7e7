/** Messages that arrive during a request are in its range, wherever its answer was made. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { narrowKey, type Narrow } from '../routing/narrow.ts';
import { MessageStore } from './message-store.ts';
import type { Message } from './message.ts';
import { RangeStore } from './range-store.ts';

const narrow: Narrow = [
  { operator: 'channel', operand: 5, negated: false },
  { operator: 'topic', operand: 'paint', negated: false },
];
const key = narrowKey(narrow);
/** Gives the answer that is waited for. */
let answer: (ids: number[], foundNewest?: boolean) => void;
let messages: MessageStore;
let ranges: RangeStore;
/** What the server has of every message. */
let content: string;

const message = (id: number, subject = 'paint'): Message =>
  ({ id, type: 'stream', stream_id: 5, subject, sender_id: 7, flags: ['read'], content }) as never;

const cameByEvent = (one: Message): void => {
  messages.add(one);
  ranges.place([one]);
};

beforeEach(() => {
  content = '<p>x</p>';
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    () =>
      new Promise((resolve) => {
        answer = (ids, foundNewest = true) => {
          const found = { found_oldest: true, found_newest: foundNewest, found_anchor: true, anchor: ids[0] };
          resolve(new Response(JSON.stringify({ ...found, messages: ids.map((id) => message(id)) })));
        };
      }),
  );
  messages = new MessageStore();
  ranges = new RangeStore({
    messages,
    context: () => ({ ownId: 8 }) as never,
    extraTerms: () => [],
    flagsTold: () => Promise.resolve(),
    visible: () => null,
  });
});

afterEach(() => vi.restoreAllMocks());

test('a message that comes before the first answer, which does not have it, is behind it', async () => {
  const opened = ranges.open(narrow, 'newest');
  cameByEvent(message(3));
  cameByEvent(message(4, 'something else'));
  answer([1, 2]);
  await opened;
  expect(ranges.get(key)?.ids).toEqual([1, 2, 3]);
});

test('the same of the page that ends a list, and once only where the answer has it', async () => {
  const opened = ranges.open(narrow, 'oldest');
  answer([1, 2], false);
  await opened;
  const more = ranges.loadMore(key, 'newer');
  cameByEvent(message(4));
  cameByEvent(message(5));
  answer([3, 4]);
  await more;
  expect(ranges.get(key)?.ids).toEqual([1, 2, 3, 4, 5]);
});

test('what was taken away meanwhile stays away', async () => {
  const opened = ranges.open(narrow, 'newest');
  cameByEvent(message(3));
  messages.delete([3]);
  ranges.remove([3]);
  answer([1, 2]);
  await opened;
  expect(ranges.get(key)?.ids).toEqual([1, 2]);
});

test('an answer that an event has made old before its messages were here is asked for again', async () => {
  const opened = ranges.open(narrow, 'newest');
  const edit = { type: 'update_message', message_id: 2, message_ids: [2], rendered_content: '<p>y</p>', flags: [] };
  messages.apply(edit as never);
  messages.delete([3]);
  ranges.remove([3]);
  answer([1, 2, 3]);
  await expect.poll(() => fetch).toHaveBeenCalledTimes(2);
  content = '<p>y</p>';
  answer([1, 2]);
  await opened;
  expect(ranges.get(key)?.ids).toEqual([1, 2]);
  expect(messages.get(2)?.content).toBe('<p>y</p>');
});

test('what is read again is new of a message that was read meanwhile, which stays read', async () => {
  const first = ranges.open(narrow, 'newest');
  answer([1, 2]);
  await first;
  content = '<p>a vote of the gap</p>';
  const reread = ranges.reread(key);
  await expect.poll(() => fetch).toHaveBeenCalledTimes(2);
  const flags = { type: 'update_message_flags', op: 'add', flag: 'starred', messages: [2], all: false };
  messages.apply(flags as never);
  answer([1, 2]);
  await reread;
  expect(messages.get(2)?.content).toBe(content);
  expect(messages.get(2)?.flags).toEqual(['read', 'starred']);
});
