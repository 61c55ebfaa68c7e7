/** An answer that comes when something happens: changed on its way, told once, and its errors go to the user who asked. */
import { expect, test } from 'vitest';
import { Later } from './later.ts';

/** @returns one that waits, and what makes it happen. */
function waiting(): { later: Later<number>; happen: (value: number) => void } {
  let tell: ((result: () => number) => void) | undefined;
  return { later: new Later<number>((done) => (tell = done)), happen: (value) => tell?.(() => value) };
}

test('what is there at once and what comes later are informed alike', async () => {
  const told: number[] = [];
  new Later<number>((done) => done(() => 1)).map((value) => value + 1).when((result) => told.push(result()));
  const { later, happen } = waiting();
  later.map((value) => value + 1).when((result) => told.push(result()));
  expect(told).toEqual([2]);
  happen(2);
  expect(told).toEqual([2, 3]);
  const promised = waiting();
  const value = promised.later.promised();
  promised.happen(4);
  expect(await value).toBe(4);
});

test('a user who makes it happen does not meet the error of what comes of it', async () => {
  const { later, happen } = waiting();
  const failing = later.map((): number => {
    throw new Error('not to be made');
  });
  const value = failing.promised();
  expect(() => happen(1)).not.toThrow();
  await expect(value).rejects.toThrow('not to be made');
});
