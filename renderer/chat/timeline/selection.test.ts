/** Selected message for keys, and the next one. */
import { expect, test } from 'vitest';
import type { Row } from './rows.ts';
import { messageAtHand, messageBeside, takenRow } from './selection.ts';

const message = (id: number): Row => ({ kind: 'message', key: `m${id}`, id, isFirst: true });
const rows: readonly Row[] = [
  { kind: 'day', key: 'day', timestamp: 0 },
  message(10),
  message(20),
  { kind: 'muted', key: 'muted-30', ids: [30, 31] },
  message(40),
  { kind: 'pending', key: 'sending', isFirst: true },
];
const atEnd = { isAtEnd: true, lastSeen: 0 };
const without = (...ids: number[]): Row[] => rows.filter((row) => row.kind !== 'message' || !ids.includes(row.id));
const atHand = (key: string, shown: readonly Row[] = rows) => messageAtHand(shown, takenRow(rows, key), atEnd);

test('keys act on the last message seen before one is clicked', () => {
  expect(messageAtHand(rows, null, atEnd)).toBe(40);
  expect(messageAtHand(rows, null, { isAtEnd: false, lastSeen: 20 })).toBe(20);
  expect(messageAtHand(rows, null, { isAtEnd: false, lastSeen: 31 })).toBe(20);
  expect(messageAtHand([], null, atEnd)).toBeNull();
});

test.each(['m10', 'm20', 'm40'])('keys act on the clicked message %s, wherever the list stands', (key) => {
  expect(atHand(key)).toBe(Number(key.slice(1)));
  expect(messageAtHand(rows, takenRow(rows, key), { isAtEnd: false, lastSeen: 30 })).toBe(Number(key.slice(1)));
});

test('a click between messages takes none', () => {
  expect(takenRow(rows, 'day')).toBeNull();
  expect(takenRow(rows, '')).toBeNull();
});

test('keys act on no message while the clicked one is sent, folded, deleted or moved away', () => {
  expect(atHand('sending')).toBeNull();
  expect(atHand('muted-30')).toBeNull();
  expect(atHand('m20', without(20))).toBeNull();
  expect(atHand('m40', without(40))).toBeNull();
});

test('keys act on the clicked message as soon as it is sent, and again when its deletion is undone', () => {
  const sent: Row[] = [...rows.slice(0, -1), { kind: 'message', key: 'sending', id: 50, isFirst: true }];
  expect(atHand('sending', sent)).toBe(50);
  const taken = takenRow(rows, 'm20');
  expect([without(20), rows].map((shown) => messageAtHand(shown, taken, atEnd))).toEqual([null, 20]);
});

test('steps lead on from the clicked row, also from one that is gone, folded or being sent', () => {
  const beside = (key: string, by: number, shown: readonly Row[] = rows) => {
    const taken = takenRow(rows, key);
    return taken === null ? undefined : messageBeside(shown, taken, by);
  };
  expect([-1, 0, 1].map((by) => beside('m20', by))).toEqual([10, 20, 40]);
  expect([-1, 1].map((by) => beside('m10', by))).toEqual([10, 20]);
  expect([-1, 1].map((by) => beside('m40', by))).toEqual([20, 40]);
  expect([-1, 0, 1].map((by) => beside('m20', by, without(20)))).toEqual([10, 40, 40]);
  expect([-1, 0, 1].map((by) => beside('m40', by, without(40)))).toEqual([20, 20, 20]);
  expect([-1, 0, 1].map((by) => beside('muted-30', by))).toEqual([20, 40, 40]);
  expect([-1, 0, 1].map((by) => beside('sending', by))).toEqual([40, 40, 40]);
  expect(beside('m20', 1, [])).toBeNull();
});

test('steps follow the order on the screen where rows are sorted by match', () => {
  const best: readonly Row[] = [
    { kind: 'conversation', key: 'place-40', conversation: { kind: 'direct', userIds: [7] }, messageId: 40 },
    message(40),
    message(10),
    { kind: 'muted', key: 'muted-50', ids: [50] },
    message(20),
  ];
  const beside = (key: string, by: number) => messageBeside(best, takenRow(best, key), by);
  expect([-1, 0, 1].map((by) => beside('m40', by))).toEqual([40, 40, 10]);
  expect([-1, 0, 1].map((by) => beside('m10', by))).toEqual([40, 10, 20]);
  expect([-1, 0, 1].map((by) => beside('muted-50', by))).toEqual([10, 20, 20]);
  expect([-1, 0, 1].map((by) => beside('m20', by))).toEqual([10, 20, 20]);
});

test('the first step of a list in which no message is at hand leads to its first message', () => {
  expect([-1, 0, 1].map((by) => messageBeside(rows, null, by))).toEqual([10, 10, 10]);
  expect(messageBeside([message(40), message(10)], null, 1)).toBe(40);
});
