/** What people name things: signs that nobody sees, that turn a line, or that are written in two ways. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nameKey, nameOf, unreadableAt, withoutUnreadable } from '../names.ts';
import type { ParamValue, Reply } from '../testing/client.ts';
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
  'byte order mark': 'Ow\ufeffner',
  filler: 'Owner\u3164',
  'grapheme joiner': 'Ow\u034fner',
  'invisible times': 'Ow\u2062ner',
  'line separator': 'a\u2028b',
  'line break': 'a\nb',
  'variant of nothing': '\ufe0fOwner',
};

test.each(readable)('%s can be read', (name) => {
  expect(unreadableAt(name)).toBe(-1);
  expect(withoutUnreadable(name)).toBe(name);
});

test.each(Object.entries(unreadable))('a name with a %s cannot', (_, name) => {
  expect(unreadableAt(name)).not.toBe(-1);
});

test('names are stored composed, with single spaces; compared without what is not seen', () => {
  expect(nameOf('  cafe\u0301 \u00a0\u3000 bar ')).toBe('caf\u00e9 bar');
  expect(nameKey('Ow\u200bner')).toBe(nameKey('OWNER'));
  expect(nameKey('Ｎotification  Bot')).toBe(nameKey('notification bot'));
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

  test('nobody takes the name of a system bot', async () => {
    const taken: string[] = [];
    for (const name of ['Notification Bot', 'notification  bot', 'Ｎotification Bot', 'Welcome Bot'])
      for (const kind of ['user', 'bot'] as const)
        if ((await named()[kind]?.(name))?.status !== 400) taken.push(`${kind} ${name}`);
    expect(taken).toEqual([]);
  });

  test('a message of signs that nobody sees is empty', async () => {
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
  });
});
