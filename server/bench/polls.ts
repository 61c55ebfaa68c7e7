/**
 * `npm run bench -- polls`: five thousand clients that wait for events at once. What each keeps alive beside what its connection takes
 * on a bare node:http, and that a message reaches all of them.
 */
import { allHeard } from './parts/fan-out.ts';
import { buildOrganization, type BuiltOrganization } from './parts/organization.ts';
import { reportBench, type BenchLine } from './parts/report.ts';
import {
  during,
  isLong,
  Listener,
  pause,
  rssMiB,
  startFloor,
  startHearth,
  withFolder,
  type Target,
} from './parts/targets.ts';
import { requestText, Wire } from './parts/wire.ts';

const clients = isLong ? 5000 : 1000;
/** Each with several devices: one may have a hundred queues. */
const people = clients / 20;
const mostKiB = 20;
/** Until what a start took has been given back: it would count as given back by those who wait. */
const restMs = 4000;

interface Measured {
  /** Of one client. */
  aliveKiB: number;
  rssKiB: number;
  heard: number;
}

async function waitAll(target: Target): Promise<Measured> {
  await pause(restMs);
  const before = { alive: await target.aliveBytes(), rss: rssMiB(target) };
  let heard = 0;
  const listeners: Listener[] = [];
  for (let index = 0; index < clients; index += 1) {
    const authorization = target.authorizations[index % people] ?? '';
    listeners.push(await Listener.start(target.port, authorization, () => void (heard += 1)));
  }
  const aliveKiB = ((await target.aliveBytes()) - before.alive) / 1024 / clients;
  const rssKiB = ((rssMiB(target) - before.rss) * 1024) / clients;
  const sender = await Wire.open(target.port);
  const form = { type: 'stream', to: '"general"', topic: 'bench', content: 'bench 1' };
  const { status, body } = await sender.ask(
    requestText('POST', '/api/v1/messages', target.authorizations[0] ?? '', form),
  );
  if (status !== 200) throw new Error(`${status} ${body}`);
  await allHeard(() => heard, clients);
  sender.close();
  for (const listener of listeners) listener.stop();
  return { aliveKiB, rssKiB, heard };
}

async function benchPolls(): Promise<BenchLine[]> {
  return withFolder(async (folder) => {
    const { dataDir, authorizations }: BuiltOrganization = await buildOrganization(folder, { people });
    const bare = await during(startFloor('node', people, true), waitAll);
    const koa = await during(startFloor('koa', people, true), waitAll);
    const hearth = await during(startHearth(dataDir, authorizations, { withProbe: true }), waitAll);
    const own = hearth.aliveKiB - bare.aliveKiB;
    return [
      {
        name: `${clients} waiting polls: alive after a collection for each, its connection not counted (bare Koa ${koa.aliveKiB.toFixed(1)} with it)`,
        value: own,
        unit: 'KiB',
        reference: bare.aliveKiB,
        ratio: null,
        goal: `< ${mostKiB} KiB`,
        holds: own < mostKiB,
      },
      {
        name: `${clients} waiting polls: resident memory for each, its connection included (bare Koa ${koa.rssKiB.toFixed(1)})`,
        value: hearth.rssKiB,
        unit: 'KiB',
        reference: bare.rssKiB,
        ratio: hearth.rssKiB / bare.rssKiB,
        goal: 'shown',
        holds: null,
      },
      {
        name: `${clients} waiting polls: a message reached`,
        value: hearth.heard,
        unit: 'clients',
        reference: bare.heard,
        ratio: null,
        goal: 'all',
        holds: hearth.heard === clients,
      },
    ];
  });
}

await reportBench(benchPolls);
