/** The archive for a larger server: read as its importer reads it, every reference followed. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unpacked } from '../../testing/archives.ts';
import { dotPicture } from '../../testing/dot-picture.ts';
import { startWorld, type World } from '../../testing/world.ts';
import type { Row, Tables } from './tables.ts';
import { exportTeam, type ExportCounts } from './team-export.ts';

let world: World;
let folder: string;
let counts: ExportCounts;
let archive: Map<string, Buffer>;
let team: Tables;
let messages: Row[];
let held: Row[];

const ids: Record<string, number> = {};
beforeAll(async () => {
  world = await startWorld();
  folder = await mkdtemp(join(tmpdir(), 'hearth-team-export-'));
  await live();
  counts = await exportTeam(world.dataDir, join(folder, 'team.tar.gz'));
  archive = await unpacked(join(folder, 'team.tar.gz'));
  team = read<Tables>('realm.json');
  const parts = [...archive.keys()].filter((name) => name.startsWith('messages-')).map((name) => read<Tables>(name));
  messages = parts.flatMap((part) => part['zerver_message'] ?? []);
  held = parts.flatMap((part) => part['zerver_usermessage'] ?? []);
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A little of everything that an archive carries. */
async function live(): Promise<void> {
  const { owner, admin, member, member2 } = world;
  await owner.ok.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'kitchen', description: 'Who cooks' }],
    principals: [member.userId, member2.userId],
  });
  await owner.ok.post('/users/me/subscriptions', { subscriptions: [{ name: 'board' }], invite_only: true });
  ids['group'] = Number(
    (await owner.ok.post('/user_groups/create', { name: 'cooks', description: '', members: [member.userId] }))[
      'group_id'
    ],
  );
  const upload = await member.ok.upload('/user_uploads', { name: 'menu.txt', content: 'soup' });
  const send = async (as: typeof member, to: unknown, content: string): Promise<number> =>
    Number((await as.ok.post('/messages', { type: 'direct', to, content }))['id']);
  ids['lunch'] = Number(
    (
      await member.ok.post('/messages', {
        type: 'channel',
        to: 'kitchen',
        topic: 'lunch',
        content: `@**Mia Member** [menu](${String(upload['url'])})`,
      })
    )['id'],
  );
  ids['toOne'] = await send(member, [member2.userId], 'psst');
  ids['answer'] = await send(member2, [member.userId], 'yes?');
  ids['toSelf'] = await send(member, [member.userId], 'remember the milk');
  ids['toThree'] = await send(member, [member2.userId, admin.userId], 'all of us');
  await member2.ok.post(`/messages/${ids['lunch']}/reactions`, { emoji_name: 'thumbs_up' });
  await member2.ok.post('/messages/flags', { messages: [ids['lunch']], op: 'add', flag: 'starred' });
  await admin.ok.post('/messages/flags', { messages: [ids['lunch']], op: 'add', flag: 'starred' });
  await owner.ok.post(`/messages/${ids['lunch']}/pin`, { scope: 'channel' });
  const kitchen = Number((await owner.ok.get('/get_stream_id', { stream: 'kitchen' }))['stream_id']);
  await owner.ok.post(`/streams/${kitchen}/links`, { title: 'Menu', url: 'https://example.com/menu' });
  await owner.ok.upload('/realm/emoji/soup', { name: 'soup.png', content: dotPicture });
  await member.ok.upload('/users/me/avatar', { name: 'me.png', content: dotPicture });
}

const read = <T>(name: string): T => JSON.parse(archive.get(name)?.toString() ?? 'null') as T;
const rowsOf = (table: string): Row[] => team[table] ?? [];
const idsOf = (rows: readonly Row[]): Set<unknown> => new Set(rows.map((row) => row['id']));

test('it has what the database has', async () => {
  const [stored] = await world.db<Record<string, number>>(
    `SELECT (SELECT count(*) FROM users WHERE is_system_bot = 0) AS users, (SELECT count(*) FROM streams) AS channels,
            (SELECT count(*) FROM messages) AS messages`,
  );
  expect(counts).toEqual({ ...stored, files: 3, needAddress: [], leftOutDomains: [], lacking: [] });
  expect(messages).toHaveLength(Number(stored?.['messages']));
  expect(rowsOf('zerver_userprofile').map((user) => user['full_name'])).toContain('Max Member');
  expect(rowsOf('zerver_namedusergroup').map((group) => group['name'])).toContain('cooks');
});

test('nothing in it lets anybody in', () => {
  const keys = [world.owner, world.member, world.bot].map(({ apiKey }) => apiKey);
  const texts = [...archive].filter(([name]) => name.endsWith('.json')).map(([, content]) => content.toString());
  for (const text of texts) expect(keys.filter((key) => text.includes(key))).toEqual([]);
  expect(texts.join('')).not.toMatch(/password|api_key/);
  expect(rowsOf('zerver_service').filter(({ token }) => token !== '')).toEqual([]);
});

test('rows have ids, none twice', () => {
  const files = [...Object.entries(team), ['zerver_message', messages], ['zerver_usermessage', held]] as [
    string,
    unknown,
  ][];
  for (const [table, rows] of files) {
    if (!Array.isArray(rows)) continue;
    const all = (rows as Row[]).map((row) => row['id']);
    expect(all.every(Number.isInteger), table).toBe(true);
    expect(new Set(all).size, table).toBe(all.length);
  }
});

describe('every reference leads somewhere', () => {
  /** Fields by the table they point into; null is no one, where it may be. */
  const references: Record<string, Record<string, string>> = {
    zerver_userprofile: {
      bot_owner: 'users',
      default_sending_stream: 'channels',
      default_events_register_stream: 'channels',
    },
    zerver_customprofilefieldvalue: { user_profile: 'users', field: 'zerver_customprofilefield' },
    zerver_alertword: { user_profile: 'users' },
    zerver_muteduser: { user_profile: 'users', muted_user: 'users' },
    zerver_stream: {
      creator: 'users',
      folder: 'zerver_channelfolder',
      can_send_message_group: 'groups',
      can_subscribe_group: 'groups',
    },
    zerver_defaultstream: { stream: 'channels' },
    zerver_realm: {
      new_stream_announcements_stream: 'channels',
      can_create_groups: 'groups',
      can_invite_users_group: 'groups',
    },
    zerver_namedusergroup: {
      usergroup_ptr: 'groups',
      creator: 'users',
      can_manage_group: 'groups',
      can_mention_group: 'groups',
    },
    zerver_usergroupmembership: { user_group: 'groups', user_profile: 'users' },
    zerver_groupgroupmembership: { supergroup: 'groups', subgroup: 'groups' },
    zerver_subscription: { user_profile: 'everybody', recipient: 'zerver_recipient' },
    zerver_usertopic: { user_profile: 'users', stream: 'channels', recipient: 'zerver_recipient' },
    zerver_realmemoji: { author: 'users' },
    zerver_reaction: { user_profile: 'users', message: 'messages' },
    hearth_pinnedmessage: { user_profile: 'users', message: 'messages' },
    hearth_channellink: { user_profile: 'users', stream: 'channels' },
    zerver_message: { sender: 'everybody', recipient: 'recipients', sending_client: 'zerver_client' },
    zerver_usermessage: { user_profile: 'users', message: 'messages' },
    zerver_attachment: { owner: 'users' },
  };

  test.each(Object.entries(references))('of %s', (table, fields) => {
    const users = idsOf(rowsOf('zerver_userprofile'));
    const bots = rowsOf('zerver_userprofile_crossrealm');
    const targets: Record<string, Set<unknown>> = {
      users,
      everybody: new Set([...users, ...idsOf(bots)]),
      channels: idsOf(rowsOf('zerver_stream')),
      groups: idsOf(rowsOf('zerver_usergroup')),
      messages: idsOf(messages),
      recipients: new Set([...idsOf(rowsOf('zerver_recipient')), ...bots.map((bot) => bot['recipient_id'])]),
    };
    const others: Record<string, Row[]> = {
      zerver_message: messages,
      zerver_usermessage: held,
      zerver_attachment: read<Tables>('attachment.json')['zerver_attachment'] ?? [],
    };
    const rows = others[table] ?? rowsOf(table);
    for (const [field, target] of Object.entries(fields)) {
      const known = targets[target] ?? idsOf(rowsOf(target));
      const lost = rows.map((row) => row[field]).filter((id) => id !== null && !known.has(id));
      expect(lost, field).toEqual([]);
    }
  });

  test('of recipients', () => {
    const targets = [rowsOf('zerver_userprofile'), rowsOf('zerver_stream'), rowsOf('zerver_huddle')].map(idsOf);
    const lost = rowsOf('zerver_recipient').filter((row) => !targets[Number(row['type']) - 1]?.has(row['type_id']));
    expect(lost).toEqual([]);
  });

  test('of files: each record has its file, each file its record', () => {
    const places = ['uploads', 'avatars', 'emoji'];
    const recorded = places.flatMap((place) =>
      read<Row[]>(`${place}/records.json`).map((one) => `${place}/${String(one['path'])}`),
    );
    const there = [...archive.keys()].filter(
      (name) => places.some((place) => name.startsWith(`${place}/`)) && !name.endsWith('records.json'),
    );
    expect(there.toSorted()).toEqual(recorded.toSorted());
    expect(there).toHaveLength(3);
  });
});

describe('a message', () => {
  const message = (name: string): Row => messages.find((row) => row['id'] === ids[name]) ?? {};
  const recipient = (name: string): unknown => {
    const { type, type_id: id } =
      rowsOf('zerver_recipient').find((row) => row['id'] === message(name)['recipient']) ?? {};
    return [type, id];
  };
  const masks = (name: string): Record<string, number> =>
    Object.fromEntries(
      held
        .filter((row) => row['message'] === ids[name])
        .map((row) => [String(row['user_profile']), Number(row['flags_mask'])]),
    );

  test('is as it was typed, with the upload that it links to', () => {
    const { zerver_attachment: attachments = [] } = read<Tables>('attachment.json');
    expect(message('lunch')).toMatchObject({
      sender: world.member.userId,
      subject: 'lunch',
      has_attachment: true,
      is_channel_message: true,
    });
    expect(attachments).toMatchObject([{ file_name: 'menu.txt', messages: [ids['lunch']], is_realm_public: true }]);
    expect(String(message('lunch')['content'])).toContain(String(attachments[0]?.['path_id']));
    expect(archive.get(`uploads/${String(attachments[0]?.['path_id'])}`)?.toString()).toBe('soup');
  });

  test('goes to one person, to oneself, or to a group', () => {
    const { member, member2 } = world;
    expect(recipient('toOne')).toEqual([1, member2.userId]);
    expect(recipient('answer')).toEqual([1, member.userId]);
    expect(recipient('toSelf')).toEqual([1, member.userId]);
    const [type, group] = recipient('toThree') as [number, number];
    expect(type).toBe(3);
    const members = rowsOf('zerver_subscription').filter((row) => row['recipient'] === message('toThree')['recipient']);
    expect(members).toHaveLength(3);
    expect(rowsOf('zerver_huddle')).toContainEqual({ id: group, group_size: 3 });
  });

  test('is held by the user who received or starred it: read, starred, mentioned, direct, historical', () => {
    const { admin, member, member2 } = world;
    // Programs are not believed to have shown what they sent, so it is unread to its sender too.
    expect(masks('lunch')).toEqual({
      [member.userId]: 0,
      [member2.userId]: 2 | 8,
      [admin.userId]: 1 | 2 | 1024,
    });
    expect(masks('toOne')).toEqual({ [member.userId]: 2048, [member2.userId]: 2048 });
    expect(rowsOf('zerver_reaction')).toMatchObject([
      { user_profile: member2.userId, message: ids['lunch'], emoji_name: 'thumbs_up' },
    ]);
  });
});

test('owners download the same from the console, while the server answers; nothing of it stays behind', async () => {
  const download = async () =>
    fetch(`${world.url}/api/v1/console/team_export`, { headers: { authorization: world.owner.authorization } });
  const [one = Buffer.alloc(0), ...others] = await Promise.all(
    Array.from({ length: 8 }, async () => Buffer.from(await (await download()).arrayBuffer())),
  );
  const path = join(folder, 'downloaded.tar.gz');
  await writeFile(path, one);
  // A user who asks while one is made gets the same.
  expect(others.map((other) => other.equals(one))).toEqual(others.map(() => true));
  expect([...(await unpacked(path)).keys()]).toEqual([...archive.keys()]);
  expect(await readdir(join(world.dataDir, 'exports'))).toEqual([]);
  await world.admin.fails('GET', '/console/team_export', {}, { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' });
  const { entries } = (await world.owner.ok.get('/console/audit_log')) as { entries: Row[] };
  expect(entries[0]).toMatchObject({ kind: 'backup', action: 'exported', user_name: 'Olga Owner' });
});

test('what a crash left of one is gone after the next start, and finished exports of the other kind are not', async () => {
  const exports = join(world.dataDir, 'exports');
  const finished = `${'a'.repeat(32)}.jsonl.gz`;
  for (const name of ['team.tar.gz', 'team.tar.gz.unfinished', `${finished}.part`, finished])
    await writeFile(join(exports, name), 'the half of it');
  await world.restart();
  expect(await readdir(exports)).toEqual([finished]);
});

test('a folder without a team is refused, and leaves no file', async () => {
  const empty = await startWorld({ empty: true });
  const out = join(folder, 'none.tar.gz');
  await expect(exportTeam(empty.dataDir, out)).rejects.toThrow('holds no team yet');
  await empty.stop();
  await expect(rm(out)).rejects.toThrow('ENOENT');
});
