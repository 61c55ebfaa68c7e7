/** The heading of a conversation stays in sight above its messages. */
import { expect, test } from 'vitest';
import { inChannel } from '../../client/state/conversation.ts';
import { placeAbove } from './place-above.tsx';
import type { Row } from './rows.ts';

const line = (topic: string, messageId: number): Row => ({
  kind: 'conversation',
  key: `place-${messageId}`,
  conversation: inChannel(5, topic),
  messageId,
});
const message = (id: number): Row => ({ kind: 'message', key: String(id), id, isFirst: true });
const rows = [line('one', 1), message(1), message(2), line('two', 3), message(3)];

test('names the conversation of the first message that is seen, once its own line is away', () => {
  expect(placeAbove(rows, 2, true)).toBe(rows[0]);
  expect(placeAbove(rows, 1, false)).toBe(rows[0]);
  expect(placeAbove(rows, 3, false)).toBe(rows[3]);
});

test('says nothing where the line itself is seen, or nothing is', () => {
  expect(placeAbove(rows, 1, true)).toBeNull();
  expect(placeAbove(rows, 0, true)).toBeNull();
  expect(placeAbove([message(1)], 1, false)).toBeNull();
});
