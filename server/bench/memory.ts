/** `npm run bench -- memory`: resident memory of the server, idle, with many messages, and with a thousand who wait. */
import { join } from 'node:path';
import { buildOrganization } from './parts/organization.ts';
import { reportBench, type BenchLine } from './parts/report.ts';
import {
  during,
  isLong,
  Listener,
  pause,
  percentile,
  restMs,
  rssMiB,
  startFloor,
  startHearth,
  withFolder,
  type Target,
} from './parts/targets.ts';
import { requestText, Wire } from './parts/wire.ts';

const waiting = 1000;
const messages = isLong ? 110_000 : 20_000;

/** What the compiler's threads leave behind differs by some MiB from start to start. */
const starts = isLong ? 5 : 1;

/** The median of so many starts, each at rest. */
async function atRestOf(start: () => Promise<Target>): Promise<number> {
  const measured: number[] = [];
  for (let index = 0; index < starts; index += 1) measured.push(await during(start(), atRest));
  return percentile(measured, 0.5);
}

async function atRest(target: Target): Promise<number> {
  const wire = await Wire.open(target.port);
  await wire.ask(requestText('GET', '/api/v1/server_settings', target.authorizations[0] ?? ''));
  wire.close();
  await pause(restMs);
  return rssMiB(target);
}

async function withWaiting(target: Target): Promise<number> {
  const listeners: Listener[] = [];
  for (let index = 0; index < waiting; index += 1) {
    const authorization = target.authorizations[index % target.authorizations.length] ?? '';
    listeners.push(await Listener.start(target.port, authorization, () => undefined));
  }
  await pause(restMs);
  const used = rssMiB(target);
  for (const listener of listeners) listener.stop();
  return used;
}

async function benchMemory(): Promise<BenchLine[]> {
  return withFolder(async (folder) => {
    const crowd = await buildOrganization(join(folder, 'crowd'), { people: waiting });
    const full = await buildOrganization(join(folder, 'full'), { people: 20, messages });
    const start = async ({ dataDir, authorizations }: typeof crowd): Promise<Target> =>
      startHearth(dataDir, authorizations);
    const [idle, idleKoa] = [await atRestOf(() => startFloor('node', 1)), await atRestOf(() => startFloor('koa', 1))];
    const crowded = await during(startFloor('node', waiting), withWaiting);
    const crowdedKoa = await during(startFloor('koa', waiting), withWaiting);
    const lines: [name: string, value: number, reference: number, koa: number, goal: number][] = [
      ['idle', await atRestOf(async () => startHearth(join(folder, 'empty'), [])), idle, idleKoa, 100],
      [`${messages} messages`, await atRestOf(async () => start(full)), idle, idleKoa, 150],
      [`${waiting} waiting`, await during(start(crowd), withWaiting), crowded, crowdedKoa, 220],
    ];
    return lines.map(([name, value, reference, koa, goal]) => ({
      name: `resident memory: ${name} (bare Koa ${Math.round(koa)})`,
      value,
      unit: 'MiB',
      reference,
      ratio: value / reference,
      goal: `<= ${goal} MiB`,
      holds: value <= goal,
    }));
  });
}

await reportBench(benchMemory);
