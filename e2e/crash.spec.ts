/** The short form of the crash test; the long one is `npm run crash -- --rounds 100`. */
import { expect, test } from '@playwright/test';
import { runCrashRounds } from './crash/harness.ts';
import { inForm } from './long-form.ts';

test('nothing acknowledged is lost when the server is killed under eight writers', async () => {
  // By its seed, a start is killed too after each of the two rounds.
  const { rounds, seed } = inForm({ rounds: 2, seed: 45 }, { rounds: 8, seed: 7 });
  const report = await runCrashRounds({ rounds, seed });
  expect(report.problems).toEqual([]);
  // The run did what it is about: it wrote, it compacted, it was killed while serving and while starting.
  expect(report.acknowledged).toBeGreaterThan(12.5 * rounds);
  expect(report.compactions).toBeGreaterThan(0);
  expect(report.killsWhileStarting).toBeGreaterThan(0);
});
