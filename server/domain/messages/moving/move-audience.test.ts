/** Whom a move concerns: very many users share few lists of messages, and what is made of a list is made once. */
import { expect, it } from 'vitest';
import { toldOf, type IdsByUser } from './move-audience.ts';

it('gives users of the same messages one list, and each what is theirs', () => {
  const all = Array.from({ length: 4000 }, (_, index) => index + 1);
  const few = [5, 6, 7];
  const people = Array.from({ length: 1000 }, (_, index) => index);
  const before: IdsByUser = new Map(people.map((id) => [id, id % 2 === 0 ? all : few]));
  const after: IdsByUser = new Map(people.map((id) => [id, all]));
  const lost: IdsByUser = new Map([
    [1, few],
    [2, all],
  ]);
  const told = toldOf(all, before, after, lost);
  expect(told.get(0)).toEqual(all);
  expect(told.get(1)).toEqual(all.filter((id) => !few.includes(id)));
  expect(told.has(2)).toBe(false);
  expect(told.size).toBe(people.length - 1);
  // Everyone but user 1 knows all of them, by however many ways.
  expect(new Set(told.values()).size).toBe(2);
});
