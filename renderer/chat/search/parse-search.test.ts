/** What is typed into the search becomes a narrow, and is written back the same. */
import { expect, test } from 'vitest';
import { parseSearch, quote, personText, writeSearch, type Directory } from './parse-search.ts';

const directory: Directory = {
  me: 1,
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
  expect(parse('from:jo').problems).toEqual([{ kind: 'unknown-person', name: 'jo' }]);
  expect(terms('from:"Jo Berg"')).toEqual([['sender', 8]]);
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

test('what is unknown is told, and the rest is searched', () => {
  const { narrow, problems } = parse('colour:red is:blue channel:nowhere tea');
  expect(narrow).toEqual([{ operator: 'search', operand: 'tea' }]);
  expect(problems).toEqual([
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
    const named: Directory = { me: 1, users: [{ id: 2, name, email: 'x@example.com' }], channels: [{ id: 3, name }] };
    const written = [
      { operator: 'sender', operand: 2 },
      { operator: 'channel', operand: 3 },
      { operator: 'topic', operand: name },
    ] as const;
    for (const term of written)
      expect(parseSearch(`${writeSearch([term], named)} tea`, named)).toEqual({
        narrow: [term, { operator: 'search', operand: 'tea' }],
        problems: [],
      });
  },
);

test('a channel is found by composed and decomposed letters, with its sign or without', () => {
  const named: Directory = {
    me: 1,
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
    expect(parseSearch(`from:${quote(personText(user))}`, twins)).toEqual({ narrow, problems: [] });
    expect(parseSearch(writeSearch(narrow, twins), twins).narrow).toEqual(narrow);
    expect(parseSearch(`from:${user.email}`, twins).narrow).toEqual(narrow);
  }
  expect(parseSearch('from:"Same Name"', twins)).toEqual({
    narrow: [],
    problems: [{ kind: 'several-people', name: 'Same Name' }],
  });
});

test('people and channels that are gone are found behind those who are here', () => {
  const left: Directory = {
    me: 1,
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
