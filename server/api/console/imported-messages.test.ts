/** Messages that an import added to an organization in use: which users read them, what message retention does to them, and the token of their files. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { zipTo } from '../../../e2e/import/zip.ts';
import { packTo } from '../../../e2e/import/zulip-export.ts';
import type { ImportPreview, ImportState } from '../../contract/shapes/imports.ts';
import { systemActing } from '../../domain/acting.ts';
import { deleteExpiredMessages } from '../../domain/messages/retention.ts';
import { buildSearchIndex } from '../../domain/messages/search/search-build.ts';
import { startWorld, type CastName, type World } from '../../testing/world.ts';

let world: World;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-imported-'));
  world = await startWorld();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await world.stop();
  await rm(folder, { recursive: true, force: true });
});

const file = (): string => join(folder, 'export');
const state = async (): Promise<ImportState> =>
  (await world.owner.ok.get('/console/imports'))['import'] as unknown as ImportState;

/** Imports the file through the API. @returns what the preview and the report showed */
async function importNow(
  name: string,
  choices: Record<string, string> = {},
): Promise<{ preview: ImportPreview; report: string }> {
  const headers = { authorization: world.owner.authorization };
  const handedIn = await fetch(`${world.url}/api/v1/console/imports?name=${name}`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/octet-stream' },
    body: await readFile(file()),
  });
  expect(handedIn.status).toBe(200);
  await world.server.services.importer.settled();
  const { preview, error } = await state();
  if (preview === null) throw new Error(error ?? 'there is no preview');
  const started = await world.owner.ok.post('/console/imports/start', { main_topic: 'main', ...choices });
  expect(started).toEqual({ result: 'success', msg: '', started: true });
  await world.server.services.importer.settled();
  expect((await state()).last).toMatchObject({ is_done: true, error: null });
  return { preview, report: await (await fetch(`${world.url}/api/v1/console/imports/report`, { headers })).text() };
}

const json = (files: Record<string, unknown>): Map<string, string> =>
  new Map(Object.entries(files).map(([name, rows]) => [name, JSON.stringify(rows)]));
const at = (date: string): number => Date.parse(`${date}T12:00:00Z`) / 1000;

const readers: readonly CastName[] = ['owner', 'admin', 'moderator', 'member', 'member2', 'guest', 'bot'];

/** @returns the users who read each message by its id and by a search. */
async function readersOf(contents: readonly string[]): Promise<Record<string, CastName[]>> {
  await buildSearchIndex(world.server.services, new AbortController().signal);
  const found: Record<string, CastName[]> = {};
  for (const content of contents) {
    const rows = await world.db<{ id: number }>('SELECT id FROM messages WHERE content = ?', content);
    expect([content, rows.length]).toEqual([content, 1]);
    found[content] = [];
    for (const name of readers) {
      const { status, body } = await world[name].get(`/messages/${String(rows[0]?.id)}`, { apply_markdown: false });
      const { messages } = await world[name].ok.get('/messages', {
        narrow: [{ operator: 'search', operand: content }],
        anchor: 'newest',
        num_before: 100,
        num_after: 0,
      });
      const isRead = status === 200;
      expect([name, content, JSON.stringify(body).includes(content)]).toEqual([name, content, isRead]);
      // A search without a channel finds what its reader received; the sender received all.
      const isFound = (messages as unknown[]).length > 0;
      expect([name, content, isFound]).toEqual([name, content, isRead && (name === 'member' || isFound)]);
      if (isRead) found[content].push(name);
    }
  }
  return found;
}

const addMember2 = (channel: string): Promise<unknown> =>
  world.member.ok.post('/users/me/subscriptions', {
    subscriptions: [{ name: channel }],
    principals: [world.member2.userId],
  });

describe('readers', () => {
  test('of a private channel and of a direct message of Slack are its members, with history for new subscribers', async () => {
    const user = (id: string, name: string): Record<string, unknown> => ({
      id,
      name,
      team_id: 'T1',
      profile: { real_name: name, email: `${name}@example.com` },
    });
    const ts = `${at('2024-01-01')}.000100`;
    await zipTo(
      file(),
      json({
        'users.json': [user('U1', 'member'), user('U2', 'member2'), user('U3', 'guest')],
        'channels.json': [{ id: 'C1', name: 'lobby', members: ['U1', 'U2', 'U3'] }],
        'groups.json': [{ id: 'G1', name: 'cabinet', members: ['U1', 'U3'] }],
        'dms.json': [{ id: 'D1', members: ['U1', 'U2'] }],
        'cabinet/2024-01-01.json': [{ user: 'U1', text: 'cabinetword', ts }],
        'D1/2024-01-01.json': [{ user: 'U1', text: 'directword', ts }],
      }),
    );
    const { preview } = await importNow('slack.zip');
    expect(JSON.stringify(preview)).not.toContain('cabinet');
    const contents = ['cabinetword', 'directword'];
    expect(await readersOf(contents)).toEqual({ cabinetword: ['member', 'guest'], directword: ['member', 'member2'] });
    await addMember2('cabinet');
    expect(await readersOf(contents)).toEqual({
      cabinetword: ['member', 'member2', 'guest'],
      directword: ['member', 'member2'],
    });
  });

  test('of a private channel of Zulip without history for new subscribers are those who received the message', async () => {
    const people = ['member', 'member2', 'guest'] as const;
    const received = (message: number, ...users: number[]): Record<string, unknown>[] =>
      users.map((user, i) => ({ id: message * 10 + i, message, user_profile: user, flags_mask: 1 }));
    const sent = (id: number, recipient: number, content: string): Record<string, unknown> => ({
      id,
      sender: 1,
      recipient,
      subject: 'plans',
      content,
      date_sent: at('2024-01-01') + id,
    });
    const files = json({
      'realm.json': {
        zerver_realm: [{ id: 1, name: 'Office', string_id: 'office', date_created: 1_600_000_000 }],
        zerver_userprofile: people.map((name, i) => ({
          id: i + 1,
          full_name: name,
          delivery_email: `${name}@example.com`,
          role: name === 'guest' ? 600 : 400,
          is_active: true,
          is_bot: false,
        })),
        zerver_stream: [true, false].map((isShared, i) => ({
          id: i + 1,
          name: isShared ? 'shared' : 'protected',
          invite_only: true,
          history_public_to_subscribers: isShared,
          deactivated: false,
        })),
        zerver_recipient: [
          ...people.map((_, i) => ({ id: i + 1, type: 1, type_id: i + 1 })),
          { id: 11, type: 2, type_id: 1 },
          { id: 12, type: 2, type_id: 2 },
        ],
        zerver_subscription: [11, 12].flatMap((recipient) =>
          [1, 3].map((user) => ({ id: recipient * 10 + user, user_profile: user, recipient, active: true })),
        ),
      },
      'messages-000001.json': {
        zerver_message: [sent(1, 11, 'sharedword'), sent(2, 12, 'protectedword'), sent(3, 2, 'directword')],
        zerver_usermessage: [...received(1, 1), ...received(2, 1), ...received(3, 1, 2)],
      },
      'migration_status.json': { migrations_by_app: {}, zulip_version: '11.4' },
    });
    await packTo(file(), files);
    await importNow('zulip.tar.gz');
    const contents = ['sharedword', 'protectedword', 'directword'];
    expect(await readersOf(contents)).toEqual({
      sharedword: ['member', 'guest'],
      protectedword: ['member'],
      directword: ['member', 'member2'],
    });
    await addMember2('shared');
    await addMember2('protected');
    expect(await readersOf(contents)).toEqual({
      sharedword: ['member', 'member2', 'guest'],
      protectedword: ['member'],
      directword: ['member', 'member2'],
    });
  });
});

test.each([
  ['few', 0],
  ['many', 60],
])(
  'message retention deletes the old messages of an import, and no others, where %s messages were here',
  async (_how, before) => {
    await world.owner.ok.patch('/realm', { message_retention_days: 5 });
    await world.owner.ok.post('/messages', { type: 'channel', to: 'general', topic: 'x', content: 'own' });
    for (let i = 0; i < before; i += 1)
      await world.owner.ok.post('/messages', { type: 'channel', to: 'general', topic: 'x', content: 'here before' });
    const record = (type: string, row: Record<string, unknown>): string => JSON.stringify({ type, [type]: row });
    const post = (date: string, message: string): string =>
      record('post', { team: 'office', channel: 'lobby', user: 'ada', message, create_at: at(date) * 1000 });
    const old = Array.from({ length: 20 }, (_, i) => post('2024-01-01', `old ${i}`));
    const direct = {
      channel_members: ['ada', 'bo'],
      user: 'ada',
      message: 'old direct',
      create_at: at('2025-12-30') * 1000,
    };
    const lines = [
      record('team', { name: 'office', display_name: 'Office', type: 'O' }),
      record('channel', { team: 'office', name: 'lobby', display_name: 'Lobby', type: 'O' }),
      ...['ada', 'bo'].map((username) =>
        record('user', { username, email: `${username}@office.example`, teams: [{ name: 'office' }] }),
      ),
      ...old,
      record('direct_post', direct),
      post('2026-01-02', 'young'),
    ];
    await zipTo(file(), new Map([['import.jsonl', ['{"type":"version","version":1}', ...lines].join('\n')]]));
    const { preview, report } = await importNow('mattermost.zip');
    expect(preview.not_carried_over).toContain(
      'Messages older than 5 days: message retention deletes them soon after the import, where it applies',
    );
    expect(report).toContain('\nMessages that message retention deletes soon: 21.\n');
    const { services } = world.server;
    const deleteSome = (): Promise<boolean> =>
      services.storage.transaction((tx) => deleteExpiredMessages(systemActing(tx, services, world.url)));
    const kept = (): Promise<unknown[]> =>
      world.db(
        "SELECT content FROM messages WHERE content LIKE 'old%' OR content IN ('young', 'own') ORDER BY content",
      );
    await world.owner.ok.post('/messages', { type: 'channel', to: 'general', topic: 'x', content: 'own' });
    expect(await kept()).toHaveLength(24);
    while (await deleteSome());
    expect(await kept()).toEqual([{ content: 'own' }, { content: 'own' }, { content: 'young' }]);
    // Each goes when its own days have passed: the imported one was sent before those of the server.
    const [young] = await world.db<{ timestamp: number }>("SELECT timestamp FROM messages WHERE content = 'young'");
    const leftSecs = (young?.timestamp ?? 0) + 5 * 86_400 - world.clock.nowMs / 1000;
    world.clock.advance((leftSecs - 1) * 1000);
    while (await deleteSome());
    expect(await kept()).toHaveLength(3);
    world.clock.advance(2000);
    while (await deleteSome());
    expect(await kept()).toEqual([{ content: 'own' }, { content: 'own' }]);
  },
);

/** Slack, for the threads of the server: it notes what it is asked for. */
const slack = (notes: string): string => `
  import { appendFileSync } from 'node:fs';
  globalThis.fetch = async (url, { headers }) => {
    appendFileSync(${JSON.stringify(notes)}, url + ' ' + (headers?.authorization ?? 'none') + '\\n');
    if (url.endsWith('/missing.txt')) return new Response('no ' + headers?.authorization, { status: 403 });
    return url.endsWith('/emoji.list') ? Response.json({ ok: true, emoji: {} }) : new Response('soup');
  };`;

test('a Slack token downloads files, and is in no log, response, event or file of the server', async () => {
  await world.stop();
  world = await startWorld({ logLevel: 'debug' });
  const [notes, preload, token] = [join(folder, 'notes'), join(folder, 'slack.mjs'), 'xoxb-2024-secretoftheworkspace'];
  await writeFile(preload, slack(notes));
  const profile = { real_name: 'Max Member', email: world.member.email };
  const shared = (id: string): Record<string, unknown> => ({
    id,
    name: `${id}.txt`,
    mimetype: 'text/plain',
    mode: 'hosted',
    url_private: `https://files.slack.com/files-pri/${id}.txt`,
  });
  const files = [shared('menu'), shared('missing')];
  await zipTo(
    file(),
    json({
      'users.json': [{ id: 'U1', name: 'member', team_id: 'T1', profile }],
      'channels.json': [{ id: 'C1', name: 'lobby', members: ['U1'] }],
      'lobby/2024-01-01.json': [{ user: 'U1', text: 'See', ts: `${at('2024-01-01')}.000100`, files }],
    }),
  );
  const { queue_id: queue } = await world.owner.ok.post('/register');
  vi.stubEnv('NODE_OPTIONS', `--import ${pathToFileURL(preload).href}`);
  const shown = await importNow('slack.zip', { slack_token: token });
  vi.unstubAllEnvs();
  expect((await readFile(notes, 'utf8')).trim().split('\n').toSorted()).toEqual([
    `https://files.slack.com/files-pri/menu.txt Bearer ${token}`,
    `https://files.slack.com/files-pri/missing.txt Bearer ${token}`,
    `https://slack.com/api/emoji.list Bearer ${token}`,
  ]);
  expect(await world.db('SELECT name, size FROM attachments')).toEqual([{ name: 'menu.txt', size: 4 }]);
  const events = await world.owner.get('/events', { queue_id: queue, last_event_id: -1, dont_block: true });
  const answers = [shown, await state(), events.body, (await world.owner.post('/register')).body];
  expect(JSON.stringify(answers)).not.toContain('secretoftheworkspace');
  // All lines of the logs are written when the server stops.
  await world.restart();
  const entries = await readdir(world.dataDir, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const contents = await Promise.all(paths.map(async (path) => [path, await readFile(path, 'latin1')] as const));
  expect(contents.filter(([, content]) => content.includes('secretoftheworkspace')).map(([path]) => path)).toEqual([]);
  expect(await readFile(join(world.dataDir, 'logs', 'server.log'), 'utf8')).toContain('a team was imported');
  expect(await readFile(join(world.dataDir, 'logs', 'access.log'), 'utf8')).toContain('/console/imports/start');
});
