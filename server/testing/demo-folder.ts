/** The demo for tests: a scenario is built once a run, by whichever file asks first, and copied for the user who changes it. */
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildDemo } from '../demo/build.ts';
import { defaultLastDay } from '../demo/calendar.ts';
import type { ScenarioName } from '../demo/scenario-names.ts';

/** The work factor of the demo's password in tests. */
export const cheapHashing = 4;

/** Made before the tests, and removed after them (find-build.mjs). */
const shared = (): string => {
  const folder = process.env['HEARTH_TEST_SHARED'];
  if (folder === undefined) throw new Error('these tests need the global setup of their project');
  return folder;
};

/** @param to a folder that is not there yet: it gets a copy of the scenario, ending on the default last day. */
export async function copyDemo(scenario: ScenarioName, to: string): Promise<void> {
  const built = join(shared(), scenario);
  if (!existsSync(built)) {
    const folder = await mkdtemp(join(shared(), `${scenario}-`));
    await buildDemo(folder, defaultLastDay, { passwordCost: cheapHashing, scenario });
    // Someone else may have been quicker; what they built is the same.
    await rename(folder, built).catch(() => rm(folder, { recursive: true }));
  }
  await cp(built, to, { recursive: true });
}
