/** Imports from the console: into an empty server and into one that is in use; what is shown, what is there after, and who may. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportState } from '../../contract/shapes/imports.ts';
import { buildSearchIndex } from '../../domain/messages/search/search-build.ts';
import { storeServerSetting } from '../../domain/organization/rows.ts';
import { exportTeam } from '../../operations/team-export/team-export.ts';
import type { SqlValue } from '../../storage/database.ts';
import { insertRow } from '../../storage/insert-row.ts';
import { startWorld, type World } from '../../testing/world.ts';

let folder: string;
let file: string;
let source: World;
const ids: Record<string, number> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-imports-'));
  file = join(folder, 'team.tar.gz');
  source = await startWorld();
  const { owner, member, member2, guest } = source;
  await owner.ok.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'board' }],
    invite_only: true,
    principals: [member.userId],
  });
  const upload = await member.ok.upload('/user_uploads', { name: 'menu.txt', content: 'soup' });
  const send = async (who: typeof member, params: Record<string, unknown>): Promise<number> =>
    Number((await who.ok.post('/messages', params))['id']);
  ids['board'] = await send(member, {
    type: 'channel',
    to: 'board',
    topic: 'plans',
    content: `secret [m](${String(upload['url'])})`,
  });
  ids['direct'] = await send(member, { type: 'direct', to: [member2.userId], content: 'only for two' });
  ids['general'] = await send(owner, {
    type: 'channel',
    to: 'general',
    topic: 'hello',
    content: `@**Max Member** look`,
  });
  await member.ok.post(`/messages/${ids['general']}/reactions`, { emoji_name: 'smile' });
  await member.ok.post('/messages/flags', { messages: [ids['general']], op: 'add', flag: 'starred' });
  ids['guest'] = guest.userId;
  await exportTeam(source.dataDir, file);
});
afterAll(async () => {
  await source.stop();
  await rm(folder, { recursive: true, force: true });
});

const settled = (world: World): Promise<void> => world.server.services.importer.settled();

async function handIn(
  world: World,
  path: string,
  body: Buffer,
  authorization?: string,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers = { 'Content-Type': 'application/octet-stream', ...(authorization !== undefined && { authorization }) };
  const response = await fetch(`${world.url}/api/v1${path}`, { method: 'POST', headers, body: new Uint8Array(body) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const stateOf = async (world: World): Promise<ImportState> =>
  (await world.owner.ok.get('/console/imports'))['import'] as unknown as ImportState;

test('a team comes to an empty server: the importing person is its only owner, and everything is as it was', async () => {
  const world = await startWorld({ empty: true });
  try {
    const token = world.server.services.setupToken.current ?? '';
    const refused = await handIn(world, '/console/setup/imports?token=wrong', Buffer.from('x'));
    expect(refused.status).toBe(403);
    const { status, body } = await handIn(
      world,
      `/console/setup/imports?token=${token}&name=team.tar.gz`,
      await readFile(file),
    );
    expect([status, (body['import'] as ImportState).file]).toMatchObject([200, { name: 'team.tar.gz' }]);
    await settled(world);
    const { import: shown } = await world.stranger.ok.post('/console/setup/imports/state', { token });
    expect(shown).toMatchObject({
      progress: null,
      preview: { title: 'Hearth', organization: 'Hearth Test', counts: { private_channels: 1, files: 1 } },
    });
    expect(JSON.stringify(shown)).not.toContain('board');
    const { importer } = world.server.services;
    await world.stranger.ok.post('/console/setup/imports/start', {
      token,
      full_name: 'Max Member',
      email: source.member.email,
      password: 'a good password',
    });
    await importer.settled();
    const roles = await world.db<{ id: number; role: number }>(
      'SELECT id, role FROM users WHERE is_system_bot = 0 AND role <= 200 ORDER BY id',
    );
    expect(roles).toEqual([
      { id: source.owner.userId, role: 200 },
      { id: source.admin.userId, role: 200 },
      { id: source.member.userId, role: 100 },
    ]);
    const login = new URLSearchParams({ username: source.member.email, password: 'a good password' });
    const key = (await (await fetch(`${world.url}/api/v1/fetch_api_key`, { method: 'POST', body: login })).json()) as {
      api_key: string;
    };
    const authorization = `Basic ${btoa(`${source.member.email}:${key.api_key}`)}`;
    const ask = async (path: string): Promise<Record<string, unknown>> =>
      (await (await fetch(`${world.url}/api/v1${path}`, { headers: { authorization } })).json()) as Record<
        string,
        unknown
      >;
    const path = '/messages?anchor=newest&num_before=100&num_after=0&client_gravatar=false';
    const [here, there] = [
      await ask(path),
      await source.member.ok.get('/messages', {
        anchor: 'newest',
        num_before: 100,
        num_after: 0,
        client_gravatar: false,
      }),
    ];
    const asRead = (answer: Record<string, unknown>): unknown =>
      (answer['messages'] as { flags: string[]; avatar_url: string; recipient_id: number }[]).map(
        ({ flags, avatar_url: _url, recipient_id: _recipient, ...message }) => ({
          ...message,
          flags: [...new Set([...flags, 'read'])].toSorted(),
        }),
      );
    expect(asRead(here)).toEqual(asRead(there));
    // As the job in the background does: by words of the text, and of the topic.
    await buildSearchIndex(world.server.services, new AbortController().signal);
    for (const words of ['look', 'hello']) {
      const search = encodeURIComponent(JSON.stringify([['search', words]]));
      const { messages } = await ask(`${path}&narrow=${search}`);
      expect([words, (messages as { id: number }[]).map(({ id }) => id)]).toEqual([words, [ids['general']]]);
    }
    expect(await world.db('SELECT 1 FROM deliveries')).toEqual([]);
    expect(await readdir(join(world.dataDir, 'imports'))).toEqual(['last.json', 'report.txt']);
  } finally {
    await world.stop();
  }
});

test('a team is added to an organization in use, once; links are made for its users, and owners alone may do all this', async () => {
  const world = await startWorld();
  try {
    // Made at another time, it is another organization.
    const { storage } = world.server.services;
    await storage.transaction((tx) => storeServerSetting({ tx }, 'date_created', 1_700_000_000));
    await world.owner.ok.post('/messages', { type: 'channel', to: 'general', topic: 'here', content: 'was here' });
    // Users of the same addresses are here: all but one of the cast come as they are.
    await world.owner.ok.patch(`/users/${world.member2.userId}`, { new_email: 'other@example.com' });
    await world.owner.fails('POST', '/console/imports/start', {}, { status: 400, code: 'IMPORT_NOT_READY' });
    await world.admin.fails('GET', '/console/imports', {}, { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' });
    const no = await handIn(world, '/console/imports', Buffer.from('no archive'), world.owner.authorization);
    expect(no).toMatchObject({ status: 400, body: { code: 'IMPORT_FOREIGN' } });
    const add = async (): Promise<void> => {
      await world.owner.ok.post('/console/imports/from_file', { path: file });
      await settled(world);
      const { importer } = world.server.services;
      await world.owner.ok.post('/console/imports/start');
      await importer.settled();
    };
    await add();
    const { last, sign_in_links_needed: needed } = await stateOf(world);
    expect(last).toMatchObject({ is_done: true, error: null, counts: { users: 1, channels: 1, messages: 6 } });
    expect(last?.safety_copy).toMatch(/-safety\.hearth-backup$/);
    expect(needed).toBe(1);
    const texts = async (): Promise<string[]> =>
      (await world.db<{ content: string }>('SELECT content FROM messages ORDER BY id')).map(({ content }) => content);
    const all = await texts();
    expect(all).toContain('was here');
    expect(all.filter((text) => text === 'only for two')).toHaveLength(1);
    // The importing owner reads no more than before.
    const { messages } = await world.owner.ok.get('/messages', { anchor: 'newest', num_before: 100, num_after: 0 });
    expect(JSON.stringify(messages)).not.toMatch(/secret|only for two/);
    const report = async (): Promise<string> => {
      const headers = { Authorization: world.owner.authorization };
      return (await fetch(`${world.url}/api/v1/console/imports/report`, { headers })).text();
    };
    expect(await report()).toMatch(/^Import of Hearth into Hearth Test\n\nAdded:\n {2}Users: 1\n/);
    await world.owner.ok.patch('/settings', { default_language: 'de' });
    expect(await report()).toMatch(/^Import von Hearth in Hearth Test\n\nHinzugefügt:\n {2}Benutzer: 1\n/);
    const { links } = (await world.owner.ok.post('/console/imports/sign_in_links')) as unknown as {
      links: { email: string; link_url: string }[];
    };
    expect(links).toMatchObject([{ email: source.member2.email, is_sent: false }]);
    expect(links[0]?.link_url).toMatch(/\/new-password\/\w+$/);
    await add();
    expect((await stateOf(world)).last).toMatchObject({ counts: { users: 0, channels: 0, messages: 0, reactions: 0 } });
    expect(await texts()).toEqual(all);
    const told = await world.db<{ via: string }>("SELECT via FROM audit_log WHERE action = 'imported'");
    expect(told).toEqual([{ via: 'request' }, { via: 'request' }]);
  } finally {
    await world.stop();
  }
});

test('a file that cannot be read, and an import that is cancelled, leave everything as it is and say why', async () => {
  const world = await startWorld();
  try {
    const broken = join(folder, 'broken.tar.gz');
    await writeFile(broken, (await readFile(file)).subarray(0, 3000));
    const before = await world.dump();
    await world.owner.ok.post('/console/imports/from_file', { path: broken });
    await settled(world);
    const { error, file: kept } = await stateOf(world);
    expect(kept).toBeNull();
    expect(error).toMatch(/damaged or ends too early here\. Copy the file again\. Nothing was imported\.$/);
    await world.owner.ok.post('/console/imports/from_file', { path: file });
    await settled(world);
    const { importer } = world.server.services;
    await world.owner.ok.post('/console/imports/start');
    await world.owner.ok.post('/console/imports/cancel');
    await importer.settled();
    expect((await stateOf(world)).last).toMatchObject({ is_done: false, error: null, counts: null });
    expect((await world.db<{ n: number }>('SELECT count(*) AS n FROM import_ids'))[0]?.n).toBe(0);
    expect(before).toContain('Hearth Test');
    await world.owner.fails(
      'POST',
      '/console/imports/from_file',
      { path: 'team.tar.gz' },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await world.owner.ok.delete('/console/imports');
    expect((await stateOf(world)).preview).toBeNull();
  } finally {
    await world.stop();
  }
});

test('makes sign-in links for 3,000 imported users in one call, and answers other requests in between', async () => {
  const world = await startWorld();
  try {
    const count = 3_000;
    await world.server.services.storage.transaction((tx) => {
      const model = tx.get<Record<string, SqlValue>>('SELECT * FROM users WHERE id = ?', world.member.userId);
      insertRow(tx, 'import_origins', { id: 1, origin: 'a', title: 'A', imported_at: 1, kept_message_id: 0 });
      const { id: newest = 0 } = tx.get<{ id: number }>('SELECT max(id) AS id FROM users') ?? {};
      for (let id = newest + 1; id <= newest + count; id += 1) {
        const email = `imported${id}@office.example`;
        const address = { email, email_key: email, delivery_email: email, delivery_email_key: email };
        insertRow(tx, 'users', { ...model, id, ...address, api_key: `key of ${id}`, password_hash: null });
        insertRow(tx, 'import_ids', { origin_id: 1, kind: 'user', source_id: String(id), id, is_new: 1 });
      }
    });
    expect((await stateOf(world)).sign_in_links_needed).toBe(count);
    const call = { isDone: false };
    const making = world.owner.ok.post('/console/imports/sign_in_links').finally(() => {
      call.isDone = true;
    });
    let answered = 0;
    while (!call.isDone) {
      await world.member.ok.get('/users/me');
      if (!call.isDone) answered += 1;
    }
    const { links } = (await making) as unknown as { links: { user_id: number; link_url: string }[] };
    expect(links).toHaveLength(count);
    expect(new Set(links.map(({ link_url: url }) => url)).size).toBe(count);
    // A hundred links a transaction: others have their turn after each.
    expect(answered).toBeGreaterThan(10);
    // A link is one row and one mail, and no event.
    const [rows] = await world.db<Record<string, number>>(
      `SELECT (SELECT count(*) FROM password_resets) AS resets, (SELECT count(*) FROM deliveries WHERE kind = 'mail') AS mails,
       (SELECT count(*) FROM audit_log WHERE action = 'import_links_created') AS audited`,
    );
    expect(rows).toEqual({ resets: count, mails: count, audited: 1 });
  } finally {
    await world.stop();
  }
});
