/**
 * The sentences of the interface. English is in the call, as the key of its own translation; a language is a folder of
 * resources/languages. Plurals: `t('{{count}} people', { count, defaultValue_one: '{{count}} person' })`.
 */
import i18next, { changeLanguage, dir, init, t as translate } from 'i18next';
import { english, translationOptions, withGroupedCount, type TextValues } from '../../server/translation.ts';

export type { TextValues };

void init(translationOptions());

let current = english;
const listeners = new Set<() => void>();

/** Of a pseudo-language: changes every sentence. */
let marked = (text: string): string => text;

/** Sentences that were looked up, with their values: they are again with every drawing, and the library takes a hundred times as long. */
const known = new Map<string, string>();
/** Values differ without end: after so many sentences, all are looked up again. */
const maxKnown = 5000;
/** Longer ones, which have somebody's text as a value, are not kept. */
const maxKnownLength = 300;

/** @param values what is put in braces. `count` chooses the plural form, `context` one of several meanings. @returns the sentence in the reader's language. */
export const t: (sentence: string, values?: TextValues) => string = (sentence, values) => {
  const key = values === undefined ? sentence : `${sentence}\0${JSON.stringify(values)}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const text = marked(
    values === undefined
      ? translate(sentence)
      : translate(sentence, { ...values, replace: withGroupedCount(values, formatCount) }),
  );
  if (known.size >= maxKnown) known.clear();
  if (key.length <= maxKnownLength) known.set(key, text);
  return text;
};

let formatCount = String as (count: number) => string;

/** Sets how a `count` is written in sentences; formats.ts knows the language's way. */
export function formatCountsBy(format: (count: number) => string): void {
  formatCount = format;
  known.clear();
}

/** A sentence with its tags and without its values, for `richText`. */
export const textWithTags = (sentence: string, values: TextValues): string =>
  marked(translate(sentence, { ...values, skipInterpolation: true }));

/** Puts values into a piece of such a sentence. */
export const fillText = (text: string, values: TextValues): string =>
  i18next.services.interpolator.interpolate(text, { ...withGroupedCount(values, formatCount) }, current, {});

/** @returns the tag of the language that `t` answers in. */
export const currentLanguage = (): string => current;

/** Switches `t` to another language and redraws what shows text. @param sentences translations by their English; those missing are shown in English. @param mark changes every sentence, for a pseudo-language */
export function setLanguage(
  tag: string,
  sentences: Readonly<Record<string, string>>,
  mark = (text: string): string => text,
): void {
  marked = mark;
  i18next.addResourceBundle(tag, 'translation', sentences);
  void changeLanguage(tag);
  current = tag;
  redrawTexts();
}

/** English sentences by their translations in the current language. */
const englishSentences = perLanguage((): ReadonlyMap<string, string> => {
  const sentences = (i18next.getResourceBundle(current, 'translation') ?? {}) as Record<string, string>;
  return new Map(Object.entries(sentences).map(([sentence, text]) => [text, sentence]));
});

/** @returns the English of a sentence without values, for a search that understands both. */
export const englishOf = (text: string): string => englishSentences().get(text) ?? text;

/** @returns the direction of writing of a language. */
export const directionOf = (tag: string): 'ltr' | 'rtl' => dir(tag);

/** Calls `listener` after each change of the language. @returns a function that ends it. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Redraws what shows text: its form changed, such as that of times, and its language did not. */
export function redrawTexts(): void {
  known.clear();
  for (const listener of listeners) listener();
}

/**
 * A table with sentences in it, or anything else that depends on the language: made at its first use, and again in another language.
 * @returns a function for the table, which is the very same until the language changes.
 */
export function perLanguage<T>(make: () => T): () => T {
  let made: { tag: string; value: T } | undefined;
  return () => {
    if (made?.tag !== current) made = { tag: current, value: make() };
    return made.value;
  };
}
