/** Searching for imported messages: the index is built right after the import, and searches say until then that they are incomplete. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { zipTo } from '../../../e2e/import/zip.ts';
import type { ImportState } from '../../contract/shapes/imports.ts';
import { runJob } from '../../testing/mailbox.ts';
import { makeChannel, say } from '../../testing/scenario.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-imported-search-'));
  world = await startWorld();
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true, force: true });
});

const json = (files: Record<string, unknown>): Map<string, string> =>
  new Map(Object.entries(files).map(([name, rows]) => [name, JSON.stringify(rows)]));

const state = async (): Promise<ImportState> =>
  (await world.owner.ok.get('/console/imports'))['import'] as unknown as ImportState;

async function importNow(file: string): Promise<void> {
  await world.owner.ok.post('/console/imports/from_file', { path: file });
  await world.server.services.importer.settled();
  await world.owner.ok.post('/console/imports/start');
  await world.server.services.importer.settled();
  expect((await state()).last).toMatchObject({ is_done: true, counts: { messages: 40 } });
}

/** @returns the answers of the ways to search, each with how many messages it has and what it says of the index. */
async function search(words: string): Promise<unknown[]> {
  const narrow = JSON.stringify([['search', words]]);
  const ids = (await world.db<{ id: number }>('SELECT id FROM messages')).map(({ id }) => id);
  const ways = [
    ['GET', `/messages?anchor=newest&num_before=1000&num_after=0&narrow=${encodeURIComponent(narrow)}`],
    ['GET', `/messages?message_ids=${encodeURIComponent(JSON.stringify(ids))}&narrow=${encodeURIComponent(narrow)}`],
    ['GET', `/messages/matches_narrow?msg_ids=${JSON.stringify(ids)}&narrow=${encodeURIComponent(narrow)}`],
    [
      'POST',
      `/messages/flags/narrow?anchor=newest&num_before=1000&num_after=0&op=add&flag=read&narrow=${encodeURIComponent(narrow)}`,
    ],
  ] as const;
  return Promise.all(
    ways.map(async ([method, path]) => {
      const answer = await fetch(`${world.url}/api/v1${path}`, {
        method,
        headers: { authorization: world.member.authorization },
      });
      const body = (await answer.json()) as { messages?: object; processed_count?: number };
      const found = body.messages === undefined ? body.processed_count : Object.keys(body.messages).length;
      return [answer.status, found, answer.headers.get('search-index')];
    }),
  );
}

const four = (found: number, index: string): unknown[] => Array.from({ length: 4 }, () => [200, found, index]);

test('says that the index is being built after an import and after a restart, and finds everything once the job has run', async () => {
  await makeChannel(world.owner, 'here', [world.owner, world.member]);
  await say(world.owner, 'here', 'topic', 'the heron was here before');
  await runJob(world, 'search index');
  expect(await search('heron')).toEqual(four(1, 'complete'));
  const members = ['U1'];
  const rows = Array.from({ length: 40 }, (_, index) => ({
    user: 'U1',
    text: `heron number${index}`,
    ts: `${1_700_000_000 + index}.000100`,
  }));
  const file = join(folder, 'slack.zip');
  await zipTo(
    file,
    json({
      'users.json': [
        { id: 'U1', name: 'member', team_id: 'T1', profile: { real_name: 'M', email: 'member@example.com' } },
      ],
      'channels.json': [{ id: 'C1', name: 'lobby', members }],
      'lobby/2023-11-14.json': rows,
    }),
  );
  await importNow(file);
  const job = world.server.workers.jobs.find(({ name }) => name === 'search index');
  expect(job?.firstMs).toBeLessThanOrEqual(2000);
  for (const when of ['after the import', 'after a restart']) {
    const answers = await search('heron');
    expect([when, answers.map((answer) => (answer as unknown[])[2])]).toEqual([
      when,
      Array.from({ length: 4 }, () => expect.stringMatching(/^building; built=0; total=[12]$/)),
    ]);
    expect([when, (await state()).search_rebuild]).toEqual([when, { built: 0, total: expect.any(Number) }]);
    await world.restart();
  }
  await runJob(world, 'search index');
  expect(await search('heron')).toEqual(four(41, 'complete'));
  expect((await state()).search_rebuild).toBeNull();
  const report = await fetch(`${world.url}/api/v1/console/imports/report`, {
    headers: { authorization: world.owner.authorization },
  });
  expect(await report.text()).toContain('\nSearch finds these messages once they are indexed');
});

test('says nothing of the index where no words are searched for', async () => {
  const answer = await fetch(`${world.url}/api/v1/messages?anchor=newest&num_before=1&num_after=0`, {
    headers: { authorization: world.member.authorization },
  });
  expect([answer.status, answer.headers.get('search-index')]).toEqual([200, null]);
});
