/** `npm run bench -- start`: from the command to the first answer, on an empty folder and on a full one. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildOrganization } from './parts/organization.ts';
import { reportBench, type BenchLine } from './parts/report.ts';
import { isLong, percentile, root, startFloor, startHearth, withFolder, type Target } from './parts/targets.ts';
import { requestText, Wire } from './parts/wire.ts';

const repetitions = 5;
const messages = isLong ? 110_000 : 20_000;

/** Milliseconds until the first answer: the best of some, because whatever else the machine does only adds. */
async function firstAnswer(start: () => Promise<Target>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < repetitions; round += 1) {
    const began = performance.now();
    const target = await start();
    const wire = await Wire.open(target.port);
    await wire.ask(requestText('GET', '/api/v1/server_settings', 'Basic YTpi'));
    times.push(performance.now() - began);
    wire.close();
    await target.stop();
  }
  return percentile(times, 0);
}

/** What node itself takes to begin and end. */
async function emptyNode(): Promise<number> {
  const began = performance.now();
  await new Promise((done) => spawn(process.execPath, ['-e', '0'], { cwd: root }).once('exit', done));
  return performance.now() - began;
}

async function benchStart(): Promise<BenchLine[]> {
  return withFolder(async (folder) => {
    const full = await buildOrganization(join(folder, 'full'), { people: 20, messages });
    const bare = await firstAnswer(async () => startFloor('koa'));
    const node = await firstAnswer(async () => startFloor('node'));
    let number = 0;
    const empty = await firstAnswer(async () => startHearth(join(folder, `empty-${(number += 1)}`), []));
    const filled = await firstAnswer(async () => startHearth(full.dataDir, full.authorizations));
    const goals: [string, number, number][] = [
      ['empty folder', empty, 600],
      [`${messages} messages`, filled, 900],
    ];
    const beside = `bare node ${Math.round(node)}, an empty script ${Math.round(await emptyNode())}`;
    return goals.map(([name, value, goal]): BenchLine => ({
      name: `start to first answer: ${name} (${beside})`,
      value,
      unit: 'ms',
      reference: bare,
      ratio: value / bare,
      goal: `<= ${goal} ms`,
      holds: value <= goal,
    }));
  });
}

await reportBench(benchStart);
