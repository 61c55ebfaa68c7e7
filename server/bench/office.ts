/**
 * `npm run bench -- office`: an office of fifty at the pace of people for half a minute (`--long`: fifteen; `--minutes N`), what sending
 * takes and what memory that needs; then how many such people there may be until sending takes longer than 200 ms.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { OfficePerson, type OfficeLog } from './parts/office-person.ts';
import { buildOrganization } from './parts/organization.ts';
import { reportBench, type BenchLine } from './parts/report.ts';
import {
  cpuMs,
  during,
  isLong,
  pause,
  percentile,
  rssMiB,
  startFloor,
  startHearth,
  withFolder,
  type Target,
} from './parts/targets.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string' } }, strict: false });
const minutes = Number(values.minutes ?? (isLong ? 15 : 0.5));
const size = 50;
/** The offices that are tried, each twice as large as the one before, and for how long. */
const sizes = isLong ? [100, 200, 400, 800, 1600, 3200] : [100, 200];
const stepSeconds = isLong ? 60 : 8;
const floorSeconds = isLong ? 30 : 8;
const mostMs = 200;
const mostMiB = 250;
/** Memory rises at the beginning, as code is compiled and lists of bounded length fill. */
const mostRise = 1.15;
const levelAfterMinutes = 5;

interface Day {
  log: OfficeLog;
  p50: number;
  p95: number;
  /** Share of one processor. */
  load: number;
  /** Resident memory, in MiB, at the ends of equal parts. */
  memory: number[];
}

/** Everyone works for so long; what the last of them do not finish is waited for. */
async function officeDay(target: Target, people: number, seconds: number, parts: number): Promise<Day> {
  const log: OfficeLog = { sendTimes: [], requests: 0, uploads: 0, reconnects: 0 };
  const all: OfficePerson[] = [];
  for (let index = 0; index < people; index += 1) all.push(await OfficePerson.start(target, index, people, log));
  log.sendTimes.length = 0;
  const [before, start] = [cpuMs(target), performance.now()];
  const memory: number[] = [];
  for (let part = 0; part < parts; part += 1) {
    await pause((seconds * 1000) / parts);
    memory.push(rssMiB(target));
  }
  const load = (cpuMs(target) - before) / (performance.now() - start);
  await Promise.all(all.map(async (person) => person.stop()));
  return { log, p50: percentile(log.sendTimes, 0.5), p95: percentile(log.sendTimes, 0.95), load, memory };
}

/** The office of fifty, on Hearth and on the floor. */
async function officeOfFifty(folder: string): Promise<BenchLine[]> {
  const { dataDir, authorizations } = await buildOrganization(join(folder, 'office'), { people: size, channels: 20 });
  const onFloor = async (target: Target): Promise<Day> => officeDay(target, size, floorSeconds, 1);
  const [bare, koa] = [await during(startFloor('node', size), onFloor), await during(startFloor('koa', size), onFloor)];
  const { day, alive } = await during(startHearth(dataDir, authorizations, { withProbe: true }), async (target) => ({
    day: await officeDay(target, size, minutes * 60, Math.max(3, minutes)),
    alive: await target.aliveBytes(),
  }));
  const { log, memory } = day;
  const last = memory.at(-1) ?? NaN;
  const rise = last / (memory[Math.floor(memory.length / 3)] ?? NaN);
  const deeds = `${log.sendTimes.length} sent, ${log.uploads} uploads, ${log.reconnects} reconnects, ${log.requests} requests, ${(day.load * 100).toFixed(0)} % of a processor`;
  const memoryReference = bare.memory.at(-1) ?? NaN;
  return [
    {
      name: `office of ${size}, ${minutes} minutes: sending, p95 (bare Koa ${koa.p95.toFixed(1)}; ${deeds})`,
      value: day.p95,
      unit: 'ms',
      reference: bare.p95,
      ratio: day.p95 / bare.p95,
      goal: `<= ${mostMs} ms`,
      holds: day.p95 <= mostMs,
    },
    {
      name: `office of ${size}: resident memory at the end (bare Koa ${Math.round(koa.memory.at(-1) ?? NaN)}; ${Math.round(alive / 2 ** 20)} MiB alive)`,
      value: last,
      unit: 'MiB',
      reference: memoryReference,
      ratio: last / memoryReference,
      goal: `<= ${mostMiB} MiB`,
      holds: last <= mostMiB,
    },
    {
      name: `office of ${size}: resident memory at the end against a third of the time (${memory.map(Math.round).join(' ')})`,
      value: rise,
      unit: 'times',
      reference: null,
      ratio: null,
      goal: minutes < levelAfterMinutes ? `shown: level from ${levelAfterMinutes} minutes on` : `<= ${mostRise}, level`,
      holds: minutes < levelAfterMinutes ? null : rise <= mostRise,
    },
  ];
}

/** Larger and larger offices, until one is too large. */
async function howMany(folder: string): Promise<BenchLine[]> {
  const lines: BenchLine[] = [];
  for (const people of sizes) {
    const { dataDir, authorizations } = await buildOrganization(join(folder, `of-${people}`), { people, channels: 20 });
    const { p50, p95, load } = await during(startHearth(dataDir, authorizations), async (target) =>
      officeDay(target, people, stepSeconds, 1),
    );
    lines.push({
      name: `office of ${people}: sending, p95 (p50 ${p50.toFixed(0)}, ${(load * 100).toFixed(0)} % of a processor)`,
      value: p95,
      unit: 'ms',
      reference: null,
      ratio: null,
      goal: `shown: until ${mostMs} ms`,
      holds: null,
    });
    if (p95 > mostMs) break;
  }
  return lines;
}

await reportBench(async () =>
  withFolder(async (folder) => [...(await officeOfFifty(folder)), ...(await howMany(folder))]),
);
