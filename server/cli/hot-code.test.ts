/** What only a start needs is not compiled for speed, and what comes after it is. */
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { afterAll, expect, test } from 'vitest';
import { withoutOptimizing } from './hot-code.ts';

setFlagsFromString('--allow-natives-syntax');
const statusOf = runInThisContext('(of) => %GetOptimizationStatus(of)') as (of: unknown) => number;
afterAll(() => setFlagsFromString('--no-allow-natives-syntax'));
/** V8's bit for a function that has optimized code. */
const optimized = 16;

/** Makes a function hot, which makes its caller only warm. @returns whether V8 has optimized it by then. */
function heat(work: (steps: number) => number): boolean {
  for (let round = 0; round < 50; round += 1) work(20_000);
  return (statusOf(work) & optimized) !== 0;
}

/** Each a function of its own to V8, which shares what it knows of a text. */
const makeWork = (factor: number): ((steps: number) => number) =>
  runInThisContext(
    `(steps) => { let sum = 0; for (let step = 0; step < steps; step += 1) sum = (sum * ${factor} + step) % 1009; return sum; }`,
  ) as (steps: number) => number;

test('nothing is optimized while a start does its work, and everything again after it, also after one that failed', async () => {
  const work = makeWork(31);
  const during = await withoutOptimizing(async () => {
    const first = heat(work);
    await new Promise((done) => setTimeout(done, 20));
    return [first, heat(work)];
  });
  expect(during).toEqual([false, false]);
  await expect.poll(() => heat(work)).toBe(true);

  const refused = withoutOptimizing(async () => Promise.reject(new Error('refused')));
  await expect(refused).rejects.toThrow('refused');
  const next = makeWork(37);
  await expect.poll(() => heat(next)).toBe(true);
});
