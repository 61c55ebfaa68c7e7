/** Remaining entries of a shortened history. */
import { expect, test } from 'vitest';
import { foldedHistory, maxEdits, maxHistoryLength, type HistoryEntry } from './history-rules.ts';

const edit = (timestamp: number, text: string): HistoryEntry => ({
  user_id: 10,
  timestamp,
  prev_content: text,
  prev_rendered_content: `<p>${text}</p>`,
});
const move = (timestamp: number, from: string, to: string): HistoryEntry => ({
  user_id: 20 + timestamp,
  timestamp,
  prev_topic: from,
  topic: to,
});
const fold = (entries: readonly HistoryEntry[]): HistoryEntry[] =>
  JSON.parse(foldedHistory(JSON.stringify(entries))) as HistoryEntry[];

test('the latest edits stay as they were, and those before them become one in the author’s name', () => {
  const entries = Array.from({ length: maxEdits + 1 }, (_, index) => edit(1000 - index, `text ${index}`));
  const left = fold(entries);
  expect(left.slice(0, -1)).toEqual(entries.slice(0, left.length - 1));
  expect(left.length).toBeGreaterThan(maxEdits / 2);
  expect(left.at(-1)).toEqual({ ...edit(1000 - left.length + 1, `text ${maxEdits}`), user_id: 10 });
});

test('long versions leave fewer of them, and the first however long it is', () => {
  const long = (letter: string): string => letter.repeat(maxHistoryLength / 10);
  const entries = [...'edcba'].map((letter, index) => edit(9 - index, long(letter)));
  const left = fold(entries);
  expect(JSON.stringify(left).length).toBeLessThanOrEqual(maxHistoryLength);
  expect(left).toEqual([entries[0], entries[1], edit(7, long('a'))]);
  expect(fold([edit(2, 'b'), edit(1, long('a').repeat(9))])).toEqual([edit(2, long('a').repeat(9))]);
});

test('moves become one from the first place to the last, and none when that is the same', () => {
  const filler = edit(50, 'x'.repeat(maxHistoryLength / 3));
  const channel = { user_id: 7, timestamp: 3, prev_stream: 1, stream: 2 };
  expect(fold([filler, move(5, 'b', 'c'), channel, move(1, 'a', 'b')])).toEqual([
    filler,
    { user_id: 25, timestamp: 5, prev_stream: 1, stream: 2, prev_topic: 'a', topic: 'c' },
  ]);
  expect(fold([filler, move(5, 'b', 'a'), move(1, 'a', 'b')])).toEqual([filler]);
});
