/** Bulk exports of Mattermost from a seed: the documented records of version 1, one a line, and files below `data/`. */
import { chanceOf, type Chance } from './chance.ts';
import type { ExportFiles } from './zip.ts';

/** Numbers of what an export holds. */
export interface MattermostShape {
  seed: number;
  teams: number;
  users: number;
  /** In each team. */
  channels: number;
  /** Posts with their replies, in channels and direct conversations. */
  messages: number;
  files: number;
}

type Row = Record<string, unknown>;

/** 2024-01-01, in milliseconds. */
const start = 1_704_067_200_000;
const minute = 60_000;
const words = ['budget', 'release', 'lunch', 'server', 'customer', 'plan', 'invoice', 'meeting', 'plane', 'garden'];

/** One dot, as PNG. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** @returns the files of an export: every third channel is private, every fifth message direct, threads, reactions, edits. */
export function mattermostExport(shape: MattermostShape): ExportFiles {
  const chance = chanceOf(shape.seed);
  const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);
  const teams = range(shape.teams).map((id) => `team-${id}`);
  const users = range(shape.users).map((id) => `user${id}`);
  const channels = teams.flatMap((team) =>
    range(shape.channels).map((id): Row => ({
      team,
      name: id === 1 ? 'town-square' : `channel-${id}`,
      display_name: id === 1 ? `Town Square of ${team}` : `Channel ${id} of ${team}`,
      type: id % 3 === 0 ? 'P' : 'O',
      header: '',
      purpose: `What channel ${id} is for`,
    })),
  );
  const posts = postsOf(shape, { users, channels, chance });
  const lines: Row[] = [
    {
      type: 'version',
      version: 1,
      info: { generator: 'mattermost-server', version: '9.5.0', created: '2024-02-01T00:00:00Z' },
    },
    { type: 'scheme', scheme: { name: 'office', display_name: 'Office', scope: 'team' } },
    { type: 'emoji', emoji: { name: 'parrot', image: 'exported_emoji/parrot/image' } },
    ...teams.map((name): Row => ({
      type: 'team',
      team: { name, display_name: `Team ${name.slice(5)}`, type: 'O', description: '' },
    })),
    ...channels.map((channel): Row => ({ type: 'channel', channel })),
    ...users.map((name, i): Row => ({ type: 'user', user: userOf(name, i, { channels, chance }) })),
    {
      type: 'bot',
      bot: { username: 'builder', display_name: 'Builder', owner: 'user1', description: '', delete_at: 0 },
    },
    ...posts.filter(({ isDirect }) => !isDirect).map(({ row }): Row => ({ type: 'post', post: row })),
    { type: 'direct_channel', direct_channel: { members: users.slice(0, 2), header: '' } },
    ...posts.filter(({ isDirect }) => isDirect).map(({ row }): Row => ({ type: 'direct_post', direct_post: row })),
  ];
  const files: ExportFiles = new Map([['import.jsonl', `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`]]);
  files.set('data/exported_emoji/parrot/image', picture);
  for (const id of range(shape.files)) files.set(`data/files/${id}/notes ${id}.txt`, `content of file ${id}`);
  return files;
}

interface Making {
  users: readonly string[];
  channels: readonly Row[];
  chance: Chance;
}

function userOf(username: string, i: number, { channels, chance }: Pick<Making, 'channels' | 'chance'>): Row {
  const teams = [...new Set(channels.map(({ team }) => team))];
  const isGuest = i % 9 === 8;
  return {
    username,
    email: i % 6 === 5 ? '' : `${username}@office.example`,
    auth_service: '',
    nickname: '',
    first_name: chance.pick(['Ada', 'Bo', 'Çelik', '山田']),
    last_name: `${chance.pick(['Okoye', 'Lind'])} ${i + 1}`,
    position: i % 3 === 0 ? 'Engineer' : '',
    roles: i === 0 ? 'system_admin system_user' : isGuest ? 'system_guest' : 'system_user',
    locale: 'en',
    delete_at: i % 7 === 6 ? start : 0,
    teams: teams.map((name) => ({
      name,
      roles: i === 1 ? 'team_user team_admin' : isGuest ? 'team_guest' : 'team_user',
      channels: channels
        .filter(({ team, type }) => team === name && (type === 'O' || i < 2))
        .map((channel) => ({
          name: channel['name'],
          roles: 'channel_user',
          notify_props: { desktop: 'default', mobile: 'default', mark_unread: i % 4 === 3 ? 'mention' : 'all' },
          favorite: i % 5 === 0,
        })),
    })),
  };
}

function postsOf(shape: MattermostShape, { users, channels, chance }: Making): { isDirect: boolean; row: Row }[] {
  const posts: { isDirect: boolean; row: Row }[] = [];
  let shared = 0;
  const base = (i: number, user: string): Row => ({
    user,
    type: '',
    message: `${chance.pick(words)} ${chance.pick(words)} number${i}${chance.onceIn(8) ? ` @${chance.pick(users)}` : ''}`,
    create_at: start + i * minute,
    edit_at: chance.onceIn(12) ? start + i * minute + 1000 : 0,
    reactions: chance.onceIn(6)
      ? [
          {
            user: chance.pick(users),
            create_at: start + i * minute,
            emoji_name: chance.pick(['+1', 'parrot', 'wave_medium_light_skin_tone']),
          },
        ]
      : [],
    ...(shared < shape.files && chance.onceIn(3)
      ? { attachments: [{ path: `files/${(shared += 1)}/notes ${shared}.txt` }] }
      : {}),
  });
  for (let i = 0; i < shape.messages;) {
    const isDirect = chance.onceIn(5);
    const readers = users.slice(0, 2 + chance.below(2));
    const channel = chance.pick(channels);
    const replies = chance.onceIn(6) ? Math.min(1 + chance.below(4), shape.messages - i - 1) : 0;
    const row: Row = {
      ...(isDirect ? { channel_members: readers } : { team: channel['team'], channel: channel['name'] }),
      ...base(i, chance.pick(isDirect ? readers : users)),
      props: {},
      flagged_by: chance.onceIn(20) ? [users[0]] : [],
    };
    // Replies come later, between posts of other threads.
    row['replies'] = Array.from({ length: replies }, (_, reply) => ({
      ...base(i + reply + 1, chance.pick(isDirect ? readers : users)),
      create_at: start + (i + reply * 3 + 2) * minute + 1,
    }));
    posts.push({ isDirect, row });
    i += 1 + replies;
  }
  // The export has posts in the order of their ids, which is none in time.
  return posts.toSorted((one, other) => String(one.row['message']).length - String(other.row['message']).length);
}
