/** Bulk exports of Mattermost: what their records are, and broken ones, of which only what is broken is lost. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mattermostExport } from '../../../e2e/import/mattermost-export.ts';
import { renamed, zipTo, type ExportFiles } from '../../../e2e/import/zip.ts';
import { inForm } from '../../../e2e/long-form.ts';
import { reading, type ExpectedProblem } from '../../testing/collected-records.ts';
import { linesOf } from './lines.ts';
import { openMattermost } from './mattermost-source.ts';
import type { MessageRecord } from './records.ts';
import { ImportRefused } from './report.ts';

let folder: string;
let work: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-mattermost-'));
  file = join(folder, 'export.zip');
});
beforeEach(async () => {
  work = await mkdtemp(join(folder, 'work-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const shape = { seed: 7, teams: 1, users: 12, channels: 4, messages: 400, files: 5 };

const { read, preview } = reading(openMattermost, () => ({ file, work }));

type Row = Record<string, unknown>;
const record = (type: string, row: Row): Row => ({ type, [type]: row });
const at = (second: number): number => (1_704_067_200 + second) * 1000;
const post = (second: number, message: string, more: Row = {}): Row =>
  record('post', { team: 'office', channel: 'town-square', user: 'ada', message, create_at: at(second), ...more });

/** A small export: two users, two channels, and posts. */
function small(posts: readonly Row[], files: Readonly<Record<string, string>> = {}): ExportFiles {
  const user = (username: string): Row => {
    const channels = [{ name: 'town-square', roles: 'channel_user' }];
    return record('user', {
      username,
      email: `${username}@office.example`,
      roles: 'system_user',
      teams: [{ name: 'office', roles: 'team_user', channels }],
    });
  };
  const channel = (name: string, type: string): Row =>
    record('channel', { team: 'office', name, display_name: `The ${name}`, type });
  const lines = [
    { type: 'version', version: 1 },
    record('team', { name: 'office', display_name: 'Office', type: 'O' }),
    channel('town-square', 'O'),
    channel('board', 'P'),
    user('ada'),
    user('bo'),
    ...posts,
  ];
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  return new Map([['import.jsonl', text], ...Object.entries(files)]);
}
/** Lines before the posts of `small`. */
const before = 6;
const contents = (messages: readonly MessageRecord[]): unknown[] =>
  messages.map(({ sender, to, content }) => [sender, 'topic' in to ? to.topic : to.users, content]);

describe('whole exports', () => {
  test.each([1, 2, 3])('have the same counts in the preview and in their records, seed %i', async (seed) => {
    await zipTo(file, mattermostExport({ ...shape, seed }));
    const [found, records] = [await preview(), await read()];
    expect(found.organization).toBe('Team 1');
    expect(found.counts).toMatchObject({
      users: 12,
      bots: 1,
      channels: 4,
      private_channels: 1,
      messages: 400,
      files: 5,
    });
    expect(records.of('user')).toHaveLength(13);
    expect(records.of('folder')).toEqual([]);
    expect(records.of('message')).toHaveLength(400);
    expect(records.of('message').filter(({ to }) => 'users' in to)).toHaveLength(found.counts.direct_messages);
    expect(records.of('message').some(({ edited, at: sent }) => edited === sent + 1)).toBe(true);
    expect(records.of('message').some(({ flags }) => flags.some((one) => one.flags.includes('starred')))).toBe(true);
    expect(new Set(records.of('reaction').map(({ emojiName }) => emojiName))).toEqual(
      new Set(['+1', 'parrot', 'wave_tone2']),
    );
    expect(records.of('subscription').some(({ isMuted, isPinned }) => isMuted && !isPinned)).toBe(true);
    expect(records.taken.get('parrot')).toContain('PNG');
    expect(records.taken.size).toBe(6);
    expect([records.problems, found.problems]).toEqual([[], []]);
    expect(found.notCarriedOver).toContain('Schemes of permissions');
  });

  test('of several teams become folders, or one of them is chosen', async () => {
    await zipTo(file, mattermostExport({ ...shape, teams: 3 }));
    const found = await preview();
    expect(found.teams).toEqual([1, 2, 3].map((id) => ({ name: `team-${id}`, title: `Team ${id}` })));
    const all = await read();
    expect(all.of('folder').map(({ name }) => name)).toEqual(['Team 1', 'Team 2', 'Team 3']);
    expect(all.of('channel').filter(({ folder: of }) => of === 'team-2')).toHaveLength(4);
    expect(all.of('message')).toHaveLength(400);
    const one = await read({ team: 'team-2' });
    expect(one.of('folder')).toEqual([]);
    expect(one.of('organization')[0]?.name).toBe('Team 2');
    expect(one.of('channel').map(({ name }) => name)).toEqual([
      'Town Square of team-2',
      'Channel 2 of team-2',
      'Channel 3 of team-2',
      'Channel 4 of team-2',
    ]);
    await expect(read({ team: 'team-9' })).rejects.toThrow(
      /no such team\. Choose one of the teams team-1, team-2, team-3\./,
    );
    expect(one.of('message').every(({ to }) => 'users' in to || String(to.channel).startsWith('team-2/'))).toBe(true);
  });

  test('leave out chosen channels and direct messages', async () => {
    await zipTo(file, mattermostExport(shape));
    const { of } = await read({ leaveOutChannels: new Set(['team-1/town-square']), leaveOutDirectMessages: true });
    expect(of('channel')).toHaveLength(3);
    expect(of('message').every(({ to }) => 'channel' in to && to.channel !== 'team-1/town-square')).toBe(true);
  });

  test('hold many messages, which are read by time', async () => {
    const messages = inForm(20_000, 100_000);
    await zipTo(file, mattermostExport({ seed: 1, teams: 2, users: 50, channels: 10, messages, files: 0 }));
    expect((await preview()).counts.messages).toBe(messages);
    const { of, problems } = await read();
    expect(of('message')).toHaveLength(messages);
    expect(problems).toEqual([]);
  });
});

describe('posts', () => {
  test('with replies are topics; the first stays in the main topic with a link', async () => {
    const replies = [
      { user: 'bo', message: 'Here', create_at: at(2) },
      { user: 'ada', message: 'Thanks', create_at: at(9) },
    ];
    await zipTo(file, small([post(1, '**Where** is ~board, @bo?', { replies }), post(5, 'other')]));
    const { of, problems } = await read({ mainTopic: 'general' });
    const topic = 'Where is ~board, @bo?';
    expect(contents(of('message'))).toEqual([
      [
        'ada',
        'general',
        '**Where** is #**The board**, @**bo**?\n\n[2 replies](/#narrow/channel/3-The-town-square/topic/Where.20is.20.7Eboard.2C.20.40bo.3F)',
      ],
      ['bo', topic, 'Here'],
      ['ada', 'general', 'other'],
      ['ada', topic, 'Thanks'],
    ]);
    expect(of('message')[0]?.flags).toEqual([{ user: 'bo', flags: ['mentioned'] }]);
    expect(problems).toEqual([]);
  });

  test('of the system are none; webhooks and deleted users get accounts, direct conversations stay direct', async () => {
    const attachments = [
      {
        title: 'Build 7',
        title_link: 'https://ci.example/7',
        text: '_failed_',
        fields: [{ title: 'Branch', value: 'main' }],
      },
    ];
    const direct = (members: string[], user: string, second: number): Row =>
      record('direct_post', { channel_members: members, user, message: 'hi', create_at: at(second), replies: [] });
    await zipTo(
      file,
      small([
        post(1, 'joined', { type: 'system_join_channel' }),
        post(2, '', { user: 'builder', props: { from_webhook: 'true', override_username: 'CI', attachments } }),
        post(3, 'I left', { user: 'gone' }),
        post(4, '*waves*', { type: 'me' }),
        direct(['ada', 'bo', 'gone'], 'bo', 5),
        direct(['ada'], 'ada', 6),
      ]),
    );
    const { of, problems } = await read();
    expect(contents(of('message'))).toEqual([
      ['builder/CI', '', '**[Build 7](https://ci.example/7)**\n*failed*\n- **Branch**: main'],
      ['gone', '', 'I left'],
      ['ada', '', '/me waves'],
      ['bo', ['ada', 'gone'], 'hi'],
      ['ada', [], 'hi'],
    ]);
    expect(
      of('user')
        .slice(2)
        .map(({ name, isActive, bot }) => [name, isActive, bot !== null]),
    ).toEqual([
      ['CI', false, true],
      ['gone', false, false],
    ]);
    expect(problems).toMatchObject([
      { line: before + 3, what: 'The export lists no such user; a deactivated account is made.' },
    ]);
  });

  test('that reply to replies are replies of the thread, each of them reported', async () => {
    const innermost = { user: 'ada', message: 'three', create_at: at(4) };
    const inner = { user: 'bo', message: 'two', create_at: at(3) / 1000, edit_at: at(5) / 1000, replies: [innermost] };
    const replies = [null, { user: 'bo', message: 'one', create_at: at(2), replies: ['no', inner] }];
    await zipTo(file, small([post(1, 'start', { replies })]));
    const { of, problems } = await read({ mainTopic: 'general' });
    expect(contents(of('message')).slice(1)).toEqual([
      ['bo', 'start', 'one'],
      ['bo', 'start', 'two'],
      ['ada', 'start', 'three'],
    ]);
    expect(of('message')[0]?.content).toContain('[3 replies]');
    expect(of('message').map((one) => one.at * 1000)).toEqual([1, 2, 3, 4].map(at));
    expect(of('message')[2]?.edited).toBe(at(5) / 1000);
    expect(problems.map(({ line, what, done }) => [line, what, done])).toEqual([
      [before + 1, 'The reply is no record.', 'left out'],
      [before + 1, 'The reply is no record.', 'left out'],
      [before + 1, 'The reply is to a reply; it is a reply of the thread.', 'changed'],
      [before + 1, 'The reply is to a reply; it is a reply of the thread.', 'changed'],
      [before + 1, 'The time of the post is not in milliseconds; it is converted.', 'changed'],
    ]);
    expect((await preview()).counts.messages).toBe(4);
  });

  test('of one time, channel and user differ, the same each time', async () => {
    await zipTo(file, small([post(1, 'one'), post(1, 'two')]));
    const ids = [await read(), await read()].map(({ of }) => of('message').map(({ id }) => id));
    expect(new Set(ids[0]).size).toBe(2);
    expect(ids[1]).toEqual(ids[0]);
  });

  test('show files of the archive, and the names of those that are not in it', async () => {
    const attachments = [{ path: '/2024/a.txt' }, { path: '2024/b.txt' }, { path: '../../etc/passwd' }];
    await zipTo(file, small([post(1, 'see', { attachments })], { 'data/2024/a.txt': 'content' }));
    const { of, taken, problems } = await read();
    expect(of('message')[0]?.content).toBe('see\n[a.txt](/user_uploads/a.txt)\nb.txt\npasswd');
    expect([...taken]).toEqual([['/2024/a.txt', 'content']]);
    expect(problems.map(({ line, done }) => [line, done])).toEqual([
      [before + 1, 'changed'],
      [before + 1, 'changed'],
    ]);
  });
});

type Change = (text: string) => string;
const replace =
  (from: string | RegExp, to: string): Change =>
  (text) =>
    text.replace(from, to);

describe('broken exports', () => {
  test.each<[string, Change, ExpectedProblem, number]>([
    [
      'the version is missing',
      replace(/^.*\n/, ''),
      { file: 'import.jsonl', line: 1, what: 'The export does not begin with its version; it is read as version 1.' },
      2,
    ],
    ['a line is no JSON', (text) => `${text}\nhello`, { line: before + 3, what: 'The file is not valid JSON.' }, 2],
    ['the file is cut off', (text) => text.slice(0, -20), { line: before + 2, what: 'The file ends too early.' }, 1],
    ['a line is no object', (text) => `${text}\n[1]`, { line: before + 3, done: 'left out' }, 2],
    [
      'a record is of an unknown kind',
      (text) => `${text}\n{"type":"poll"}`,
      { line: before + 3, what: 'The record is of a kind that is not known.' },
      2,
    ],
    [
      'a time is NaN',
      replace(String(at(2)), 'NaN'),
      { line: before + 2, what: 'The post has no time; that of the post before it is used.' },
      2,
    ],
    [
      'a time is in seconds',
      replace(String(at(2)), String(at(2) / 1000)),
      { line: before + 2, what: 'The time of the post is not in milliseconds; it is converted.', done: 'changed' },
      2,
    ],
    [
      'a time is of no unit',
      replace(String(at(2)), '12345'),
      { line: before + 2, what: 'The post has a time that cannot be right; that of the post before it is used.' },
      2,
    ],
    [
      'replies are no list',
      replace('"one"', '"one","replies":{"0":{}}'),
      { line: before + 1, what: 'The replies of the post are no list.', done: 'left out' },
      2,
    ],
    [
      'replies have entries that are no records',
      replace('"one"', '"one","replies":["yes",null,["no"]]'),
      { line: before + 1, what: 'The reply is no record.', done: 'left out' },
      2,
    ],
    [
      'a file is no record',
      replace('"one"', '"one","attachments":["2024/a.txt"]'),
      { line: before + 1, what: 'A file of the post is no record.', done: 'left out' },
      2,
    ],
    [
      'reactions are no list',
      replace('"one"', '"one","reactions":{"user":"bo"}'),
      { line: before + 1, what: 'A reaction of the post is no record.', done: 'left out' },
      2,
    ],
    ['a time is missing', replace(/"create_at":\d+/, '"was":1'), { line: before + 1, done: 'changed' }, 2],
    [
      'a post has no user',
      replace('"user":"ada","message":"one"', '"user":"","message":"one"'),
      { line: before + 1, what: 'The post has no sender.' },
      1,
    ],
    [
      'a post has no channel',
      replace('"channel":"town-square","user"', '"user"'),
      { line: before + 1, done: 'left out' },
      1,
    ],
    [
      'a post is of an unknown channel',
      replace('"channel":"town-square","user"', '"channel":"lost","user"'),
      { line: before + 1, what: 'The export lists no such channel; it is private.' },
      2,
    ],
    ['a post has nothing', replace('"one"', '""'), { line: before + 1, what: 'The post has no text and no files.' }, 1],
    ['a user has no name', replace('"username":"bo"', '"username":" "'), { line: 6, what: 'The user has no name.' }, 2],
    [
      'two users have one name',
      replace('"username":"bo"', '"username":"ADA"'),
      { line: 6, what: 'Two users have one name.' },
      2,
    ],
    ['two users have one address', replace('"bo@', '"ADA@'), { line: 6, done: 'changed' }, 2],
    ['a channel has no name', replace('"name":"board"', '"name":""'), { line: 4, what: 'The channel has no name.' }, 2],
    [
      'two channels have one name',
      replace('"name":"board"', '"name":"town-square"'),
      { line: 4, what: 'Two channels have one name.' },
      2,
    ],
    ['two channels have one title', replace('"The board"', '"The Town-Square"'), { line: 4, done: 'changed' }, 2],
    [
      'two teams have one name',
      (text) => `${text}\n${JSON.stringify(record('team', { name: 'office' }))}`,
      { what: 'Two teams have one name.' },
      2,
    ],
    [
      'an emoji has no picture',
      (text) => `${text}\n${JSON.stringify(record('emoji', { name: 'x', image: 'x.png' }))}`,
      { what: 'The picture of an emoji is not in the export.' },
      2,
    ],
  ])('lose nothing else when %s', async (_, change, expected, messages) => {
    const files = small([post(1, 'one'), post(2, 'two', { user: 'bo' })]);
    files.set('import.jsonl', change(String(files.get('import.jsonl'))));
    await zipTo(file, files);
    const { of, problems } = await read();
    expect(problems).toContainEqual(expect.objectContaining(expected));
    expect(of('message')).toHaveLength(messages);
  });

  test('with a line that is too long, or a damaged file, keep the rest', async () => {
    const path = join(work, 'lines');
    await writeFile(path, `one\n${'x'.repeat(1001)}\n\n${'é'.repeat(500)}\nlast`);
    const lines = [];
    for await (const { line, text, offset } of linesOf(path, 1000)) lines.push([line, text, offset]);
    expect(lines).toEqual([
      [1, 'one', 0],
      [2, undefined, 4],
      [3, '', 1006],
      [4, 'é'.repeat(500), 1007],
      [5, 'last', 2008],
    ]);

    await zipTo(file, small([post(1, 'one'), post(2, 'two')]), () => ({ compress: false }));
    await writeFile(file, renamed(await readFile(file), '"two"', '"too"'));
    const { of, opening } = await read();
    expect(opening).toMatchObject([
      { file: 'import.jsonl', what: 'The file is damaged; the records before that are taken.' },
    ]);
    expect(of('message').length).toBeGreaterThan(0);
    // The import opens what the preview has unpacked, and reports the same.
    expect((await read()).opening).toEqual(opening);
  });

  test('with a damaged file of a post, keep what can be read of it', async () => {
    const more = { 'data/2024/a.txt': 'soup of today' };
    await zipTo(file, small([post(1, 'see', { attachments: [{ path: '2024/a.txt' }] })], more), () => ({
      compress: false,
    }));
    await writeFile(file, renamed(await readFile(file), 'soup of', 'soap of'));
    const { taken, problems } = await read();
    expect([...taken]).toEqual([['2024/a.txt', 'soap of today']]);
    expect(problems).toMatchObject([
      { line: before + 1, what: 'The file is damaged; what could be read of it is kept.', done: 'changed' },
    ]);
  });

  test.each<[string, () => Promise<void>, RegExp]>([
    [
      'it is another archive',
      () => zipTo(file, new Map([['letter.txt', 'x']])),
      /no bulk export of Mattermost\. Choose/,
    ],
    [
      'it has no records',
      () => zipTo(file, new Map([['import.jsonl', '{"type":"version","version":1}']])),
      /no records of a team\. Choose/,
    ],
    [
      'it is of another version',
      () => zipTo(file, new Map([['import.jsonl', '{"type":"version","version":2}']])),
      /line 1: .*version 1 can\. Export/,
    ],
    ['it is no zip file', () => writeFile(file, 'text'), /no zip file\. Choose/],
    [
      'it is encoded as UTF-16',
      () => zipTo(file, new Map([['import.jsonl', Buffer.from('\ufeff{"type":"version","version":1}\n', 'utf16le')]])),
      /line 1: The file is encoded as UTF-16\. Save it as UTF-8/,
    ],
  ])('are refused with advice when %s', async (_, make, message) => {
    await make();
    const refused = await read().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ImportRefused);
    expect((refused as Error).message).toMatch(message);
  });
});

test('reads what the converter from Slack writes: no record of the team, users before bots, overflowing files, calls', async () => {
  const team = { team: 'office', type: 'O', header: '', purpose: 'all' };
  const member = (username: string): Row =>
    record('user', {
      username,
      email: `${username}@office.example`,
      auth_service: null,
      nickname: '',
      first_name: username,
      last_name: '',
      position: '',
      roles: 'system_user',
      locale: null,
      teams: [
        {
          name: 'office',
          roles: 'team_user',
          channels: [
            { name: 'general', roles: 'channel_user', last_viewed_at: at(9), msg_count: 2, msg_count_root: 1 },
          ],
        },
      ],
    });
  const made = { type: '', edit_at: null, props: null, reactions: [], replies: [], attachments: [] };
  const paths = (...names: string[]): Row[] => names.map((name) => ({ path: `bulk-export-attachments/${name}` }));
  const call = {
    title: '',
    start_at: at(20),
    end_at: at(20 + 25 * 60),
    from_plugin: true,
    attachments: [{ id: 0, text: 'Call ended', fallback: 'Call ended' }],
  };
  const lines = [
    { type: 'version', version: 1 },
    record('channel', { ...team, name: 'general', display_name: 'general' }),
    record('channel', { ...team, name: 'old', display_name: 'old', type: 'P', deleted_at: at(0) }),
    member('ada'),
    member('bo'),
    record('bot', { username: 'b01', display_name: 'Unknown Bot', owner: 'ada' }),
    record('direct_channel', {
      members: ['ada', 'bo', 'u9'],
      participants: [{ username: 'ada', last_viewed_at: at(9), scheme_user: true, scheme_guest: false }],
      favorited_by: null,
      header: 'x',
    }),
    record('post', {
      ...made,
      team: 'office',
      channel: 'general',
      user: 'ada',
      message: 'hello',
      create_at: at(1),
      attachments: paths('F1_a.txt'),
      replies: [
        { user: 'ada', type: null, message: '', create_at: at(2), edit_at: null, attachments: paths('F2_b.txt') },
        { user: 'bo', type: null, message: 'hi', create_at: at(9), edit_at: null, reactions: [], attachments: [] },
      ],
      reactions: [{ user: 'bo', create_at: at(3), emoji_name: '+1' }],
    }),
    record('post', {
      ...made,
      team: 'office',
      channel: 'general',
      user: 'bo',
      message: 'Call ended',
      create_at: at(20),
      type: 'custom_calls',
      props: call,
    }),
    record('direct_post', {
      ...made,
      channel_members: ['ada', 'bo', 'u9'],
      user: 'u9',
      message: 'direct',
      create_at: at(30),
      flagged_by: null,
    }),
  ];
  await zipTo(
    file,
    new Map([
      ['mattermost_import.jsonl', lines.map((line) => JSON.stringify(line)).join('\n')],
      ['data/bulk-export-attachments/F1_a.txt', 'content'],
      ['data/bulk-export-attachments/F2_b.txt', 'more'],
      ['data/bulk-export-attachments/F3_c.txt', 'lost'],
    ]),
  );
  const { organization, counts, notCarriedOver } = await preview();
  expect({ organization, counts }).toMatchObject({
    organization: 'office',
    counts: { users: 3, bots: 1, deactivated: 1, channels: 2, messages: 5, direct_messages: 1, files: 2 },
  });
  expect(notCarriedOver).toContain('Headers of direct conversations: 1');
  const { of, taken, problems } = await read({ mainTopic: 'general' });
  expect(contents(of('message'))).toEqual([
    ['ada', 'general', expect.stringContaining('hello\n[F1_a.txt](/user_uploads/F1_a.txt)\n\n[2 replies]')],
    ['ada', 'hello', '[F2_b.txt](/user_uploads/F2_b.txt)'],
    ['bo', 'hello', 'hi'],
    ['bo', 'general', 'Call ended\n25 minutes'],
    ['u9', ['ada', 'bo'], 'direct'],
  ]);
  expect(of('channel').map(({ isArchived }) => isArchived)).toEqual([false, true]);
  expect([...taken.values()]).toEqual(['content', 'more']);
  // A file to which no post refers is not dropped silently.
  expect(problems.map(({ file: name, what, done }) => [name, what, done])).toEqual([
    ['mattermost_import.jsonl', 'The export lists no such user; a deactivated account is made.', 'changed'],
    ['data/bulk-export-attachments/F3_c.txt', 'Nothing in the export refers to this file.', 'left out'],
  ]);
  const source = await openMattermost(file, { work, signal: new AbortController().signal, report: () => undefined });
  expect(source.origin).toBe('mattermost office');
  await source.close();
});

test('reads the fields of newer versions: who made it, settings of users, followed threads, notices', async () => {
  const lines = small([
    post(1, 'harry joined the channel.', { type: 'system_join_channel' }),
    post(2, 'hello', { thread_followers: [{ user: 'bo', last_viewed: at(3) }], is_pinned: true, flagged_by: ['bo'] }),
    { type: 'role', role: { name: 'custom' } },
  ]);
  const text = String(lines.get('import.jsonl'))
    .replace('"version":1', '"version":1,"info":{"generator":"mattermost-server","version":"9.5.0","created":"2024"}')
    .replace('"username":"bo"', '"username":"bo","locale":"pt-BR","military_time":"true","custom_status":{"text":"x"}')
    .replace('"username":"ada"', '"username":"ada","locale":"de","theme":"{}","notify_props":{"desktop":"mention"}');
  await zipTo(file, new Map([['import.jsonl', text]]));
  const { of, problems } = await read();
  expect(of('user').map(({ settings }) => settings)).toEqual([
    { default_language: 'de' },
    { default_language: 'pt', twenty_four_hour_time: true },
  ]);
  expect(of('message')).toMatchObject([{ content: 'hello', flags: [{ user: 'bo', flags: ['starred'] }] }]);
  expect(problems).toEqual([]);
  expect((await preview()).notCarriedOver).toEqual(
    expect.arrayContaining([
      'Schemes of permissions',
      'Notices of joins, renames and the like: 1',
      'Users who follow a thread: 1',
    ]),
  );
});
