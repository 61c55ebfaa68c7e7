/** The law of imports (testing/import-law.ts), of sample data, random acts, and what teams use seldom. */
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ScenarioName } from '../../demo/scenario-names.ts';
import { realDisk } from '../../storage/disk.ts';
import { dataPaths } from '../../storage/file-names.ts';
import { loadState } from '../../storage/history.ts';
import { readFolder } from '../../storage/read-folder.ts';
import { contentOf } from '../../testing/archive-content.ts';
import { copyDemo } from '../../testing/demo-folder.ts';
import { comparedAgain, importTo, ownerOf } from '../../testing/import-law.ts';
import { walk } from '../../testing/life/walk.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { exportTeam } from '../team-export/team-export.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hearth-import-law-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** A picture of one point. */
const tinyPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** @returns what an import of an export loses, and whether its report says that it lost nothing. */
const compared = (name: string, from: string, owner: string, nowMs?: number) =>
  comparedAgain(root, name, { from, owner, ...(nowMs !== undefined && { nowMs }) });

describe.each<ScenarioName>(['edge-cases', 'small-office', 'busy-week', 'empty'])('of the scenario %s', (scenario) => {
  const [from, file] = [() => join(root, `${scenario}-from`), () => join(root, `${scenario}-1.tar.gz`)];
  beforeAll(async () => {
    await copyDemo(scenario, from());
    await exportTeam(from(), file());
  });

  test('loses nothing', async () => {
    expect(await compared(scenario, file(), await ownerOf(from()))).toEqual({ isWhole: true, differences: [] });
  });
});

// Some that lost something once; `npm run walk -- --import` tries others.
describe.each([1, 2, 5, 19, 21])('of an organization of random acts, seed %i', (seed) => {
  const file = (): string => join(root, `random-${seed}.tar.gz`);
  let [owner, nowMs] = ['', 0];
  beforeAll(async () => {
    await walk({
      seeds: [seed],
      steps: 400,
      afterwards: async ({ dataDir, clock }) => {
        await exportTeam(dataDir, file());
        [owner, nowMs] = [await ownerOf(dataDir), clock.nowMs];
      },
    });
  });

  test('loses nothing', async () => {
    expect(await compared(`random-${seed}`, file(), owner, nowMs)).toEqual({ isWhole: true, differences: [] });
  });
});

test('loses nothing of an organization that uses what teams use seldom', async () => {
  const world = await startWorld();
  const file = join(root, 'seldom.tar.gz');
  let nowMs = 0;
  try {
    const { owner, admin, member, member2 } = world;
    const say = async (content: string, topic = 'seldom'): Promise<number> =>
      Number((await member.ok.post('/messages', { type: 'channel', to: 'general', topic, content }))['id']);
    const poll = await say('/poll Tea or coffee?\nTea\nCoffee');
    const vote = { msg_type: 'widget', content: '{"type":"vote","key":"canned,0","vote":1}' };
    await member2.ok.post('/submessage', { message_id: poll, ...vote });
    const hang = async (message: number, content: object): Promise<unknown> =>
      admin.ok.post('/submessage', { message_id: message, msg_type: 'widget', content: JSON.stringify(content) });
    await hang(poll, { type: 'new_option', option: 'Water', idx: 1 });
    await hang(poll, { type: 'vote', key: `${admin.userId},1`, vote: 1 });
    const list = await say('/todo Move\nPack the books');
    await hang(list, { type: 'new_task', key: 1, task: 'Rent a van', desc: '', completed: false });
    await hang(list, { type: 'strike', key: `1,${admin.userId}` });
    await admin.ok.upload('/realm/emoji/party', { name: 'a.png', content: tinyPng });
    const shown = await say(':party: 👩🏽‍🚀 @**everyone** see #**general>seldom**');
    const sequence = { emoji_name: 'flag_scotland', emoji_code: '1f3f4-e0067-e0062-e0073-e0063-e0074-e007f' };
    await member2.ok.post(`/messages/${shown}/reactions`, { emoji_name: 'party' });
    await member2.post(`/messages/${shown}/reactions`, { ...sequence, reaction_type: 'unicode_emoji' });
    for (const emoji of ['heart', 'woman_astronaut', 'rainbow_flag'])
      await admin.post(`/messages/${shown}/reactions`, { emoji_name: emoji });
    const edited = await say('first');
    for (const content of ['second', 'third']) await member.ok.patch(`/messages/${edited}`, { content });
    await admin.ok.patch(`/messages/${edited}`, { topic: 'moved', propagate_mode: 'change_one' });
    await member.ok.post('/users/me/alert_words', { alert_words: ['lunch', 'Grüße'] });
    const group = { name: 'cooks', description: 'who **cook**', members: [member.userId, admin.userId] };
    await admin.ok.post('/user_groups/create', group);
    await admin.ok.post('/realm/filters', { pattern: 'T-(?P<id>\\d+)', url_template: 'https://t.example/{id}' });
    const { id: channel } = await owner.ok.post('/channels/create', { name: 'news', subscribers: [member.userId] });
    await owner.ok.post('/default_streams', { stream_id: channel });
    const { channel_folder_id: folder } = await owner.ok.post('/channel_folders/create', {
      name: 'office',
      description: 'all',
    });
    await owner.ok.patch(`/streams/${String(channel)}`, { folder_id: folder });
    await owner.ok.patch('/realm', { welcome_message_custom_text: 'Come **in**', message_retention_days: 4000 });
    const later = { scheduled_delivery_timestamp: Math.floor(world.clock.nowMs / 1000) + 86_400 };
    await member.ok.post('/scheduled_messages', { type: 'direct', to: [admin.userId], content: 'later', ...later });
    await member.ok.post('/saved_snippets', { title: 'Thanks', content: 'Thank you!' });
    await member.ok.post('/navigation_views', { fragment: 'narrow/search/lunch', is_pinned: true, name: 'Mine' });
    await member.ok.post('/reminders', { message_id: edited, note: 'look', ...later });
    await useOwnTables(world, say);
    await exportTeam(world.dataDir, file);
    nowMs = world.clock.nowMs;
  } finally {
    await world.stop();
  }
  const exported = await contentOf(file);
  for (const [table, rows] of Object.entries({
    zerver_submessage: 3,
    zerver_reaction: 4,
    zerver_alertword: 2,
    zerver_realmemoji: 1,
    zerver_realmfilter: 1,
    zerver_defaultstream: 1,
    zerver_channelfolder: 1,
    zerver_scheduledmessage: 1,
    zerver_savedsnippet: 1,
    zerver_navigationview: 1,
    hearth_draft: 2,
    hearth_donotdisturb: 1,
    hearth_reminder: 1,
    hearth_botstorage: 1,
    hearth_service: 1,
    hearth_userprofile: 1,
    hearth_realmdomain: 1,
    hearth_removedpreview: 1,
  }))
    expect([table, exported.get(table)?.length ?? 0]).toSatisfy(([, count]: [string, number]) => count >= rows);
  expect(await compared('seldom', file, 'owner@example.com', nowMs)).toEqual({ isWhole: true, differences: [] });
});

/** Uses what the format has no room for, and Hearth keeps in tables of its own. */
async function useOwnTables(world: World, say: (content: string) => Promise<number>): Promise<void> {
  const { owner, admin, member, member2, bot } = world;
  const { stream_id: general } = (await member.ok.get('/get_stream_id', { stream: 'general' })) as {
    stream_id: number;
  };
  const draft = { type: 'stream', to: [general], topic: 'seldom', content: 'not yet' };
  const drafts = [draft, { type: '', to: [], topic: '', content: 'nowhere' }];
  await member.ok.post('/drafts', { drafts: JSON.stringify(drafts) });
  await member.ok.patch('/users/me/do_not_disturb', {
    until: Math.floor(world.clock.nowMs / 1000) + 3600,
    quiet_hours: [{ days: [1, 5], start: '22:00', end: '06:30' }],
    allowed_user_ids: [admin.userId],
    allowed_channel_ids: [general],
  });
  await bot.ok.put('/bot_storage', { storage: { count: '7' } });
  const hook = { payload_url: 'http://127.0.0.1:9/hook', interface_type: 1, triggers: ['mention'] };
  await member.ok.post('/bots', { full_name: 'Hook', short_name: 'hook', bot_type: 3, ...hook });
  await owner.ok.patch('/realm', { presence_disabled: true, inline_url_embed_preview: true });
  await owner.ok.post('/realm/domains', { domain: `${'long.'.repeat(16)}example`, allow_subdomains: true });
  await owner.ok.post('/users', { email: 'amara@intranet', full_name: 'Amara', password: 'correct horse battery' });
  const linked = await say('see https://pages.example/one');
  await member.ok.delete(`/messages/${linked}/link_previews`);
  await say(`only #**general>seldom@${linked}**`);
  // Written before there was a group of the name, while it was deactivated, and in a quotation.
  await say('@*late*');
  const group = await admin.ok.post('/user_groups/create', { name: 'late', description: '', members: [member.userId] });
  await say('@*late* @_*late*');
  await say('> @*late*');
  await admin.ok.post(`/user_groups/${String(group['group_id'])}/deactivate`);
  await say('@*late*');
  const { id: board } = await owner.ok.post('/channels/create', { name: 'board', subscribers: [], invite_only: true });
  await owner.ok.patch('/realm', { moderation_request_channel_id: board });
  await member2.ok.post(`/messages/${linked}/report`, { report_type: 'spam', description: 'no' });
}

test('adds a team to another once, and leaves what is there as it is', async () => {
  const [dataDir, file] = [join(root, 'merged'), join(root, 'edge-cases-1.tar.gz')];
  await copyDemo('small-office', dataDir);
  const rows = async (sql: string): Promise<string> => readFolder(dataDir, async (db) => JSON.stringify(db.all(sql)));
  const count = async (): Promise<number> =>
    readFolder(dataDir, async (db) => db.get<{ n: number }>('SELECT count(*) AS n FROM messages')?.n ?? 0);
  const [before, most] = [
    await count(),
    (JSON.parse(await rows('SELECT max(id) AS id FROM messages')) as { id: number }[])[0]?.id ?? 0,
  ];
  const kept = [
    `SELECT * FROM messages WHERE id <= ${most}`,
    `SELECT * FROM message_flags WHERE message_id <= ${most}`,
    "SELECT * FROM realm_settings WHERE name <> 'housekeeping_times'",
    'SELECT token_hash FROM sessions',
  ];
  const old = await Promise.all(kept.map(rows));
  const mails = await rows('SELECT count(*) AS n FROM deliveries');
  const first = await importTo(dataDir, file, null);
  expect(first.counts.messages).toBeGreaterThan(300);
  expect(await count()).toBe(before + first.counts.messages);
  expect(await Promise.all(kept.map(rows))).toEqual(old);
  const all = await rows(
    'SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM streams) AS channels, (SELECT count(*) FROM saved_snippets) AS snippets, (SELECT count(*) FROM reactions) AS reactions, (SELECT count(*) FROM attachments) AS files, (SELECT count(*) FROM user_groups) AS groups, (SELECT count(*) FROM linkifiers) AS linkifiers',
  );
  const second = await importTo(dataDir, file, null);
  expect(Object.values(second.counts).every((added) => added === 0)).toBe(true);
  expect(second.problemCount).toBe(0);
  expect(
    await rows(
      'SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM streams) AS channels, (SELECT count(*) FROM saved_snippets) AS snippets, (SELECT count(*) FROM reactions) AS reactions, (SELECT count(*) FROM attachments) AS files, (SELECT count(*) FROM user_groups) AS groups, (SELECT count(*) FROM linkifiers) AS linkifiers',
    ),
  ).toBe(all);
  // No one gets a mail, and nothing is unread.
  expect(await rows('SELECT count(*) AS n FROM deliveries')).toBe(mails);
  expect(await rows(`SELECT count(*) AS n FROM message_flags WHERE message_id > ${most} AND (flags & 1) = 1`)).toBe(
    JSON.stringify([{ n: 0 }]),
  );
  // What came is exported like everything else.
  const { messages } = await exportTeam(dataDir, join(root, 'merged.tar.gz'));
  expect(messages).toBe(await count());
});

test('refuses an export of the organization itself, and leaves the folder as it was', async () => {
  const dataDir = join(root, 'edge-cases-from');
  const before = await readdir(dataDir);
  await expect(importTo(dataDir, join(root, 'edge-cases-1.tar.gz'), null)).rejects.toThrow('this organization itself');
  expect((await readdir(dataDir)).filter((name) => name !== 'backups' && name !== 'imports')).toEqual(
    before.filter((name) => name !== 'backups' && name !== 'imports'),
  );
  (await loadState(realDisk, dataPaths(dataDir))).engine.close();
  await mkdir(join(root, 'empty'));
  await expect(importTo(join(root, 'empty'), join(root, 'edge-cases-1.tar.gz'), null)).rejects.toThrow('--owner-email');
});
