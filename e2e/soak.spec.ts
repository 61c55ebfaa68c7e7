/** The short form of the soak; the long one is `npm run soak -- --minutes 10`. */
import { expect, test } from '@playwright/test';
import { inForm } from './long-form.ts';
import { growthOf, soak } from './soak/soak.ts';

test('nothing that is alive in the memory of a busy server rises with the requests that it answers', async () => {
  const size = inForm({ people: 6, warmUpMs: 2000 }, { people: 12, warmUpMs: 5000 });
  const report = await soak({ ...size, requestsBetween: 1200, looks: 1 });
  expect(report.problems).toEqual([]);
  // The run did what it is about, on a slow machine too.
  const [first, last] = [report.looks[0], report.looks.at(-1)];
  expect((last?.requests ?? 0) - (first?.requests ?? 0)).toBeGreaterThan(1000);
  // What is kept of the newest requests, so many and no more, are plain objects and lists that may not be full yet.
  const rising = growthOf(report).filter(
    ({ name, perRequest }) => perRequest > 0.05 && !['Object', 'Array'].includes(name),
  );
  expect(rising).toEqual([]);
});
