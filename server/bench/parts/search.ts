/**
 * Searches and narrows over many messages: processor time of a first page of 100 and of its longest step, in which others
 * wait; beside the words alone in FTS5 or FTS4 over the same text, which know nothing of who may read what.
 */
import { mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ChatServices } from '../../domain/acting.ts';
import { readNarrow } from '../../domain/messages/narrow.ts';
import { rangeSteps, type Range } from '../../domain/messages/reading/range-query.ts';
import { buildSearchIndex } from '../../domain/messages/search/search-build.ts';
import { findUser, type UserRow } from '../../domain/users/rows.ts';
import { startServer } from '../../start.ts';
import type { Storage } from '../../storage/database.ts';
import { buildOrganization } from './organization.ts';
import type { BenchLine } from './report.ts';
import { fillCorpus } from './search-corpus.ts';
import { searchOverHttp } from './search-http.ts';
import { queries, type Query } from './search-queries.ts';
import { openSearchReference } from './search-reference.ts';
import { isLong, percentile, withFolder } from './targets.ts';

/** Goals, in milliseconds of processor: the 95th of a hundred pages, and the longest step. */
const pageGoal = 50;
const stepGoal = 20;
const page: Range = { anchor: 'newest', includeAnchor: true, numBefore: 100, numAfter: 0 };
/** Each search so often: the middle one counts. */
const rounds = 3;
const sizes = { long: 1_000_000, short: 20_000 };

interface Cost {
  set: string;
  text: string;
  cpuMs: number;
  longestStepMs: number;
  reference: number | null;
}

const cpuNow = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const middle = (values: readonly number[]): number => percentile(values, 0.5);

async function costOf(
  storage: Storage,
  userId: number,
  { narrow }: Query,
): Promise<Pick<Cost, 'cpuMs' | 'longestStepMs'>> {
  return storage.read((db) => {
    const user = findUser(db, userId) as UserRow;
    const began = cpuNow();
    let [step, longestStepMs] = [began, 0];
    const steps = rangeSteps({ db, user }, readNarrow({ db, user }, narrow).filters, page);
    for (;;) {
      const { done } = steps.next();
      const now = cpuNow();
      longestStepMs = Math.max(longestStepMs, now - step);
      step = now;
      if (done === true) return { cpuMs: now - began, longestStepMs };
    }
  });
}

/** The middle of some rounds: what else the machine does in one of them counts for nothing. */
async function costsOf(storage: Storage, userId: number, set: readonly Query[]): Promise<Cost[]> {
  const reference = await openSearchReference(storage);
  const costs: Cost[] = [];
  for (const query of set) {
    await costOf(storage, userId, query);
    const own = [];
    const theirs = [];
    for (let round = 0; round < rounds; round += 1) {
      own.push(await costOf(storage, userId, query));
      if (query.match !== undefined) theirs.push(cpuOf(() => reference(query.match ?? '')));
    }
    costs.push({
      set: query.set,
      text: JSON.stringify(query.narrow).slice(0, 120),
      cpuMs: middle(own.map(({ cpuMs }) => cpuMs)),
      longestStepMs: middle(own.map(({ longestStepMs }) => longestStepMs)),
      reference: theirs.length === 0 ? null : middle(theirs),
    });
  }
  return costs;
}

function cpuOf(work: () => void): number {
  const began = cpuNow();
  work();
  return cpuNow() - began;
}

function argument(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
}

export async function benchSearch(): Promise<BenchLine[]> {
  const given = Number(argument('--messages'));
  const messages = Number.isInteger(given) && given > 0 ? given : isLong ? sizes.long : sizes.short;
  const folder = argument('--folder');
  // Making a million takes ten minutes: a folder that is named is kept, and taken as it is the next time.
  if (folder !== undefined) return benchFolder(join(resolve(folder), String(messages)), messages);
  return withFolder(async (dataDir) => benchFolder(dataDir, messages));
}

async function benchFolder(dataDir: string, messages: number): Promise<BenchLine[]> {
  const isThere = await isFilled(dataDir);
  if (!isThere) {
    await buildOrganization(dataDir, { people: 50, channels: 20 });
    await fillCorpus(dataDir, messages);
  }
  const server = await startServer({ dataDir, host: '127.0.0.1', port: 0, logLevel: 'silent' });
  const { storage } = server.services;
  const buildMs = await buildTime(server.services);
  const sized = await storage.read((db) => db.get<Sizes>(sizesSql) as Sizes);
  const userId = await storage.read(
    (db) => db.get<{ id: number }>('SELECT min(id) AS id FROM users WHERE is_bot = 0')?.id ?? 0,
  );
  const { set, authorization } = await storage.read((db) => {
    const user = findUser(db, userId) as UserRow;
    return { set: queries(db, user), authorization: `Basic ${btoa(`${user.email}:${user.api_key}`)}` };
  });
  const before = process.memoryUsage();
  const costs = await costsOf(storage, userId, set);
  await server.stop();
  for (const { text, cpuMs, longestStepMs } of costs.toSorted((a, b) => b.cpuMs - a.cpuMs).slice(0, 8))
    process.stderr.write(`slowest: ${cpuMs.toFixed(1)} ms, step ${longestStepMs.toFixed(1)} ms: ${text}\n`);
  for (const { text, longestStepMs } of costs.toSorted((a, b) => b.longestStepMs - a.longestStepMs).slice(0, 5))
    process.stderr.write(`longest step: ${longestStepMs.toFixed(1)} ms: ${text}\n`);
  return [
    ...[...new Set(costs.map((cost) => cost.set))].flatMap((name) => linesOf(name, messages, costs)),
    line('index: bytes beside those of the text', sized.index / 1e6, 'MB', sized.text / 1e6, 'shown'),
    ...(isThere ? [] : [line(`index: processor time to make it`, buildMs / 1000, 's', null, 'shown')]),
    line(`memory of a server with ${messages}: resident`, before.rss / 2 ** 20, 'MiB', null, 'shown'),
    line('memory: heap of JavaScript', before.heapUsed / 2 ** 20, 'MiB', null, 'shown'),
    ...(await searchOverHttp(dataDir, authorization, set)),
  ];
}

interface Sizes {
  text: number;
  index: number;
}

const bytes = (column: string): string => `sum(length(CAST(${column} AS BLOB)))`;
const sizesSql = `SELECT (SELECT ${bytes('content')} FROM messages) AS text,
  (SELECT ${bytes('word')} + ${bytes('places')} + 8 * count(*) FROM search_postings)
  + (SELECT coalesce(${bytes('words')}, 0) + 8 * count(*) FROM search_words) AS "index"`;

async function isFilled(dataDir: string): Promise<boolean> {
  await mkdir(dataDir, { recursive: true });
  return (await readdir(dataDir)).some((name) => name.startsWith('snapshot-'));
}

/** Processor time to bring the index up to date; the server itself has begun to. */
async function buildTime(services: ChatServices): Promise<number> {
  const began = cpuNow();
  await buildSearchIndex(services, new AbortController().signal);
  await services.storage.compact();
  return cpuNow() - began;
}

function linesOf(name: string, messages: number, costs: readonly Cost[]): BenchLine[] {
  const own = costs.filter((cost) => cost.set === name);
  const references = own.flatMap(({ reference }) => reference ?? []);
  const p95 = percentile(
    own.map(({ cpuMs }) => cpuMs),
    0.95,
  );
  const step = Math.max(...own.map(({ longestStepMs }) => longestStepMs));
  return [
    line(
      `${name} (${own.length}) in ${messages}: p95`,
      p95,
      'ms',
      references.length > 0 ? percentile(references, 0.95) : null,
      `under ${pageGoal} ms`,
      p95 < pageGoal,
    ),
    line(`${name}: longest step`, step, 'ms', null, `under ${stepGoal} ms`, step < stepGoal),
  ];
}

const line = (
  name: string,
  value: number,
  unit: string,
  reference: number | null,
  goal: string,
  holds: boolean | null = null,
): BenchLine => ({
  name: `search: ${name}`,
  value,
  unit,
  reference,
  ratio: reference === null ? null : value / reference,
  goal,
  holds,
});
