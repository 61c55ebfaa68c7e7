/**
 * Stems of words, by the Snowball stemmers of the languages that an organization uses. A stemmer reads words of its own
 * script only; where a script has one language here, its stemmer always reads along.
 */
import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as armenian } from '@orama/stemmers/armenian';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as hindi } from '@orama/stemmers/indian';
import { stemmer as indonesian } from '@orama/stemmers/indonesian';
import { stemmer as irish } from '@orama/stemmers/irish';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as lithuanian } from '@orama/stemmers/lithuanian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as serbian } from '@orama/stemmers/serbian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as tamil } from '@orama/stemmers/tamil';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { stemmer as ukrainian } from '@orama/stemmers/ukrainian';

interface Language {
  stemmer: (word: string) => string;
  script: RegExp;
}

const latin = /^\p{Script=Latin}/u;
const cyrillic = /^\p{Script=Cyrillic}/u;

/** By the tags that settings use (RFC 5646, first part). The package's Bulgarian throws on some words. */
const chosen: Readonly<Record<string, Language>> = {
  da: { stemmer: danish, script: latin },
  de: { stemmer: german, script: latin },
  en: { stemmer: english, script: latin },
  es: { stemmer: spanish, script: latin },
  fi: { stemmer: finnish, script: latin },
  fr: { stemmer: french, script: latin },
  ga: { stemmer: irish, script: latin },
  hu: { stemmer: hungarian, script: latin },
  id: { stemmer: indonesian, script: latin },
  it: { stemmer: italian, script: latin },
  lt: { stemmer: lithuanian, script: latin },
  nb: { stemmer: norwegian, script: latin },
  nl: { stemmer: dutch, script: latin },
  no: { stemmer: norwegian, script: latin },
  pt: { stemmer: portuguese, script: latin },
  ro: { stemmer: romanian, script: latin },
  ru: { stemmer: russian, script: cyrillic },
  sr: { stemmer: serbian, script: cyrillic },
  sv: { stemmer: swedish, script: latin },
  tr: { stemmer: turkish, script: latin },
  uk: { stemmer: ukrainian, script: cyrillic },
};
const always: readonly Language[] = [
  // It knows words without the points that nobody types.
  { stemmer: (word) => arabic(word.replace(/\p{M}/gu, '')), script: /^\p{Script=Arabic}/u },
  { stemmer: armenian, script: /^\p{Script=Armenian}/u },
  { stemmer: greek, script: /^\p{Script=Greek}/u },
  { stemmer: hindi, script: /^\p{Script=Devanagari}/u },
  { stemmer: tamil, script: /^\p{Script=Tamil}/u },
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

const isAscii = (word: string): boolean => /^[\0-\x7f]*$/.test(word);
