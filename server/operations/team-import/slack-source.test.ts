/** Exports of Slack: what their records are, and broken ones, of which only what is broken is lost. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { slackExport } from '../../../e2e/import/slack-export.ts';
import { renamed, zipTo, type ExportFiles } from '../../../e2e/import/zip.ts';
import { inForm } from '../../../e2e/long-form.ts';
import { reading, type ExpectedProblem } from '../../testing/collected-records.ts';
import type { MessageRecord } from './records.ts';
import { ImportRefused } from './report.ts';
import { openSlack } from './slack-source.ts';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-slack-'));
  file = join(folder, 'Office Slack export Jan 1 2024 - Jan 20 2024.zip');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const shape = { seed: 7, users: 12, channels: 4, messages: 400, files: 5 };
const day = '2024-01-01.json';

const { read, preview } = reading(openSlack, () => ({ file, work: folder }));

type Row = Record<string, unknown>;
/** A small export with chosen messages in #general. */
function small(messages: readonly Row[], more: Readonly<Record<string, unknown>> = {}): ExportFiles {
  const user = (id: string, name: string): Row => ({
    id,
    name,
    team_id: 'T1',
    profile: { real_name: name, email: `${name}@office.example` },
  });
  const files: Record<string, unknown> = {
    'users.json': [user('U1', 'ada'), user('U2', 'bo')],
    'channels.json': [{ id: 'C1', name: 'general', created: 1_700_000_000, is_general: true, members: ['U1', 'U2'] }],
    [`general/${day}`]: messages,
    ...more,
  };
  return new Map(
    Object.entries(files).map(([name, rows]) => [
      name,
      typeof rows === 'string' ? rows : JSON.stringify(rows, null, 1),
    ]),
  );
}
const ts = (second: number): string => `${1_704_067_200 + second}.000100`;
const contents = (messages: readonly MessageRecord[]): unknown[] =>
  messages.map(({ to, content }) => ['topic' in to ? to.topic : 'direct', content]);

describe('whole exports', () => {
  test.each([1, 2, 3])('have the same counts in the preview and in their records, seed %i', async (seed) => {
    await zipTo(file, slackExport({ ...shape, seed }));
    const [found, records] = [await preview(), await read()];
    expect(found.organization).toBe('Office');
    expect(found.counts).toMatchObject({ channels: 6, private_channels: 2, files: 5 });
    expect(records.of('user')).toHaveLength(found.counts.users + found.counts.bots);
    expect(records.of('channel').filter(({ isPrivate }) => isPrivate)).toHaveLength(2);
    expect(records.of('channel').filter(({ isDefault }) => isDefault)).toHaveLength(1);
    const messages = records.of('message').filter(({ id }) => !String(id).endsWith('/channel'));
    expect(messages).toHaveLength(found.counts.messages);
    expect(messages.filter(({ to }) => 'users' in to)).toHaveLength(found.counts.direct_messages);
    expect(messages.some(({ edited, at }) => edited === at - (at % 1) + 60)).toBe(true);
    expect([...records.taken.values()].toSorted()).toEqual(Array.from({ length: 5 }, (_, i) => `content of file ${i}`));
    expect(records.of('reaction').length).toBeGreaterThan(20);
    expect(new Set(records.of('reaction').map(({ emojiName }) => emojiName))).toEqual(
      new Set(['+1', 'wave_tone2', 'tada']),
    );
    expect(records.of('subscription').length).toBeGreaterThan(40);
    expect(records.problems.filter(({ what }) => !/too long/.test(what))).toEqual([]);
    expect(found.problems).toEqual([]);
    expect(found.people.filter(({ email, isBot }) => email === null && !isBot).length).toBeGreaterThan(1);
    expect(records.of('organization')[0]?.profileFields.map(({ name }) => name)).toEqual(['Title']);
  });

  test('are read with the files where each kind of slackdump puts them', async () => {
    await zipTo(file, slackExport({ ...shape, folder: 'attachments' }));
    const { taken, problems } = await read();
    expect(taken.size).toBe(5);
    expect(problems).toEqual([]);
  });

  test('leave out chosen channels and direct messages', async () => {
    await zipTo(file, slackExport(shape));
    const { of } = await read({ leaveOutChannels: new Set(['C00000001']), leaveOutDirectMessages: true });
    expect(of('channel').map(({ name }) => name)).not.toContain('general');
    expect(of('message').every(({ to }) => 'channel' in to && to.channel !== 'C00000001')).toBe(true);
  });

  test('hold many messages', async () => {
    const messages = inForm(20_000, 100_000);
    await zipTo(file, slackExport({ seed: 1, users: 50, channels: 20, messages, files: 0 }));
    const found = await preview();
    expect(found.counts.messages).toBeGreaterThan(0.9 * messages);
    const { of, problems } = await read();
    expect(of('message').filter(({ id }) => !String(id).endsWith('/channel'))).toHaveLength(found.counts.messages);
    expect(problems).toEqual([]);
  });
});

describe('threads', () => {
  const root = { type: 'message', user: 'U1', text: 'Where is *lunch*?', ts: ts(1), thread_ts: ts(1), reply_count: 2 };
  const reply = (second: number, more: Row = {}): Row => ({
    type: 'message',
    user: 'U2',
    text: `reply ${second}`,
    ts: ts(second),
    thread_ts: ts(1),
    ...more,
  });

  test('are topics named after their first words; the first message stays in the main topic with a link', async () => {
    await zipTo(
      file,
      small([root, reply(2), { user: 'U1', text: 'other', ts: ts(3) }, reply(4, { subtype: 'thread_broadcast' })]),
    );
    for (const mainTopic of ['', 'general']) {
      const { of, problems } = await read({ mainTopic });
      expect(contents(of('message'))).toEqual([
        [mainTopic, 'Where is **lunch**?\n\n[2 replies](/#narrow/channel/3-general/topic/Where.20is.20lunch.3F)'],
        ['Where is lunch?', 'reply 2'],
        [mainTopic, 'other'],
        ['Where is lunch?', 'reply 4'],
        [mainTopic, 'reply 4'],
      ]);
      expect(problems).toEqual([]);
    }
  });

  test('are named after the first reply, or its file, where their first message is not in the export', async () => {
    const files = [
      {
        id: 'F1',
        name: 'plan.pdf',
        url_private: 'https://files.slack.com/F1',
        permalink: 'https://office.slack.com/files/F1',
      },
    ];
    await zipTo(file, small([reply(2), reply(3), { ...reply(4), thread_ts: ts(0), text: '', files }]));
    const { of, problems } = await read();
    expect(contents(of('message'))).toEqual([
      ['reply 2', 'reply 2'],
      ['reply 2', 'reply 3'],
      ['plan.pdf', '[plan.pdf](https://office.slack.com/files/F1)'],
    ]);
    expect(problems.map(({ line, what }) => [line, what])).toEqual([
      [16, 'The file is not in the export; the message links to it in Slack.'],
    ]);
  });

  test('in direct messages stay in the conversation', async () => {
    const more = {
      'dms.json': [
        { id: 'D1', members: ['U1', 'U2'] },
        { id: 'D2', members: ['U1', 'U1'] },
      ],
      [`D1/${day}`]: [root, reply(2)],
      [`D2/${day}`]: [root],
    };
    await zipTo(file, small([], more));
    const { of } = await read();
    expect(of('message').map(({ sender, to, content }) => [sender, to, content])).toEqual([
      ['U1', { users: ['U2'] }, 'Where is **lunch**?'],
      ['U1', { users: [] }, 'Where is **lunch**?'],
      ['U2', { users: ['U1'] }, 'reply 2'],
    ]);
  });
});

describe('messages', () => {
  test('of joins and renames are none; deleted users and bots get accounts under their names', async () => {
    await zipTo(
      file,
      small([
        { user: 'U1', subtype: 'channel_join', text: 'joined', ts: ts(1) },
        { user: 'U1', subtype: 'channel_name', text: 'renamed', ts: ts(2) },
        { user: 'U7', text: 'I left', ts: ts(3), user_profile: { real_name: 'Gone Person' } },
        { subtype: 'bot_message', bot_id: 'B1', username: 'Build', text: '*failed*', ts: ts(4) },
        { subtype: 'bot_message', bot_id: 'B1', username: 'Deploy', text: 'done', ts: ts(5) },
        { user: 'U2', text: 'hi', ts: ts(6), reactions: [{ name: 'tada', users: ['U8', 'U1'], count: 2 }] },
      ]),
    );
    const { of, problems } = await read();
    const names = new Map(of('user').map(({ id, name }) => [id, name]));
    expect(of('message').map(({ sender, content }) => [names.get(sender), content])).toEqual([
      ['Gone Person', 'I left'],
      ['Build', '**failed**'],
      ['Deploy', 'done'],
      ['bo', 'hi'],
    ]);
    expect(
      of('user')
        .filter(({ isReconstructed }) => isReconstructed === true)
        .map(({ isActive, bot }) => [isActive, bot !== null]),
    ).toEqual([
      [false, false],
      [false, true],
      [false, true],
      [false, false],
    ]);
    expect(problems.map(({ what, done }) => [what, done])).toEqual(
      Array.from({ length: 2 }, () => ['The export lists no such user; a deactivated account is made.', 'changed']),
    );
  });

  test('of a bot with an account are its own, unless it posts under another name', async () => {
    const bot = { id: 'U5', name: 'ci', is_bot: true, profile: { real_name: 'CI', bot_id: 'B5' } };
    const ofBot = { subtype: 'bot_message', bot_id: 'B5', text: 'done' };
    const messages = [
      { ...ofBot, ts: ts(1) },
      { ...ofBot, username: 'CI', ts: ts(2) },
      { ...ofBot, username: 'Nightly', ts: ts(3) },
    ];
    await zipTo(file, small(messages, { 'users.json': [bot] }));
    const { of } = await read();
    expect(of('message').map(({ sender }) => sender)).toEqual(['U5', 'U5', 'B5/Nightly']);
  });

  test('keep their last text and when it was edited, pins, and custom emoji with aliases', async () => {
    const reactions = [
      { name: 'bird', users: ['U1'], count: 1 },
      { name: 'parrot', users: ['U1', 'U2'], count: 3 },
      { name: 'lost', users: ['U1'], count: 1 },
    ];
    await zipTo(
      file,
      small(
        [
          {
            user: 'U1',
            text: 'now :bird:',
            ts: ts(1),
            edited: { user: 'U1', ts: ts(9) },
            reactions,
            pinned_info: { pinned_by: 'U2' },
          },
        ],
        {
          'emoji.json': { ok: true, emoji: { parrot: 'https://emoji.slack-edge.com/p.png', bird: 'alias:parrot' } },
          'emojis/parrot.png': 'picture',
        },
      ),
    );
    const { of, taken, problems } = await read();
    expect(of('message')).toMatchObject([
      { content: 'now :parrot:', edited: Number(ts(9)), flags: [], pin: { by: 'U2', isToChannel: true } },
    ]);
    expect(of('reaction').map(({ user, emojiCode, emojiType }) => [user, emojiCode, emojiType])).toEqual([
      ['U1', 'parrot', 'realm_emoji'],
      ['U2', 'parrot', 'realm_emoji'],
    ]);
    expect(taken.get('parrot')).toBe('picture');
    expect(problems.map(({ what }) => what)).toEqual([
      'The export does not name all users of a reaction.',
      'The emoji of a reaction is not in the export.',
    ]);
  });

  test('that are too long become several', async () => {
    await zipTo(file, small([{ user: 'U1', text: 'line of words\n'.repeat(2000), ts: ts(1) }]));
    const { of, problems } = await read();
    expect(of('message').map(({ id }) => id)).toEqual([`C1/${ts(1)}`, `C1/${ts(1)}/2`, `C1/${ts(1)}/3`]);
    expect(problems).toMatchObject([{ what: 'The message is too long; it is several messages.', done: 'changed' }]);
  });
});

type Change = (files: ExportFiles) => void;
const general = `general/${day}`;
const good = [
  { user: 'U1', text: 'one', ts: ts(1) },
  { user: 'U2', text: 'two', ts: ts(2) },
];
const replace =
  (name: string, from: string, to: string): Change =>
  (files) =>
    void files.set(name, String(files.get(name)).replace(from, to));

test.each([
  ['milliseconds', (second: number): unknown => `${1_704_067_200 + second}123`],
  ['milliseconds as a number', (second: number): unknown => (1_704_067_200 + second) * 1000 + 123],
  ['microseconds', (second: number): unknown => `${1_704_067_200 + second}123000`],
])('times in %s are converted and reported, and threads stay threads', async (_, time) => {
  const messages = [
    { user: 'U1', text: 'Lunch?', ts: time(1), thread_ts: time(1), edited: { ts: time(3) } },
    { user: 'U2', text: 'Yes', ts: time(2), thread_ts: time(1) },
  ];
  await zipTo(file, small(messages));
  const { of, problems } = await read();
  expect(of('message').map(({ at }) => at)).toEqual([1_704_067_201.123, 1_704_067_202.123]);
  expect(of('message')[0]?.edited).toBe(1_704_067_203.123);
  expect(of('message')[1]?.to).toMatchObject({ topic: 'Lunch?' });
  const what = 'The time of the message is not in seconds; it is converted.';
  expect(problems).toMatchObject([
    { what, done: 'changed' },
    { what, done: 'changed' },
  ]);
  expect((await preview()).oldest).toBe(1_704_067_201.123);
});

describe('broken exports', () => {
  test.each<[string, Change, ExpectedProblem, number]>([
    [
      'users.json is missing',
      (files) => void files.delete('users.json'),
      { file: 'users.json', line: null, done: 'changed' },
      2,
    ],
    [
      'users.json is empty',
      (files) => void files.set('users.json', ''),
      { file: 'users.json', what: 'The file is empty.' },
      2,
    ],
    [
      'users.json is cut off',
      (files) => void files.set('users.json', String(files.get('users.json')).slice(0, 150)),
      { file: 'users.json', what: 'The file ends too early.' },
      2,
    ],
    [
      'a user has no id',
      replace('users.json', '"id": "U1"', '"id": ""'),
      { file: 'users.json', line: 2, what: 'The user has no id.' },
      2,
    ],
    [
      'two users have one id',
      replace('users.json', '"id": "U2"', '"id": "U1"'),
      { line: 11, what: 'Two users have one id.' },
      2,
    ],
    ['two users have one address', replace('users.json', 'bo@', 'ada@'), { line: 11, done: 'changed' }, 2],
    [
      'a user has no name',
      (files) => void files.set('users.json', String(files.get('users.json')).replaceAll('"ada"', '" "')),
      { line: 2, what: 'The user has no name; the id is used.', done: 'changed' },
      2,
    ],
    [
      'a time is NaN',
      replace(general, `"${ts(2)}"`, 'NaN'),
      { file: general, line: 7, what: 'The message has no time; that of the message before it is used.' },
      2,
    ],
    [
      'files and reactions are no records',
      replace(general, '"ts"', '"files":["F1"],"reactions":{"name":"tada"},"ts"'),
      { file: general, line: 2, what: 'A file of the message is no record.', done: 'left out' },
      2,
    ],
    [
      'attachments and blocks are no records',
      replace(general, '"ts"', '"attachments":["text",null,{"text":"kept"}],"blocks":"none","ts"'),
      { file: general, line: 2, what: 'An attachment of the message is no record.', done: 'left out' },
      2,
    ],
    [
      'a day has bytes that are no characters',
      (files) => void files.set(general, Buffer.from(String(files.get(general)).replace('one', 'caf\u00e9'), 'latin1')),
      {
        file: general,
        line: null,
        what: 'Some characters cannot be read; they are shown as “\ufffd”.',
        done: 'changed',
      },
      2,
    ],
    [
      'another archive is in it',
      (files) => void files.set('export.zip', 'PK'),
      { file: 'export.zip', what: 'The file is not known in an export.', done: 'left out' },
      2,
    ],
    ['a time is missing', replace(general, '"ts"', '"was"'), { file: general, line: 2, done: 'changed' }, 2],
    ['a time is text', replace(general, ts(1), 'yesterday'), { line: 2, done: 'changed' }, 2],
    [
      'two messages have one time',
      replace(general, ts(2), ts(1)),
      { line: 7, what: 'Two messages have one time.', done: 'left out' },
      1,
    ],
    [
      'a message has no sender',
      replace(general, '"user": "U1",', ''),
      { line: 2, what: 'The message has no sender.' },
      1,
    ],
    [
      'a message has nothing',
      replace(general, '"one"', '""'),
      { line: 2, what: 'The message has no text and no files.' },
      1,
    ],
    ['a message is no object', replace(general, '[', '[5,'), { line: 1, what: 'A record is no object.' }, 2],
    [
      'a day is cut off',
      (files) => void files.set(general, String(files.get(general)).slice(0, 90)),
      { file: general, line: 7, what: 'The file ends too early.' },
      1,
    ],
    ['a day is empty', (files) => void files.set(general, ''), { file: general, what: 'The file is empty.' }, 0],
    [
      'channels.json is missing',
      (files) => void files.delete('channels.json'),
      { file: 'general', done: 'changed' },
      2,
    ],
    [
      'a channel has no name',
      replace('channels.json', '"name": "general"', '"name": ""'),
      { file: 'channels.json', line: 2 },
      2,
    ],
    [
      'two channels have one name',
      (files) => void files.set('groups.json', JSON.stringify([{ id: 'G1', name: 'General', members: ['U1'] }])),
      { file: 'groups.json', line: 1, what: 'The channel has no name of its own; it is changed.' },
      2,
    ],
    ['a folder is in no list', (files) => void files.set(`lost/${day}`, '[]'), { file: 'lost', done: 'changed' }, 2],
    [
      'a file is of no day',
      (files) => void files.set('general/notes.json', '[]'),
      { file: 'general/notes.json', done: 'left out' },
      2,
    ],
    [
      'emoji.json is damaged',
      (files) => void files.set('emoji.json', '{"emoji":'),
      { file: 'emoji.json', done: 'left out' },
      2,
    ],
  ])('lose nothing else when %s', async (_, change, expected, messages) => {
    const files = small(good);
    change(files);
    await zipTo(file, files);
    const { of, problems } = await read();
    expect(problems).toContainEqual(expect.objectContaining(expected));
    expect(of('message')).toHaveLength(messages);
    expect((await preview()).problems.length).toBeGreaterThan(0);
  });

  test.each<[string, (text: string) => Buffer]>([
    ['UTF-16, as Windows programs save it', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 with its large bytes first', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['UTF-8 with a mark and line ends of Windows', (text) => Buffer.from(`\ufeff${text.replaceAll('\n', '\r\n')}`)],
  ])('are read in %s', async (_, encoded) => {
    const files = small(good);
    for (const name of ['users.json', general])
      files.set(name, encoded(String(files.get(name)).replace('one', 'größer')));
    await zipTo(file, files);
    const { of, problems } = await read();
    expect(problems).toEqual([]);
    expect(of('message').map(({ content }) => content)).toContain('größer');
    expect(of('message')).toHaveLength(2);
  });

  test('keep attachments beside those that are no records', async () => {
    const files = small(good);
    replace(general, '"ts"', '"attachments":["text",null,{"text":"kept"}],"blocks":[5],"ts"')(files);
    await zipTo(file, files);
    expect((await read()).of('message')[0]?.content).toContain('kept');
  });

  test('with paths that lead outside, or a damaged file, are read without them', async () => {
    const more = { 'xx/etc/passwd': 'x', '__uploads/F1/notes.txt': 'notes' };
    const files = [{ id: 'F1', name: 'notes.txt', mimetype: 'text/plain', url_private: 'https://files.slack.com/F1' }];
    await zipTo(file, small([{ ...good[0], files }], more), () => ({ compress: false }));
    await writeFile(file, renamed(renamed(await readFile(file), 'xx/etc/passwd', '../etc/passwd'), 'notes', 'nodes'));
    await writeFile(file, renamed(await readFile(file), 'nodes.txt', 'notes.txt'));
    const { of, opening, problems } = await read();
    expect(opening).toMatchObject([{ file: '../etc/passwd', what: 'The path leads out of the archive.' }]);
    expect(problems).toMatchObject([
      { line: 2, what: 'The file is damaged; what could be read of it is kept.', done: 'changed' },
    ]);
    expect(of('message')).toHaveLength(1);
  });

  test('keep messages without a time that are in one line', async () => {
    const messages = [1, 2, 3].map((i) => ({ user: 'U1', text: `${i}`, ts: {} }));
    await zipTo(file, small([], { [`general/${day}`]: JSON.stringify(messages) }));
    const { of, problems } = await read();
    expect(of('message').map(({ content }) => content)).toEqual(['1', '2', '3']);
    expect(problems.map(({ done }) => done)).toEqual(['changed', 'changed', 'changed']);
  });

  test('bring custom profile fields, by their labels or numbered, of the type of their values', async () => {
    const fields = {
      Xf1: { value: 'Kitchen', alt: '' },
      Xf2: { value: '', alt: '' },
      Xf3: null,
      Xf4: { value: '2020-02-29', alt: '', label: 'First day' },
      Xf5: { value: 'https://ada.example/', alt: 'mine', label: 'Page' },
      Xf6: { value: 'x'.repeat(60), label: 'About' },
    };
    const users = [{ id: 'U1', name: 'ada', profile: { real_name: 'ada', fields } }];
    await zipTo(file, small(good, { 'users.json': users }));
    expect((await preview()).notCarriedOver).toContain(
      'Names of custom profile fields: 1; they are not in the export, so the fields are numbered',
    );
    const { of } = await read();
    expect(of('organization')[0]?.profileFields.map(({ id, name, type }) => [id, name, type])).toEqual([
      ['Xf1', 'Custom field 1', 1],
      ['Xf4', 'First day', 4],
      ['Xf5', 'Page', 5],
      ['Xf6', 'About', 2],
    ]);
    expect(of('user')[0]?.profile).toEqual([
      { field: 'Xf1', value: 'Kitchen' },
      { field: 'Xf4', value: '2020-02-29' },
      { field: 'Xf5', value: 'https://ada.example/' },
      { field: 'Xf6', value: 'x'.repeat(60) },
    ]);
  });

  test('report files of the archive that no message shows', async () => {
    await zipTo(
      file,
      small(good, {
        '__uploads/F9/lost.txt': 'lost',
        'canvases/F1.html': '<p>',
        'general/attachments/F8-lost.txt': 'x',
      }),
    );
    const { problems } = await read();
    expect(problems.filter(({ what }) => what === 'Nothing in the export refers to this file.')).toEqual(
      ['__uploads/F9/lost.txt', 'canvases/F1.html', 'general/attachments/F8-lost.txt'].map((path) => ({
        file: path,
        line: null,
        what: expect.any(String),
        done: 'left out',
      })),
    );
  });

  test('with a damaged day, keep the messages before the damage', async () => {
    const messages = Array.from({ length: 500 }, (_, i) => ({
      user: 'U1',
      ts: ts(i),
      text: `${i} ${createHash('sha256').update(String(i)).digest('base64')}`,
    }));
    await zipTo(file, small(messages));
    const bytes = await readFile(file);
    // In the last quarter of the compressed records.
    const at = bytes.indexOf(`general/${day}`) + 20_000;
    await writeFile(file, bytes.fill(0xff, at, at + 200));
    const [first, second] = [await read(), await read()];
    expect(first.of('message').length).toBeGreaterThan(200);
    expect(first.of('message').length).toBeLessThan(500);
    expect(first.problems).toContainEqual(
      expect.objectContaining({ what: 'The file is damaged; the records before that are taken.', done: 'left out' }),
    );
    expect(second.problems).toEqual(first.problems);
    expect((await preview()).problems).toContainEqual(first.problems[0]);
  });

  test('keep what users who wrote can read to them, where no list names the conversation', async () => {
    await zipTo(file, small([], { [`secret/${day}`]: [good[0]], [`D12345678/${day}`]: good }));
    const { of } = await read();
    expect(of('channel').map(({ name, isPrivate }) => [name, isPrivate])).toEqual([
      ['general', false],
      ['secret', true],
    ]);
    expect(
      of('subscription')
        .filter(({ channel }) => channel === 'folder secret')
        .map(({ user }) => user),
    ).toEqual(['U1']);
    expect(of('message').flatMap(({ to }) => ('users' in to ? [to.users] : []))).toEqual([['U2'], ['U1']]);
  });

  test.each<[string, () => Promise<void>, RegExp]>([
    [
      'it is another archive',
      () => zipTo(file, new Map([['letter.txt', 'x']])),
      /no export of Slack\. Choose the \.zip file/,
    ],
    ['it is no zip file', () => writeFile(file, 'text'), /no zip file\. Choose/],
  ])('are refused with advice when %s', async (_, make, message) => {
    await make();
    const refused = await read().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ImportRefused);
    expect((refused as Error).message).toMatch(message);
  });
});
