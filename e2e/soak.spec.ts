/** The short form of the soak; the long one is `npm run soak -- --minutes 10`. */
import { expect, test } from '@playwright/test';
import { inForm } from './long-form.ts';
import { growthOf, startSoak, type Soak } from './soak/soak.ts';

const requests = 1200;
let soak: Soak;

test.beforeAll(async () => {
  soak = await startSoak(inForm(6, 12));
  // What is kept of the newest requests fills up meanwhile, which is no leak.
  await soak.look(inForm(2000, 5000), requests);
});

test('nothing that is alive in the memory of a busy server rises with the requests that it answers', async () => {
  await soak.look(0, requests);
  const report = await soak.end();
  expect(report.problems).toEqual([]);
  // The run did what it is about, on a slow machine too.
  const [first, last] = report.looks;
  expect((last?.requests ?? 0) - (first?.requests ?? 0)).toBeGreaterThan(1000);
  // What is kept of the newest requests, so many and no more, are plain objects and lists that may not be full yet.
  const rising = growthOf(report).filter(
    ({ name, perRequest }) => perRequest > 0.05 && !['Object', 'Array'].includes(name),
  );
  expect(rising).toEqual([]);
});
