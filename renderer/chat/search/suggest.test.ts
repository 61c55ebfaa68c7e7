/** Search suggestions while typing. */
import { describe, expect, test } from 'vitest';
import { startsPart } from './directory.ts';
import { parseSearch } from './parse-search.ts';
import { notesOn } from './search-text.ts';
import { lastPart, suggest, type Suggestible } from './suggest.ts';

const today = { now: new Date(2026, 10, 27, 12), weekStart: 1, isMonthFirst: true };
const from: Suggestible = {
  me: 1,
  today,
  users: [
    { id: 7, name: 'Jonas Lindqvist', email: 'jonas@example.com' },
    { id: 9, name: 'Mei-Ling Chen', email: 'mei@example.com' },
  ],
  channels: [
    { id: 5, name: 'general' },
    { id: 6, name: 'lighting' },
  ],
  topics: [
    { channelId: 5, name: 'the mullion' },
    { channelId: 6, name: 'lindqvist and light' },
    { channelId: 6, name: 'north lights' },
  ],
};
const offered = (text: string) =>
  suggest(text, parseSearch(text, from).narrow, from).map((one) =>
    one.kind === 'messages' ? 'messages' : `${one.kind} ${one.kind === 'more' ? one.text : one.name}`,
  );

test('a word offers its messages first, then people, channels and topics by the beginning of a word', () => {
  expect(offered('li')).toEqual([
    'messages',
    'person Jonas Lindqvist',
    'person Mei-Ling Chen',
    'channel lighting',
    'topic lindqvist and light',
    'topic north lights',
    'topic the mullion',
    'more has:link ',
  ]);
});

test('a sign before the name says which kind is meant', () => {
  expect(offered('#gen')).toEqual(['channel general', 'messages']);
  expect(offered('@mei')).toEqual(['person Mei-Ling Chen', 'messages']);
  expect(offered('#')).toEqual(['channel general', 'channel lighting']);
  expect(offered('#nothing')).toEqual(['messages']);
  expect(offered('@')).toEqual(['person Jonas Lindqvist', 'person Mei-Ling Chen']);
});

test('whose name begins with what is typed stands before whom a later word of it names', () => {
  const channels = [
    { id: 5, name: 'the general' },
    { id: 6, name: 'general' },
  ];
  expect(suggest('#gen', [], { ...from, channels }).flatMap((one) => ('name' in one ? [one.name] : []))).toEqual([
    'general',
    'the general',
  ]);
});

test('what is offered is found without accents and apostrophes, by whatever keyboard', () => {
  const names: Suggestible = {
    me: 1,
    today,
    users: [{ id: 7, name: 'José O’Brien', email: 'jose@example.com' }],
    channels: [{ id: 5, name: 'café' }],
    topics: [{ channelId: 5, name: 'Ćevapi' }],
  };
  const kinds = (text: string): string[] => suggest(text, [], names).map(({ kind }) => kind);
  expect([kinds('jose o'), kinds("O'Br"), kinds('obrien')]).toEqual([['person'], ['person'], ['person']]);
  expect([kinds('cafe'), kinds('cevapi'), kinds('from:obr'), kinds('topic:ceva')]).toEqual([
    ['channel'],
    ['topic'],
    ['more'],
    ['more'],
  ]);
  expect(parseSearch('from:jose', names).narrow).toEqual([{ operator: 'sender', operand: 7 }]);
});

test('a sign and a name look for messages from the person, or in the channel', () => {
  const narrows = (text: string) =>
    suggest(text, [], from).flatMap((row) => (row.kind === 'messages' ? [row.narrow] : []));
  expect(narrows('@mei')).toEqual([[{ operator: 'sender', operand: 9 }]]);
  expect(narrows('#gen')).toEqual([[{ operator: 'channel', operand: 5 }]]);
  expect(narrows('#hash')).toEqual([[{ operator: 'search', operand: '#hash' }]]);
});

test('operators are offered by their beginning, and dates by theirs', () => {
  expect(offered('bef').at(-1)).toBe('more before:');
  expect(offered('before:last')).toEqual([
    'more before:"last week" ',
    'more before:"last 7 days" ',
    'more before:"last month" ',
    'more before:"last year" ',
  ]);
  expect(offered('in:')).toEqual([
    'more in:#general ',
    'more in:#lighting ',
    'more in:"@Jonas Lindqvist" ',
    'more in:"@Mei-Ling Chen" ',
    'more in:home ',
    'more in:all ',
  ]);
  expect(offered('in:#li')).toEqual(['more in:#lighting ']);
  expect(offered('to:')).toContain('more to:me ');
});

test('an operator offers its values, quoted where they have blanks, after what was typed before', () => {
  expect(offered('tea from:jo')).toEqual(['messages', 'more tea from:"Jonas Lindqvist" ']);
  expect(offered('is:m')).toEqual(['more is:mentioned ', 'more is:muted ']);
  expect(offered('from:"Jonas Lindqvist" channel:gen').at(-1)).toBe('more from:"Jonas Lindqvist" channel:general ');
  expect(offered('-channel:gen')).toEqual(['more -channel:general ']);
  expect(offered('topic:"north')).toEqual(['messages', 'more topic:"north lights" ']);
});

test('the last part is the word that is being typed', () => {
  expect(lastPart('tea from:jo')).toEqual({ before: 'tea ', word: 'from:jo' });
  expect(lastPart('tea topic:"north fa')).toEqual({ before: 'tea ', word: 'topic:"north fa' });
  expect(lastPart('from:"a b" channel:o')).toEqual({ before: 'from:"a b" ', word: 'channel:o' });
  expect(lastPart('"a b" te')).toEqual({ before: '"a b" ', word: 'te' });
  expect(lastPart('from:"a b" ')).toEqual({ before: 'from:"a b" ', word: '' });
  expect(lastPart('tea ')).toEqual({ before: 'tea ', word: '' });
});

test('each suggestion is there once: namesakes by their number, the topic without a name by what it is shown as', () => {
  const office: Suggestible = {
    ...from,
    emptyTopicName: 'general chat',
    topics: [{ channelId: 5, name: '' }],
    users: [
      { id: 2, name: 'Same Name', email: 'one@example.com', mark: 'one@example.com' },
      { id: 3, name: 'Same Name', email: 'two@example.com', mark: 'two@example.com' },
      { id: 4, name: 'Samuel Gone', email: 'sam@example.com', isGone: true },
    ],
  };
  const rows = (text: string) => suggest(text, parseSearch(text, office).narrow, office);
  const texts = (text: string) => rows(text).flatMap((row) => (row.kind === 'more' ? [row.text] : []));
  expect(texts('from:same')).toEqual(['from:"Same Name|2" ', 'from:"Same Name|3" ']);
  expect(texts('from:zzz')).toEqual([]);
  expect(texts('from:sam').at(-1)).toBe('from:"Samuel Gone" ');
  expect(rows('general ch')).toContainEqual(expect.objectContaining({ kind: 'topic', name: 'general chat' }));
  const keys = rows('same').map((row) => JSON.stringify(row));
  expect(new Set(keys).size).toBe(keys.length);
});

describe('people and channels that are gone, archived or muted', () => {
  const all: Suggestible = {
    me: 1,
    today,
    users: [
      { id: 7, name: 'Gone Lindqvist', email: 'gone@example.com', isGone: true },
      { id: 8, name: 'Loud Lindqvist', email: 'loud@example.com', isMuted: true },
      { id: 9, name: 'Lindqvist Here', email: 'here@example.com' },
    ],
    channels: [
      { id: 5, name: 'lighting old', isArchived: true },
      { id: 6, name: 'lighting' },
    ],
    topics: [
      { channelId: 5, name: 'lighting plan' },
      { channelId: 6, name: 'the lighting plan' },
    ],
  };
  const rows = (text: string) => suggest(text, [], all);

  test('are offered last, and marked', () => {
    expect(rows('@lind').map((row) => row.kind === 'person' && [row.name, row.isGone, row.isMuted])).toEqual([
      ['Lindqvist Here', false, false],
      ['Loud Lindqvist', false, true],
      ['Gone Lindqvist', true, false],
      false,
    ]);
    const places = rows('light').flatMap((row) =>
      row.kind === 'channel' || row.kind === 'topic' ? [[row.name, row.isArchived]] : [],
    );
    expect(places).toEqual([
      ['lighting', false],
      ['lighting old', true],
      ['the lighting plan', false],
      ['lighting plan', true],
    ]);
  });

  test.each([
    ['from:lind', [undefined, undefined, 'Deactivated']],
    ['dm:gone', ['Deactivated']],
    ['in:light', [undefined, 'archived']],
    ['in:@lind', [undefined, undefined, 'Deactivated']],
    ['channel:light', [undefined, 'archived']],
  ])('are marked as values of %s', (text, marks) => {
    expect(rows(text).flatMap((row) => (row.kind === 'more' ? [row.mark] : []))).toEqual(marks);
  });

  test('are named above what a search for them found', () => {
    const notes = (text: string) => notesOn(parseSearch(text, all).narrow, all);
    expect(notes('from:7 plan')).toEqual([
      'Gone Lindqvist is deactivated. You can read earlier messages, but not send new ones.',
    ]);
    expect(notes('from:"Loud Lindqvist" in:"lighting old"')).toEqual([
      'You muted Loud Lindqvist.',
      '#lighting old is archived.',
    ]);
    expect(notes('-from:7 -in:"lighting old" from:9 in:lighting plan')).toEqual([]);
  });
});

test.each([
  ['山田太郎', '太郎', true],
  ['김철수', '철수', true],
  ['Ann (Bee)', 'bee', true],
  ['Ann_Bee', 'bee', true],
  ['ann.bee', 'bee', true],
  ['Ann Bee', 'nn', false],
  ['Jose\u0301 Rui', 'jos\u00e9', true],
  ['Ann Bee', '', true],
])('a word of %s begins with %s: %s', (name, typed, isFound) => expect(startsPart(name, typed)).toBe(isFound));

test('finds the one person of a name, whichever way its accents are typed', () => {
  const users = ['Zo\u00eb', 'Zo\u00ebline'].map((name, at) => ({ id: at + 2, name, email: `${at}@example.com` }));
  expect(parseSearch('from:Zoe\u0308', { me: 1, today, users, channels: [] }).narrow).toEqual([
    { operator: 'sender', operand: 2 },
  ]);
});
