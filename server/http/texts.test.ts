/** Sentences of the server in the language of their reader. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { languageOf, Texts } from '../texts.ts';

let folder = '';
let texts: Texts;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-texts-'));
  mkdirSync(join(folder, 'de'));
  writeFileSync(
    join(folder, 'de/server.json'),
    JSON.stringify({
      Send: 'Senden',
      Later: '',
      '{{count}} messages_one': 'eine Nachricht',
      '{{count}} messages_other': '{{count}} Nachrichten',
      "Missing '{{name}}' argument": "Parameter '{{name}}' fehlt",
      '{{name}} {{objection}}': '{{name}} {{objection}}',
      'Invalid {{where}}': 'Ungültig: {{where}}',
      '{{a}} in {{b}}: {{c}} only': '{{b}} ({{a}}): nur {{c}}',
      'Invalid channel {{name}}': 'Ungültiger Kanal {{name}}',
      'Invalid email': 'Ungültige E-Mail-Adresse',
      'Invalid API key': 'Ungültiger Schlüssel',
    }),
  );
  texts = new Texts(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('says a sentence in the language, in English where it has no translation', () => {
  const t = texts.in('de');
  expect([t('Send'), t('Later'), t('Never')]).toEqual(['Senden', 'Later', 'Never']);
  const messages = (count: number): string => t('{{count}} messages', { count });
  expect([1, 2, 1234].map(messages)).toEqual(['eine Nachricht', '2 Nachrichten', '1.234 Nachrichten']);
  expect(['de-AT', 'it', 'zh-hans', ''].map((tag) => texts.in(tag)('Send'))).toEqual([
    'Senden',
    'Send',
    'Send',
    'Send',
  ]);
});

test('translates the message of an error with its values, and never one that clients compare', () => {
  const german = (message: string): string => texts.ofError(message, 'de');
  expect(german('Invalid email')).toBe('Ungültige E-Mail-Adresse');
  expect(german("Missing 'to' argument")).toBe("Parameter 'to' fehlt");
  expect(german("Missing '' argument")).toBe("Parameter '' fehlt");
  expect([german('Invalid channel x'), german('Invalid colour')]).toEqual(['Ungültiger Kanal x', 'Ungültig: colour']);
  expect(german('Invalid API key')).toBe('Invalid API key');
  expect(german('Something else')).toBe('Something else');
  expect(texts.ofError('Invalid email', 'en')).toBe('Invalid email');
});

test('reads Accept-Language by weights and by parts of tags', () => {
  expect(languageOf('de-AT,de;q=0.9,en;q=0.8')).toBe('de');
  expect(languageOf('it, fr;q=0.5, ja;q=0.7')).toBe('ja');
  expect(languageOf('de;q=0, en')).toBe('en');
  expect([undefined, '', '*', ';;q=x', 'tlh'].map(languageOf)).toEqual(['en', 'en', 'en', 'en', 'en']);
});

test('finds several values in a message, each as long as it can be', () => {
  expect(texts.ofError('this in that: two only', 'de')).toBe('that (this): nur two');
  expect(texts.ofError('a in b: c in d: e only', 'de')).toBe('d (a in b: c): nur e');
  expect(texts.ofError('in : only', 'de')).toBe('in : only');
});

test('reads a message with a long text of a user once for each sentence', () => {
  // With the square of its length this would take longer than a test may.
  const message = `x in ${'a: b in '.repeat(60_000)} end`;
  expect(texts.ofError(message, 'de')).toBe(message);
  expect(texts.ofError(`${message} in y: z only`, 'de')).toBe(`y (${message}): nur z`);
});
