/** Turns of tabs to wait at the server, as they come and go. */
import { expect, test } from 'vitest';
import { isTurnOf, mostShown, type Turn } from './turns.ts';

const turn = (tab: string, isShown: boolean, until = 100): Turn => ({ tab, isShown, until });

test('of hidden tabs one waits, until its turn runs out or it leaves', () => {
  expect(isTurnOf([], turn('a', false), 0)).toBe(true);
  const bell = [turn('a', false)];
  expect(isTurnOf(bell, turn('b', false), 50)).toBe(false);
  expect(isTurnOf(bell, turn('b', false), 100)).toBe(true);
});

test('a tab that has its turn keeps it', () => {
  expect(isTurnOf([turn('a', false)], turn('a', false), 50)).toBe(true);
});

test('tabs that are shown wait beside the bell, three of them, so that connections are left for what is sent', () => {
  const turns: Turn[] = [turn('bell', false)];
  for (let n = 0; n < mostShown; n += 1) {
    const next = turn(`shown ${n}`, true);
    expect(isTurnOf(turns, next, 0)).toBe(true);
    turns.push(next);
  }
  expect(isTurnOf(turns, turn('one more', true), 0)).toBe(false);
});

test('a tab that is hidden is the bell, not one of those that are shown', () => {
  const turns = [turn('a', true), turn('b', true), turn('c', true)];
  expect(isTurnOf(turns, turn('a', false), 0)).toBe(true);
  expect(isTurnOf([turn('a', false), turn('b', true), turn('c', true)], turn('d', true), 0)).toBe(true);
});
