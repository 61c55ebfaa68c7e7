/** Teams of Slack and Mattermost, imported by the console's calls while the server runs: who reads what afterwards, and what is found. */
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mattermostExport } from '../../../e2e/import/mattermost-export.ts';
import { slackExport } from '../../../e2e/import/slack-export.ts';
import { zipTo, type ExportFiles } from '../../../e2e/import/zip.ts';
import type { ImportPreview, ImportState } from '../../contract/shapes/imports.ts';
import { buildSearchIndex } from '../../domain/messages/search/search-build.ts';
import { Client } from '../../testing/client.ts';
import { password, startWorld, type World } from '../../testing/world.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld({ empty: true });
});
afterEach(async () => {
  await world.stop();
  await rm(file(), { force: true });
});

const file = (): string => join(tmpdir(), `Office Slack export ${process.pid}.zip`);

/** Hands in an export with the set-up link, as the first page does. @returns what is in it */
async function handIn(files: ExportFiles): Promise<{ token: string; preview: ImportPreview }> {
  await zipTo(file(), files);
  const token = world.server.services.setupToken.current ?? '';
  const response = await fetch(
    `${world.url}/api/v1/console/setup/imports?token=${token}&name=${encodeURIComponent(basename(file()))}`,
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream' },
      body: await readFile(file()),
    },
  );
  expect(response.status).toBe(200);
  await world.server.services.importer.settled();
  const { import: state } = (await world.stranger.ok.post('/console/setup/imports/state', { token })) as unknown as {
    import: ImportState;
  };
  if (state.preview === null) throw new Error(state.error ?? 'there is no preview');
  return { token, preview: state.preview };
}

let person: Client;
const owner = { full_name: 'Ada Okoye', email: 'ada@office.example', password };

async function take(token: string, choices: Record<string, unknown> = {}): Promise<ImportState['last']> {
  await world.stranger.ok.post('/console/setup/imports/start', { token, ...owner, ...choices });
  await world.server.services.importer.settled();
  const { api_key: key } = await world.stranger.ok.post('/fetch_api_key', { username: owner.email, password });
  person = new Client(() => world.url, { userId: 0, email: owner.email, apiKey: String(key), name: owner.full_name });
  const { import: state } = (await person.ok.get('/console/imports')) as unknown as { import: ImportState };
  return state.last;
}

interface Found {
  id: number;
  content: string;
  subject: string;
  sender_full_name: string;
  timestamp: number;
  reactions: { emoji_name: string; user_id: number }[];
  flags: string[];
}
async function messages(narrow: { operator: string; operand: string }[]): Promise<Found[]> {
  const answer = await person.ok.get('/messages', {
    narrow,
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    apply_markdown: false,
    allow_empty_topic_name: true,
  });
  return answer['messages'] as unknown as Found[];
}
const inTopic = (channel: string, topic: string) => [
  { operator: 'channel', operand: channel },
  { operator: 'topic', operand: topic },
];

describe('Slack', () => {
  test('a generated team arrives with its counts, and nothing is unread or sent', async () => {
    const { token, preview } = await handIn(slackExport({ seed: 3, users: 12, channels: 4, messages: 400, files: 5 }));
    expect(preview).toMatchObject({ source: 'slack', title: 'Slack', teams: [], organization: 'Office' });
    expect(preview.channels.map(({ name }) => name)).toEqual(['general', 'channel-1', 'channel-2', 'channel-3']);
    const last = await take(token);
    expect(last).toMatchObject({ is_done: true, error: null });
    expect(last?.counts).toMatchObject({ files: 5, channels: 6, private_channels: 2 });
    expect(last?.counts?.messages).toBeGreaterThanOrEqual(preview.counts.messages);
    expect(await world.db('SELECT 1 FROM deliveries')).toEqual([]);
    const state = await person.ok.post('/register', { event_types: ['message', 'update_message_flags'] });
    expect(state).toMatchObject({ unread_msgs: { count: 0 } });
  });

  test('threads are topics, search finds old messages, and private conversations stay with their members', async () => {
    const user = (id: string, name: string): Record<string, unknown> => ({
      id,
      name,
      team_id: 'T1',
      profile: { real_name: name, email: `${name.split(' ')[0]?.toLowerCase()}@office.example` },
    });
    const ts = (second: number): string => `${1_704_067_200 + second}.000100`;
    const json = (files: Record<string, unknown>): ExportFiles =>
      new Map(Object.entries(files).map(([name, rows]) => [name, JSON.stringify(rows)]));
    const { token } = await handIn(
      json({
        'users.json': [user('U1', 'Ada Okoye'), user('U2', 'Bo Lind'), user('U3', 'Cem Kaya')],
        'channels.json': [
          { id: 'C1', name: 'general', created: 1_700_000_000, is_general: true, members: ['U1', 'U2', 'U3'] },
        ],
        'groups.json': [{ id: 'G1', name: 'board', members: ['U2', 'U3'] }],
        'dms.json': [{ id: 'D1', members: ['U2', 'U3'] }],
        'general/2024-01-01.json': [
          {
            user: 'U2',
            text: 'Where is the *zeppelin*?',
            ts: ts(1),
            thread_ts: ts(1),
            reply_count: 1,
            reactions: [{ name: 'tada', users: ['U3'], count: 1 }],
          },
          { user: 'U3', text: 'In the <#C1|general> hangar, <@U1>', ts: ts(2), thread_ts: ts(1) },
          { user: 'U9', text: 'I left', ts: ts(3), user_profile: { real_name: 'Gone Person' } },
        ],
        'board/2024-01-01.json': [{ user: 'U2', text: 'secret plan', ts: ts(4) }],
        'D1/2024-01-01.json': [{ user: 'U2', text: 'secret word', ts: ts(5) }],
      }),
    );
    await take(token);
    const main = await messages(inTopic('general', ''));
    expect(main.map(({ content }) => content.split('\n')[0])).toEqual(['Where is the **zeppelin**?', 'I left']);
    expect(main[0]).toMatchObject({
      timestamp: 1_704_067_201,
      sender_full_name: 'Bo Lind',
      reactions: [{ emoji_name: 'tada' }],
    });
    expect(main[0]?.content).toMatch(
      /\n\n\[1 reply\]\(\/#narrow\/channel\/\d+-general\/topic\/Where\.20is\.20the\.20zeppelin\.3F\)$/,
    );
    expect(main[1]?.sender_full_name).toBe('Gone Person');
    const [reply] = await messages(inTopic('general', 'Where is the zeppelin?'));
    expect(reply?.content).toMatch(/^In the #\*\*general\*\* hangar, @\*\*Ada Okoye\|\d+\*\*$/);
    expect(reply?.flags).toEqual(expect.arrayContaining(['read', 'mentioned']));
    // As the job in the background does.
    await buildSearchIndex(world.server.services, new AbortController().signal);
    const found = await messages([{ operator: 'search', operand: 'hangar' }]);
    expect(found.map(({ subject }) => subject)).toEqual(['Where is the zeppelin?']);
    // The second has the word in its topic alone.
    const named = await messages([{ operator: 'search', operand: 'zeppelin' }]);
    expect(named.map(({ subject }) => subject)).toEqual(['', 'Where is the zeppelin?']);
    expect(await messages([{ operator: 'search', operand: 'secret' }])).toEqual([]);
    expect(await world.db<{ n: number }>("SELECT count(*) AS n FROM messages WHERE content LIKE 'secret%'")).toEqual([
      { n: 2 },
    ]);
  });
});

describe('into an organization that is there', () => {
  test('a team is added, a second time only what is new, and broken records stop neither', async () => {
    const office = await startWorld();
    const importNow = async (files: ExportFiles): Promise<NonNullable<ImportState['last']>> => {
      await zipTo(file(), files);
      const response = await fetch(`${office.url}/api/v1/console/imports?name=export.zip`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/octet-stream', authorization: office.owner.authorization },
        body: await readFile(file()),
      });
      expect(response.status).toBe(200);
      await office.server.services.importer.settled();
      await office.owner.ok.post('/console/imports/start', { main_topic: 'general' });
      await office.server.services.importer.settled();
      const { import: state } = (await office.owner.ok.get('/console/imports')) as unknown as { import: ImportState };
      if (state.last === null) throw new Error(state.error ?? 'there was no import');
      return state.last;
    };
    try {
      const files = mattermostExport({ seed: 5, teams: 1, users: 12, channels: 3, messages: 100, files: 2 });
      const lines = String(files.get('import.jsonl')).trimEnd().split('\n');
      const last = lines.findLastIndex((line) => line.startsWith('{"type":"post"'));
      const former = new Map([
        ...files,
        ['import.jsonl', [...lines.slice(0, last), '{"type":', ...lines.slice(last + 1)].join('\n')],
      ]);
      const first = await importNow(former);
      expect(first).toMatchObject({ is_done: true, problem_count: 1, has_report: true });
      const added = 100 - (first.counts?.messages ?? 0);
      expect(added).toBeGreaterThan(0);
      expect((await importNow(files)).counts).toMatchObject({ users: 0, channels: 0, files: 0, messages: added });
      expect((await importNow(files)).counts).toMatchObject({ users: 0, channels: 0, files: 0, messages: 0 });
      const report = await fetch(`${office.url}/api/v1/console/imports/report`, {
        headers: { authorization: office.owner.authorization },
      });
      expect(await report.text()).toContain('Nothing was changed or left out.');
    } finally {
      await office.stop();
    }
  });

  test('a file that is no export is refused with advice', async () => {
    await zipTo(file(), new Map([['letter.txt', 'x']]));
    const token = world.server.services.setupToken.current ?? '';
    const url = `${world.url}/api/v1/console/setup/imports?token=${token}&name=letter.zip`;
    await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream' },
      body: await readFile(file()),
    });
    await world.server.services.importer.settled();
    const { import: state } = (await world.stranger.ok.post('/console/setup/imports/state', { token })) as unknown as {
      import: ImportState;
    };
    expect(state).toMatchObject({ preview: null, file: null });
    expect(state.error).toMatch(/no export of Slack or Mattermost\. Choose the \.zip file/);
  });
});

describe('Mattermost', () => {
  test('several teams become folders, in one go', async () => {
    const { token, preview } = await handIn(
      mattermostExport({ seed: 5, teams: 2, users: 12, channels: 3, messages: 400, files: 5 }),
    );
    expect(preview).toMatchObject({ source: 'mattermost', teams: [{ title: 'Team 1' }, { title: 'Team 2' }] });
    const last = await take(token, { main_topic: 'general' });
    expect(last).toMatchObject({
      is_done: true,
      counts: { messages: 400, files: 5, channels: 6, private_channels: 2 },
    });
    const { channel_folders: folders } = (await person.ok.get('/channel_folders')) as unknown as {
      channel_folders: { name: string }[];
    };
    expect(folders.map(({ name }) => name)).toEqual(['Team 1', 'Team 2']);
    const posts = await messages(inTopic('Town Square of team-1', 'general'));
    expect(posts.length).toBeGreaterThan(3);
    await buildSearchIndex(world.server.services, new AbortController().signal);
    const [word = ''] = posts[0]?.content.match(/number\d+/) ?? [];
    const found = await messages([
      { operator: 'channel', operand: 'Town Square of team-1' },
      { operator: 'search', operand: word },
    ]);
    expect(found.map(({ id }) => id)).toContain(posts[0]?.id);
    const emoji =
      "SELECT count(*) > 0 AS has FROM reactions WHERE reaction_type = 'realm_emoji' AND emoji_name = 'parrot'";
    expect(await world.db(emoji)).toEqual([{ has: 1 }]);
    expect(posts.map(({ timestamp }) => timestamp)).toEqual(
      posts.map(({ timestamp }) => timestamp).toSorted((a, b) => a - b),
    );
  });
});
