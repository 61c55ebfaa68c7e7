/** `npm run bench -- memory`: resident memory of the server, idle, with many messages, and with a thousand who wait. */
import { join } from 'node:path';
import { buildOrganization } from './parts/organization.ts';
import { reportBench, type BenchLine } from './parts/report.ts';
import {
  during,
  isLong,
  Listener,
  pause,
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

/** The same on bare node:http, and on bare Koa. */
async function floors(people: number, measure: (target: Target) => Promise<number>): Promise<[number, number]> {
  return [await during(startFloor('node', people), measure), await during(startFloor('koa', people), measure)];
}

async function benchMemory(): Promise<BenchLine[]> {
  return withFolder(async (folder) => {
    const crowd = await buildOrganization(join(folder, 'crowd'), { people: waiting });
    const full = await buildOrganization(join(folder, 'full'), { people: 20, messages });
    const start = async ({ dataDir, authorizations }: typeof crowd): Promise<Target> =>
      startHearth(dataDir, authorizations);
    const [idle, idleKoa] = await floors(1, atRest);
    const [crowded, crowdedKoa] = await floors(waiting, withWaiting);
    const lines: [name: string, value: number, reference: number, koa: number, goal: number][] = [
      ['idle', await during(startHearth(join(folder, 'empty'), []), atRest), idle, idleKoa, 100],
      [`${messages} messages`, await during(start(full), atRest), idle, idleKoa, 150],
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
