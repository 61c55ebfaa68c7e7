/**
 * The long form of the walk: `npm run walk -- --seeds 1000 --from 1`; what fails is made shorter and shown. With `--import` the law of
 * imports is looked after, too.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { exportTeam } from '../../operations/team-export/team-export.ts';
import { comparedAgain, ownerOf } from '../import-law.ts';
import type { World } from '../world.ts';
import { shortened, walk, WalkFailure } from './walk.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    steps: { type: 'string', default: '60' },
    together: { type: 'string', default: '10' },
    import: { type: 'boolean', default: false },
  },
});
const [count, from, steps, together] = [values.seeds, values.from, values.steps, values.together].map(Number) as [
  number,
  number,
  number,
  number,
];
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

let failures = 0;

/** Exports the world, imports that, and says what was lost. */
async function lookAfterImport({ dataDir, clock: { nowMs } }: World, first: number | undefined): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'hearth-import-law-'));
  try {
    const exported = join(root, '1.tar.gz');
    await exportTeam(dataDir, exported);
    const { isWhole, differences } = await comparedAgain(root, 'walk', {
      from: exported,
      owner: await ownerOf(dataDir),
      nowMs,
    });
    if (isWhole && differences.length === 0) return;
    failures += 1;
    say(`FAILED the import from seed ${first} on: ${JSON.stringify(differences, null, 1)}`);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

for (let start = from; start < from + count; start += together) {
  const seeds = Array.from({ length: Math.min(together, from + count - start) }, (_, at) => start + at);
  try {
    await walk({
      seeds,
      steps,
      ...(values.import && { afterwards: (world: World) => lookAfterImport(world, seeds[0]) }),
    });
    say(`seeds ${seeds[0]} to ${seeds.at(-1)}: as they would be told`);
  } catch (error) {
    if (!(error instanceof WalkFailure)) throw error;
    failures += 1;
    say(`FAILED ${error.message}\nLeaving out what it does not need takes a while …`);
    const { walk: shortest, failure } = await shortened({ seeds, steps }, error);
    say(`seed ${error.seed}, with ${shortest.only?.size ?? 'all'} steps left:`);
    say(failure.log.join('\n'));
    say(failure.message);
  }
}
say(`${count} seeds, ${failures} worlds with a failure`);
process.exitCode = failures === 0 ? 0 : 1;
