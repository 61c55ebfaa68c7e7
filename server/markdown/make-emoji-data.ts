// Writes emoji-data.json from the emojibase data set: `npx tsx server/markdown/make-emoji-data.ts`, then `npx oxfmt`.
// Every standard emoji gets its code (code points in lower-case hex) and its names, the canonical one first: those of the
// table that clients of this API bring along (emoji-names.json: codes, names and aliases are theirs), then the names that
// this server gave once, then others in common use, then keywords. A code has variation selectors only where the table's has.

import { readFileSync, writeFileSync } from 'node:fs';
import tableNames from './emoji-names.json' with { type: 'json' };

/** Names that this server gave once and that the table has not: they stay. */
const formerNames: Readonly<Record<string, string>> = {
  '1f604': 'big_smile',
  '1f632': 'very_surprised',
  '2714': 'heavy_check_mark',
  '231b': 'time_up',
  '1f50a': 'loud speaker_loud',
};

/** In order of precedence: a name belongs to the first emoji that claims it. */
const SOURCES = ['github', 'cldr', 'iamcal', 'emojibase', 'joypixels'];
const NAME = /^[\p{Ll}\p{Lo}\p{M}\d_+-]+$/u;

interface Emoji {
  hexcode: string;
  group?: number;
  /** Its Unicode name. */
  label: string;
  /** Keywords of the Unicode annotations. */
  tags?: readonly string[];
}

type Shortcodes = Readonly<Record<string, string | readonly string[]>>;

function readData<T>(file: string): T {
  const url = new URL(import.meta.resolve(`emojibase-data/en/${file}`));
  return JSON.parse(readFileSync(url, 'utf8')) as T;
}

function codeOf(hexcode: string): string {
  return hexcode
    .toLowerCase()
    .split('-')
    .filter((point) => point !== 'fe0f')
    .map((point) => point.padStart(4, '0'))
    .join('-');
}

function cleanName(name: string): string {
  return /^[+-]1$/.test(name) ? name : name.toLowerCase().replaceAll('-', '_').normalize('NFC');
}

/** A keyword of several words as one name. */
const keyword = (tag: string): string =>
  cleanName(tag)
    .replaceAll(/[ –]+/g, '_')
    .replaceAll(/[“”‘’':.,()]/g, '');

const emoji = readData<readonly Emoji[]>('data.json').filter(({ group }) => group !== undefined);
const names = new Map<string, string[]>(emoji.map(({ hexcode }) => [codeOf(hexcode), []]));
const taken = new Set<string>();

function claim(code: string, candidates: readonly string[]): void {
  const own = names.get(code);
  if (own === undefined) return;
  for (const name of candidates) {
    if (!NAME.test(name) || taken.has(name)) continue;
    taken.add(name);
    own.push(name);
  }
}

const tableCodes = new Map(Object.keys(tableNames).map((code) => [codeOf(code), code]));
for (const source of [tableNames, formerNames]) {
  for (const [code, own] of Object.entries<string>(source)) {
    if (!names.has(codeOf(code))) throw new Error(`There is no emoji ${code}.`);
    claim(codeOf(code), own.split(' '));
  }
}
for (const source of SOURCES) {
  for (const [hexcode, shortcodes] of Object.entries(readData<Shortcodes>(`shortcodes/${source}.json`))) {
    claim(codeOf(hexcode), [shortcodes].flat().map(cleanName));
  }
}
// Keywords come last: of emoji that have their Unicode name in the table, and those that one emoji alone has.
const keywords = emoji.map(({ hexcode, label, tags = [] }) => ({
  code: codeOf(hexcode),
  label,
  tags: tags.map(keyword),
}));
const uses = new Map<string, number>();
for (const tag of keywords.flatMap(({ tags }) => tags)) uses.set(tag, (uses.get(tag) ?? 0) + 1);
for (const { code, label, tags } of keywords)
  if (names.get(code)?.[0] === keyword(label))
    claim(
      code,
      tags.filter((tag) => uses.get(tag) === 1),
    );
for (const [code, own] of names) {
  if (own.length === 0) throw new Error(`No name is left for emoji ${code}.`);
}

const table = Object.fromEntries([...names].map(([code, own]) => [tableCodes.get(code) ?? code, own.join(' ')]));
writeFileSync(new URL('./emoji-data.json', import.meta.url), `${JSON.stringify(table, undefined, 2)}\n`);
