/** More broken exports, of each format: what is bad is reported, the rest is imported; what is refused leaves no folder. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { zipTo, type ExportFiles } from '../../../e2e/import/zip.ts';
import { packTo, teamFiles } from '../../../e2e/import/zulip-export.ts';
import { readFolder } from '../../storage/read-folder.ts';
import { importTo } from '../../testing/import-law.ts';

let root: string;
let dataDir: string;
let file: string;
let count = 0;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hearth-more-broken-'));
});
beforeEach(() => {
  count += 1;
  dataDir = join(root, `data${count}`);
  file = join(root, `export${count}`);
});
afterAll(() => rm(root, { recursive: true, force: true }));

type Row = Record<string, unknown>;
const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const zipped = (files: Readonly<Record<string, unknown>>): Promise<void> =>
  zipTo(file, new Map(Object.entries(files).map(([name, value]) => [name, text(value)])) satisfies ExportFiles);

const day = 'general/2024-01-01.json';
const say = (second: number, more: Row = {}): Row => ({
  type: 'message',
  user: 'U1',
  text: `message ${second}`,
  ts: `${1_704_067_200 + second}.000100`,
  ...more,
});
const slack = (messages: unknown, more: Readonly<Record<string, unknown>> = {}): Promise<void> =>
  zipped({
    'users.json': [{ id: 'U1', name: 'ada', profile: { real_name: 'Ada', email: 'ada@office.example' } }],
    'channels.json': [{ id: 'C1', name: 'general', members: ['U1'] }],
    [day]: messages,
    ...more,
  });
const mattermost = (...lines: unknown[]): Promise<void> =>
  zipped({
    'import.jsonl': [
      { type: 'version', version: 1 },
      { type: 'team', team: { name: 'office', display_name: 'Office', type: 'O' } },
      { type: 'channel', channel: { team: 'office', name: 'general', display_name: 'General', type: 'O' } },
      { type: 'user', user: { username: 'ada', email: 'ada@office.example', roles: 'system_user', teams: null } },
      ...lines,
    ]
      .map(text)
      .join('\n'),
  });
const post = (more: Row): Row => ({
  type: 'post',
  post: { team: 'office', channel: 'general', user: 'ada', message: 'hi', create_at: 1_704_067_200_000, ...more },
});
async function zulip(change: (realm: Record<string, unknown>) => void): Promise<void> {
  const files = teamFiles({ seed: 3, users: 8, channels: 2, messages: 20, files: 0 });
  const realm = JSON.parse(String(files.get('realm.json'))) as Record<string, unknown>;
  change(realm);
  files.set('realm.json', JSON.stringify(realm));
  await packTo(file, files);
}
/** JSON that is nested far deeper than any program nests it. */
const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test.each<[string, () => Promise<void>, RegExp, number]>([
  [
    'Slack: the list of users is an object, and that of channels is text',
    () => slack([say(1)], { 'users.json': { U1: {} }, 'channels.json': 'hello' }),
    /holds no list[^]*not valid JSON[^]*only users who wrote in it/,
    1,
  ],
  [
    'Slack: names are those that every object has',
    () =>
      slack([say(1, { user: 'constructor', reactions: [{ name: '__proto__', users: ['toString'], count: 1 }] })], {
        'channels.json': [{ id: '__proto__', name: 'general', members: ['constructor', 'hasOwnProperty'] }],
        'constructor.json': [],
        'emoji.json': '{"__proto__":"alias:constructor","toString":"alias:toString"}',
      }),
    /emoji of a reaction is not in the export[^]*Left out: 1/,
    1,
  ],
  [
    'Slack: blocks, attachments and a huddle are of the wrong kinds',
    () =>
      slack([
        say(1, { blocks: [{ type: 'rich_text', elements: 7 }], attachments: 'none' }),
        say(2, {
          subtype: 'huddle_thread',
          room: { participants: 'U1', date_start: 'x', date_end: {}, created_by: 5 },
        }),
        say(3, { files: [{ id: 5 }, 'F1', null], thread_ts: {}, reactions: [{ name: 1, users: 'U1' }] }),
        say(4, { edited: 'yes', user_profile: [], pinned_info: 1 }),
      ]),
    /file of the message is no record/,
    4,
  ],
  [
    'Slack: a record is nested a hundred thousand levels deep',
    () =>
      slack(
        `[${text(say(1))},{"type":"message","user":"U1","text":"deep","ts":"1704067300.0001","blocks":${deep(100_000)}}]`,
      ),
    /./,
    2,
  ],
  [
    'Slack: days that are none, and times of all ages',
    () =>
      slack([say(1, { ts: '1e20' }), say(2, { ts: 'Infinity' }), say(3, { ts: -5 })], {
        'general/2024-99-99.json': [say(4)],
        'general/0000-00-00.json': [say(5, { ts: null })],
      }),
    /message has no time; that of the message before it is used\. Changed: 4/,
    5,
  ],
  [
    'Slack: names of channels and users that cannot be seen or are far too long',
    () =>
      slack([say(1)], {
        'users.json': [
          { id: 'U1', name: '\u202e\u200b', profile: { real_name: '\u200b' } },
          { id: 'U2', name: 'x'.repeat(5000), profile: {} },
        ],
        'channels.json': [
          { id: 'C1', name: 'general', members: [] },
          { id: 'C2', name: '\u202e\u200b', members: [] },
          { id: 'C3', name: 'y'.repeat(5000), members: [] },
        ],
      }),
    /channel has no name of its own/,
    1,
  ],
  [
    'Mattermost: memberships, roles and replies are of the wrong kinds',
    () =>
      mattermost(
        { type: 'user', user: { username: 'bo', roles: 7, teams: { name: 'office' }, delete_at: 'never' } },
        { type: 'constructor', constructor: { name: 'x' } },
        { type: 'user', user: 'ada' },
        { type: 'direct_post', direct_post: { channel_members: 'ada', user: 'ada', message: 'lost' } },
        post({ replies: [{ user: 'bo', message: 'yes', create_at: 1e300, reactions: 'x' }], props: '{"a":1}' }),
      ),
    /kind that is not known[^]*user has no name[^]*no users who read it/,
    2,
  ],
  [
    'Mattermost: a line is nested a hundred thousand levels deep, and one has a lone half of a character',
    () =>
      mattermost(
        `{"type":"post","post":{"team":"office","channel":"general","user":"ada","message":"deep","create_at":1704067200000,"props":${deep(100_000)}}}`,
        post({ message: 'half \ud800 of it' }),
      ),
    /./,
    2,
  ],
  [
    'Zulip: tables are of names that every object has, of objects, and of numbers',
    () =>
      zulip((realm) => {
        realm['constructor'] = [{ id: 1 }];
        realm['toString'] = [1, 2];
        realm['zerver_alertword'] = { id: 1 };
        realm['zerver_reaction'] = 7;
      }),
    /table zerver_alertword is no list[^]*Records of constructor, which Hearth does not know: 1/,
    20,
  ],
  [
    'Zulip: numbers of users, channels and recipients are negative, broken or missing',
    () =>
      zulip((realm) => {
        const users = realm['zerver_userprofile'] as Row[];
        users.push({ id: -3, full_name: 'Minus' }, { id: 1.5, full_name: 'Half' }, { full_name: 'None' });
        (realm['zerver_stream'] as Row[]).push({ id: 0, name: 'zero' }, { id: 2 ** 53, name: 'huge' });
        (realm['zerver_recipient'] as Row[]).push({ id: 900, type: 3, type_id: 1 }, { id: 901, type: 9, type_id: -1 });
        realm['zerver_subscription'] = [{ user_profile: 999, recipient: 900 }, { recipient: {} }];
      }),
    /record of zerver_userprofile has no id/,
    20,
  ],
  [
    'Hearth: what it keeps beside the format is broken',
    () =>
      zulip((realm) => {
        realm['hearth_realm'] = [{ presence_disabled: 'perhaps', giphy_rating: 99 }];
        realm['hearth_realmdomain'] = [{ domain: 7 }];
        realm['hearth_userprofile'] = [{ id: 1, user_profile: 1, delivery_email: 'not an address' }, { id: 2 }];
        realm['hearth_donotdisturb'] = [
          { id: 1, user_profile: 1, quiet_hours: [{ days: [9], start: '25:00', end: 'x' }], users: [null, 'a'] },
          { id: 2, quiet_hours: [] },
        ];
        realm['hearth_draft'] = [
          { id: 1, user_profile: 1, type: 'stream', to: [77], topic: 'x'.repeat(500), content: 'y'.repeat(99_999) },
          { id: 2, user_profile: 1, type: 'private', to: { a: 1 }, content: 7 },
        ];
        realm['hearth_reminder'] = [
          { id: 1, user_profile: 1, message: 999, date_due: 1, content: 'x' },
          { id: 2, user_profile: 1, message: 1, content: 'x' },
        ];
        realm['hearth_removedpreview'] = [{ id: 1, message: 1, url: 5 }];
        realm['hearth_pinnedmessage'] = [{ id: 1, message: 'x' }];
        realm['hearth_botstorage'] = [{ id: 1, user_profile: 999, key: 1, value: {} }];
      }),
    /address of the user is none[^]*place of a draft was not imported[^]*Quiet hours of a user cannot be read[^]*reminder has no message or no time/,
    20,
  ],
])('imports with a report: %s', async (_, make, told, messages) => {
  await make();
  const { report, counts } = await importTo(dataDir, file, 'owner@office.example');
  expect(report.join('\n')).toMatch(told);
  expect(counts.messages).toBe(messages);
  expect(await readFolder(dataDir, async (db) => db.all('PRAGMA foreign_key_check'))).toEqual([]);
  expect(
    await readFolder(dataDir, async (db) => db.all("SELECT id FROM users WHERE trim(full_name) = '' OR email = ''")),
  ).toEqual([]);
});

test.each<[string, () => Promise<void>, RegExp]>([
  [
    'the organization of an archive is no record',
    () => zulip((realm) => void (realm['zerver_realm'] = ['Office'])),
    /realm\.json: The archive has no organization\. Export the team again/,
  ],
  [
    'a bulk export has its version in the wrong place and nothing else',
    () => zipped({ 'import.jsonl': '[{"type":"version","version":1}]' }),
    /import\.jsonl: The file has no records of a team\. Choose/,
  ],
  [
    'the version of a bulk export is no number',
    () => mattermost({ type: 'version', version: {} }),
    /import\.jsonl, line 5: The export is of a version that cannot be read/,
  ],
  [
    'an archive has folders of workspaces without any list',
    () => zipped({ 'teams/Sales/general/2024-01-01.json': [say(1)] }),
    /no export|no users\.json/,
  ],
])('refuses with file and advice, and leaves no folder: %s', async (_, make, message) => {
  await make();
  await expect(importTo(dataDir, file, 'owner@office.example')).rejects.toThrow(message);
  const left = await readdir(dataDir).catch(() => []);
  expect(left.filter((name) => name !== 'imports')).toEqual([]);
});
