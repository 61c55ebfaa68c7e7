/** Names with unusual characters: signs that no one sees, that turn a line, or that are written in two ways. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { possibleName, validFullName } from '../domain/users/rows.ts';
import { lookalikeOf, nameKey, nameOf, skeleton, unreadableAt, withoutUnreadable } from '../names.ts';
import type { ParamValue, Reply } from '../testing/client.ts';
import { makeChannel } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';

const readable = [
  'می‌خواهم',
  'क्‍ष',
  '👩🏽‍🏫 Teacher',
  '🏴󠁧󠁢󠁳󠁣󠁴󠁿 Scotland',
  '❤️ Hearts',
  '葛󠄀城',
  'O’Hara Ÿ',
  'עברית',
  'שלום\u200f (1)',
  'Za\u0351\u034f\u0334',
  `Many marks${'\u0301\u0300\u0316\u0317'}`.normalize('NFC'),
  'അവന്\u200d',
  'ক্\u200d',
  '1\ufe0f\u20e3 First',
  '\u2139\ufe0f Help',
  '\u1820\u180b\u1820',
  'a \u2229\ufe00 b',
  '\u{13000}\ufe00',
];
const unreadable = {
  'zero-width space': 'Owner\u200b',
  'word joiner': 'Ow\u2060ner',
  'soft hyphen': 'Ow\u00adner',
  'braille blank': 'Owner\u2800',
  tag: 'Owner\u{e0041}',
  'joiner between Latin letters': 'Ow\u200dner',
  'non-joiner at the end': 'می\u200c',
  override: 'exe\u202egnp',
  isolate: 'a\u2066b',
  'direction mark': 'Owner\u200f',
  'direction mark of Arabic': 'Owner\u061c',
  noncharacter: 'Ow\ufdd0ner',
  'swapped byte order mark': 'Ow\ufffener',
  'noncharacter of another plane': 'Ow\u{1ffff}ner',
  'variant of a Latin letter': 'Owner\ufe0f',
  'ideographic variant of a Latin letter': 'Owner\u{e0100}',
  'joiner behind a Latin letter at the end': 'Owner\u200d',
  'byte order mark': 'Ow\ufeffner',
  filler: 'Owner\u3164',
  'twelve marks on a letter': `Many marks${'\u0301\u0316'.repeat(6)}`.normalize('NFC'),
  'grapheme joiner': 'Ow\u034fner',
  'invisible times': 'Ow\u2062ner',
  'line separator': 'a\u2028b',
  'line break': 'a\nb',
  'variant of nothing': '\ufe0fOwner',
  'variant of a sign': 'A-\ufe0fB',
  'variant of a mark of punctuation': 'Owner!\ufe0f',
  'variant of a digit': 'Room 1\ufe0f',
  'variant of a Korean letter': '\ud55c\ufe0f\uae00',
  'variant of an Armenian letter': '\u0531\ufe0f\u0562',
  'variant of an ideograph as a picture': '\u7530\ufe0f',
  'note without a picture': 'Ow\u{1d159}ner',
  'blank of hieroglyphs': 'Ow\u{13441}ner',
  'filler of Khitan': 'Ow\u{16fe4}ner',
};

test.each(readable)('%s can be read', (name) => {
  expect(unreadableAt(name)).toBe(-1);
  expect(withoutUnreadable(name)).toBe(name);
});

test.each(Object.entries(unreadable))('a name with a %s cannot', (_, name) => {
  expect(unreadableAt(name)).not.toBe(-1);
});

test('takes the flag of a region only with its terminator, and with nothing after it', () => {
  const [flag, region, end] = ['\u{1f3f4}', '\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}', '\u{e007f}'];
  expect(unreadableAt(`a ${flag}${region}${end} b`)).toBe(-1);
  for (const name of [
    `${flag}${region}`,
    `${flag}${end}`,
    `${flag}${region}${end}${end}`,
    `${flag}${region}${end}\u{e0067}`,
    `${flag}${region} b`,
    `x${region}${end}`,
  ])
    expect(unreadableAt(name), name).not.toBe(-1);
  expect(withoutUnreadable(`${flag}${region}.png`)).toBe(`${flag}.png`);
});

test('names are stored composed, with single spaces; compared without what is not seen', () => {
  expect(nameOf('  cafe\u0301 \u00a0\u3000 bar ')).toBe('caf\u00e9 bar');
  expect(nameKey('Ow\u200bner')).toBe(nameKey('OWNER'));
  expect(nameKey('Ｎotification  Bot')).toBe(nameKey('notification bot'));
});

test.each([
  ['Ann Bee', 'Ann Bee'],
  ['ann@example.com', 'ann example.com'],
  ['Ann "Bee" | Ops*', 'Ann Bee Ops'],
  ['\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
  ['An\u200bn\u2800 \u3164Bee\ufe0f', 'Ann Bee'],
  [' Cafe\u0301\n\tOwner\u2028', 'Caf\u00e9 Owner'],
  ['x'.repeat(99) + ' yz', 'x'.repeat(99)],
  ['everyone', ''],
  ['\u200b', ''],
  ['', ''],
])('makes a possible name of %j', (sent, name) => {
  expect(possibleName(sent)).toBe(name);
  expect(name === '' ? '' : validFullName(name)).toBe(name);
});

test.each([
  ['\u0440\u0430\u0443\u0440\u0430l', 'paypal'],
  ['\u0410dmin', 'admin'],
  ['\u0455\u0441\u043e\u0440\u0435', 'scope'],
  ['\uff2fwner', 'Owner'],
  ['b0b', 'Bob'],
  ['A1an', 'alan'],
  ['T\u03bfm', 'TOM'],
])('%s has the skeleton of %s', (one, other) => {
  expect(skeleton(one)).toBe(skeleton(other));
  expect(lookalikeOf(one)(other)).toBe(true);
});

test('capitals that look like small letters are lookalikes as they are written', () => {
  expect(lookalikeOf('Ian')('lan')).toBe(true);
  expect(lookalikeOf('IAN')('ian')).toBe(true);
});

test('names that look different are no lookalikes', () => {
  const names = [
    'modern',
    'modem',
    'Jose',
    'Jos\u00e9',
    '\u041c\u0430\u0448\u0430',
    'Mawa',
    '\u039d\u03af\u03ba\u03bf\u03c2',
    'Nikos',
  ];
  names.push(
    '\u7530\u4e2d \u30a8\u30df',
    '\u7530\u4e2d \u3048\u307f',
    '\u674e\u5a1c',
    '\u674e\u90a3',
    '\u05d3\u05e0\u05d9',
    'Dani',
  );
  expect(new Set(names.map(skeleton)).size).toBe(names.length);
});

describe('everything that has a name', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(async () => world.stop());

  type Naming = (name: string) => Promise<Reply>;
  const named = (): Record<string, Naming> => {
    const { owner, member } = world;
    const sent =
      (method: 'post' | 'patch', path: string, params: (name: string) => Record<string, ParamValue>): Naming =>
      async (name) =>
        owner[method](path, params(name));
    return {
      user: sent('patch', `/users/${member.userId}`, (name) => ({ full_name: name })),
      bot: sent('post', '/bots', (name) => ({
        full_name: name,
        short_name: `b${Math.random().toString(36).slice(2)}`,
      })),
      channel: sent('post', '/users/me/subscriptions', (name) => ({ subscriptions: [{ name }] })),
      topic: sent('post', '/messages', (name) => ({ type: 'channel', to: 'general', topic: name, content: 'hello' })),
      group: sent('post', '/user_groups/create', (name) => ({ name, description: '', members: [] })),
      folder: sent('post', '/channel_folders/create', (name) => ({ name, description: '' })),
      field: sent('post', '/realm/profile_fields', (name) => ({ field_type: 1, name })),
      snippet: sent('post', '/saved_snippets', (name) => ({ title: name, content: 'x' })),
      organization: sent('patch', '/realm', (name) => ({ name })),
      view: sent('post', '/navigation_views', (name) => ({
        fragment: `narrow/is/${Math.random().toString(36).slice(2)}`,
        is_pinned: false,
        name,
      })),
      playground: sent('post', '/realm/playgrounds', (name) => ({
        name,
        pygments_language: `l${Math.random().toString(36).slice(2)}`,
        url_template: 'https://play.example/{code}',
      })),
      provider: async (name) =>
        owner.post('/console/sign_in_providers', {
          provider: JSON.stringify({
            slug: `p${Math.random().toString(36).slice(2)}`,
            name,
            kind: 'other',
            issuer: 'https://issuer.example',
            client_id: 'x',
          }),
        }),
    };
  };

  test.each(Object.entries(unreadable))('is refused a name with a %s', async (_, name) => {
    const taken: string[] = [];
    for (const [kind, give] of Object.entries(named())) if ((await give(name)).status !== 400) taken.push(kind);
    expect(taken).toEqual([]);
  });

  test('may have a name of any script', async () => {
    const refused: string[] = [];
    for (const [kind, give] of Object.entries(named()))
      for (const name of ['می‌خواهم', '👩🏽‍🏫 Teacher'])
        if ((await give(name)).status !== 200) refused.push(`${kind} ${name}`);
    expect(refused).toEqual([]);
  });

  test('a group gets no name with a star, which would end its mention', async () => {
    const { owner } = world;
    const refused = { status: 400, body: { msg: 'Invalid character in user group name.' } };
    for (const name of ['C*', '*ops*', 'a*b'])
      expect(await owner.post('/user_groups/create', { name, description: '', members: [] }), name).toMatchObject(
        refused,
      );
    const { group_id: id } = await owner.ok.post('/user_groups/create', { name: 'C++', description: '', members: [] });
    expect(await owner.patch(`/user_groups/${id}`, { name: 'C*' })).toMatchObject(refused);
  });

  test('no one takes the name of a system bot', async () => {
    const taken: string[] = [];
    for (const name of [
      'Notification Bot',
      'notification  bot',
      'Ｎotification Bot',
      'N\u043etificati\u043en B0t',
      'Welcome Bot',
    ])
      for (const kind of ['user', 'bot'] as const)
        if ((await named()[kind]?.(name))?.status !== 400) taken.push(`${kind} ${name}`);
    expect(taken).toEqual([]);
  });

  test('a name of any script is free, and its lookalikes are taken where names must be unique', async () => {
    const { owner, member } = world;
    const call = async (full_name: string): Promise<number> =>
      (await owner.patch(`/users/${member.userId}`, { full_name })).status;
    const { full_name: ownName } = await owner.ok.get('/users/me');
    await owner.ok.patch('/settings', { full_name: 'Paco Scope' });
    await owner.ok.patch('/realm', { require_unique_names: true });
    try {
      for (const name of ['\u0420\u0430\u0441\u043e \u0405\u0441\u043e\u0440\u0435', 'Pac0 Scope', '\uff30aco  scope'])
        expect(await call(name), name).toBe(400);
      for (const name of [
        '\u041e\u043b\u0435\u0433 \u041f\u0430\u043a\u043e',
        '\u039d\u03af\u03ba\u03bf\u03c2',
        '\u674e\u5a1c',
        '\u7530\u4e2d \u30a8\u30df',
      ])
        expect(await call(name), name).toBe(200);
    } finally {
      await owner.ok.patch('/realm', { require_unique_names: false });
      await owner.ok.patch('/settings', { full_name: String(ownName) });
    }
  });

  const alike = ['\u0420ayr\u043ell', 'Payro11', '\uff30ayroll', 'PayroII', 'P\u0430yroll'];

  test.each(['channel', 'group', 'folder', 'field'])(
    'a %s gets no name that looks like that of another',
    async (kind) => {
      const give = named()[kind] as Naming;
      expect((await give('Payroll')).status).toBe(200);
      for (const name of alike)
        expect(await give(name), name).toMatchObject({
          status: 400,
          body: {
            code: 'BAD_REQUEST',
            msg: expect.stringMatching(/^This name looks like that of the [a-z ]+ 'Payroll'\. /),
          },
        });
      for (const name of ['Pay roll', 'Payrolls', '\u0417\u0430\u0440\u043f\u043b\u0430\u0442\u0430'])
        expect((await give(name)).status, name).toBe(200);
    },
  );

  test('a channel, group, folder or field is not renamed to a lookalike, and keeps a name that it has', async () => {
    const { owner } = world;
    const channel = await makeChannel(owner, 'Invoices', [owner]);
    const other = await makeChannel(owner, 'Receipts', [owner]);
    const { group_id: group } = await owner.ok.post('/user_groups/create', {
      name: 'Editors',
      description: '',
      members: [],
    });
    const { group_id: otherGroup } = await owner.ok.post('/user_groups/create', {
      name: 'Writers',
      description: '',
      members: [],
    });
    const { channel_folder_id: folder } = await owner.ok.post('/channel_folders/create', {
      name: 'Teams',
      description: '',
    });
    const { channel_folder_id: otherFolder } = await owner.ok.post('/channel_folders/create', {
      name: 'Labs',
      description: '',
    });
    const { id: field } = await owner.ok.post('/realm/profile_fields', { field_type: 1, name: 'Desk' });
    const { id: otherField } = await owner.ok.post('/realm/profile_fields', { field_type: 1, name: 'Phone' });
    const refused: [string, string, string][] = [
      [`/streams/${other}`, 'new_name', '\u0406nvo\u0456ces'],
      [`/user_groups/${String(otherGroup)}`, 'name', 'Ed\u0456tors'],
      [`/channel_folders/${String(otherFolder)}`, 'name', 'Te\u0430ms'],
      [`/realm/profile_fields/${String(otherField)}`, 'name', 'D\u0435sk'],
    ];
    for (const [path, key, name] of refused)
      expect(await owner.patch(path, { [key]: name }), path).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST' },
      });
    const taken: [string, string, string][] = [
      [`/streams/${channel}`, 'new_name', 'invo\u0456ces'],
      [`/user_groups/${String(group)}`, 'name', 'ED\u0406TORS'],
      [`/channel_folders/${String(folder)}`, 'name', 'teams'],
      [`/realm/profile_fields/${String(field)}`, 'name', 'desk'],
    ];
    for (const [path, key, name] of taken) expect((await owner.patch(path, { [key]: name })).status, path).toBe(200);
    await owner.ok.patch(`/channel_folders/${String(folder)}`, { description: 'only this' });
  });

  test('two of one request that look alike are refused, and none is made', async () => {
    const { owner } = world;
    const before = await world.dump();
    for (const many of [2, 40]) {
      const names = Array.from({ length: many }, (_none, at) => ({ name: `Team ${'x'.repeat(at)}` }));
      const subscriptions = [...names, { name: 'Te\u0430m x' }];
      expect(await owner.post('/users/me/subscriptions', { subscriptions }), String(many)).toMatchObject({
        status: 400,
        body: { msg: "This name looks like that of the channel 'Team x'. Choose another one." },
      });
    }
    expect(await world.dump()).toBe(before);
  });

  test('a refusal names a private channel only to those who may know of it', async () => {
    const { member, member2 } = world;
    await makeChannel(member, 'Layoffs', [member], { invite_only: true });
    const sent = { subscriptions: [{ name: 'L\u0430yoffs' }] };
    const known = "This name looks like that of the channel 'Layoffs'. Choose another one.";
    const unnamed = 'This name looks like that of another channel. Choose another one.';
    expect((await member.post('/users/me/subscriptions', sent)).body).toMatchObject({ msg: known });
    const hidden = await member2.post('/users/me/subscriptions', sent);
    expect(hidden).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', msg: unnamed } });
    expect(JSON.stringify(hidden.body)).not.toContain('Layoffs');
    const other = await makeChannel(member2, 'Plain', [member2]);
    expect((await member2.patch(`/streams/${other}`, { new_name: 'L\u0430yoffs' })).body).toMatchObject({
      msg: unnamed,
    });
  });

  test('a name is free again when its channel, group or folder is out of use, which then cannot come back beside a lookalike', async () => {
    const { owner } = world;
    const channel = await makeChannel(owner, 'Oldies', [owner]);
    await owner.ok.delete(`/streams/${channel}`);
    await makeChannel(owner, '\u041eldies', [owner]);
    expect((await owner.patch(`/streams/${channel}`, { is_archived: false })).status).toBe(400);
    await owner.ok.patch(`/streams/${channel}`, { is_archived: false, new_name: 'Golden oldies' });
    const { group_id: group } = await owner.ok.post('/user_groups/create', {
      name: 'Scope',
      description: '',
      members: [],
    });
    await owner.ok.post(`/user_groups/${String(group)}/deactivate`);
    await owner.ok.post('/user_groups/create', { name: 'Sc\u043epe', description: '', members: [] });
    expect((await owner.patch(`/user_groups/${String(group)}`, { deactivated: false })).status).toBe(400);
    await owner.ok.patch(`/user_groups/${String(group)}`, { deactivated: false, name: 'Range' });
    const { channel_folder_id: folder } = await owner.ok.post('/channel_folders/create', {
      name: 'Space',
      description: '',
    });
    await owner.ok.patch(`/channel_folders/${String(folder)}`, { is_archived: true });
    await owner.ok.post('/channel_folders/create', { name: 'Sp\u0430ce', description: '' });
    expect((await owner.patch(`/channel_folders/${String(folder)}`, { is_archived: false })).status).toBe(400);
  });

  test('a message of signs that no one sees is empty', async () => {
    for (const content of ['\u200b', '\u2800\u2060 \ufeff'])
      expect(
        (await world.owner.post('/messages', { type: 'channel', to: 'general', topic: 't', content })).status,
      ).toBe(400);
  });

  test('a topic written in two ways is one', async () => {
    const { owner } = world;
    for (const topic of ['caf\u00e9', 'cafe\u0301', ' caf\u00e9'])
      await owner.ok.post('/messages', { type: 'channel', to: 'general', topic, content: 'coffee' });
    const rows = await world.db<{ topic: string }>("SELECT DISTINCT topic FROM messages WHERE topic LIKE 'caf%'");
    expect(rows.map(({ topic }) => topic)).toEqual(['caf\u00e9']);
    for (const topic of ['caf\u00e9', 'cafe\u0301', 'CAFE\u0301 '])
      expect(await messagesIn('general', topic), topic).toHaveLength(3);
  });

  const messagesIn = async (channel: string, topic: string): Promise<unknown> => {
    const narrow = [
      ['channel', channel],
      ['topic', topic],
    ].map(([operator, operand]) => ({ operator, operand }));
    return (await world.owner.ok.get('/messages', { anchor: 'newest', num_before: 10, num_after: 0, narrow }))[
      'messages'
    ];
  };

  test('a topic is followed and deleted by any spelling of its name', async () => {
    const { owner } = world;
    const { id } = await owner.ok.post('/messages', {
      type: 'channel',
      to: 'general',
      topic: 'd\u00e9j\u00e0 vu',
      content: 'x',
    });
    const [message] = await world.db<{ stream_id: number }>('SELECT stream_id FROM messages WHERE id = ?', Number(id));
    const place = { stream_id: Number(message?.stream_id) };
    const spelled = ' De\u0301ja\u0300  Vu ';
    await owner.ok.post('/user_topics', { ...place, topic: spelled, visibility_policy: 3 });
    expect(await world.db("SELECT topic_key FROM user_topics WHERE topic_key LIKE 'd%'")).toEqual([
      { topic_key: 'd\u00e9j\u00e0 vu' },
    ]);
    await owner.ok.post('/mark_topic_as_read', { ...place, topic_name: spelled });
    await owner.ok.post(`/streams/${place.stream_id}/delete_topic`, { topic_name: spelled });
    expect(await world.db('SELECT 1 FROM messages WHERE id = ?', Number(id))).toEqual([]);
  });

  test('a channel and a group written in two ways are one', async () => {
    const { owner } = world;
    await owner.ok.post('/users/me/subscriptions', { subscriptions: [{ name: 'Men\u00fc  plan' }] });
    for (const to of ['men\u00fc plan', 'menu\u0308 plan', ' Menu\u0308  Plan'])
      await owner.ok.post('/messages', { type: 'channel', to, topic: 'soup', content: 'today' });
    expect(await messagesIn('Menu\u0308 plan', 'soup')).toHaveLength(3);
    const { subscriptions } = await owner.ok.get('/users/me/subscriptions');
    await owner.ok.post('/users/me/subscriptions', { subscriptions: [{ name: 'Menu\u0308 plan' }] });
    expect((await owner.ok.get('/users/me/subscriptions'))['subscriptions']).toHaveLength(
      (subscriptions as unknown[]).length,
    );
    await owner.ok.post('/user_groups/create', { name: 'K\u00f6che', description: '', members: [] });
    await owner.fails(
      'POST',
      '/user_groups/create',
      { name: 'Ko\u0308che', description: '', members: [] },
      { status: 400, code: 'BAD_REQUEST' },
    );
  });
});
