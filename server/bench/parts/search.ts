/**
 * Searches and narrows over many messages: processor time of a first page of 100 and of its longest step, in which others
 * wait; beside SQLite's own FTS4 with the same words over the same text, which knows nothing of who may read what.
 */
import { buildSearchIndex } from '../../domain/messages/search-build.ts';
import { rangeSteps, type Range } from '../../domain/messages/range-query.ts';
import { readNarrow } from '../../domain/messages/narrow.ts';
import { findUser, type UserRow } from '../../domain/users/rows.ts';
import { startServer } from '../../start.ts';
import { Engine } from '../../storage/engine.ts';
import type { Reader, Storage } from '../../storage/database.ts';
import { buildOrganization } from './organization.ts';
import type { BenchLine } from './report.ts';
import { common, fillCorpus, numbers, wordOfRank } from './search-corpus.ts';
import { withFolder } from './targets.ts';

type Narrow = { operator: string; operand: string | number | number[]; negated?: boolean }[];

/** Goals, in milliseconds of processor: the 95th of a hundred pages, and the longest step. */
const pageGoal = 50;
const stepGoal = 20;
const page: Range = { anchor: 'newest', includeAnchor: true, numBefore: 100, numAfter: 0 };

interface Query {
  set: string;
  narrow: Narrow;
  /** For FTS4, where it is a search alone. */
  match?: string;
}

const search = (set: string, operand: string, match = operand): Query => ({
  set,
  narrow: [{ operator: 'search', operand }],
  match,
});

/** The declared set: words by frequency, pairs, phrases, beginnings, what occurs nowhere, and every operator. */
function queries(db: Reader, user: UserRow): Query[] {
  const next = numbers(7);
  const ranks = [0, 1, 2, 5, 12, 30, 100, 300, 1000, 3000, 10_000, 30_000];
  const any = (): string => wordOfRank(Math.floor(20_000 ** next()));
  const words = ranks.map((rank) =>
    search('words by frequency', `${wordOfRank(rank)} "${wordOfRank(0)}"`.split(' ')[0] ?? ''),
  );
  const pairs = Array.from({ length: 20 }, () => search('pairs', `"${any()}" "${any()}"`));
  const texts = db.all<{ content: string }>('SELECT content FROM messages WHERE id % 997 = 5 LIMIT 20');
  const phrases = texts.map(({ content }) => search('phrases', `"${content.split(' ').slice(0, 3).join(' ')}"`));
  const never = Array.from({ length: 5 }, (_, at) =>
    search('phrases found nowhere', `"${common[at]} ${common[at + 9]} ${common[at + 3]} ${common[at]}"`),
  );
  const beginnings = ['s', 't', 'be', 'ba', 'wo', 'bafo', 'zu', 'q'].map((text) =>
    search('beginnings', text, `${text}*`),
  );
  const nowhere = ['qqq', '"qqq"', 'the "qqq"', 'the qqqx'].map((text) => search('found nowhere', text));
  const many = [search('many words', 'the a to'), search('many words', common.map((word) => `"${word}"`).join(' '))];
  const long = Array.from({ length: 100 }, (_, rank) => `"${wordOfRank(rank)}"`).join(' ');
  return [
    ...words,
    ...pairs,
    ...phrases,
    ...never,
    ...beginnings,
    ...nowhere,
    ...many,
    search('a hundred common words', long),
    ...operators(db, user),
  ];
}

function operators(db: Reader, user: UserRow): Query[] {
  const other = db.get<{ id: number }>('SELECT id FROM users WHERE is_bot = 0 ORDER BY id DESC LIMIT 1')?.id ?? 0;
  const channel = db.get<{ id: number }>('SELECT max(id) AS id FROM streams')?.id ?? 0;
  const single: Narrow[number][] = [
    { operator: 'channel', operand: channel },
    { operator: 'topic', operand: 'topic 7' },
    { operator: 'topic', operand: 'topic that never was' },
    { operator: 'dm', operand: [other] },
    { operator: 'dm-including', operand: other },
    { operator: 'sender', operand: other },
    { operator: 'sender', operand: user.id },
    { operator: 'id', operand: 77 },
    ...['link', 'image', 'attachment', 'reaction'].map((operand) => ({ operator: 'has', operand })),
    ...['dm', 'starred', 'mentioned', 'unread', 'alerted', 'followed', 'resolved', 'muted'].map((operand) => ({
      operator: 'is',
      operand,
    })),
    { operator: 'in', operand: 'home' },
    { operator: 'in', operand: 'all' },
    { operator: 'channels', operand: 'public' },
    { operator: 'search', operand: '"the"' },
  ];
  return [
    ...single.map((term): Query => ({ set: 'single operators', narrow: [term] })),
    ...single
      .filter(({ operator }) => operator !== 'channels')
      .map((term): Query => ({ set: 'negated operators', narrow: [{ ...term, negated: true }] })),
    ...single.map((term): Query => ({
      set: 'operators with a common word',
      narrow: [term, { operator: 'search', operand: '"the"' }],
    })),
  ];
}

interface Cost {
  set: string;
  text: string;
  cpuMs: number;
  longestStepMs: number;
}

const cpuNow = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

async function costOf(storage: Storage, userId: number, { set, narrow }: Query): Promise<Cost> {
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
      if (done === true) return { set, text: JSON.stringify(narrow).slice(0, 120), cpuMs: now - began, longestStepMs };
    }
  });
}

/** The same text in an index of FTS4 that knows nothing else; the time of the same search there. */
async function referenceOf(storage: Storage): Promise<(match: string) => number> {
  const engine = await Engine.open();
  engine.run('CREATE VIRTUAL TABLE plain USING fts4(content="", order=desc, tokenize=unicode61, text)', []);
  for (let from = 0; ; from += 5000) {
    const rows = await storage.read((db) =>
      db.all<{ id: number; content: string }>(
        'SELECT id, content FROM messages WHERE id > ? AND id <= ?',
        from,
        from + 5000,
      ),
    );
    if (rows.length === 0) break;
    engine.begin();
    for (const { id, content } of rows) engine.run('INSERT INTO plain (docid, text) VALUES (?, ?)', [id, content]);
    engine.commit();
  }
  engine.run("INSERT INTO plain (plain) VALUES ('optimize')", []);
  return (match) => {
    const began = cpuNow();
    engine.all('SELECT docid FROM plain WHERE plain MATCH ? ORDER BY docid DESC LIMIT 100', [match]);
    return cpuNow() - began;
  };
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

export async function benchSearch(): Promise<BenchLine[]> {
  const given = Number(process.argv[process.argv.indexOf('--messages') + 1]);
  const messages = Number.isInteger(given) && given > 0 ? given : 20_000;
  return withFolder(async (dataDir) => {
    await buildOrganization(dataDir, { people: 50, channels: 20 });
    const textBytes = await fillCorpus(dataDir, messages);
    const server = await startServer({ dataDir, host: '127.0.0.1', port: 0, logLevel: 'silent' });
    const { storage } = server.services;
    const pages = async (): Promise<number> =>
      storage.read(
        (db) =>
          db.get<{ n: number }>(
            'SELECT (SELECT page_count FROM pragma_page_count) - (SELECT freelist_count FROM pragma_freelist_count) AS n',
          )?.n ?? 0,
      );
    const before = await pages();
    const began = cpuNow();
    await buildSearchIndex(server.services, new AbortController().signal);
    const buildMs = cpuNow() - began;
    const indexBytes = ((await pages()) - before) * 4096;
    const userId = await storage.read(
      (db) => db.get<{ id: number }>('SELECT min(id) AS id FROM users WHERE is_bot = 0')?.id ?? 0,
    );
    const set = await storage.read((db) => queries(db, findUser(db, userId) as UserRow));
    const reference = await referenceOf(storage);
    const costs: (Cost & { reference: number | null })[] = [];
    for (const query of set) {
      await costOf(storage, userId, query);
      const cost = await costOf(storage, userId, query);
      costs.push({ ...cost, reference: query.match === undefined ? null : reference(query.match) });
    }
    await server.stop();
    for (const { text, cpuMs, longestStepMs } of costs.toSorted((a, b) => b.cpuMs - a.cpuMs).slice(0, 5))
      process.stderr.write(`slowest: ${cpuMs.toFixed(1)} ms, step ${longestStepMs.toFixed(1)} ms: ${text}\n`);
    return [
      ...[...new Set(costs.map((cost) => cost.set))].flatMap((name) => linesOf(name, messages, costs)),
      line(
        `index: bytes beside ${Math.round(textBytes / 1e6)} MB of text`,
        indexBytes / 1e6,
        'MB',
        textBytes / 1e6,
        'shown',
      ),
      line(`index: processor time to make it of ${messages}`, buildMs / 1000, 's', null, 'shown'),
    ];
  });
}

function linesOf(name: string, messages: number, costs: readonly (Cost & { reference: number | null })[]): BenchLine[] {
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
