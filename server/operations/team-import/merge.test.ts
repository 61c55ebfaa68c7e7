/** Importing beside a server that goes on writing: what it writes after the team was prepared is taken over, row by row. */
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { slackExport } from '../../../e2e/import/slack-export.ts';
import { zipTo } from '../../../e2e/import/zip.ts';
import { systemViewing } from '../../domain/acting.ts';
import { usersToSettle } from '../../domain/notifications/missed-messages.ts';
import {
  lastDigest,
  lastMailed,
  noteDigest,
  noteMailed,
  settledMessageId,
  settleMessages,
} from '../../domain/notifications/rows.ts';
import type { Reader } from '../../storage/database.ts';
import { readFolder } from '../../storage/read-folder.ts';
import { reserveIds } from '../../storage/reserved-ids.ts';
import { makeChannel, say } from '../../testing/scenario.ts';
import { startWorld, type World } from '../../testing/world.ts';
import type { WrittenTeam } from './job-types.ts';
import { unpackFile, writeFileTeam } from './job.ts';

let world: World;
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'hearth-merge-'));
  world = await startWorld();
});
afterEach(async () => {
  await world.stop();
  await rm(root, { recursive: true, force: true });
});

const merged = (): string => join(root, 'merged');

/** Imports beside the running server, which works once the team is prepared. */
async function merge(work: () => Promise<void>, count = 20_000): Promise<WrittenTeam> {
  const file = join(root, 'slack.zip');
  await zipTo(file, slackExport({ seed: 4, users: 9, channels: 3, messages: 120, files: 4 }));
  const choices = { leaveOutChannels: [], leaveOutDirectMessages: false, mainTopic: 'main', team: null };
  const base = { file, work: join(root, 'work'), choices };
  const hooks = { signal: new AbortController().signal, onProgress: () => undefined };
  await unpackFile(base, hooks);
  await mkdir(merged());
  const reserved = await world.server.services.storage.transaction((tx) => reserveIds(tx, count));
  const about = { kind: 'write', from: world.dataDir, folder: merged(), owner: null } as const;
  const cause = { via: 'command_line' } as const;
  let isHeld = false;
  const hold = async (): Promise<void> => {
    if (!isHeld) await work();
    isHeld = true;
  };
  return writeFileTeam({ ...base, ...about, cause, nowMs: world.clock.nowMs, reserved }, { ...hooks, hold });
}

/** Tables that the import changes as a whole, or that number rows by themselves and never name them. */
const others = /^(?:sqlite_|search_|missed_message_marks|digest_times|event_|queues|streams$|message_times|counters)/;

/** @returns every row of a database, as text by table. */
function rowsOf(db: Reader): Map<string, Set<string>> {
  const tables = db.all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'");
  return new Map(
    tables
      .filter(({ name }) => !others.test(name))
      .map(({ name }) => {
        const rows = db.all<Record<string, unknown>>(`SELECT * FROM ${name}`);
        const isUnnamed = name === 'reactions' || name === 'alert_words';
        return [name, new Set(rows.map((row) => JSON.stringify(isUnnamed ? { ...row, id: 0 } : row)))];
      }),
  );
}

async function expectEverythingOfTheServer(): Promise<void> {
  const here = await world.server.services.storage.read(rowsOf);
  const there = await readFolder(merged(), async (db) => rowsOf(db));
  for (const [table, rows] of here)
    expect([table, [...rows].filter((row) => there.get(table)?.has(row) !== true)]).toEqual([table, []]);
  const files = await readdir(join(world.dataDir, 'uploads'), { recursive: true });
  expect(await readdir(join(merged(), 'uploads'), { recursive: true })).toEqual(expect.arrayContaining(files));
}

/** What people do in the chat. */
async function useTheChat(): Promise<void> {
  const { owner, member, member2 } = world;
  const first = await say(owner, 'here', 'topic', 'written while the team was prepared');
  await owner.ok.post(`/messages/${first}/reactions`, { emoji_name: 'wave' });
  await member.ok.patch(`/messages/${first}`, { topic: 'moved' });
  const gone = await say(owner, 'here', 'topic', 'deleted');
  await owner.ok.delete(`/messages/${gone}`);
  await member.ok.post('/messages', { type: 'direct', to: [owner.userId, member2.userId], content: 'for three' });
  await makeChannel(owner, 'made since', [owner, member2]);
  await say(member2, 'made since', 'new', 'in a channel that is new');
  const { url } = await member.ok.upload('/user_uploads', { name: 'since.txt', content: 'since' });
  await say(member, 'here', 'files', `[since.txt](${String(url)})`);
  await member.ok.post('/users/me/alert_words', { alert_words: ['heron'] });
  await member.ok.patch('/settings', { twenty_four_hour_time: true });
  await member.register({});
  await say(owner, 'here', 'topic', '@**all** look');
  await member.ok.post('/mark_all_as_read');
}

test('takes over all that the server wrote since, with its ids, and writes the team once', async () => {
  await makeChannel(world.owner, 'here', [world.owner, world.member, world.member2]);
  const before = await say(world.owner, 'here', 'topic', 'before');
  await world.member.register({});
  const written = await merge(useTheChat);
  expect(written).toMatchObject({ conflict: null, counts: { messages: 116 } });
  await expectEverythingOfTheServer();
  const [ids] = await readFolder(merged(), async (db) =>
    db.all<{ low: number; high: number; count: number; since: number }>(
      `SELECT min(id) AS low, max(id) AS high, count(*) AS count, (SELECT id FROM messages WHERE content LIKE 'written while%') AS since
       FROM messages WHERE id IN (SELECT id FROM import_ids WHERE kind = 'message')`,
    ),
  );
  expect(ids).toMatchObject({ low: before + 1, high: before + 116, count: 116 });
  expect(ids?.since).toBeGreaterThan(before + 116);
});

test.each<[string, () => Promise<void>, number, RegExp]>([
  [
    'a channel of the same name was made',
    async () => {
      await useTheChat();
      await makeChannel(world.owner, 'channel-1', [world.owner]);
    },
    20_000,
    /does not replay/,
  ],
  ['too few ids were reserved', useTheChat, 5, /reserved ids/],
])('writes the team once more where %s, and loses nothing', async (_when, work, count, conflict) => {
  await makeChannel(world.owner, 'here', [world.owner, world.member, world.member2]);
  const written = await merge(work, count);
  expect(written.counts.messages).toBe(116);
  expect(written.conflict).toMatch(conflict);
  await expectEverythingOfTheServer();
  const [channels] = await readFolder(merged(), async (db) =>
    db.all<{ messages: number; files: number }>(
      `SELECT (SELECT count(*) FROM import_ids WHERE kind = 'message') AS messages, (SELECT count(*) FROM import_ids WHERE kind = 'file') AS files`,
    ),
  );
  expect(channels).toEqual({ messages: 116, files: written.counts.files });
});

test('leaves mails about missed messages and digests due that were due before, and mails nothing that it imported', async () => {
  const { owner, member, member2 } = world;
  const { services } = world.server;
  await makeChannel(owner, 'here', [owner, member, member2]);
  for (const one of [owner, member, member2]) await one.ok.post('/mark_all_as_read');
  await services.storage.transaction((tx) => {
    for (const { userId } of [member, member2]) {
      settleMessages(tx, userId, 1);
      noteMailed(tx, userId, 99);
      noteDigest(tx, userId, 77);
    }
  });
  const direct = { type: 'direct', to: [member.userId], content: 'before the import' };
  const { id: before } = await member2.ok.post('/messages', direct);
  await merge(async () => {
    const since = { type: 'direct', to: [owner.userId], content: 'while the team was prepared' };
    await member2.ok.post('/messages', since);
  });
  world.clock.advance(3_600_000);
  const found = await readFolder(merged(), async (db) => ({
    due: completed(usersToSettle(systemViewing(db, services, world.url))).toSorted((a, b) => a - b),
    marks: [member, member2].map(({ userId }) => [settledMessageId(db, userId), lastMailed(db, userId)]),
    digests: [member, member2].map(({ userId }) => lastDigest(db, userId)),
    newest: db.get<{ id: number }>('SELECT max(last_id) AS id FROM imported_ranges')?.id,
  }));
  expect(found.due).toEqual([owner.userId, member.userId].toSorted((a, b) => a - b));
  expect(found.marks).toEqual([
    [1, 99],
    [found.newest, 99],
  ]);
  expect(Number(before)).toBeLessThan(found.newest ?? 0);
  expect(found.digests).toEqual([77, 77]);
});

/** @returns what steps come to. */
function completed<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
