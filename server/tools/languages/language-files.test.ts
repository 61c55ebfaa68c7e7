/** Files of languages: what is reported of broken ones, with their lines, and what the command writes. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareLanguage } from './compare.ts';
import { fileText, formsOf, problemsOfFiles, readLanguageFile } from './language-files.ts';
import { sentencesIn } from './sentences.ts';

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'hearth-languages-'));
  for (const folder of ['de', 'ar']) mkdirSync(join(root, 'resources/languages', folder), { recursive: true });
  writeFileSync(
    join(root, 'resources/languages/languages.json'),
    JSON.stringify([{ tag: 'en' }, { tag: 'de' }, { tag: 'ar' }]),
  );
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function problemsOf(content: string, tag = 'de'): string[] {
  const path = `resources/languages/${tag}/chat.json`;
  writeFileSync(join(root, path), content);
  const found = problemsOfFiles(root).map((one) => `${one.path}:${one.line}: ${one.message}`);
  rmSync(join(root, path));
  return found;
}

const file = (...lines: string[]): string => `{\n${lines.map((line) => `  ${line}`).join(',\n')}\n}\n`;

test('reports a file that is no JSON, at its line', () => {
  expect(problemsOf('{\n  "Send": "Senden"\n  "Open": "Öffnen"\n}\n')[0]).toMatch(/de\/chat\.json:3: /);
  expect(problemsOf('{\n  "Send": "Senden",\n}\n')[0]).toMatch(/de\/chat\.json:[23]: /);
  expect(problemsOf("{\n  'Send': 'Senden'\n}\n")[0]).toMatch(/de\/chat\.json:2: /);
  expect(problemsOf('{\n  "Send": { "a": "b" }\n}\n')[0]).toMatch(/de\/chat\.json:2: /);
  expect(problemsOf('{\n  // nothing\n  "Send": "Senden"\n}\n')[0]).toMatch(/de\/chat\.json:2: /);
  expect(problemsOf('')[0]).toMatch(/de\/chat\.json:1: /);
  expect(problemsOf('[]')[0]).toMatch(/de\/chat\.json:1: /);
});

test('reports a sentence that is there twice', () => {
  expect(problemsOf(file('"Send": "Senden"', '"Send": "Schicken"'))).toEqual([
    'resources/languages/de/chat.json:3: "Send" is here twice',
  ]);
});

test('reports other values and other tags than the English, at their lines', () => {
  const lines = file(
    '"Hello {{name}}": "Hallo {{Name}}"',
    '"See <link>the guide</link>": "Siehe die Anleitung"',
    '"Read <b>this</b>": "<b>Dies</b> lesen"',
    '"Good": "Gut {{more}}"',
    '"<a>A</a> and <b>B</b>": "<b>B</b> und <a>A</a>"',
    '"<em>Now</em>": "<em>Jetzt<em>"',
    '"Later": ""',
  );
  expect(problemsOf(lines).map((line) => line.replace(/: .*/, ''))).toEqual(
    [2, 3, 5, 7].map((line) => `resources/languages/de/chat.json:${line}`),
  );
});

test('knows the plural forms of each language, and lets one message be said without its number', () => {
  expect(formsOf('ar')).toEqual(['zero', 'one', 'two', 'few', 'many', 'other']);
  expect(formsOf('ja')).toEqual(['other']);
  expect(
    problemsOf(file('"{{count}} people_one": "eine Person"', '"{{count}} people_other": "{{count}} Personen"')),
  ).toEqual([]);
  expect(problemsOf(file('"{{count}} people_two": "شخصان"'), 'ar')).toEqual([]);
  expect(problemsOf(file('"{{count}} people_few": "{{count}} Personen"'))[0]).toMatch(/plural form few/);
  expect(problemsOf(file('"{{count}} people_other": "Personen"'))[0]).toMatch(/has the values/);
});

test('finds the sentences of a source, and what cannot be found', () => {
  const { uses, problems } = sentencesIn(
    'renderer/chat/a.tsx',
    `const early = t('Early');
     function A({ many, count }) {
       return <p title={t(many ? 'Many' : 'Few')}>{t('{{count}} people', { count, defaultValue_one: '{{count}} person' })}
         {t('Long ' + 'sentence')}{t('Open', { context: 'adjective' })}{t(many)}{t('Hello {{name}}', { nom: 1 })}</p>;
     }`,
  );
  expect(uses.map(({ key, line, isPlural }) => `${line} ${key}${isPlural ? ' +' : ''}`)).toEqual([
    '1 Early',
    '3 Many',
    '3 Few',
    '3 {{count}} people +',
    '4 Long sentence',
    '4 Open_adjective',
    '4 Hello {{name}}',
  ]);
  expect(problems.map(({ line, message }) => `${line} ${message.slice(0, 30)}`)).toEqual([
    '1 is called while the module loa',
    '4 needs its sentence as a text i',
    '4 has no value for name in "Hell',
  ]);
});

test('compares a language with the sources: missing, moved, outdated and unused sentences', () => {
  const path = 'resources/languages/de/chat.json';
  const lines = file(
    '"Send the message": "Nachricht senden"',
    '"Open": "Öffnen"',
    '"Gone for good": "Weg"',
    '"Unread": ""',
  );
  writeFileSync(join(root, path), lines);
  const { uses } = sentencesIn('renderer/chat/a.ts', "f(() => t('Send the message now') + t('Open') + t('Unread'));");
  const elsewhere = sentencesIn('renderer/console/b.ts', "f(() => t('Open'));");
  const { missing, unused, wanted } = compareLanguage(root, 'de', [...uses, ...elsewhere.uses]);
  rmSync(join(root, path));
  expect(missing.map(({ key }) => key)).toEqual(['Send the message now', 'Unread']);
  expect(unused.map(({ key, became }) => [key, became])).toEqual([
    ['Send the message', 'Send the message now'],
    ['Gone for good', undefined],
  ]);
  expect(Object.fromEntries(wanted.get('pages') ?? [])).toEqual({ Open: 'Öffnen' });
});

test('writes one sentence a line, sorted by its English and its plural form', () => {
  const text = fileText(
    new Map([
      ['b', 'B'],
      ['a_other', ''],
      ['a_few', ''],
      ['"A"\n', 'x'],
    ]),
  );
  expect(text).toBe('{\n  "\\"A\\"\\n": "x",\n  "a_few": "",\n  "a_other": "",\n  "b": "B"\n}\n');
  writeFileSync(join(root, 'resources/languages/de/chat.json'), text);
  expect(readLanguageFile(root, 'de', 'chat').entries.map(({ key }) => key)).toEqual([
    '"A"\n',
    'a_few',
    'a_other',
    'b',
  ]);
  rmSync(join(root, 'resources/languages/de/chat.json'));
});
