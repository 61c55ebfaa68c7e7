/** Search text becomes a narrow, and is written back the same. */
import { expect, test } from 'vitest';
import { personText, type Directory } from './directory.ts';
import { parseSearch, valueIn, withPart } from './parse-search.ts';
import { quote, writeSearch } from './write-search.ts';

/** A Friday. */
const today = { now: new Date(2026, 10, 27, 12), weekStart: 1, isMonthFirst: true };
const directory: Directory = {
  me: 1,
  today,
  users: [
    { id: 1, name: 'Amara Okafor', email: 'amara@example.com' },
    { id: 7, name: 'Jonas Lindqvist', email: 'jonas@example.com' },
    { id: 8, name: 'Jo Berg', email: 'jo@example.com' },
    { id: 9, name: 'Mei-Ling Chen', email: 'mei@example.com' },
  ],
  channels: [
    { id: 5, name: 'general' },
    { id: 6, name: 'hill house' },
  ],
};
const parse = (text: string) => parseSearch(text, directory);
const terms = (text: string) =>
  parse(text).narrow.map(({ operator, operand, negated }) => [negated === true ? `-${operator}` : operator, operand]);

test('words are searched as they stand, and what is quoted stays together', () => {
  expect(terms('  mullion   depth ')).toEqual([['search', 'mullion depth']]);
  expect(terms('"mullion depth" north')).toEqual([['search', '"mullion depth" north']]);
  expect(terms('')).toEqual([]);
});

test('operators become terms with ids, words follow them', () => {
  expect(terms('from:jonas@example.com channel:general lux topic:"north facade"')).toEqual([
    ['sender', 7],
    ['channel', 5],
    ['topic', 'north facade'],
    ['search', 'lux'],
  ]);
  expect(terms('stream:"hill house" subject:tea')).toEqual([
    ['channel', 6],
    ['topic', 'tea'],
  ]);
});

test('people are found by name, by a part of it that fits one alone, by e-mail and as me', () => {
  expect(terms('from:me')).toEqual([['sender', 1]]);
  expect(terms('sender:lindqvist')).toEqual([['sender', 7]]);
  expect(terms('from:ling')).toEqual([['sender', 9]]);
  expect(terms('from:@Jo')).toEqual([]);
  expect(terms('from:"Jo Berg"')).toEqual([['sender', 8]]);
});

test('a user who is called "me" is not the reader, and a channel is found without its accents', () => {
  const users = [...directory.users, { id: 12, name: 'Me', email: 'm@example.com' }];
  const channels = [
    { id: 7, name: 'büro' },
    { id: 8, name: 'café' },
    { id: 9, name: 'cafe' },
    { id: 10, name: 'a\u0308b' },
  ];
  const here = { ...directory, users, channels };
  const narrow = [{ operator: 'sender', operand: 12 } as const];
  expect(writeSearch(narrow, here)).toBe('from:Me|12');
  expect(parseSearch('from:Me|12', here).narrow).toEqual(narrow);
  const channelOf = (text: string): unknown => parseSearch(text, here).narrow[0]?.operand;
  expect(
    ['channel:BURO', 'in:#buro', 'channel:cafe', 'channel:café', 'channel:äb', 'channel:CAFÉ'].map(channelOf),
  ).toEqual([7, 7, 9, 8, 10, 8]);
  expect(parseSearch('channel:bur', here).problems).toMatchObject([{ kind: 'unknown-channel' }]);
});

test('direct messages name the others, sorted, without oneself', () => {
  expect(terms('dm:mei,jonas,me')).toEqual([['dm', [7, 9]]]);
  expect(terms('pm-with:me')).toEqual([['dm', [1]]]);
});

test('a dash turns an operator around, and is a part of words', () => {
  expect(terms('-is:muted -from:me well-known')).toEqual([
    ['-is', 'muted'],
    ['-sender', 1],
    ['search', 'well-known'],
  ]);
});

test('what is unknown is reported, and the rest is searched', () => {
  const { narrow, problems } = parse('colour:red is:blue channel:nowhere tea');
  expect(narrow).toEqual([{ operator: 'search', operand: 'tea' }]);
  expect(problems).toMatchObject([
    { kind: 'unknown-operator', operator: 'colour' },
    { kind: 'unknown-value', operator: 'is', value: 'blue' },
    { kind: 'unknown-channel', name: 'nowhere' },
  ]);
});

test('addresses and times are words, and an operator without its value says nothing yet', () => {
  expect(terms('https://example.com/a 10:30')).toEqual([['search', 'https://example.com/a 10:30']]);
  expect(terms('tea from:')).toEqual([['search', 'tea']]);
  expect(terms('topic:""')).toEqual([['topic', '']]);
});

test('a narrow that is written is read back as the same', () => {
  const typed = '-is:muted from:me channel:"hill house" topic:"north facade" dm:jonas,mei "two words" tea';
  const { narrow } = parse(typed);
  expect(parse(writeSearch(narrow, directory)).narrow).toEqual(narrow);
});

test.each(['a"b', '“Team” x', '“Solo”', '„Max“', '#hash', 'ends with \\', 'a\\b "c"', 'Lee, Kim', '-x:y'])(
  'a channel, a topic and a person called %s are read back as they were written',
  (name) => {
    const named: Directory = {
      me: 1,
      today,
      users: [{ id: 2, name, email: 'x@example.com' }],
      channels: [{ id: 3, name }],
    };
    const written = [
      { operator: 'sender', operand: 2 },
      { operator: 'channel', operand: 3 },
      { operator: 'topic', operand: name },
    ] as const;
    for (const term of written)
      expect(parseSearch(`${writeSearch([term], named)} tea`, named)).toMatchObject({
        narrow: [term, { operator: 'search', operand: 'tea' }],
        problems: [],
      });
  },
);

test('a channel is found by composed and decomposed letters, with its sign or without', () => {
  const named: Directory = {
    me: 1,
    today,
    users: [],
    channels: [
      { id: 3, name: 'Caf\u00e9' },
      { id: 4, name: '#caf\u00e9' },
    ],
  };
  const found = ['caf\u00e9', 'cafe\u0301', '#CAFE\u0301'].map(
    (name) => parseSearch(`channel:${name}`, named).narrow[0]?.operand,
  );
  expect(found).toEqual([3, 3, 4]);
});

test('namesakes are written with a number, and a name that several have means none of them', () => {
  const twins: Directory = {
    ...directory,
    users: [
      { id: 2, name: 'Same Name', email: 'one@example.com', mark: 'one@example.com' },
      { id: 3, name: 'Same Name', email: 'two@example.com', mark: 'two@example.com' },
    ],
  };
  for (const user of twins.users) {
    const narrow = [{ operator: 'sender', operand: user.id }] as const;
    expect(parseSearch(`from:${quote(personText(user))}`, twins)).toMatchObject({ narrow, problems: [] });
    expect(parseSearch(writeSearch(narrow, twins), twins).narrow).toEqual(narrow);
    expect(parseSearch(`from:${user.email}`, twins).narrow).toEqual(narrow);
  }
  expect(parseSearch('from:"Same Name"', twins)).toMatchObject({
    narrow: [],
    problems: [
      {
        kind: 'several-people',
        name: 'Same Name',
        meant: [{ instead: 'from:"Same Name|2"' }, { instead: 'from:"Same Name|3"' }],
      },
    ],
  });
});

test.each([
  ['from:jo', ['from:"Jo Berg"', 'from:"Jonas Lindqvist"']],
  ['-sender:@Jo tea', ['-sender:"Jo Berg"', '-sender:"Jonas Lindqvist"']],
  ['dm:mei,jo', ['dm:"mei,Jo Berg"', 'dm:"mei,Jonas Lindqvist"']],
  ['in:@jo', ['in:"Jo Berg"', 'in:"Jonas Lindqvist"']],
])('the part of a name that several users have offers each of them: %s', (text, instead) => {
  const { problems } = parse(text);
  expect(problems).toMatchObject([{ kind: 'several-people', meant: instead.map((each) => ({ instead: each })) }]);
  for (const { written, instead: better } of problems[0]?.meant ?? [])
    expect(parse(text.replace(written, better))).toMatchObject({ problems: [] });
});

test('people and channels that are gone are found behind those who are here', () => {
  const left: Directory = {
    me: 1,
    today,
    users: [
      { id: 2, name: 'Ada Old', email: 'old@example.com', isGone: true },
      { id: 3, name: 'Ada New', email: 'new@example.com' },
    ],
    channels: [
      { id: 4, name: 'Plans', isArchived: true },
      { id: 5, name: 'plans' },
      { id: 6, name: 'attic', isArchived: true },
    ],
  };
  const operand = (text: string) => parseSearch(text, left).narrow[0]?.operand;
  expect([operand('from:ada'), operand('from:"Ada Old"'), operand('from:old'), operand('from:zoe')]).toEqual([
    3,
    2,
    2,
    undefined,
  ]);
  expect([operand('channel:plans'), operand('channel:attic')]).toEqual([5, 6]);
});

test.each(['“mullion depth” north', '„mullion depth“ north', '"mullion depth" north'])('%s is a phrase', (text) => {
  expect(terms(text)).toEqual([['search', '"mullion depth" north']]);
});

test('one problem is said once', () => {
  expect(parse('foo:1 foo:2').problems).toHaveLength(1);
});

test.each<[string, (string | number | readonly number[])[][]]>([
  // Slack and Mattermost.
  [
    'in:#general lux',
    [
      ['channel', 5],
      ['search', 'lux'],
    ],
  ],
  ['in:general', [['channel', 5]]],
  ['in:"hill house"', [['channel', 6]]],
  [
    'in:hill house lux',
    [
      ['channel', 6],
      ['search', 'lux'],
    ],
  ],
  ['in:@jonas', [['dm', [7]]]],
  ['in:@me', [['dm', [1]]]],
  ['in:home', [['in', 'home']]],
  ['-in:general', [['-channel', 5]]],
  [
    'to:me',
    [
      ['is', 'dm'],
      ['-sender', 1],
    ],
  ],
  [
    'to:@jonas',
    [
      ['dm', [7]],
      ['sender', 1],
    ],
  ],
  ['to:#general', [['channel', 5]]],
  ['with:@jonas', [['dm-including', [7]]]],
  [
    'from:@Jonas Lindqvist plans',
    [
      ['sender', 7],
      ['search', 'plans'],
    ],
  ],
  ['from: jonas', [['search', 'jonas']]],
  ['has:file', [['has', 'attachment']]],
  ['has:photos', [['has', 'image']]],
  ['has:star', [['is', 'starred']]],
  ['is:saved', [['is', 'starred']]],
  ['is:private', [['is', 'dm']]],
  ['is:read', [['-is', 'unread']]],
  ['-is:read', [['is', 'unread']]],
  ['is:thread', [['-is', 'dm']]],
  ['mentions:me', [['is', 'mentioned']]],
  [
    '-draft plans -"first version"',
    [
      ['-search', 'draft'],
      ['-search', '"first version"'],
      ['search', 'plans'],
    ],
  ],
  ['rm -5 --force', [['search', 'rm -5 --force']]],
  // Zulip.
  [
    'stream:general subject:tea sender:me',
    [
      ['channel', 5],
      ['topic', 'tea'],
      ['sender', 1],
    ],
  ],
  ['streams:public', [['channels', 'public']]],
  ['id:12', [['id', '12']]],
  ['pm-with:jonas', [['dm', [7]]]],
  // Dates.
  [
    'before:2026-11-27 budget',
    [
      ['before', '2026-11-27'],
      ['search', 'budget'],
    ],
  ],
  ['after:yesterday', [['after', '2026-11-26']]],
  [
    'during:last week budget',
    [
      ['on', '2026-11-16..2026-11-22'],
      ['search', 'budget'],
    ],
  ],
  ['during:"last week"', [['on', '2026-11-16..2026-11-22']]],
  ['after:last week', [['after', '2026-11-22']]],
  ['before:last week', [['before', '2026-11-16']]],
  ['since:3 days ago', [['since', '2026-11-24']]],
  [
    'on:monday morning tea',
    [
      ['on', '2026-11-23'],
      ['search', 'morning tea'],
    ],
  ],
  ['-on:today', [['-on', '2026-11-27']]],
  ['before: 2026-11', [['before', '2026-11']]],
  ['date:nov 3 2025', [['on', '2025-11-03']]],
])('%s is read', (text, expected) => {
  expect(terms(text)).toEqual(expected);
  expect(parse(text).problems).toEqual([]);
});

test.each([
  'after:2026-11-27',
  'on:2026-11-16..2026-11-22',
  '-search',
  '-"two words"',
  '-is:unread',
  'id:4,5',
  'in:home',
])('%s is written as it is read', (typed) => {
  expect(writeSearch(parse(typed).narrow, directory)).toBe(typed);
});

test('a message to look around is reported beside the narrow', () => {
  expect(parse('channel:general near:42')).toMatchObject({ near: 42, narrow: [{ operator: 'channel', operand: 5 }] });
});

test.each([
  ['fom:me', { kind: 'unknown-operator', operator: 'fom', meant: [{ written: 'fom:me', instead: 'from:me' }] }],
  ['is:stared', { kind: 'unknown-value', meant: [{ instead: 'is:starred' }] }],
  ['from:linqvist', { kind: 'unknown-person', meant: [{ instead: 'from:"Jonas Lindqvist"' }] }],
  ['in:#genral', { kind: 'unknown-channel', name: 'genral', meant: [{ instead: 'in:general' }] }],
  [
    'channel:genrla tea',
    { kind: 'unknown-channel', meant: [{ written: 'channel:genrla', instead: 'channel:general' }] },
  ],
  ['before:someday', { kind: 'unknown-date', operator: 'before', value: 'someday' }],
  ['on:2026-02-30', { kind: 'unknown-date', value: '2026-02-30' }],
  ['id:abc', { kind: 'unknown-id', operator: 'id' }],
  ['-to:me', { kind: 'not-negated', operator: 'to' }],
  ['has:gold', { kind: 'unknown-value', operator: 'has', value: 'gold' }],
])('%s is reported with what may be meant', (text, problem) => {
  expect(parse(text).problems).toMatchObject([problem]);
});

test('one operator gets another value, and what else was typed stays', () => {
  const change = (text: string, operators: string[], written: string) => withPart(text, operators, written, directory);
  expect(change('plans fom:x from:Jonas Lindqvist "two words" -from:me', ['from'], 'from:me')).toBe(
    'plans fom:x "two words" -from:me from:me',
  );
  expect(change('since:3 days ago plans', ['since'], '')).toBe('plans');
  expect(change('', ['in', 'channel'], 'in:#general')).toBe('in:#general');
  expect(valueIn('plans since:3 days ago', ['since'], directory)).toBe('3 days ago');
  expect(valueIn('-from:me', ['from'], directory)).toBeUndefined();
});
