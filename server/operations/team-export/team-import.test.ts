/**
 * The archive taken in by the steps of the importing server, in their order: what it takes out, looks up and gives new numbers. It
 * stops at the first field that is missing, as that one does.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { misfits } from '../../testing/archive-columns.ts';
import { unpacked } from '../../testing/archives.ts';
import { dotPicture } from '../../testing/dot-picture.ts';
import { field, Importer, takeIn, type Data } from '../../testing/importer.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { isTakenThere } from './addresses.ts';
import type { Row } from './tables.ts';
import { exportTeam, type ExportCounts } from './team-export.ts';

let world: World;
let folder: string;
let archive: Map<string, Buffer>;
let counts: ExportCounts;
const read = <T>(name: string): T => JSON.parse(archive.get(name)?.toString() ?? 'null') as T;

const ids: Record<string, number> = {};

beforeAll(async () => {
  world = await startWorld();
  folder = await mkdtemp(join(tmpdir(), 'hearth-team-import-'));
  await live();
  await liveLonger();
  counts = await exportTeam(world.dataDir, join(folder, 'team.tar.gz'));
  archive = await unpacked(join(folder, 'team.tar.gz'));
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true, force: true });
});

/** One of each that the importing server looks up. */
async function live(): Promise<void> {
  const { owner, admin, member, member2 } = world;
  await owner.ok.upload('/realm/emoji/soup', { name: 'soup.png', content: dotPicture });
  const { id: folderId } = await owner.ok.post('/channel_folders/create', { name: 'house', description: '' });
  const people = [owner, member, member2].map(({ userId }) => userId);
  const { id: channel } = await owner.ok.post('/channels/create', {
    name: 'kitchen',
    subscribers: people,
    folder_id: folderId,
  });
  ids['kitchen'] = Number(channel);
  const pantry = await owner.ok.post('/channels/create', { name: 'pantry', subscribers: people });
  await owner.ok.patch(`/streams/${String(pantry['id'])}`, { topics_policy: 'empty_topic_only' });
  await owner.ok.patch('/realm', { new_stream_announcements_stream_id: channel, waiting_period_threshold: 3 });
  const upload = await member.ok.upload('/user_uploads', { name: 'menu.png', content: dotPicture });
  const { id } = await member.ok.post('/messages', {
    type: 'channel',
    to: 'kitchen',
    topic: '',
    content: `@**Olga Owner** [menu](${String(upload['url'])})`,
  });
  await member2.ok.post(`/messages/${String(id)}/reactions`, { emoji_name: 'soup' });
  await member.ok.post('/messages', { type: 'direct', to: [admin.userId, member2.userId], content: 'all of us' });
  await member.ok.post('/messages', { type: 'direct', to: [member2.userId], content: 'psst' });
  await member.ok.post('/users/me/status', { status_text: 'Cooking', emoji_name: 'soup' });
  await member.ok.post('/saved_snippets', { title: 'Thanks', content: 'Thank you!' });
  await member.ok.post('/navigation_views', { fragment: 'narrow/is/starred', is_pinned: true });
  await member.ok.post('/user_topics', { stream_id: channel, topic: 'dinner', visibility_policy: 3 });
  await member.ok.post('/users/me/alert_words', { alert_words: ['soup'] });
  await member.ok.post(`/users/me/muted_users/${admin.userId}`);
  await owner.ok.post('/realm/domains', { domain: 'office.example', allow_subdomains: false });
  const { id: mentor } = await owner.ok.post('/realm/profile_fields', { field_type: 6, name: 'Mentor' });
  await member.ok.patch('/users/me/profile_data', { data: [{ id: mentor, value: [owner.userId] }] });
  await member.ok.post('/bots', {
    full_name: 'Echo',
    short_name: 'echo',
    bot_type: 3,
    payload_url: 'http://127.0.0.1:9/hook',
    interface_type: 1,
  });
}

/** What a rule of reading or a column asks for, and what the format keeps beside. */
async function liveLonger(): Promise<void> {
  const { owner, member, member2 } = world;
  const send = async (content: string, topic = 'soups'): Promise<number> =>
    Number((await member.ok.post('/messages', { type: 'channel', to: 'kitchen', topic, content }))['id']);
  ids['edited'] = await send('first words');
  await member.ok.patch(`/messages/${ids['edited']}`, { content: 'other words' });
  ids['moved'] = await send('to be moved', 'elsewhere');
  await owner.ok.patch(`/messages/${ids['moved']}`, { topic: 'soups' });
  ids['links'] = await send('#**kitchen** #**kitchen>soups** :soup: @_**Max Member**');
  ids['poll'] = await send('/poll Which?\none\ntwo');
  await member2.ok.post('/submessage', {
    message_id: ids['poll'],
    msg_type: 'widget',
    content: '{"type":"vote","key":"canned,0","vote":1}',
  });
  const later = Math.floor(Date.now() / 1000) + 9e6;
  await member.ok.post('/scheduled_messages', {
    type: 'channel',
    to: ids['kitchen'],
    topic: 'soups',
    content: 'tomorrow',
    scheduled_delivery_timestamp: later,
  });
  await member.ok.post('/scheduled_messages', {
    type: 'direct',
    to: [owner.userId, member2.userId, world.admin.userId],
    content: 'never wrote to these before',
    scheduled_delivery_timestamp: later,
  });
  await owner.ok.upload('/realm/icon', { name: 'icon.png', content: dotPicture });
  await owner.ok.patch('/realm', {
    topics_policy: 'disable_empty_topic',
    default_code_block_language: 'python',
    org_type: 10,
    // More than the importing database stores.
    message_retention_days: 2 ** 31,
    message_content_edit_limit_seconds: 2 ** 31,
    message_content_delete_limit_seconds: 2 ** 31,
    move_messages_within_stream_limit_seconds: 2 ** 31,
    move_messages_between_streams_limit_seconds: 2 ** 31,
  });
  await owner.ok.patch('/realm/user_settings_defaults', { twenty_four_hour_time: true });
  await member.ok.patch('/settings', { web_font_size_px: 20, web_home_view: 'recent_topics' });
  await owner.ok.post('/realm/domains', { domain: `${'long.'.repeat(16)}example`, allow_subdomains: false });
  for (const [i, email] of ['amara@intranet', 'lone@b', 'under@sub_domain.example', 'short@example.c'].entries()) {
    const made = await owner.ok.post('/users', {
      email,
      full_name: `Odd Address ${i}`,
      password: 'correct horse battery',
    });
    ids[email] = Number(made['user_id']);
  }
}

/** Custom emoji are named by their number, which has to have their name. */
function emojiCodes(importer: Importer, rows: readonly Row[], emoji: readonly Row[]): void {
  for (const row of rows.filter((one) => field(one, 'reaction_type', 'emoji') === 'realm_emoji')) {
    const id = importer.lookUp(Number(row['emoji_code']), 'realmemoji');
    expect(emoji.find((one) => one['id'] === id)?.['name']).toBe(row['emoji_name']);
  }
}

function takeInMessages(importer: Importer): { messages: Row[]; held: Row[] } {
  const parts = [...archive.keys()].filter((name) => name.startsWith('messages-')).toSorted();
  expect(parts[0]).toBe('messages-000001.json');
  const messages = parts.flatMap((name) => importer.table(read<Data>(name), 'zerver_message'));
  const held = parts.flatMap((name) => importer.table(read<Data>(name), 'zerver_usermessage'));
  importer.renumber(messages, 'message');
  importer.refer(messages, 'sender', 'user');
  importer.refer(messages, 'recipient', 'recipient');
  importer.refer(messages, 'sending_client', 'client');
  importer.dates(messages, 'last_edit_time', 'date_sent');
  for (const message of messages)
    for (const name of ['realm', 'subject', 'content', 'rendered_content', 'has_attachment', 'is_channel_message'])
      field(message, name, 'messages');
  importer.refer(held, 'message', 'message');
  importer.refer(held, 'user_profile', 'user');
  for (const row of held) field(row, 'flags_mask', 'held messages');
  return { messages, held };
}

describe('the steps of the importing server', () => {
  const importer = new Importer();
  let data: Data;

  test('its version is looked at first', () => {
    const { zulip_version: version, migrations_by_app: steps } = read<Row>('migration_status.json');
    // The first number has to be that of the importing server; steps of its database are compared where there are any.
    expect([String(version).split('.', 1)[0], steps]).toEqual(['11', {}]);
  });

  test('the organization, people, groups, channels and what they keep', () => {
    data = read<Data>('realm.json');
    takeIn(importer, data);
    expect(data['zerver_realm']).toMatchObject([{ waiting_period_threshold: 3 }]);
    expect(data['zerver_stream']?.find(({ name }) => name === 'pantry')).toMatchObject({ topics_policy: 4 });
    expect(data['zerver_service']).toMatchObject([{ name: 'Echo', base_url: 'http://127.0.0.1:9/hook', interface: 1 }]);
    expect(data['zerver_savedsnippet']).toMatchObject([{ title: 'Thanks' }]);
    expect(data['zerver_usertopic']).toContainEqual(
      expect.objectContaining({ topic_name: 'dinner', visibility_policy: 3 }),
    );
    expect(data['zerver_navigationview']).toMatchObject([{ fragment: 'narrow/is/starred', is_pinned: true }]);
    expect(data['zerver_userstatus']).toMatchObject([{ status_text: 'Cooking', emoji_name: 'soup' }]);
    for (const table of ['muteduser', 'alertword', 'realmdomain', 'channelfolder', 'customprofilefieldvalue'])
      expect(data[`zerver_${table}`], table).toHaveLength(1);
  });

  test('messages with who has them, reactions, and files', () => {
    const { messages, held } = takeInMessages(importer);
    expect(held.length).toBeGreaterThanOrEqual(messages.length);
    const reactions = importer.table(data, 'zerver_reaction');
    importer.refer(reactions, 'message', 'message');
    importer.refer(reactions, 'user_profile', 'user');
    const emoji = importer.table(data, 'zerver_realmemoji');
    emojiCodes(importer, reactions, emoji);
    emojiCodes(importer, importer.table(data, 'zerver_userstatus'), emoji);
    const attachments = importer.table(read<Data>('attachment.json'), 'zerver_attachment');
    const uploads = read<Row[]>('uploads/records.json');
    for (const place of ['uploads', 'avatars', 'emoji'])
      for (const record of read<Row[]>(`${place}/records.json`)) {
        importer.lookUp(field(record, 'realm_id', place), 'realm');
        if (place !== 'emoji') importer.lookUp(field(record, 'user_profile_id', place), 'user');
        expect(archive.has(`${place}/${String(field(record, 'path', place))}`)).toBe(true);
        field(record, 's3_path', place);
      }
    for (const attachment of attachments) {
      expect(uploads.map((one) => one['s3_path'])).toContain(field(attachment, 'path_id', 'attachments'));
      field(attachment, 'content_type', 'attachments');
      expect(attachment['scheduled_messages']).toEqual([]);
      for (const id of attachment['messages'] as number[]) importer.lookUp(id, 'message');
    }
    importer.refer(attachments, 'owner', 'user');
    importer.dates(attachments, 'create_time');
    expect(attachments).toHaveLength(1);
  });
});

describe('what the importing server has no words for', () => {
  const tables = (): Data => {
    const { import_source: _source, sort_by_date: _sorted, ...realm } = read<Data>('realm.json');
    return {
      ...realm,
      ...read<Data>('attachment.json'),
      zerver_message: all('zerver_message'),
      zerver_usermessage: all('zerver_usermessage'),
    };
  };
  const all = (table: string): Row[] =>
    [...archive.keys()].filter((name) => name.startsWith('messages-')).flatMap((name) => read<Data>(name)[table] ?? []);
  const message = (name: string): Row => all('zerver_message').find(({ id }) => id === ids[name]) ?? {};

  test('columns that it has not, and values that do not fit in them', () => {
    expect(Object.entries(tables()).flatMap(([table, rows]) => misfits(table, rows))).toEqual([]);
    expect(tables()['zerver_realm']).toMatchObject([{ message_retention_days: 2 ** 31 - 1 }]);
  });

  test('a number of a named group that one of its own groups can have', () => {
    const groups = tables()['zerver_namedusergroup'] ?? [];
    expect(groups.length).toBeGreaterThan(0);
    expect(groups.filter(({ id }) => Number(id) < 2e9)).toEqual([]);
  });

  test('a message without its rendering', () => {
    const messages = all('zerver_message');
    const without = messages.filter(
      (row) => typeof row['rendered_content'] !== 'string' || row['rendered_content'] === '',
    );
    expect(without).toEqual([]);
    expect(messages.filter((row) => row['rendered_content_version'] !== 1)).toEqual([]);
    // Notices of system bots are among them.
    const people = new Set(tables()['zerver_userprofile']?.map(({ id }) => id));
    expect(messages.filter((row) => !people.has(row['sender'])).length).toBeGreaterThan(0);
  });

  test('a time of an edit without a history, or the other way round; people that it does not know in one', () => {
    const known = new Set(
      [...(tables()['zerver_userprofile'] ?? []), ...(tables()['zerver_userprofile_crossrealm'] ?? [])].map(
        ({ id }) => id,
      ),
    );
    for (const { edit_history: text, last_edit_time: time } of all('zerver_message')) {
      expect(text === null).toBe(time === null);
      const history = JSON.parse(String(text)) as Row[] | null;
      for (const entry of history ?? []) {
        expect(known.has(entry['user_id'])).toBe(true);
        expect('prev_content' in entry).toBe('prev_rendered_content' in entry);
      }
    }
    expect(JSON.parse(String(message('edited')['edit_history']))).toMatchObject([
      {
        user_id: world.member.userId,
        prev_content: 'first words',
        prev_rendered_content: '<p>first words</p>',
        prev_rendered_content_version: 1,
      },
    ]);
    expect(JSON.parse(String(message('moved')['edit_history']))).toMatchObject([
      { prev_topic: 'elsewhere', topic: 'soups' },
    ]);
  });

  test('an address that it refuses: those are reported, and others written in their place', () => {
    const users = tables()['zerver_userprofile'] ?? [];
    expect(
      users.flatMap((user) => [user['email'], user['delivery_email']]).filter((each) => !isTakenThere(String(each))),
    ).toEqual([]);
    for (const column of ['email', 'delivery_email'])
      expect(new Set(users.map((user) => String(user[column]).toLowerCase())).size).toBe(users.length);
    expect(counts.needAddress.map(({ address }) => address)).toEqual([
      'amara@intranet',
      'lone@b',
      'under@sub_domain.example',
      'short@example.c',
    ]);
    expect(users.find(({ id }) => id === ids['amara@intranet'])).toMatchObject({
      delivery_email: `user${ids['amara@intranet']}@address-needed.invalid`,
    });
    expect(archive.get('notes.txt')?.toString()).toContain('The address amara@intranet of Odd Address 0');
    expect(counts.leftOutDomains).toHaveLength(1);
  });

  test('links and pictures lead to where they are there', () => {
    const channels = tables()['zerver_stream']?.map(({ id }) => id) ?? [];
    const there = channels.indexOf(ids['kitchen']) + 1;
    const html = String(message('links')['rendered_content']);
    // It gives this number itself, where the class is `stream`.
    expect(html).toContain(
      `class="stream" data-stream-id="${ids['kitchen']}" href="/#narrow/channel/${there}-kitchen"`,
    );
    expect(html).toMatch(
      new RegExp(`class="stream-topic" data-stream-id="${there}" href="/#narrow/channel/${there}-kitchen/topic/soups`),
    );
    expect(html).toContain('src="/user_avatars/2/emoji/images/');
    expect(html).toContain(`data-user-id="${world.member.userId}"`);
  });

  test('what else the format keeps comes along', () => {
    const data = tables();
    const scheduled = data['zerver_scheduledmessage'] ?? [];
    expect(scheduled.map(({ content }) => content)).toEqual(['tomorrow', 'never wrote to these before']);
    const recipients = new Map(data['zerver_recipient']?.map((row) => [row['id'], row]));
    expect(scheduled.map(({ recipient }) => recipients.get(recipient)?.['type'])).toEqual([2, 3]);
    expect(data['zerver_submessage']).toContainEqual(
      expect.objectContaining({ message: ids['poll'], sender: world.member2.userId, msg_type: 'widget' }),
    );
    expect(data['zerver_realmuserdefault']).toMatchObject([{ twenty_four_hour_time: true }]);
    expect(data['zerver_userprofile']?.find(({ id }) => id === world.member.userId)).toMatchObject({
      web_font_size_px: 20,
      web_home_view: 'recent_topics',
    });
    expect(data['zerver_realm']).toMatchObject([
      {
        icon_source: 'U',
        topics_policy: 3,
        default_code_block_language: 'python',
        org_type: 10,
        enable_spectator_access: false,
      },
    ]);
    const icons = read<Row[]>('realm_icons/records.json');
    expect(icons.map(({ path }) => path)).toEqual(['1/icon.original', '1/icon.png']);
    for (const { path } of icons) expect(archive.has(`realm_icons/${String(path)}`)).toBe(true);
  });
});
