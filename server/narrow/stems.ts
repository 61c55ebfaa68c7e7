/**
 * Stems of words, by the Snowball stemmers of the languages that an organization uses. A stemmer reads words of its own
 * script only; where a script has one language here, its stemmer always reads along.
 */
import { createRequire } from 'node:module';
import { loadDescriptors, withSpareDescriptors } from '../spare-descriptors.ts';
import { isAscii } from './fold.ts';

type Stemmer = (word: string) => string;

const load = createRequire(import.meta.url);

/** A stemmer of the package, read when its first word comes: few organizations need more than two. */
function from(file: string): Stemmer {
  let loaded: Stemmer | undefined;
  return (word) => {
    loaded ??= withSpareDescriptors(
      loadDescriptors,
      () => (load(`@orama/stemmers/${file}`) as { stemmer: Stemmer }).stemmer,
    );
    return loaded(word);
  };
}

interface Language {
  stemmer: Stemmer;
  script: RegExp;
}

const latin = /^\p{Script=Latin}/u;
const cyrillic = /^\p{Script=Cyrillic}/u;

/** By the tags that settings use (RFC 5646, first part). The package's Bulgarian throws on some words. */
const chosen: Readonly<Record<string, Language>> = {
  da: { stemmer: from('danish'), script: latin },
  de: { stemmer: from('german'), script: latin },
  en: { stemmer: from('english'), script: latin },
  es: { stemmer: from('spanish'), script: latin },
  fi: { stemmer: from('finnish'), script: latin },
  fr: { stemmer: from('french'), script: latin },
  ga: { stemmer: from('irish'), script: latin },
  hu: { stemmer: from('hungarian'), script: latin },
  id: { stemmer: from('indonesian'), script: latin },
  it: { stemmer: from('italian'), script: latin },
  lt: { stemmer: from('lithuanian'), script: latin },
  nb: { stemmer: from('norwegian'), script: latin },
  nl: { stemmer: from('dutch'), script: latin },
  no: { stemmer: from('norwegian'), script: latin },
  pt: { stemmer: from('portuguese'), script: latin },
  ro: { stemmer: from('romanian'), script: latin },
  ru: { stemmer: from('russian'), script: cyrillic },
  sr: { stemmer: from('serbian'), script: cyrillic },
  sv: { stemmer: from('swedish'), script: latin },
  tr: { stemmer: from('turkish'), script: latin },
  uk: { stemmer: from('ukrainian'), script: cyrillic },
};
const arabic = from('arabic');
const always: readonly Language[] = [
  // It knows words without the points that no one types.
  { stemmer: (word) => arabic(word.replace(/\p{M}/gu, '')), script: /^\p{Script=Arabic}/u },
  { stemmer: from('armenian'), script: /^\p{Script=Armenian}/u },
  { stemmer: from('greek'), script: /^\p{Script=Greek}/u },
  { stemmer: from('indian'), script: /^\p{Script=Devanagari}/u },
  { stemmer: from('tamil'), script: /^\p{Script=Tamil}/u },
];

/** Languages besides English that are stemmed at once: each adds to what every word costs. */
const mostLanguages = 4;

/** @returns the languages of these tags that have a stemmer, English first; the order of the tags says which come first. */
export function stemmedLanguages(tags: readonly string[]): string[] {
  const known = tags
    .map((tag) => tag.toLowerCase().split(/[-_]/)[0] ?? '')
    .filter((tag) => Object.hasOwn(chosen, tag) && tag !== 'en');
  return ['en', ...[...new Set(known)].slice(0, mostLanguages).toSorted()];
}

/** The stems of a lower-case word, with its marks, in these languages. */
export function stemsOf(lower: string, languages: readonly string[]): string[] {
  if (lower.length < 3) return [];
  const readers = [...languages.flatMap((tag) => chosen[tag] ?? []), ...(isAscii(lower) ? [] : always)];
  return readers.filter(({ script }) => script.test(lower)).map(({ stemmer }) => stemmer(lower));
}
