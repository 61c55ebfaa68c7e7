/** Languages compared with the sources: which sentences are missing, which are unused, and which were changed in English. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { formsOf, parts, readLanguageFile, type Part } from './language-files.ts';
import { sentencesIn, type Found, type Use } from './sentences.ts';

/** Where sentences of each part are; a sentence in several folders of the pages is in `pages`. */
const folders: readonly [folder: string, part: Part][] = [
  ['renderer/chat', 'chat'],
  ['renderer/console', 'console'],
  ['renderer/client', 'pages'],
  ['renderer/components', 'pages'],
  ['renderer/styles', 'pages'],
  ['server', 'server'],
  ['electron', 'desktop'],
];
const notProduct = /\.(?:test|spec|facts)\.tsx?$|^server\/(?:testing|laws|spec|tools|bench|demo)\//;

/** @returns what all sources say, in the order of their paths. */
export function sentencesOfSources(root: string): Found {
  const found: Found = { uses: [], problems: [] };
  for (const [folder] of folders)
    for (const path of sourcesBelow(root, folder)) {
      const { uses, problems } = sentencesIn(path, readFileSync(join(root, path), 'utf8'));
      found.uses.push(...uses);
      found.problems.push(...problems);
    }
  return found;
}

function sourcesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'))
    .map((name) => `${folder}/${name.split(sep).join('/')}`)
    .filter((path) => !notProduct.test(path))
    .toSorted();
}

/** A sentence of a part, with every place that shows it. */
export interface Sentence {
  part: Part;
  uses: Use[];
  isPlural: boolean;
}

/** @returns sentences by their key and part: server and desktop app have their own files, the pages share theirs. */
function sentencesByPart(uses: readonly Use[]): Map<Part, Map<string, Sentence>> {
  const shown = new Map<string, Sentence>();
  for (const use of uses) {
    const part = folders.find(([folder]) => use.path.startsWith(`${folder}/`))?.[1] ?? 'pages';
    const group = part === 'server' || part === 'desktop' ? part : 'pages';
    const id = `${group} ${use.key}`;
    const known = shown.get(id);
    if (known === undefined) shown.set(id, { part, uses: [use], isPlural: use.isPlural });
    else {
      known.uses.push(use);
      known.isPlural ||= use.isPlural;
      if (known.part !== part) known.part = 'pages';
    }
  }
  const byPart = new Map<Part, Map<string, Sentence>>(parts.map((part) => [part, new Map()]));
  for (const [id, sentence] of shown) byPart.get(sentence.part)?.set(id.slice(id.indexOf(' ') + 1), sentence);
  return byPart;
}

export interface Missing {
  key: string;
  part: Part;
  use: Use;
}

export interface Unused {
  key: string;
  text: string;
  part: Part;
  /** The missing sentence that it probably was, before the English changed. */
  became?: string;
}

export interface Comparison {
  /** What the files should contain, with the translations that there are. */
  wanted: Map<Part, Map<string, string>>;
  missing: Missing[];
  unused: Unused[];
}

/** @returns how the files of a language differ from the sources. */
export function compareLanguage(root: string, tag: string, uses: readonly Use[]): Comparison {
  const files = new Map(parts.map((part) => [part, readLanguageFile(root, tag, part).entries]));
  const elsewhere = new Map([...files.values()].flat().flatMap(({ key, text }) => (text === '' ? [] : [[key, text]])));
  const wanted = new Map<Part, Map<string, string>>();
  const missing: Missing[] = [];
  for (const [part, sentences] of sentencesByPart(uses)) {
    const texts = new Map<string, string>();
    const own = new Map(files.get(part)?.map(({ key, text }) => [key, text]));
    for (const [english, { isPlural, uses: places }] of sentences)
      for (const key of isPlural ? formsOf(tag).map((form) => `${english}_${form}`) : [english]) {
        // A sentence that moved to another part keeps its translation.
        const text = own.get(key) || elsewhere.get(key) || '';
        texts.set(key, text);
        const [use] = places;
        if (text === '' && use !== undefined) missing.push({ key, part, use });
      }
    wanted.set(part, texts);
  }
  const isWanted = new Set([...wanted.values()].flatMap((texts) => [...texts.keys()]));
  const lost = [...files].flatMap(([part, entries]) =>
    entries.filter(({ key }) => !isWanted.has(key)).map(({ key, text }) => ({ key, text, part })),
  );
  return { wanted, missing, unused: lost.map((one) => ({ ...one, ...becameOf(one.key, missing) })) };
}

/** @returns the missing sentence that has most words in common with a former one, at least half of them. */
function becameOf(key: string, missing: readonly Missing[]): { became?: string } {
  const words = wordsOf(key);
  const [best] = missing
    .map((one) => ({ key: one.key, alike: alike(words, wordsOf(one.key)) }))
    .filter((one) => one.alike >= 0.5)
    .toSorted((a, b) => b.alike - a.alike);
  return best === undefined ? {} : { became: best.key };
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));

function alike(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / Math.max(1, a.size + b.size - shared);
}
