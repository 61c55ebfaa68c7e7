/** The audit log: who did what, from what to what, what never stands in it, and how it is read. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { move, restore } from '../../cli/backup.ts';
import type { AuditEntryWire } from '../../contract/shapes/audit-log.ts';
import { keptEntries } from '../../domain/audit/rows.ts';
import { daySecs } from '../../durations.ts';
import { startServer } from '../../start.ts';
import { makeChannel, systemGroup } from '../../testing/scenario.ts';
import { password, startWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

type Wanted = Record<string, string | number>;

async function read(wanted: Wanted = {}, of = world): Promise<AuditEntryWire[]> {
  return (await of.owner.ok.get('/console/audit_log', wanted))['entries'] as AuditEntryWire[];
}

/** What a piece of work leaves in the log, the oldest first. */
async function entriesOf(work: () => Promise<unknown>): Promise<AuditEntryWire[]> {
  const last = (await read({ limit: 1 }))[0]?.id ?? 0;
  await work();
  return (await read()).filter(({ id }) => id > last).toReversed();
}

const told = (entries: AuditEntryWire[]) =>
  entries.map(({ kind, action, subject, changes }) => ({ kind, action, subject, changes }));

describe('An entry', () => {
  test('says who, with what, from where, over what, and from what to what', async () => {
    const [entry, ...more] = await entriesOf(async () => world.owner.ok.patch('/realm', { name: 'Renamed' }));
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      at: Math.floor(world.clock.nowMs / 1000),
      via: 'request',
      user_id: world.owner.userId,
      user_name: 'Olga Owner',
      address: '127.0.0.1',
      operation: 'PATCH /realm',
      kind: 'organization',
      action: 'changed',
      changes: [{ field: 'name', from: 'Hearth Test', to: 'Renamed' }],
    });
    expect(entry?.client).not.toBeNull();
  });

  test('of a permission has the group that stood for it before anybody chose one', async () => {
    const { owner } = world;
    const [members, moderators] = [
      await systemGroup(owner, 'role:members'),
      await systemGroup(owner, 'role:moderators'),
    ];
    const entries = await entriesOf(async () =>
      owner.ok.patch('/realm', { can_create_public_channel_group: { new: moderators } }),
    );
    expect(told(entries)).toEqual([
      {
        kind: 'organization',
        action: 'changed',
        subject: '',
        changes: [{ field: 'can_create_public_channel_group', from: members, to: moderators }],
      },
    ]);
  });

  test('of a person has role, name, and the way out and back', async () => {
    const { owner, member2 } = world;
    const path = `/users/${member2.userId}`;
    const entries = await entriesOf(async () => {
      await owner.ok.patch(path, { role: 300 });
      await owner.ok.delete(path);
      await owner.ok.post(`${path}/reactivate`);
      await owner.ok.patch(path, { role: 400 });
    });
    expect(entries.map(({ subject_id, ...entry }) => [subject_id, ...told([{ subject_id, ...entry }])])).toEqual([
      [
        member2.userId,
        { kind: 'user', action: 'changed', subject: 'Mia Member', changes: [{ field: 'role', from: 400, to: 300 }] },
      ],
      [
        member2.userId,
        {
          kind: 'user',
          action: 'deactivated',
          subject: 'Mia Member',
          changes: [{ field: 'is_active', from: true, to: false }],
        },
      ],
      [
        member2.userId,
        {
          kind: 'user',
          action: 'reactivated',
          subject: 'Mia Member',
          changes: [{ field: 'is_active', from: false, to: true }],
        },
      ],
      [
        member2.userId,
        { kind: 'user', action: 'changed', subject: 'Mia Member', changes: [{ field: 'role', from: 300, to: 400 }] },
      ],
    ]);
  });

  test('of a channel has privacy, permissions and archiving, and of a group who came and who went', async () => {
    const { owner, member, member2 } = world;
    const moderators = await systemGroup(owner, 'role:moderators');
    const channel = await makeChannel(owner, 'plans', [owner]);
    const nobody = await systemGroup(owner, 'role:nobody');
    const entries = await entriesOf(async () => {
      await owner.ok.patch(`/streams/${channel}`, { is_private: true, can_resolve_topics_group: { new: moderators } });
      await owner.ok.delete(`/streams/${channel}`);
      const { group_id: group } = await owner.ok.post('/user_groups/create', {
        name: 'cooks',
        description: '',
        members: [member.userId],
      });
      await owner.ok.post(`/user_groups/${Number(group)}/members`, { add: [member2.userId], delete: [member.userId] });
    });
    expect(told(entries)).toMatchObject([
      {
        kind: 'channel',
        action: 'changed',
        subject: 'plans',
        changes: expect.arrayContaining([
          { field: 'invite_only', from: false, to: true },
          { field: 'can_resolve_topics_group', from: nobody, to: moderators },
        ]) as unknown[],
      },
      { kind: 'channel', action: 'archived', subject: 'plans' },
      { kind: 'group', action: 'created', subject: 'cooks' },
      { kind: 'group', changes: [{ field: 'members', from: [member.userId], to: [member2.userId] }] },
    ]);
  });

  test('of what only moved up or down is one, and none where something came', async () => {
    const { owner } = world;
    const ids: number[] = [];
    for (const pattern of ['#(?P<id>[0-9]+)', 'T(?P<id>[0-9]+)'])
      ids.push(
        Number((await owner.ok.post('/realm/filters', { pattern, url_template: 'https://example.com/{id}' }))['id']),
      );
    const field = async (name: string) =>
      Number((await owner.ok.post('/realm/profile_fields', { field_type: 1, name }))['id']);
    const fields = [await field('Room'), await field('Desk')];
    const folder = async (name: string) =>
      Number((await owner.ok.post('/channel_folders/create', { name, description: '' }))['channel_folder_id']);
    const folders = [await folder('First'), await folder('Second')];
    const entries = await entriesOf(async () => {
      await owner.ok.patch('/realm/linkifiers', { ordered_linkifier_ids: ids.toReversed() });
      await owner.ok.patch('/realm/profile_fields', { order: fields.toReversed() });
      await owner.ok.patch('/channel_folders', { order: folders.toReversed() });
    });
    expect(entries.map(({ kind, action }) => [kind, action])).toEqual([
      ['linkifier', 'reordered'],
      ['profile_field', 'reordered'],
      ['channel_folder', 'reordered'],
    ]);
  });

  test('of what the valid calls of the law do not reach: defaults, invitations, own addresses, certificates', async () => {
    const { owner } = world;
    const channel = await makeChannel(owner, 'start here', [owner]);
    await owner.ok.post('/default_streams', { stream_id: channel });
    await owner.ok.post('/invites', { invitee_emails: 'late@example.com', stream_ids: [] });
    const invites = (await owner.ok.get('/invites'))['invites'] as { id: number }[];
    world.clock.advance(60_000);
    const entries = await entriesOf(async () => {
      await owner.ok.delete('/default_streams', { stream_id: channel });
      await owner.ok.post(`/invites/${String(invites[0]?.id)}/resend`);
      await owner.ok.post('/console/network/certificate/make');
      await owner.ok.delete('/console/network/certificate');
    });
    expect(entries.map(({ kind, action, subject }) => `${kind} ${action} ${subject}`)).toEqual([
      'channel changed start here',
      'invitation resent late@example.com',
      'network certificate_changed ',
      'network certificate_deleted ',
    ]);
  });
});

describe('What never stands in it', () => {
  test('are secrets: that they changed is all', async () => {
    const { owner, member } = world;
    const bot = await owner.ok.post('/bots', {
      full_name: 'Hook',
      short_name: 'hook',
      bot_type: 3,
      payload_url: '"https://hooks.example.com/secret-path?token=abc"',
    });
    const entries = await entriesOf(async () => {
      await owner.ok.patch('/console/delivery_settings', { settings: { smtp_password: 'mail-secret' } });
      await member.ok.patch('/settings', { old_password: password, new_password: 'another good one' });
      await owner.ok.post(`/bots/${Number(bot['user_id'])}/api_key/regenerate`);
      await owner.ok.patch(`/users/${member.userId}`, { new_email: 'max.secret@example.com' });
    });
    expect(told(entries).map(({ changes, ...rest }) => [rest.kind, changes])).toEqual([
      ['delivery', [{ field: 'smtp_password' }]],
      ['user', [{ field: 'password_hash' }]],
      ['bot', [{ field: 'api_key' }]],
      ['user', [{ field: 'delivery_email' }]],
    ]);
    const everything = JSON.stringify(await world.db('SELECT * FROM audit_log'));
    for (const secret of ['mail-secret', 'secret-path', 'another good one', 'max.secret', String(bot['api_key'])])
      expect(everything).not.toContain(secret);
    expect(everything).toContain('https://hooks.example.com');
  });

  test('are things that were rolled back, or only looked at', async () => {
    const { owner, member } = world;
    const entries = await entriesOf(async () => {
      // Half of the request would do: the whole is refused, in one transaction.
      await owner.fails(
        'PATCH',
        '/realm',
        { name: 'Half', can_create_groups: { new: 987_654 } },
        { status: 400, code: 'BAD_REQUEST' },
      );
      expect((await member.patch('/realm', { name: 'Mine' })).status).toBeGreaterThanOrEqual(400);
      await owner.ok.post('/messages', { type: 'channel', to: 'general', topic: 'talk', content: 'nothing to see' });
      await owner.ok.patch('/settings', { twenty_four_hour_time: true });
    });
    expect(entries).toEqual([]);
  });
});

describe('Reading it', () => {
  test('finds by words, person, kind and time, a page at a time', async () => {
    const { owner, admin } = world;
    const before = Math.floor(world.clock.nowMs / 1000);
    world.clock.advance(daySecs * 1000);
    await owner.ok.post('/realm/domains', { domain: 'muller.example', allow_subdomains: true });
    await admin.ok.patch('/realm', { description: 'Très élégant' });
    const subjects = async (wanted: Wanted) => (await read(wanted)).map(({ kind, user_id }) => [kind, user_id]);
    expect(await subjects({ text: 'tres ELEGANT' })).toEqual([['organization', admin.userId]]);
    expect(await subjects({ text: 'elegant muller' })).toEqual([]);
    expect(await subjects({ kind: 'domain' })).toEqual([['domain', owner.userId]]);
    expect(await subjects({ since: before + 1 })).toEqual([
      ['organization', admin.userId],
      ['domain', owner.userId],
    ]);
    expect((await read({ until: before, user_id: world.member2.userId })).length).toBeGreaterThan(3);
    expect(await read({ since: before + 1, user_id: world.guest.userId })).toEqual([]);
    const all = await read({ limit: 500 });
    const { entries: first, has_more: more } = (await owner.ok.get('/console/audit_log', { limit: 3 })) as {
      entries: AuditEntryWire[];
      has_more: boolean;
    };
    expect(more).toBe(true);
    const rest = await read({ before: first.at(-1)?.id ?? 0, limit: 500 });
    expect([...first, ...rest]).toEqual(all);
  });

  test('gives a file whose cells are no formulas', async () => {
    const { owner } = world;
    await owner.ok.post('/channel_folders/create', { name: '=cmd("x")', description: '' });
    const fetchFile = async (format: string) =>
      fetch(`${world.url}/api/v1/console/audit_log/export?kind=channel_folder&format=${format}`, {
        headers: { Authorization: owner.authorization },
      });
    const csv = await fetchFile('csv');
    expect(csv.headers.get('content-disposition')).toContain('attachment; filename="audit-log.csv"');
    const text = await csv.text();
    expect(text.split('\r\n')[0]).toContain('time,user,user_id,via,client,address');
    expect(text).toContain(`"'=cmd(""x"")"`);
    expect(((await (await fetchFile('json')).json()) as AuditEntryWire[])[0]).toMatchObject({ subject: '=cmd("x")' });
  });

  test("notifies owners' consoles at once, and no one else's", async () => {
    const queue = async (who: World['owner']) => who.register({ event_types: ['console'] });
    const [ofOwner, ofAdmin] = [await queue(world.owner), await queue(world.admin)];
    await world.owner.ok.patch('/realm', { description: 'New' });
    expect(await ofOwner.events()).toMatchObject([{ type: 'console', about: 'audit_log' }]);
    expect(await ofAdmin.events()).toEqual([]);
  });

  test('the oldest go when there are too many', async () => {
    await world.server.services.storage.transaction((tx) =>
      tx.run("UPDATE sqlite_sequence SET seq = ? WHERE name = 'audit_log'", keptEntries + 5),
    );
    await world.owner.ok.patch('/realm', { description: 'Newer' });
    const entries = await read({ limit: 500 });
    expect(entries.map(({ id }) => id)[0]).toBe(keptEntries + 6);
    expect(entries.every(({ id }) => id > 6)).toBe(true);
  });
});

describe('Beside requests', () => {
  test('a restore is reported about in the restored data, which keeps the log of the days between', async () => {
    const here = await startWorld();
    try {
      const { owner } = here;
      await owner.ok.post('/console/backups');
      await here.server.services.backups.settled();
      const [backup] = (await owner.ok.get('/console/backups'))['backups'] as { name: string }[];
      await owner.ok.patch('/realm', { name: 'After the backup' });
      await owner.ok.post(`/console/backups/${String(backup?.name)}/restore`, { password });
      const entries = await read({}, here);
      expect(entries.map(({ kind, action }) => `${kind} ${action}`).slice(0, 3)).toEqual([
        'backup restored',
        'organization changed',
        'backup started',
      ]);
      expect(entries[0]).toMatchObject({ user_id: owner.userId, subject: backup?.name, via: 'request' });
      expect((await owner.ok.get('/server_settings'))['realm_name']).toBe('Hearth Test');

      const file = join(here.dataDir, 'backups', String(backup?.name));
      const handed = await fetch(`${here.url}/api/v1/console/restores`, {
        method: 'POST',
        headers: { Authorization: owner.authorization, 'Content-Type': 'application/octet-stream' },
        body: await readFile(file),
      });
      const { backup: received } = (await handed.json()) as { backup: { id: string } };
      await owner.ok.post(`/console/restores/${received.id}`, { password });
      expect((await read({ text: 'restored' }, here)).length).toBe(2);
      await owner.ok.delete(`/console/backups/${String(backup?.name)}`);
      expect((await read({ limit: 1 }, here))[0]).toMatchObject({ action: 'deleted', subject: backup?.name });
    } finally {
      await here.stop();
    }
  });

  test('a user who takes a copy of everything along, or the key of an account, is reported about', async () => {
    await world.owner.ok.post('/console/backups');
    await world.server.services.backups.settled();
    const [backup] = (await world.owner.ok.get('/console/backups'))['backups'] as { name: string }[];
    const { id } = await world.owner.ok.post('/export/realm');
    const exported = async (): Promise<string | null> =>
      ((await world.owner.ok.get('/export/realm'))['exports'] as { id: number; export_url: string | null }[]).find(
        (one) => one.id === id,
      )?.export_url ?? null;
    await expect.poll(exported, { interval: 10 }).not.toBeNull();
    const file = new URL((await exported()) ?? '').pathname;
    const entries = await entriesOf(async () => {
      for (const path of [`/api/v1/console/backups/${String(backup?.name)}`, file]) {
        const answer = await fetch(`${world.url}${path}`, { headers: { Authorization: world.owner.authorization } });
        expect(answer.status).toBe(200);
        await answer.arrayBuffer();
      }
      await world.stranger.ok.post('/fetch_api_key', { username: world.member2.email, password });
    });
    expect(entries.map((entry) => [entry.user_id, entry.kind, entry.action, entry.subject])).toEqual([
      [world.owner.userId, 'backup', 'downloaded', backup?.name],
      [world.owner.userId, 'export', 'downloaded', ''],
      [world.member2.userId, 'user', 'api_key_shown', 'Mia Member'],
    ]);
  });

  test('of a bot is found among those of bots, whatever was done to it', async () => {
    const { owner, bot } = world;
    await owner.ok.post(`/console/users/${bot.userId}/sign_out`);
    expect(told(await read({ kind: 'bot', limit: 1 }))).toMatchObject([{ kind: 'bot', action: 'signed_out' }]);
    expect(await read({ kind: 'bot', user_id: bot.userId, limit: 1 })).toHaveLength(1);
  });

  test('a command is reported about as one: a restore into a folder, its move, a port to keep', async () => {
    const here = await startWorld();
    try {
      await here.owner.ok.post('/console/backups');
      await here.server.services.backups.settled();
      const [backup] = (await here.owner.ok.get('/console/backups'))['backups'] as { name: string }[];
      const from = join(here.dataDir, 'backups', String(backup?.name));
      const restored = join(here.dataDir, 'restored');
      await restore.run({ 'data-dir': restored, from }, () => undefined);
      const dataDir = join(here.dataDir, 'moved');
      await move.run({ 'data-dir': restored, to: dataDir }, () => undefined);
      const keepPort = 0;
      const started = await startServer({ dataDir, host: '127.0.0.1', keepPort, logLevel: 'silent' });
      const rows = await started.services.storage.read((db) =>
        db.all('SELECT via, kind, action, subject FROM audit_log ORDER BY id DESC LIMIT 3'),
      );
      await started.stop();
      expect(rows).toEqual([
        { via: 'command_line', kind: 'network', action: 'changed', subject: '' },
        { via: 'command_line', kind: 'backup', action: 'moved', subject: 'restored' },
        { via: 'command_line', kind: 'backup', action: 'restored', subject: backup?.name },
      ]);
    } finally {
      await here.stop();
    }
  });
});

test('the export has every entry of a long log, as lines and as JSON', async () => {
  const here = await startWorld();
  onTestFinished(() => here.stop());
  const { owner } = here;
  await here.server.services.storage.transaction((tx) =>
    tx.run(
      `INSERT INTO audit_log (at, via, kind, action, subject, changes)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
       SELECT i, 'server', 'channel_folder', 'created', 'folder ' || i, '[{"field":"name","from":"a,b","to":' || i || '}]' FROM n`,
    ),
  );
  const exported = async (format: string, more = ''): Promise<string> => {
    const answer = await fetch(`${here.url}/api/v1/console/audit_log/export?format=${format}${more}`, {
      headers: { Authorization: owner.authorization },
    });
    return answer.text();
  };
  const entries = JSON.parse(await exported('json', '&kind=channel_folder')) as AuditEntryWire[];
  expect(entries.map(({ subject }) => subject)).toEqual(Array.from({ length: 1200 }, (_, at) => `folder ${1200 - at}`));
  expect(entries[0]?.changes).toEqual([{ field: 'name', from: 'a,b', to: 1200 }]);
  const lines = (await exported('csv', '&kind=channel_folder')).split('\r\n');
  expect(lines).toHaveLength(1202);
  expect(lines[1200]).toBe(
    '1970-01-01T00:00:01.000Z,,,server,,,,channel_folder,created,folder 1,,"name: ""a,b"" -> 1"',
  );
  expect(lines[1201]).toBe('');
  expect(JSON.parse(await exported('json', '&text=nowhere'))).toEqual([]);
  expect((await exported('csv', '&text=nowhere')).split('\r\n')).toHaveLength(2);
});
