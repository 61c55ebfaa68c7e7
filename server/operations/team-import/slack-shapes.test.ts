/** Exports of Slack in the shapes that Slack and slackdump write: organizations with workspaces, huddles, canvases, and what is gone. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { zipTo, type ExportFiles } from '../../../e2e/import/zip.ts';
import { reading } from '../../testing/collected-records.ts';
import { openSlack } from './slack-source.ts';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-slack-shapes-'));
  file = join(folder, 'Acme Slack export Jan 1 2024 - Jan 20 2024.zip');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const { read, preview } = reading(openSlack, () => ({ file, work: folder }));

type Row = Record<string, unknown>;
const inFiles = (files: Readonly<Record<string, unknown>>): ExportFiles =>
  new Map(
    Object.entries(files).map(([name, rows]) => [
      name,
      typeof rows === 'string' ? rows : JSON.stringify(rows, null, 4),
    ]),
  );
const ts = (second: number): string => `${1_704_067_200 + second}.000100`;
const say = (user: string, text: string, second: number, more: Row = {}): Row => ({
  client_msg_id: `7a0c-${second}`,
  type: 'message',
  user,
  text,
  ts: ts(second),
  team: 'T1',
  ...more,
});
const person = (id: string, name: string, more: Row = {}): Row => ({
  id,
  team_id: 'T1',
  name,
  deleted: false,
  real_name: name,
  profile: { real_name: name, display_name: '', email: `${name}@acme.example`, fields: null, status_emoji: '' },
  is_bot: false,
  is_app_user: false,
  updated: 1_700_000_000,
  ...more,
});
const channel = (id: string, name: string, members: unknown, more: Row = {}): Row => ({
  id,
  name,
  created: '1433558319',
  creator: 'U1',
  is_archived: false,
  is_general: name === 'general',
  members,
  topic: { value: '', creator: '', last_set: 0 },
  purpose: { value: '', creator: '', last_set: 0 },
  ...more,
});
const day = '2024-01-01.json';

/** Messages in #general of a workspace with three users. */
const inGeneral = async (messages: readonly Row[], more: Readonly<Record<string, unknown>> = {}): Promise<void> =>
  zipTo(
    file,
    inFiles({
      'users.json': [person('U1', 'ada'), person('U2', 'bo'), person('U3', 'cem')],
      'channels.json': [channel('C1', 'general', ['U1', 'U2', 'U3'])],
      [`general/${day}`]: messages,
      ...more,
    }),
  );

test('an organization brings its workspaces as folders of channels, and each user and shared channel once', async () => {
  const shared = channel('C9', 'announcements', ['U1', 'U2'], { is_org_shared: true, shared_team_ids: ['T1', 'T2'] });
  await zipTo(
    file,
    inFiles({
      'org_users.json': [person('U1', 'ada'), person('U2', 'bo'), person('U3', 'cem', { team_id: 'T2' })],
      'channels.json': [shared],
      'groups.json': [],
      'dms.json': [{ id: 'D1', created: 1_700_000_000, members: ['U1', 'U3'] }],
      'mpims.json': [],
      [`announcements/${day}`]: [say('U1', 'to all', 1)],
      [`D1/${day}`]: [say('U3', 'hello', 2)],
      'teams/Sales/users.json': [person('U1', 'ada'), person('U4', 'dee')],
      'teams/Sales/channels.json': [channel('C1', 'general', ['U1', 'U4']), shared],
      'teams/Sales/groups.json': [channel('G1', 'deals', ['U4'])],
      [`teams/Sales/general/${day}`]: [say('U4', 'sold', 3)],
      [`teams/Sales/deals/${day}`]: [say('U4', 'secret', 4)],
      'teams/Works/channels.json': [channel('C2', 'general', ['U3'], { is_general: false })],
      [`teams/Works/general/${day}`]: [say('U3', 'built', 5)],
      'teams/Works/integration_logs.json': [{ user_id: 'U3' }, { user_id: 'U3' }],
    }),
  );
  const { of, problems } = await read();
  expect(of('user').map(({ name }) => name)).toEqual(['ada', 'bo', 'cem', 'dee']);
  expect(of('folder').map(({ name }) => name)).toEqual(['Sales', 'Works']);
  expect(of('channel').map(({ name, folder: inFolder, isPrivate }) => [name, inFolder, isPrivate])).toEqual([
    ['announcements', null, false],
    ['general', 'Sales', false],
    ['deals', 'Sales', true],
    ['general-2', 'Works', false],
  ]);
  expect(of('message').map(({ to, content }) => ['channel' in to ? to.channel : to.users, content])).toEqual([
    ['C9', 'to all'],
    [['U1'], 'hello'],
    ['C1', 'sold'],
    ['G1', 'secret'],
    ['C2', 'built'],
  ]);
  expect(problems).toMatchObject([
    { file: 'teams/Works/channels.json', what: 'The channel has no name of its own; it is changed.' },
  ]);
  const found = await preview();
  expect(found.counts).toMatchObject({ users: 4, channels: 4, private_channels: 1, messages: 5, direct_messages: 1 });
  expect(found.notCarriedOver).toContain('Entries of the log of app activity: 2');
});

test('workspaces alone in an archive are all read', async () => {
  await zipTo(
    file,
    inFiles({
      'export/teams/Sales/users.json': [person('U1', 'ada')],
      'export/teams/Sales/channels.json': [channel('C1', 'sales', ['U1'])],
      [`export/teams/Sales/sales/${day}`]: [say('U1', 'sold', 1)],
      'export/teams/Works/channels.json': [channel('C2', 'works', ['U1'])],
      [`export/teams/Works/works/${day}`]: [say('U1', 'built', 2)],
      'readme.txt': 'x',
    }),
  );
  const { of, opening } = await read();
  expect(of('message').map(({ content }) => content)).toEqual(['sold', 'built']);
  expect(opening).toMatchObject([
    { file: 'readme.txt', what: 'The file lies outside of the folder of the export.', done: 'left out' },
  ]);
});

test('lists of slackdump without members make members of those who wrote, and keep what is private', async () => {
  const message = (user: string, second: number): Row =>
    say(user, 'hi', second, { blocks: null, metadata: { event_type: '', event_payload: null }, attachments: null });
  await zipTo(
    file,
    inFiles({
      'users.json': [
        person('U1', 'ada', { profile: { real_name: 'Ada', fields: [] }, enterprise_user: { id: '', teams: null } }),
        { id: 'U2', name: 'bo', deleted: false, real_name: 'Bo' },
        person('U3', 'cem'),
      ],
      'channels.json': [
        channel('C1', 'general', null, { is_channel: true, is_private: false }),
        channel('G1', 'board', null, { is_private: true }),
        channel('G2', 'mpdm-ada--bo--cem-1', ['U1', 'U2', 'U3'], { is_mpim: true, is_private: true }),
      ],
      'groups.json': [],
      'mpims.json': [],
      'dms.json': [{ id: 'D1', created: 1, members: ['U1', 'U1'] }],
      [`general/${day}`]: [message('U1', 1)],
      [`board/${day}`]: [message('U2', 2)],
      [`mpdm-ada--bo--cem-1/${day}`]: [message('U3', 3)],
      [`D1/${day}`]: [message('U1', 4)],
    }),
  );
  const { of, problems } = await read();
  expect(of('user').map(({ name, email }) => [name, email])).toEqual([
    ['Ada', null],
    ['Bo', null],
    ['cem', 'cem@acme.example'],
  ]);
  expect(of('channel').map(({ name, isPrivate }) => [name, isPrivate])).toEqual([
    ['general', false],
    ['board', true],
  ]);
  expect(of('subscription').map(({ channel: to, user }) => [to, user])).toEqual([
    ['C1', 'U1'],
    ['G1', 'U2'],
  ]);
  expect(of('message').map(({ to }) => to)).toEqual([
    { channel: 'C1', topic: '' },
    { channel: 'G1', topic: '' },
    { users: ['U1', 'U2'] },
    { users: [] },
  ]);
  const what = 'The export does not say who is in the conversation; users who wrote in it are.';
  expect(problems).toMatchObject([
    { file: 'channels.json', what, done: 'changed' },
    { file: 'channels.json', what, done: 'changed' },
  ]);
});

test('huddles and calls are messages of those who began them', async () => {
  const room = {
    created_by: 'U2',
    date_start: 1_704_067_200,
    date_end: 1_704_068_700,
    participants: [],
    participant_history: ['U2', 'U1', 'U9'],
    has_ended: true,
  };
  const huddle = { subtype: 'huddle_thread', room, no_notifications: true };
  await inGeneral([
    say('USLACKBOT', '', 1, huddle),
    say('U1', 'notes', 2, { thread_ts: ts(1) }),
    say('U3', '', 3, { subtype: 'sh_room_created', room: { name: 'Weekly', created_by: 'U3', date_start: 0 } }),
    say('USLACKBOT', 'A huddle started', 4, { subtype: 'huddle_thread' }),
  ]);
  const { of } = await read();
  expect(of('message').map(({ sender, content }) => [sender, content.split('\n')[0]])).toEqual([
    ['U2', '*Huddle (25 minutes)*, with @_**bo**, @_**ada**, U9'],
    ['U1', 'notes'],
    ['U3', '*Call “Weekly”*'],
    ['USLACKBOT', '*Huddle*'],
  ]);
});

test('what is no message is counted, and what cannot be read is reported', async () => {
  await inGeneral(
    [
      say('U1', '<@U1> has joined the channel', 1, { subtype: 'channel_join', inviter: 'U2' }),
      say('USLACKBOT', 'bo accepted your invitation', 2, { subtype: 'joiner_notification' }),
      say('U1', 'set the topic', 3, { subtype: 'channel_topic', topic: 'x' }),
      say('USLACKBOT', 'This message was deleted.', 4, {
        subtype: 'tombstone',
        hidden: true,
        thread_ts: ts(4),
        reply_count: 1,
      }),
      say('U2', 'still here', 5, { thread_ts: ts(4), parent_user_id: 'USLACKBOT' }),
      say('U1', '', 6, { subtype: 'ekm_access_denied' }),
    ],
    {
      'canvases.json': [{ id: 'F1', title: 'Plan' }],
      'lists.json': [{ id: 'F2' }, { id: 'F3' }],
      'content_flags.json': [],
      'FC:F07A32DC2GG:Weekly Sync/2024-01-02.json': [say('U3', 'a comment', 90_000)],
    },
  );
  const { of, problems } = await read();
  expect(of('message').map(({ to, content }) => ['topic' in to ? to.topic : '', content])).toEqual([
    ['still here', 'still here'],
    ['', 'a comment'],
  ]);
  expect(of('channel').map(({ name, isPrivate }) => [name, isPrivate])).toEqual([
    ['general', false],
    ['Weekly Sync', true],
  ]);
  expect(problems.map(({ what, done }) => [what, done])).toEqual([
    ['The export does not say what this conversation is; only users who wrote in it can read it.', 'changed'],
    ['The message is encrypted in Slack with a key that was withdrawn.', 'left out'],
  ]);
  expect((await preview()).notCarriedOver).toEqual(
    expect.arrayContaining([
      'Canvases: 1, which stay in Slack; messages that show one link to it',
      'Lists: 2, which stay in Slack; messages that show one link to it',
      'Notices of joins, renames and the like: 3',
      'Marks of deleted messages: 1',
    ]),
  );
});

test('canvases and shared files are links, and each file that is gone is reported', async () => {
  const canvas = {
    id: 'F07A32DC2GG',
    name: 'Untitled',
    title: 'Weekly Sync',
    mimetype: 'application/vnd.slack-docs',
    filetype: 'quip',
    mode: 'quip',
    permalink: 'https://acme.slack.com/docs/T1/F07A32DC2GG',
    url_private: 'https://files.slack.com/files-pri/T1-F07A32DC2GG/canvas?token=xoxe-1',
  };
  const snippet = { id: 'F2', name: 'a.json', mode: 'snippet', permalink: 'https://acme.slack.com/files/U1/F2/a.json' };
  const blocks = [
    {
      type: 'rich_text',
      block_id: 'euFEj',
      elements: [
        {
          type: 'rich_text_section',
          elements: [
            { type: 'text', text: 'see ' },
            { type: 'canvas', file_id: 'F07A32DC2GG' },
          ],
        },
      ],
    },
  ];
  const share = { is_msg_unfurl: true, is_share: true, author_name: 'Bo', text: 'look', files: [snippet] };
  await inGeneral([
    say('U1', 'see F07A32DC2GG', 1, { files: [canvas], upload: false, blocks }),
    say('U1', 'old', 2, {
      files: [
        { id: 'F3', mode: 'tombstone' },
        { id: 'F4', mode: 'hidden_by_limit' },
      ],
    }),
    say('U2', '', 3, { attachments: [share] }),
    say('U2', 'stub', 4, { files: [{ id: 'F5', file_access: 'access_denied' }, { mode: 'hosted' }] }),
  ]);
  const { of, problems } = await read();
  expect(of('message').map(({ content }) => content)).toEqual([
    'see\n[Weekly Sync](https://acme.slack.com/docs/T1/F07A32DC2GG)',
    'old',
    'Bo\nlook\n[a.json](https://acme.slack.com/files/U1/F2/a.json)',
    'stub',
  ]);
  expect(problems.map(({ line, what }) => [Number(line) > 0, what])).toEqual([
    [true, 'The file is not in the export; the message links to it in Slack.'],
    [true, 'The file was deleted in Slack, or is hidden there.'],
    [true, 'The file was deleted in Slack, or is hidden there.'],
    [true, 'The file is not in the export; the message links to it in Slack.'],
    [true, 'The file was deleted in Slack, or is hidden there.'],
    [true, 'The file was deleted in Slack, or is hidden there.'],
  ]);
});

test('apps without a name, tables and blocks of new kinds are shown', async () => {
  const cell = (text: string, bold = false): Row => ({
    type: 'rich_text',
    elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text, ...(bold && { style: { bold } }) }] }],
  });
  const table = { type: 'table', block_id: 'nsnOP', rows: [[cell('Header', true)], [cell('Datum')]] };
  await inGeneral([
    {
      type: 'message',
      subtype: 'bot_message',
      text: 'Some question?',
      ts: ts(1),
      bot_id: 'B1',
      blocks: [
        {
          type: 'section',
          text: { type: 'mrkdwn', text: '*Poll title*', emoji: null },
          accessory: { type: 'overflow' },
        },
      ],
    },
    say('U1', 'Header Datum', 2, { blocks: [table, { type: 'condition', block_id: 'x' }] }),
  ]);
  const { of } = await read();
  expect(of('message').map(({ sender, content }) => [sender, content])).toEqual([
    ['B1/', '**Poll title**'],
    ['U1', '| **Header** |\n| --- |\n| Datum |\n\n*A block of the type `condition` is not shown here.*'],
  ]);
  expect(of('user').at(-1)).toMatchObject({ name: 'Bot B1', isActive: false });
});
