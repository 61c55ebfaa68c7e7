/** Exports of Slack from a seed: the documented files, with the fields that Slack writes, and those of slackdump where asked. */
import { chanceOf, type Chance } from './chance.ts';
import type { ExportFiles } from './zip.ts';

/** Numbers of what an export holds. */
export interface SlackShape {
  seed: number;
  users: number;
  channels: number;
  messages: number;
  /** Files in the archive, where slackdump puts them; 0 for links alone, as Slack writes. */
  files: number;
  folder?: '__uploads' | 'attachments';
}

type Row = Record<string, unknown>;

/** 2024-01-01. */
const start = 1_704_067_200;
const day = 86_400;
const days = 20;
const words = ['budget', 'release', 'lunch', 'server', 'customer', 'plan', 'invoice', 'meeting', 'plane', 'garden'];

/** @returns the files of an export: two private channels, direct messages of two and of three, threads, reactions, edits, bots. */
export function slackExport(shape: SlackShape): ExportFiles {
  const chance = chanceOf(shape.seed);
  const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);
  const ids = range(shape.users).map((id) => `U${String(id).padStart(8, '0')}`);
  const conversations = conversationsOf(shape, ids);
  const files: ExportFiles = new Map();
  const write = (name: string, rows: unknown): void => void files.set(name, JSON.stringify(rows, null, 4));
  write('users.json', [...ids.map((id, i) => userOf(id, i, chance)), slackbot]);
  write(
    'channels.json',
    conversations.filter(({ kind }) => kind === 'channel').map(({ row }) => row),
  );
  write(
    'groups.json',
    conversations.filter(({ kind }) => kind === 'group').map(({ row }) => row),
  );
  write(
    'dms.json',
    conversations.filter(({ kind }) => kind === 'dm').map(({ row }) => row),
  );
  write(
    'mpims.json',
    conversations.filter(({ kind }) => kind === 'mpim').map(({ row }) => row),
  );
  write('integration_logs.json', [{ service_id: '1', service_type: 'Build', user_id: ids[0], date: '1704067200' }]);
  const perDay = new Map<string, Row[]>();
  for (const made of messagesOf(shape, conversations, chance)) {
    const name = `${made.folder}/${new Date(made.at * 1000).toISOString().slice(0, 10)}.json`;
    perDay.set(name, [...(perDay.get(name) ?? []), made.row]);
    for (const file of made.files) files.set(...file);
  }
  for (const [name, rows] of perDay) write(name, rows);
  return files;
}

const slackbot: Row = {
  id: 'USLACKBOT',
  team_id: 'T0OFFICE',
  name: 'slackbot',
  deleted: false,
  profile: { real_name: 'Slackbot' },
  is_bot: false,
};

function userOf(id: string, i: number, chance: Chance): Row {
  const name = `${chance.pick(['Ada', 'Bo', 'Çelik', '山田'])} ${chance.pick(['Okoye', 'Lind'])} ${i + 1}`;
  return {
    id,
    team_id: 'T0OFFICE',
    name: `user${i + 1}`,
    deleted: i % 7 === 6,
    real_name: name,
    tz: 'Europe/Berlin',
    profile: {
      real_name: name,
      display_name: chance.onceIn(3) ? '' : `user${i + 1}`,
      title: chance.onceIn(3) ? 'Engineer' : '',
      phone: '',
      status_text: i % 5 === 0 ? 'At lunch' : '',
      status_emoji: i % 5 === 0 ? ':sandwich:' : '',
      // Every fourth has none, as in exports without the right to read addresses.
      ...(i % 4 === 3 ? {} : { email: `user${i + 1}@office.example` }),
      fields: {},
    },
    is_admin: i < 2,
    is_owner: i === 0,
    is_primary_owner: i === 0,
    is_restricted: i % 9 === 8,
    is_ultra_restricted: false,
    is_bot: i % 10 === 9,
    updated: start,
  };
}

interface Conversation {
  kind: 'channel' | 'group' | 'dm' | 'mpim';
  folder: string;
  members: string[];
  row: Row;
}

function conversationsOf({ channels }: SlackShape, ids: readonly string[]): Conversation[] {
  const [first = '', second = '', third = ''] = ids;
  const channelOf = (i: number, kind: 'channel' | 'group'): Conversation => {
    const name = i === 0 ? 'general' : kind === 'group' ? `private-${i}` : `channel-${i}`;
    const members = kind === 'group' ? [first, second] : [...ids];
    return {
      kind,
      folder: name,
      members,
      row: {
        id: `${kind === 'group' ? 'G' : 'C'}${String(i + 1).padStart(8, '0')}`,
        name,
        created: start,
        creator: first,
        is_archived: i === channels - 1 && i > 0,
        is_general: i === 0,
        members,
        topic: { value: '', creator: '', last_set: 0 },
        purpose: { value: `What ${name} is for`, creator: first, last_set: start },
      },
    };
  };
  return [
    ...Array.from({ length: channels }, (_, i) => channelOf(i, 'channel')),
    ...[1, 2].map((i) => channelOf(i, 'group')),
    {
      kind: 'dm',
      folder: 'D00000001',
      members: [first, second],
      row: { id: 'D00000001', created: start, members: [first, second] },
    },
    {
      kind: 'mpim',
      folder: 'mpdm-user1--user2--user3-1',
      members: [first, second, third],
      row: {
        id: 'G00000099',
        name: 'mpdm-user1--user2--user3-1',
        created: start,
        creator: first,
        members: [first, second, third],
      },
    },
  ];
}

interface Made {
  folder: string;
  at: number;
  row: Row;
  files: [string, string][];
}

function* messagesOf(shape: SlackShape, conversations: readonly Conversation[], chance: Chance): Generator<Made> {
  const roots = new Map<string, Row>();
  let shared = 0;
  for (let i = 0; i < shape.messages; i += 1) {
    const { folder, members } = chance.pick(conversations);
    const at = start + Math.floor((i * days * day) / shape.messages);
    const ts = `${at}.${String(i % 1_000_000).padStart(6, '0')}`;
    const user = chance.pick(members);
    const root = roots.get(folder);
    const text = `${chance.pick(words)} ${chance.pick(words)} number${i}`;
    const row: Row = { client_msg_id: `m${i}`, type: 'message', user, text, ts, team: 'T0OFFICE' };
    const files: [string, string][] = [];
    if (root !== undefined && chance.onceIn(4)) {
      Object.assign(row, { thread_ts: root['ts'], parent_user_id: root['user'] });
      if (chance.onceIn(5)) row['subtype'] = 'thread_broadcast';
    } else if (chance.onceIn(10)) {
      Object.assign(row, { thread_ts: ts, reply_count: 1, reply_users: [user] });
      roots.set(folder, row);
    } else if (chance.onceIn(16))
      Object.assign(row, { subtype: 'channel_join', text: `<@${user}> has joined the channel` });
    else if (chance.onceIn(15)) {
      delete row['user'];
      Object.assign(row, { subtype: 'bot_message', bot_id: 'B00000001', username: 'Build', text: `*build* ${text}` });
    }
    if (chance.onceIn(12)) row['edited'] = { user, ts: `${at + 60}.000000` };
    if (chance.onceIn(6))
      row['reactions'] = [{ name: chance.pick(['thumbsup', 'wave::skin-tone-3', 'tada']), users: [user], count: 1 }];
    if (chance.onceIn(8)) row['text'] = `<@${chance.pick(members)}> ${text}`;
    if (shared < shape.files && row['subtype'] === undefined) {
      shared += 1;
      const [id, name] = [`F${String(i).padStart(8, '0')}`, `notes ${i}.txt`];
      const url = `https://files.slack.com/files-pri/T0OFFICE-${id}/notes.txt`;
      row['files'] = [
        {
          id,
          name,
          title: name,
          mimetype: 'text/plain',
          mode: 'hosted',
          size: 20,
          user,
          created: at,
          url_private: url,
        },
      ];
      const path = shape.folder === 'attachments' ? `${folder}/attachments/${id}-${name}` : `__uploads/${id}/${name}`;
      files.push([path, `content of file ${shared - 1}`]);
    }
    yield { folder, at, row, files };
  }
}
