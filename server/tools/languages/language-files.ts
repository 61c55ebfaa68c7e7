/** Files of the languages: one of each part in the folder of its tag, read with lines and checked against the English sentences in them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { isBalanced, namesIn, tagsIn } from './markup.ts';
import { lineAt, lineStarts, type Problem } from './sentences.ts';

/** A row of resources/languages/languages.json. */
export interface Language {
  /** Of BCP 47, in lower case, as in the API. */
  tag: string;
  /** In the language itself. */
  name: string;
  direction: 'ltr' | 'rtl';
  /** A missing sentence fails the tests. */
  complete: boolean;
}

/** A file of each language: what the chat shows, what the console shows, what both show, and so on. */
export const parts = ['chat', 'console', 'pages', 'server', 'desktop'] as const;
export type Part = (typeof parts)[number];

const folder = 'resources/languages';
const tableFile = `${folder}/languages.json`;
/** The forms of CLDR, in its order. */
const forms = ['zero', 'one', 'two', 'few', 'many', 'other'];
const formSuffix = new RegExp(`_(${forms.join('|')})$`);

/** @param root the folder of the sources. @returns the languages beside English, which is in the sources themselves. */
export function readLanguages(root: string): Language[] {
  const rows = JSON.parse(readFileSync(join(root, tableFile), 'utf8')) as Language[];
  return rows.filter(({ tag }) => tag !== 'en');
}

/** @returns the path of a file from the root. */
export const fileOf = (tag: string, part: Part): string => `${folder}/${tag}/${part}.json`;

/** @returns the plural forms that the numbers of a language need, as i18next names them. */
export function formsOf(tag: string): string[] {
  const needed = new Set<string>(new Intl.PluralRules(tag).resolvedOptions().pluralCategories);
  return forms.filter((form) => needed.has(form));
}

export interface Entry {
  /** The English sentence, with its context and its plural form. */
  key: string;
  /** Empty: not translated yet. */
  text: string;
  line: number;
}

interface FileContent {
  entries: Entry[];
  problems: Problem[];
}

interface Literal {
  type: string;
  start: number;
  value?: unknown;
  raw?: string;
}

/** Reads a file of a language and checks it. A file that does not exist has no entries. */
export function readLanguageFile(root: string, tag: string, part: Part): FileContent {
  const path = fileOf(tag, part);
  if (!existsSync(join(root, path))) return { entries: [], problems: [] };
  const text = readFileSync(join(root, path), 'utf8');
  const { entries, problems } = entriesIn(path, text);
  const known = new Set<string>();
  for (const { key, text: translation, line } of entries) {
    const report = (message: string): void => void problems.push({ path, line, message });
    if (known.has(key)) report(`${JSON.stringify(key)} is here twice`);
    known.add(key);
    if (translation !== '') for (const message of differences(tag, key, translation)) report(message);
  }
  return { entries, problems };
}

/** @returns one object of texts by texts, each with its line; JSON has no positions, so it is read as the expression that it also is. */
function entriesIn(path: string, text: string): FileContent {
  const starts = lineStarts(text);
  const fail = (offset: number, message: string): FileContent => ({
    entries: [],
    problems: [{ path, line: lineAt(starts, offset), message }],
  });
  const { program, comments, errors } = parseSync('file.js', `(${text}\n)`);
  if (errors[0] !== undefined)
    return fail(Math.max(1, ...errors[0].labels.map(({ start }) => start)) - 1, errors[0].message);
  if (comments[0] !== undefined) return fail(comments[0].start - 1, 'JSON has no comments');
  const [statement] = program.body;
  const expression =
    statement?.type === 'ExpressionStatement' && statement.expression.type === 'ParenthesizedExpression'
      ? statement.expression.expression
      : undefined;
  if (expression?.type !== 'ObjectExpression') return fail(0, 'must be one object of texts');
  const entries: Entry[] = [];
  for (const property of expression.properties) {
    const [key, value] = [property, property].map((one, index) =>
      one.type === 'Property' ? ((index === 0 ? one.key : one.value) as Literal) : undefined,
    );
    const isText = (node: Literal | undefined): boolean =>
      node?.type === 'Literal' && node.raw?.startsWith('"') === true;
    if (!isText(key) || !isText(value))
      return fail(property.start - 1, 'must be a text in quotes, a colon and a text in quotes');
    entries.push({
      key: String(key?.value),
      text: String(value?.value),
      line: lineAt(starts, property.start - 1),
    });
  }
  try {
    JSON.parse(text);
  } catch (error) {
    // What JavaScript reads and JSON does not: a comma after the last text, or an escape.
    return fail(expression.end - 2, error instanceof Error ? error.message : 'is no JSON');
  }
  return { entries, problems: [] };
}

/** @returns what a translation must not change and did. */
function differences(tag: string, key: string, translation: string): string[] {
  const form = formSuffix.exec(key)?.[1];
  const english = form === undefined ? key : key.slice(0, -form.length - 1);
  const found: string[] = [];
  if (form !== undefined && !formsOf(tag).includes(form))
    found.push(`has the plural form ${form}, which the language does not have: ${formsOf(tag).join(', ')}`);
  // "One message" says its number in a word.
  const isCounted = form === undefined || !['zero', 'one', 'two'].includes(form);
  const names = (text: string): string[] => namesIn(text).filter((name) => isCounted || name !== 'count');
  const wanted = names(english).join(', ');
  const given = names(translation).join(', ');
  if (wanted !== given)
    found.push(`has the values {${given}} where the English has {${wanted}}: ${JSON.stringify(key)}`);
  const tags = tagsIn(english).join(', ');
  if (tags !== tagsIn(translation).join(', ') || isBalanced(english) !== isBalanced(translation))
    found.push(`must have the tags of the English, each opened and closed: ${JSON.stringify(key)}`);
  return found;
}

/** @returns every mistake in the files of every language. */
export const problemsOfFiles = (root: string): Problem[] =>
  readLanguages(root).flatMap(({ tag }) => parts.flatMap((part) => readLanguageFile(root, tag, part).problems));

/** Sorts by the English sentence and, of one sentence, by the order of the plural forms. */
function inOrder(a: string, b: string): number {
  const [one, two] = [a, b].map((key) => key.replace(formSuffix, ''));
  if (one === two) return rankOf(a) - rankOf(b);
  return (one ?? '') < (two ?? '') ? -1 : 1;
}

const rankOf = (key: string): number => forms.indexOf(formSuffix.exec(key)?.[1] ?? '');

/** @returns the text of a file: one sentence a line, so that changes of two people merge. */
export const fileText = (entries: ReadonlyMap<string, string>): string =>
  `${JSON.stringify(Object.fromEntries([...entries].toSorted(([a], [b]) => inOrder(a, b))), null, 2)}\n`;
