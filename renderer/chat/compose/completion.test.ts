/** Completions at the caret and their order. */
import { describe, expect, it } from 'vitest';
import type { Channel } from '../../client/state/channels.ts';
import type { ClientState } from '../../client/state/state.ts';
import { indexOf, ranked, type Candidate } from '../kit/ranking.ts';
import { timeTag } from '../store/times.ts';
import { channelCalled, channelSource, fenceSource, peopleSource, timeSource, topicSource } from './sources.ts';
import { tokenAt } from './token.ts';

const read = (marked: string) => {
  const caret = marked.indexOf('|');
  return tokenAt(marked.replace('|', ''), caret);
};

describe('what is written before the caret', () => {
  it.each([
    ['hi @mei|', 'person', 'mei'],
    ['@|', 'person', ''],
    ['@**Mei Li|', 'person', 'Mei Li'],
    ['(@_mei|', 'person', 'mei'],
    ['#gen|', 'channel', 'gen'],
    ['#**big plans|', 'channel', 'big plans'],
    ['see #**general>lun|', 'topic', 'lun'],
    ['#general>|', 'topic', ''],
    ['ok :th|', 'emoji', 'th'],
    ['ok :+1|', 'emoji', '+1'],
    ['/po|', 'command', 'po'],
    ['```py|', 'fence', 'py'],
    ['done\n  ~~~~ c++|', 'fence', 'c++'],
    ['at <time:tom|', 'time', 'tom'],
    ['<time:|', 'time', ''],
    ['田中さん@ann|', 'person', 'ann'],
    ['김@an|', 'person', 'an'],
    ['ל@ann|', 'person', 'ann'],
    ['و@ann|', 'person', 'ann'],
    ['，@ann|', 'person', 'ann'],
    ['（@ann|', 'person', 'ann'],
    ['ok,@ann|', 'person', 'ann'],
    ['詳細は#off|', 'channel', 'off'],
    ['「#off|', 'channel', 'off'],
    ['確認:smi|', 'emoji', 'smi'],
    ['👍:smi|', 'emoji', 'smi'],
    ['ok :-1|', 'emoji', '-1'],
    ['https://e.com/ @ann|', 'person', 'ann'],
    ['scripts/@ann|', 'person', 'ann'],
    ['#**ab*cd>ch|', 'topic', 'ch'],
    ['#**c# team>bug #1|', 'topic', 'bug #1'],
    ['#**ab*c|', 'channel', 'ab*c'],
    ['@María del Carmen García López|', 'person', 'María del Carmen García López'],
    ['@**Ngo Thi Thu Ha Nguyen|', 'person', 'Ngo Thi Thu Ha Nguyen'],
    [`#${'🎉'.repeat(60)}>${'🎈'.repeat(60)}|`, 'topic', '🎈'.repeat(60)],
  ])('%j is a %s', (text, kind, query) => expect(read(text)).toMatchObject({ kind, query }));

  it('says what the completion takes the place of', () => {
    expect(read('hi @**mei| there')).toMatchObject({ from: 3, to: 9, isSilent: false });
    expect(read('hi @_mei|')).toMatchObject({ from: 3, to: 8, isSilent: true });
    expect(read('#**a b>c|')).toMatchObject({ from: 0, to: 8, channel: 'a b' });
    // With the stars that close a name already.
    expect(read('hi @**mei|** there')).toMatchObject({ from: 3, to: 11 });
    expect(read('hi @*desi|* there')).toMatchObject({ from: 3, to: 10 });
    expect(read('#**gen|**')).toMatchObject({ from: 0, to: 8 });
    expect(read('#**gen>lun|** ok')).toMatchObject({ from: 0, to: 12 });
    expect(read('**@mei|**')).toMatchObject({ from: 2, to: 6 });
  });

  it.each([
    'mail@example|',
    'a#b|',
    '10:30|',
    ':t|',
    'http://x|',
    '`@mei|',
    '```\n@mei|',
    // Enter behind ticks alone is a new line, and ticks within code close it.
    '```|',
    '```\ncode\n```py|',
    'a ```py|',
    '`<time:tom|',
    '@**Mei** |',
    '@mei and eight other words in this long text|',
    'text /me|',
    '# heading|',
    '#**general** |',
    '#**general**|',
    'see you :-p|',
    ':-D|',
    ':-o|',
    ':xD|',
    ':DDD|',
    ':PP|',
    ':-/|',
    'grün@ann|',
    'https://social.example/@ann|',
    'see http://e.com/#gen|',
    '[x](https://e.com/:smi|',
    'https://e.com/a,@ann|',
    'да:smi|',
  ])('%j is nothing', (text) => expect(read(text)).toBeNull());
});

describe('times', () => {
  const now = new Date(2026, 10, 25, 9);
  const find = (written: string): string[] =>
    ranked(indexOf(timeSource(written, true, now)), written, () => 0, 8).map(({ name, insert }) => insert || name);

  it('are found by words, as they are written out, and asked for where nothing is understood', () => {
    expect(find('tom')).toEqual([timeTag(new Date(2026, 10, 26, 9)), 'Choose day and time…']);
    expect(find('2026-12-24 18:00')[0]).toBe(timeTag(new Date(2026, 11, 24, 18)));
    expect(find('when it rains')).toEqual(['Choose day and time…']);
    expect(find('')).toHaveLength(6);
  });
});

it('languages are found by their other names, those that the organization runs among them', () => {
  const find = (query: string): string | undefined =>
    ranked(indexOf(fenceSource('```', ['Brainfog'])), query, () => 0, 8)[0]?.insert;
  expect([find('py'), find('ts'), find('c++'), find('brain'), find('js')]).toEqual([
    '```python',
    '```typescript',
    '```cpp',
    '```brainfog',
    '```javascript',
  ]);
});

describe('the order', () => {
  const people: Candidate<string>[] = [
    ...['Mei-Ling Chen', 'Ewan MacLeod', 'Tomás Ruiz', 'Amara Okafor', 'Zoë Meier'].map((name) => ({
      value: name,
      names: [name],
      tier: 0,
    })),
    { value: 'Mebot', names: ['Mebot'], tier: 2 },
    { value: 'everyone', names: ['everyone'], tier: 3, isFoundByStart: true },
  ];
  const find = (query: string, near: (name: string) => number = () => 0): string[] =>
    ranked(indexOf(people), query, near, 8);

  it('is the start of the name, then of a word, then anything within; bots last', () => {
    expect(find('me')).toEqual(['Mei-Ling Chen', 'Zoë Meier', 'Mebot']);
    expect(find('m')).toEqual(['Mei-Ling Chen', 'Ewan MacLeod', 'Zoë Meier', 'Amara Okafor', 'Tomás Ruiz', 'Mebot']);
  });

  it('prefers who is near among equal matches', () => {
    expect(find('m', (name) => (name === 'Tomás Ruiz' ? 2 : 0)).slice(3, 5)).toEqual(['Tomás Ruiz', 'Amara Okafor']);
  });

  it('finds without accents, by words and by other names', () => {
    expect(find('tomas')).toEqual(['Tomás Ruiz']);
    expect(find('zoe')).toEqual(['Zoë Meier']);
    expect(find('ling')).toEqual(['Mei-Ling Chen']);
    expect(find('every')).toEqual(['everyone']);
    expect(find('mei-ling ch')).toEqual(['Mei-Ling Chen']);
  });

  it.each([
    ['ann', 'Ann Bee'],
    ['han', 'Hannah Hill'],
    ['chan', 'Jackie Chan'],
    ['ver', 'Vera Yon'],
    ['yon', 'Vera Yon'],
    ['eve', 'Eve Stone'],
    ['pic', 'Tom Picard'],
    ['al', 'Alan Kay'],
    ['all', 'all'],
    ['every', 'everyone'],
    ['topic', 'topic'],
    ['', 'Alan Kay'],
    ['kay', 'Alan Kay'],
    ['stone', 'Eve Stone'],
    ['jackie chan', 'Jackie Chan'],
    ['deploy', 'Deploy'],
  ])('for %j is %s, and never a call of everyone before someone who fits', (query, first) => {
    const names = [
      'Annette Zed',
      'Joanne Stonehill',
      'Kayla Verity',
      'Ann Bee',
      'Hannah Hill',
      'Jackie Chan',
      'Vera Yon',
    ];
    const office = [...names, 'Eve Stone', 'Tom Picard', 'Alan Kay', 'Deployment Dan'];
    const source = indexOf([
      ...office.map((value) => ({ value, names: [value], tier: 0 })),
      ...['all', 'everyone', 'channel', 'topic'].map((value) => ({
        value,
        names: [value],
        tier: 3,
        isFoundByStart: true,
      })),
      { value: 'Deploy', names: ['Deploy'], tier: 2 },
    ]);
    expect(ranked(source, query, () => 0, 8)[0]).toBe(first);
  });

  it('has a word that is written out before the start of one, a user who is near', () => {
    const firstOf = (names: readonly string[], query: string): string | undefined =>
      ranked(
        indexOf(names.map((value) => ({ value, names: [value], tier: 0 }))),
        query,
        (value) => (value === names[0] ? 9 : 0),
        8,
      )[0];
    expect(firstOf(['Annabel Lee', 'Bee Ann'], 'ann')).toBe('Bee Ann');
    expect(firstOf(['planning', 'plan b'], 'plan')).toBe('plan b');
    expect(firstOf(['heart_eyes', 'heart'], 'heart')).toBe('heart');
  });

  it('has what is called so before what has another name like it', () => {
    const emoji = [['deaf_person', 'hear'], ['check_mark', 'heavy_check_mark'], ['heart', 'love'], ['headphones']];
    const index = indexOf(emoji.map((names) => ({ value: names[0], names, tier: 0 })));
    expect(ranked(index, 'hea', () => 0, 3)).toEqual(['headphones', 'heart', 'check_mark']);
    expect(ranked(index, 'hea', (name) => (name === 'heart' ? 1 : 0), 1)).toEqual(['heart']);
  });

  it.each(["o'br", 'O’Br', 'obr', 'brien', 'mullers', 'strasse', 'ｓｉｏ'])(
    'finds by %j, apostrophe or not',
    (query) => {
      const names = ['Siobhán O’Brien, Müller’s Straße'];
      const found = ranked(indexOf([{ value: 'her', names, tier: 1 }]), query, () => 0, 8);
      expect(found).toEqual(['her']);
    },
  );

  it('is the same whether eight are asked for or all of a thousand people', () => {
    const syllables = ['an', 'be', 'cor', 'da', 'el', 'fi', 'gu', 'ha', 'ri', 'mo'];
    const name = (n: number): string =>
      [n % 10, (n / 10) % 10, n / 100].map((i) => syllables[Math.floor(i) % 10]).join('');
    const office = indexOf(
      Array.from({ length: 1000 }, (_, id) => ({ value: id, names: [`${name(id)} ${name(999 - id)}`], tier: 1 })),
    );
    for (const key of ['', 'a', 'an', 'el']) {
      const found = ranked(office, key, (id) => id % 7, 8);
      expect(found).toHaveLength(8);
      expect(found).toEqual(ranked(office, key, (id) => id % 7, 1000).slice(0, 8));
    }
    expect(ranked(office, 'xyz', (id) => id % 7, 8)).toEqual([]);
    expect(ranked(office, 'an', () => 0, 8)).toHaveLength(8);
  });
});

it('distinguishes users of the same name, and writes which of them is meant', () => {
  const user = (user_id: number, full_name: string, more: object = {}) => [
    user_id,
    { user_id, full_name, role: 400, is_active: true, delivery_email: null, avatar_version: 1, ...more },
  ];
  const users = new Map([
    user(1, 'Me Myself'),
    user(2, 'Same Name', { delivery_email: 'one@example.com' }),
    user(3, 'Same Name', { role: 600 }),
    user(4, 'Owner'),
    user(5, 'Owner\u200b'),
  ] as never);
  const clientState = { me: 1, users: { users }, groups: new Map() } as unknown as ClientState;
  const found = peopleSource(clientState, { ofChannel: false, ofTopic: false }).map(({ value }) => [
    value.insert,
    value.note,
  ]);
  expect(found).toEqual([
    ['@**Me Myself**', 'you'],
    ['@**Same Name|2**', 'one@example.com'],
    ['@**Same Name|3**', 'Guest'],
    ['@**Owner|4**', 'Member #4'],
    ['@**Owner\u200b|5**', 'Member #5'],
  ]);
});

it('links what stars cannot hold, and finds the topic without a name by what it is called', () => {
  const channels = new Map([[3, { stream_id: 3, name: 'ab*cd' }]]);
  const clientState = { channels: { channels, subscriptions: new Map([[3, {}]]) } } as unknown as ClientState;
  expect(channelSource(clientState)[0]?.value.insert).toBe(String.raw`[#ab\*cd](#narrow/channel/3-ab.2Acd)`);
  const topics = topicSource({ id: 3, name: 'office' }, ['a*b star', 'lunch', ''], 'general chat');
  expect(topics.map(({ value }) => value.insert)).toEqual([
    String.raw`[#office > a\*b star](#narrow/channel/3-office/topic/a.2Ab.20star)`,
    '#**office>lunch**',
    '#**office>**',
  ]);
  expect(ranked(indexOf(topics), 'gen', () => 0, 8)[0]?.name).toBe('general chat');
});

it('writes an address for a topic that the server would read as another place', () => {
  const inserts = (channel: string, topics: string[]) =>
    topicSource({ id: 3, name: channel }, topics, '').map(({ value }) => value.insert);
  expect(inserts('office', ['meet@12', 'a > b', 'me@home', '@12 and more'])).toEqual([
    '[#office > meet@12](#narrow/channel/3-office/topic/meet.4012)',
    '[#office > a > b](#narrow/channel/3-office/topic/a.20.3E.20b)',
    '#**office>me@home**',
    '#**office>@12 and more**',
  ]);
  expect(inserts('a>b', ['lunch'])).toEqual(['[#a>b > lunch](#narrow/channel/3-a.3Eb/topic/lunch)']);
});

it('takes the topics of the channel whose name is written, before one that is typed alike', () => {
  const channel = (id: number, name: string, isArchived = false) => ({ stream_id: id, name, is_archived: isArchived });
  const channels = [channel(1, 'Résumé'), channel(2, 'resume'), channel(3, 'Plans', true), channel(4, 'plans')];
  const called = (written: string) => channelCalled(channels as unknown as Channel[], written)?.stream_id;
  expect(['resume', 'Résumé', 'RESUME', 'plans', 'Plans', 'nothing'].map(called)).toEqual([2, 1, 1, 4, 4, undefined]);
});
