/**
 * The archive taken in by the steps of the importing server, in their order: what it takes out, looks up and gives new numbers. It
 * stops at the first field that is missing, as that one does.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unpacked } from '../../testing/archives.ts';
import { dotPicture } from '../../testing/dot-picture.ts';
import { field, Importer, takeIn, type Data } from '../../testing/importer.ts';
import { startWorld, type World } from '../../testing/world.ts';
import type { Row } from './tables.ts';
import { exportTeam } from './team-export.ts';

let world: World;
let folder: string;
let archive: Map<string, Buffer>;
const read = <T>(name: string): T => JSON.parse(archive.get(name)?.toString() ?? 'null') as T;

beforeAll(async () => {
  world = await startWorld();
  folder = await mkdtemp(join(tmpdir(), 'hearth-team-import-'));
  await live();
  await exportTeam(world.dataDir, join(folder, 'team.tar.gz'));
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
  await owner.ok.patch(`/streams/${String(channel)}`, { topics_policy: 'empty_topic_only' });
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
    expect(data['zerver_stream']?.find(({ name }) => name === 'kitchen')).toMatchObject({ topics_policy: 4 });
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
