/** Palette search results and their order. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { setLanguage, t } from '../../client/text.ts';
import { find, type Command } from './search.ts';

const command = (name: string, rest: Partial<Command> = {}): Command => ({
  id: name,
  group: 'Screens',
  name,
  icon: 'home',
  run: () => undefined,
  ...rest,
});
const names = (commands: Command[], words: string): string[] =>
  find([{ group: 'Screens', commands, always: true }], words).flatMap((one) => one.commands.map(({ name }) => name));

test('every word has to be somewhere, in any order, without case and accents', () => {
  const all = [command('Zoë Müller', { keywords: 'zoe@example.com' }), command('Zora Mann')];
  expect(names(all, 'muller ZOE')).toEqual(['Zoë Müller']);
  expect(names(all, 'zo')).toEqual(['Zora Mann', 'Zoë Müller']);
  expect(names(all, 'zo example')).toEqual(['Zoë Müller']);
  expect(names(all, 'nobody')).toEqual([]);
});

test('the start of a name comes before a word in it, then keywords', () => {
  const all = [
    command('Organization', { keywords: 'users' }),
    command('Import users'),
    command('Superusers'),
    command('Users'),
  ];
  expect(names(all, 'users')).toEqual(['Users', 'Import users', 'Superusers', 'Organization']);
});

test('without words the usual is listed, and people only when someone looks for them', () => {
  const groups = [
    { group: 'Screens', commands: [command('Users')], always: true },
    { group: 'People', commands: [command('Ute')], always: false },
  ];
  expect(find(groups, ' ').map(({ group }) => group)).toEqual(['Screens']);
  expect(find(groups, 'u').map(({ group }) => group)).toEqual(['Screens', 'People']);
});

test('the group with what fits best comes first', () => {
  const groups = [
    { group: 'Screens', commands: [command('Users', { keywords: 'people import' })], always: true },
    { group: 'Actions', commands: [command('Import people')], always: true },
  ];
  expect(find(groups, 'import people').map(({ group }) => group)).toEqual(['Actions', 'Screens']);
});

test('of thousands the best few of each group are listed', () => {
  const many = Array.from({ length: 5000 }, (_, i) => command(`Person ${i}`));
  expect(names(many, 'person')).toHaveLength(7);
});

test('of many the best are listed, and it is known how many there are', () => {
  const all = Array.from({ length: 21 }, (_, at) => command(`Mara ${at}`));
  expect(find([{ group: 'Users', commands: all, always: false }], 'mara')).toMatchObject([
    { total: 21, commands: all.slice(0, 7) },
  ]);
});

test('apostrophes need not be typed, and what is out of use comes after what is not', () => {
  const all = [command('Siobhán O’Brien', { isRetired: true }), command('Old friends of obrien')];
  expect(names(all, 'obrien')).toEqual(['Old friends of obrien', 'Siobhán O’Brien']);
});

test('finds a screen by keywords and name of the language, and by the English ones', () => {
  const keywords = 'settings permissions profile joining messages mail webhooks push';
  const german = JSON.parse(readFileSync('resources/languages/de/console.json', 'utf8')) as Record<string, string>;
  setLanguage('de', german);
  const all = [command(t('Organization'), { keywords: t(keywords) }), command(t('Backups'))];
  for (const words of ['einstellungen', 'settings', 'organisation', 'organization'])
    expect(names(all, words)).toEqual([t('Organization')]);
  setLanguage('en', {});
});
