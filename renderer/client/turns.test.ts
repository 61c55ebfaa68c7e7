/** Turns of tabs to wait at the server, as they come and go. */
import { expect, test } from 'vitest';
import { mostShown, takeTurn, type Turn } from './turns.ts';

const turn = (tab: string, isShown: boolean, until = 100): Turn => ({ tab, isShown, until });

test('of hidden tabs one waits, until its turn runs out or it leaves', () => {
  const bell = takeTurn([], turn('a', false), 0) ?? [];
  expect(bell).toEqual([turn('a', false)]);
  expect(takeTurn(bell, turn('b', false), 50)).toBeNull();
  expect(takeTurn(bell, turn('b', false, 200), 100)).toEqual([turn('b', false, 200)]);
});

test('a tab that has its turn keeps it, with a new end', () => {
  expect(takeTurn([turn('a', false)], turn('a', false, 200), 50)).toEqual([turn('a', false, 200)]);
});

test('tabs that are shown wait beside the bell, three of them, so that connections are left for what is sent', () => {
  let turns: Turn[] = [turn('bell', false)];
  for (let n = 0; n < mostShown; n += 1) turns = takeTurn(turns, turn(`shown ${n}`, true), 0) ?? [];
  expect(turns).toHaveLength(1 + mostShown);
  expect(takeTurn(turns, turn('one more', true), 0)).toBeNull();
});

test('a tab that is hidden gives its place among the shown ones up', () => {
  const turns = [turn('a', true), turn('b', true), turn('c', true)];
  const after = takeTurn(turns, turn('a', false), 0);
  expect(after).toEqual([turn('b', true), turn('c', true), turn('a', false)]);
  expect(takeTurn(after ?? [], turn('d', true), 0)).not.toBeNull();
});
