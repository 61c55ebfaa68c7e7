/** Sentences and languages: every sentence can be found in the sources, no file of a language is broken, complete languages lack nothing. */
import { expect, test } from 'vitest';
import { compareLanguage, sentencesOfSources } from '../tools/languages/compare.ts';
import { fileOf, parts, problemsOfFiles, readLanguageFile, readLanguages } from '../tools/languages/language-files.ts';
import { isTest, root, sourceFiles } from './tree.ts';

const { uses, problems } = sentencesOfSources(root);
const pages = sourceFiles().filter((file) => file.path.startsWith('renderer/') && !isTest(file));

test('every sentence is in its call, with its values, and none is looked up while a module loads', () => {
  expect(uses.length).toBeGreaterThan(3000);
  expect(problems.map(({ path, line, message }) => `${path}:${line}: ${message}`)).toEqual([]);
});

test('a table of sentences is made at its first use, not while a module loads', () => {
  const tables = new Set(
    pages.flatMap(({ text }) =>
      [...text.matchAll(/^(?:export )?const (\w+) = perLanguage\(/gm)].map(([, name]) => name),
    ),
  );
  expect(tables.size).toBeGreaterThan(60);
  const early = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/^(?:export )?const \w+(?:: [^=]+)? = (\w+)\(\)/gm)]
      .filter(([, name]) => tables.has(name))
      .map(([line]) => `${path}: ${line}`),
  );
  expect(early).toEqual([]);
});

test('a memoized component redraws when the language changes', () => {
  // The body of a message depends on its context, which has the language.
  const byContext = new Set(['renderer/components/message-html/message-body.tsx']);
  const memoized = pages.filter(({ text }) => /\bmemo\(/.test(text));
  expect(memoized.length).toBeGreaterThan(5);
  const blind = memoized.filter(
    ({ path, text }) => !byContext.has(path) && count(text, /\bmemo\(/g) > count(text, /\buseLanguage\(\)/g),
  );
  expect(blind.map(({ path }) => path)).toEqual([]);
});

test('dates, numbers, lists and names are formatted in one place, in the language of the page', () => {
  const formatting =
    /\.toLocale\w+\(|\.localeCompare\(|\bIntl\.(?:DateTimeFormat|NumberFormat|RelativeTimeFormat|ListFormat|Collator)\((?!'en)/;
  const strays = pages.filter(({ path, text }) => formatting.test(text) && path !== 'renderer/client/formats.ts');
  expect(strays.map(({ path }) => path)).toEqual([]);
});

const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

test('no file of a language is broken, and none has other values or tags than the English', () => {
  expect(problemsOfFiles(root)).toEqual([]);
});

test('a complete language lacks no sentence', () => {
  const missing = readLanguages(root)
    .filter(({ complete }) => complete)
    .flatMap(({ tag }) =>
      compareLanguage(root, tag, uses).missing.map(({ key, use }) => `${tag}: ${use.path}:${use.line}: ${key}`),
    );
  expect(missing).toEqual([]);
});

/** The form of address, the quotation marks and the punctuation that each language decided on; what is written otherwise. */
const otherwise: Readonly<Record<string, RegExp>> = {
  // "du"; "Sie" and "Ihr" at the start of a sentence are of what was named before. A space before the ellipsis.
  de: /[a-zäöü]en Sie\b|\bIhre[mn]\b|\bIhnen\b|[a-zäöü]…/,
  // "vous", the curly apostrophe, and a narrow space before a mark, which does not begin a line.
  fr: /(?<!\p{L})(?:tu|ton|tes)(?!\p{L})|\p{L}'\p{L}|\p{L}[!?;](?:\s|$)|« | [»;!?](?!\S)| :(?=[\s<]|$)/u,
  // "tú"; marks at both ends.
  es: /\busted\b|\b(?:Abra|Haga|Introduzca|Elija|Seleccione|Pulse|Escriba)\b|^[^¿]*[a-z]\?/,
  ja: /[ぁ-んァ-ヶ一-龠][,.?!;](?:\s|$)/,
  ar: /[\u0621-\u064a][,;?]/,
};

test('a language has one form of address, and its own apostrophes and marks', () => {
  const strays = Object.entries(otherwise).flatMap(([tag, pattern]) =>
    parts.flatMap((part) =>
      readLanguageFile(root, tag, part)
        .entries.filter(({ text }) => pattern.test(text.replaceAll(/`[^`]*`|<code>.*?<\/code>|https?:\S+|&\w+;/g, '')))
        .map(({ line, text }) => `${fileOf(tag, part)}:${line}: ${text}`),
    ),
  );
  expect(strays).toEqual([]);
});

/** Whether a text begins or ends with a blank or a mark that joins it to another one. */
const isFragment = (text: string): boolean => /^[\s,;.)\u060c\u061b\u3001\u3002]|[\s,\u060c\u3001]$/u.test(text);
/** A greeting ends with a comma; a line of a CSV file is an example. */
const isWhole = (key: string): boolean => /^Hello|@example\.com,|^\.[a-z]/.test(key);

test('a sentence is one message, which begins and ends with none of the marks by which fragments are glued', () => {
  const glued = [...new Set(uses.map(({ key }) => key))].filter((key) => isFragment(key) && !isWhole(key));
  expect(glued).toEqual([]);
});

test('a translation begins and ends with none of these marks either', () => {
  const glued = readLanguages(root).flatMap(({ tag }) =>
    parts.flatMap((part) =>
      readLanguageFile(root, tag, part)
        .entries.filter(({ key, text }) => isFragment(text) && !isWhole(key))
        .map(({ line, text }) => `${fileOf(tag, part)}:${line}: ${text}`),
    ),
  );
  expect(glued).toEqual([]);
});
