/** Restoring while the server runs: what is shown before, what is there after, what stays, and that a refusal changes nothing. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { restore as restoreCommand } from '../../cli/backup.ts';
import type { ReceivedBackup } from '../../contract/shapes/backups.ts';
import { Restorer } from '../../operations/backups/restorer.ts';
import { startServer } from '../../start.ts';
import { password, startWorld, type World } from '../../testing/world.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(async () => world.stop());

interface Kept {
  name: string;
  kind: string;
  counts: Record<string, number>;
  sha256: string;
  checked_at: number;
  organization: string;
}

const kept = async (of = world): Promise<Kept[]> =>
  (await of.owner.ok.get('/console/backups'))['backups'] as unknown as Kept[];
const newest = async (of = world): Promise<Kept> => {
  const [first] = await kept(of);
  if (first === undefined) throw new Error('there is no backup');
  return first;
};
const fileOf = ({ name }: Kept, of = world): string => join(of.dataDir, 'backups', name);

async function backUp(): Promise<Kept> {
  await world.owner.ok.post('/console/backups');
  await world.server.services.backups.settled();
  return newest();
}

const say = async (content: string): Promise<unknown> =>
  world.owner.ok.post('/messages', { type: 'channel', to: 'general', topic: 'talk', content });
const messages = async (of = world): Promise<string[]> =>
  (await of.db<{ content: string }>('SELECT content FROM messages ORDER BY id')).map(({ content }) => content);

interface Answer {
  status: number;
  body: { code?: string; msg: string; backup: ReceivedBackup };
}

/** Hands in a file, as a browser does. */
async function handIn(url: string, path: string, body: RequestInit['body'], authorization?: string): Promise<Answer> {
  const headers = { 'Content-Type': 'application/octet-stream', ...(authorization !== undefined && { authorization }) };
  const response = await fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

const handInHere = async (bytes: Uint8Array): Promise<Answer> =>
  handIn(world.url, '/console/restores', Buffer.from(bytes), world.owner.authorization);

/** What a refusal must leave as it was. */
async function everything(): Promise<string> {
  const files = (await readdir(world.dataDir, { recursive: true })).filter((name) => !/journal|\.lock/.test(name));
  return `${files.toSorted().join('\n')}\n${await world.dump()}`;
}

describe('On an empty server', () => {
  test('a backup of another server is shown, restored whole, and its people sign in', async () => {
    await say('from the old machine');
    await world.owner.ok.patch('/console/network_settings', { settings: { server_port: 7999 } });
    const backup = await backUp();
    const bytes = await readFile(fileOf(backup));
    const before = await world.dump();
    const empty = await startWorld({ empty: true });
    try {
      const token = empty.server.services.setupToken.current ?? '';
      const shown = await handIn(empty.url, `/console/setup/restores?token=${token}`, bytes);
      expect(shown).toMatchObject({ status: 200 });
      expect(shown.body.backup).toMatchObject({
        organization: 'Hearth Test',
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        counts: backup.counts,
      });
      expect(shown.body.backup.version).toMatch(/^\d+\.\d+/);
      expect(await empty.stranger.ok.get('/console/setup')).toMatchObject({ needs_setup: true });

      await empty.stranger.ok.post(`/console/setup/restores/${shown.body.backup.id}`, { token });
      expect(await empty.stranger.ok.get('/console/setup')).toMatchObject({
        needs_setup: false,
        organization_name: 'Hearth Test',
      });
      expect(empty.server.services.setupToken.current).toBeNull();
      await empty.stranger.ok.post('/console/sign_in', { username: 'owner@example.com', password });
      const withoutSettings = (dump: string): string =>
        dump.replaceAll(/^.*"(?:server_|https_|team_|backup_|local_name|rate_limit|cors_).*$\n?/gm, '');
      expect(withoutSettings(await empty.dump())).toBe(withoutSettings(before));
      // The addresses are those of this computer.
      expect(await empty.db("SELECT value FROM realm_settings WHERE name = 'server_port'")).toEqual([
        { value: '7420' },
      ]);
      expect(await readdir(join(empty.dataDir, 'backups'))).toEqual([]);
    } finally {
      await empty.stop();
    }
  });

  test('nothing is received without the token of the link', async () => {
    const empty = await startWorld({ empty: true });
    try {
      const refused = await handIn(empty.url, '/console/setup/restores?token=guess', 'x');
      expect(refused).toMatchObject({ status: 403, body: { code: 'INVALID_SETUP_TOKEN' } });
      const token = empty.server.services.setupToken.current ?? '';
      await empty.stranger.fails(
        'POST',
        '/console/setup/restores/none',
        { token },
        { status: 404, code: 'RESTORE_NOT_FOUND' },
      );
    } finally {
      await empty.stop();
    }
    expect(await handIn(world.url, '/console/setup/restores?token=guess', 'x')).toMatchObject({ status: 403 });
  });
});

describe('In the place of what is there', () => {
  test('a backup of the list takes it, after a safety copy, which takes it back', async () => {
    await say('kept');
    const backup = await backUp();
    await say('written since');
    const { queueId } = await world.member.register({ event_types: ['message'] });
    await world.owner.ok.patch('/console/network_settings', { settings: { rate_limit_per_minute: 6000 } });
    world.clock.advance(60_000);

    const answer = await world.owner.ok.post(`/console/backups/${backup.name}/restore`, { password });
    const copy = answer['safety_copy'] as unknown as Kept;
    expect(copy).toMatchObject({ kind: 'safety', counts: { messages: 3 } });
    expect((await messages()).slice(-1)).toEqual(['kept']);
    expect((await kept()).map(({ name }) => name)).toEqual([copy.name, backup.name]);
    expect(await world.owner.ok.get('/console/network_settings')).toMatchObject({
      settings: { rate_limit_per_minute: 6000 },
    });
    // A user who listened begins again.
    await world.member.fails(
      'GET',
      '/events',
      { queue_id: queueId, last_event_id: -1, dont_block: true },
      { status: 400, code: 'BAD_EVENT_QUEUE_ID' },
    );
    await world.owner.ok.post(`/console/backups/${copy.name}/restore`, { password });
    expect((await messages()).slice(-1)).toEqual(['written since']);
    await say('and goes on');
  });

  test('a file that is handed in takes it, also one of another organization, whose backups stay listed', async () => {
    const other = await startWorld();
    await other.owner.ok.patch('/realm', { name: 'The Others' });
    await other.owner.ok.post('/console/backups');
    await other.server.services.backups.settled();
    const bytes = await readFile(fileOf(await newest(other), other));
    await other.stop();
    world.clock.advance(5000);
    await world.server.services.storage.transaction((tx) =>
      tx.run("UPDATE realm_settings SET value = '1700000000' WHERE name = 'date_created'"),
    );

    const { status, body } = await handInHere(bytes);
    expect(status).toBe(200);
    expect(body.backup.organization).toBe('The Others');
    // Of the same cast, so that the same credentials go on working here only as long as nothing was replaced.
    const answer = await world.owner.ok.post(`/console/restores/${body.backup.id}`, { password });
    expect(await world.stranger.ok.get('/console/setup')).toMatchObject({ organization_name: 'The Others' });
    const rows = await world.server.services.backups.list(await world.server.services.backups.plan());
    expect(rows).toMatchObject([
      { name: (answer['safety_copy'] as unknown as Kept).name, is_own: false, organization: 'Hearth Test' },
    ]);
    expect((await readdir(join(world.dataDir, 'backups'))).filter((name) => name.startsWith('received'))).toEqual([]);
  });

  test('what is handed in and given up is deleted, and so is what a newer one replaces', async () => {
    const bytes = await readFile(fileOf(await backUp()));
    const first = (await handInHere(bytes)).body.backup.id;
    const second = (await handInHere(bytes)).body.backup.id;
    const received = async (): Promise<string[]> =>
      (await readdir(join(world.dataDir, 'backups'))).filter((name) => name.startsWith('received'));
    expect(await received()).toEqual([`received-${second}.unfinished`]);
    const gone = { status: 404, code: 'RESTORE_NOT_FOUND' };
    await world.owner.fails('POST', `/console/restores/${first}`, { password }, gone);
    await world.server.services.restorer.tidy(world.clock.nowMs + 23 * 3_600_000);
    expect(await received()).toHaveLength(1);
    await world.owner.ok.delete('/console/restores');
    expect(await received()).toEqual([]);
    await world.owner.fails('POST', `/console/restores/${second}`, { password }, gone);
    await handInHere(bytes);
    await world.server.services.restorer.tidy(world.clock.nowMs + 25 * 3_600_000);
    expect(await received()).toEqual([]);
  });
});

/** Signs in to the console. @returns the cookie of the session. */
async function signIn(email: string, of = world): Promise<string> {
  const body = new URLSearchParams({ username: email, password });
  const response = await fetch(`${of.url}/api/v1/console/sign_in`, { method: 'POST', body });
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** @returns whom a session lets in; undefined for no one. */
async function letsIn(cookie: string, url = world.url): Promise<unknown> {
  const response = await fetch(`${url}/api/v1/console/session`, { headers: { cookie } });
  return ((await response.json()) as { email?: string }).email;
}

/** Hands out what lets people in by a link. @returns their paths: a new password, an invitation by mail, a reusable link. */
async function linksOut(): Promise<[string, string, string]> {
  const { owner, member2 } = world;
  const { link_url: link } = await owner.ok.post(`/console/users/${member2.userId}/password_link`);
  await owner.ok.post('/invites', { invitee_emails: 'new@example.com', stream_ids: [] });
  const { invite_link: reusable } = await owner.ok.post('/invites/multiuse', { stream_ids: [] });
  const [mailed] = await world.db<{ key: string }>('SELECT key FROM invitations WHERE is_multiuse = 0');
  const last = (url: unknown): string => String(url).split('/').at(-1) ?? '';
  return [`/console/new_password/${last(link)}`, `/console/join/${mailed?.key}`, `/console/join/${last(reusable)}`];
}

describe('What ended stays so', () => {
  const found = async (path: string, url = world.url): Promise<boolean> => (await fetch(`${url}/api/v1${path}`)).ok;

  test('no session comes back, none is worth more than it was, and links that were mailed are void', async () => {
    const { owner, admin, moderator, member, member2, guest } = world;
    const [reset, mailed, reusable] = await linksOut();
    const old = await signIn(member.email);
    const sessions = new Map<string, string>();
    for (const { email } of [owner, admin, moderator, member2, guest]) sessions.set(email, await signIn(email));
    const backup = await backUp();
    world.clock.advance(60_000);

    await owner.ok.post(`/console/users/${member.userId}/sign_out`);
    // Who is not what they were, has another address, or had an account that has gone.
    await owner.ok.patch(`/users/${admin.userId}`, { role: 400 });
    await owner.ok.patch(`/users/${moderator.userId}`, { new_email: 'moved@example.com' });
    await owner.ok.patch(`/users/${member2.userId}`, { role: 300 });
    await owner.ok.delete(`/users/${guest.userId}`);
    for (const { email } of [admin, member2]) expect(await letsIn(sessions.get(email) ?? '')).toBe(email);
    await owner.ok.post(`/console/backups/${backup.name}/restore`, { password });

    expect(await letsIn(old)).toBeUndefined();
    for (const { email } of [admin, moderator, guest])
      expect(await letsIn(sessions.get(email) ?? ''), email).toBeUndefined();
    // A user who has fewer rights by it than before stays signed in.
    for (const { email } of [owner, member2]) expect(await letsIn(sessions.get(email) ?? '')).toBe(email);
    // Their chat programs stay connected, which no one could do for them.
    await member.ok.get('/users/me');
    for (const path of [reset, mailed]) expect(await found(path), path).toBe(false);
    expect(await found(reusable)).toBe(true);
    expect((await owner.ok.get('/invites'))['invites']).toMatchObject([{}, { email: 'new@example.com' }]);
  });

  test('a session of here is none of another organization, but for the user who restores it', async () => {
    const { owner, member } = world;
    const sessions = [await signIn(owner.email), await signIn(member.email)] as const;
    const backup = await backUp();
    await world.server.services.storage.transaction((tx) =>
      tx.run("UPDATE realm_settings SET value = '1700000000' WHERE name = 'date_created'"),
    );
    const { body } = await handInHere(await readFile(fileOf(backup)));
    await owner.ok.post(`/console/restores/${body.backup.id}`, { password });
    expect([await letsIn(sessions[0]), await letsIn(sessions[1])]).toEqual([owner.email, undefined]);
  });

  test('nor does the command bring any of it back', async () => {
    const { owner, member } = world;
    const [reset, mailed, reusable] = await linksOut();
    const session = await signIn(owner.email);
    const backup = await backUp();
    const dataDir = join(world.dataDir, 'backups', 'moved');
    const said: string[] = [];
    await restoreCommand.run({ 'data-dir': dataDir, from: fileOf(backup) }, (line) => said.push(line));
    expect(said.join('\n')).toMatch(/every count matches[^]*Sessions and emailed links have ended/);
    const moved = await startServer({
      dataDir,
      host: '127.0.0.1',
      port: 0,
      logLevel: 'silent',
      clock: () => world.clock.nowMs,
    });
    try {
      expect(await letsIn(session, moved.url)).toBeUndefined();
      for (const path of [reset, mailed]) expect(await found(path, moved.url), path).toBe(false);
      expect(await found(reusable, moved.url)).toBe(true);
      const { authorization } = member;
      expect((await fetch(`${moved.url}/api/v1/users/me`, { headers: { authorization } })).status).toBe(200);
    } finally {
      await moved.stop();
    }
  });
});

describe('Nothing changes', () => {
  test('without the right password, and for anybody but owners', async () => {
    const backup = await backUp();
    const { id } = (await handInHere(await readFile(fileOf(backup)))).body.backup;
    const before = await everything();
    for (const path of [`/console/restores/${id}`, `/console/backups/${backup.name}/restore`]) {
      const wrong = await world.owner.fails('POST', path, { password: 'guess' }, { status: 400, code: 'BAD_REQUEST' });
      expect(wrong['msg']).toBe('This password is not right.');
      await world.admin.fails('POST', path, { password }, { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' });
    }
    const refused = await handIn(world.url, '/console/restores', 'x', world.admin.authorization);
    expect(refused).toMatchObject({ status: 400, body: { code: 'UNAUTHORIZED_PRINCIPAL' } });
    expect(await everything()).toBe(before);
  });

  test('when the connection breaks off, which is no defect of the server', async () => {
    const { restorer } = world.server.services;
    const headers = { authorization: world.owner.authorization, 'content-length': 1_000_000 };
    const sent = request(`${world.url}/api/v1/console/restores`, { method: 'POST', headers });
    sent.on('error', () => undefined).write('snapshot-00');
    await expect.poll(() => restorer.progress).toMatchObject({ phase: 'receiving', done_bytes: 11 });
    sent.destroy();
    const { entries } = await world.owner.ok.get('/console/activity', { kinds: ['request'] });
    expect(entries).toMatchObject([{ route: '/console/restores', status: 400, code: 'BAD_REQUEST' }]);
    expect(restorer.progress).toBeNull();
  });

  test('by what is no backup, is cut off, was altered, or is of a newer version', async () => {
    const bytes = await readFile(fileOf(await backUp()));
    const altered = Buffer.from(bytes);
    altered[5000] = (altered[5000] ?? 0) ^ 1;
    const newer = Buffer.from(bytes.toString('latin1').replace(/("dataVersion": )\d/, '$19'), 'latin1');
    const nonsense = Buffer.from(bytes.toString('latin1').replace('"tables": {', '"tablet": {'), 'latin1');
    const before = await everything();
    const wrong: [Buffer, string, RegExp][] = [
      [Buffer.from('Dear all,'), 'BACKUP_FOREIGN', /^This file is not a backup of Hearth\.$/],
      [gzipSync(bytes), 'BACKUP_FOREIGN', /not a backup/],
      [Buffer.alloc(0), 'BACKUP_DAMAGED', /^This file is not a whole backup\. The backup ends before its list/],
      [bytes.subarray(0, bytes.length >> 1), 'BACKUP_DAMAGED', /not a whole backup/],
      [altered, 'BACKUP_DAMAGED', /snapshot-\d+\.sqlite is damaged/],
      [nonsense, 'BACKUP_DAMAGED', /Its list of contents makes no sense/],
      [newer, 'BACKUP_TOO_NEW', /newer version of Hearth\. Install that one first/],
    ];
    for (const [file, code, message] of wrong) {
      const { status, body } = await handInHere(file);
      expect({ status, code: body.code }).toEqual({ status: 400, code });
      expect(body.msg).toMatch(message);
    }
    expect(await everything()).toBe(before);
  });

  test('by a long file that was altered, which is read through beside the server', async () => {
    await mkdir(join(world.dataDir, 'uploads'), { recursive: true });
    await writeFile(join(world.dataDir, 'uploads', 'long'), Buffer.alloc(2_000_000, 'x'));
    const backup = await backUp();
    const bytes = await readFile(fileOf(backup));
    expect(backup).toMatchObject({ sha256: createHash('sha256').update(bytes).digest('hex'), counts: { files: 1 } });
    bytes[bytes.indexOf('xxxx')] = 0;
    expect(await handInHere(bytes)).toMatchObject({
      status: 400,
      body: { code: 'BACKUP_DAMAGED', msg: 'This file is not a whole backup. uploads/long is damaged.' },
    });
  });

  test('when there is no room, for the file or for the safety copy', async () => {
    const backup = await backUp();
    const bytes = await readFile(fileOf(backup));
    const { services } = world.server;
    services.restorer = new Restorer({
      dataDir: world.dataDir,
      newId: () => 'x',
      diskRoom: async () => ({ free: 64 * 1024 * 1024 + 600_000, total: 1e12 }),
      nowMs: () => world.clock.nowMs,
    });
    const before = await everything();
    expect(await handInHere(bytes)).toMatchObject({ status: 400, body: { code: 'NO_ROOM' } });
    // A stream that does not say how long it is.
    const endless = new Blob([bytes, bytes, bytes]).stream();
    const response = await fetch(`${world.url}/api/v1/console/restores`, {
      method: 'POST',
      headers: { authorization: world.owner.authorization },
      body: endless,
      duplex: 'half',
    } as RequestInit);
    expect(await response.json()).toMatchObject({ code: 'NO_ROOM' });
    expect(await everything()).toBe(before);
  });

  test('by a backup of the list that was damaged since, which checking again finds', async () => {
    const backup = await backUp();
    expect(backup.checked_at).toBe(world.clock.nowMs / 1000);
    world.clock.advance(60_000);
    const again = (await world.owner.ok.post(`/console/backups/${backup.name}/check`))['backup'] as unknown as Kept;
    expect(again).toMatchObject({ sha256: backup.sha256, counts: backup.counts, checked_at: world.clock.nowMs / 1000 });
    const bytes = await readFile(fileOf(backup));
    bytes[6000] = (bytes[6000] ?? 0) ^ 1;
    await writeFile(fileOf(backup), bytes);
    const damaged = { status: 400, code: 'BACKUP_DAMAGED' };
    await world.owner.fails('POST', `/console/backups/${backup.name}/check`, {}, damaged);
    await world.owner.fails('POST', `/console/backups/${backup.name}/restore`, { password }, damaged);
    await say('the server goes on');
    await world.owner.fails('POST', '/console/backups/none/check', {}, { status: 404, code: 'BACKUP_NOT_FOUND' });
  });
});
