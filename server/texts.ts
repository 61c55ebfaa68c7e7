/**
 * Sentences of the server in the language of their reader. English is in the call, as the key of its translation; the files are part
 * "server" of resources/languages, each read when its language is first asked for.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createInstance } from 'i18next';
import table from '../resources/languages/languages.json' with { type: 'json' };
import { english, translationOptions, withGroupedCount, type TextValues } from './translation.ts';

/** Says a sentence in one language. */
export type Say = (sentence: string, values?: TextValues) => string;

/** Sentences for one reader. */
export interface Reading {
  /** Says a sentence in the reader's language. */
  t: Say;
  /** Its tag (BCP 47). */
  language: string;
  /** Translates the message of an error, or of a problem that was stored in English. */
  ofError: (message: string) => string;
}

/** A sentence of a language with values in it, to find an error again by what it says. */
interface Pattern {
  sentence: string;
  names: string[];
  /** Its own text before, between and after the values. */
  parts: string[];
  /** Length of its own text. */
  letters: number;
}

/** Values of a message that are messages themselves; any other may be the text of a user. */
const ownMessages = new Set(['advice', 'error', 'message', 'place', 'problem', 'what', 'who', 'why']);

/** Errors whose English clients compare: they are never translated. */
export const textsOfClients: ReadonlySet<string> = new Set(['Invalid API key', 'You must specify a file to upload']);

/** Of the value `refusals`: what follows each address, up to the next one. */
const refusal = /: ([^:]+?\.)(?= \S+: |$)/g;

const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(language: string): Intl.NumberFormat {
  const format = formats.get(language) ?? new Intl.NumberFormat(language);
  formats.set(language, format);
  return format;
}

/** The texts of a folder of languages. */
export class Texts {
  readonly #folder: string;
  readonly #part: 'server' | 'desktop';
  readonly #patterns = new Map<string, Pattern[]>();
  readonly #library = createInstance();

  /** @param folder has a folder for each language, named by its tag. @param part the file of each */
  constructor(folder: string, part: 'server' | 'desktop' = 'server') {
    this.#folder = folder;
    this.#part = part;
    void this.#library.init(translationOptions());
  }

  /** @param tag of a user or an organization; one without texts counts by its parts (`pt-br`, `pt`), then as English */
  in(tag: string): Say {
    const language = knownTag(tag) ?? english;
    this.#load(language);
    const say = this.#library.getFixedT(language);
    const format = (count: number): string => numberFormat(language).format(count);
    return (sentence, values = {}) => say(sentence, { ...values, replace: withGroupedCount(values, format) });
  }

  /** @returns the message of an error in another language; in English where it has no translation, or clients compare it. */
  ofError(message: string, tag: string): string {
    const language = knownTag(tag) ?? english;
    if (language === english || textsOfClients.has(message)) return message;
    const say = this.in(language);
    const direct = say(message);
    if (direct !== message) return direct;
    for (const { sentence, names, parts } of this.#patterns.get(language) ?? []) {
      const values = valuesIn(message, parts);
      if (values !== undefined)
        return say(
          sentence,
          Object.fromEntries(
            names.map((name, at) => {
              const value = values[at] ?? '';
              if (name === 'refusals')
                return [name, value.replaceAll(refusal, (_all, why: string) => `: ${this.ofError(why, tag)}`)];
              if (name === 'sentences') return [name, this.#sentences(value, tag)];
              return [name, ownMessages.has(name) ? this.ofError(value, tag) : value];
            }),
          ),
        );
    }
    return message;
  }

  /** Translates a value of several sentences one by one. */
  #sentences(value: string, tag: string): string {
    const all = value.split(/(?<=[.!?]) (?=\p{Lu})/u).map((one) => this.ofError(one, tag));
    // No blank follows the full stop there.
    return all.join(tag.startsWith('ja') ? '' : ' ');
  }

  #load(language: string): void {
    if (this.#library.hasResourceBundle(language, 'translation')) return;
    const file = join(this.#folder, language, `${this.#part}.json`);
    const sentences = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
    this.#library.addResourceBundle(language, 'translation', sentences);
    this.#patterns.set(
      language,
      Object.entries(sentences)
        .flatMap(([sentence, text]) => (text === '' ? [] : patternOf(sentence)))
        // "Invalid {{where}}" also matches longer sentences.
        .toSorted((a, b) => b.letters - a.letters),
    );
  }
}

function patternOf(sentence: string): Pattern[] {
  const parts = sentence.split(/\{\{(\w+)\}\}/);
  const names = parts.filter((_part, at) => at % 2 === 1);
  const own = parts.filter((_part, at) => at % 2 === 0).join('');
  // A sentence of values only would match every error.
  if (names.length === 0 || !/\p{L}/u.test(own)) return [];
  return [{ sentence, names, parts: parts.filter((_part, at) => at % 2 === 0), letters: own.length }];
}

/**
 * Finds the values of a sentence in a message, each as long as it can be. Not by an expression: with several values that takes the square
 * of the length of a message, which may hold a text of a user.
 * @param parts two or more. @returns undefined when the message is not of the sentence
 */
function valuesIn(message: string, parts: readonly string[]): string[] | undefined {
  const [first = ''] = parts;
  const last = parts.at(-1) ?? '';
  if (!message.startsWith(first) || !message.endsWith(last) || message.length < first.length + last.length)
    return undefined;
  const values: string[] = [];
  let end = message.length - last.length;
  for (const part of parts.slice(1, -1).toReversed()) {
    const at = message.slice(first.length, end).lastIndexOf(part);
    if (at === -1) return undefined;
    values.unshift(message.slice(first.length + at + part.length, end));
    end = first.length + at;
  }
  return [message.slice(first.length, end), ...values];
}

/** Tags of the languages that have texts, English first. */
export const knownLanguages: readonly string[] = table.map(({ tag }) => tag);

/** @returns the language that a tag means by its parts (`pt-br`, `pt`); undefined where none is known. @param known tags in lower case */
export function knownTag(tag: string, known = knownLanguages): string | undefined {
  for (let parts = tag.toLowerCase().split(/[-_]/); parts.length > 0; parts = parts.slice(0, -1)) {
    const found = known.find((one) => one === parts.join('-'));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The language of an anonymous caller. @param header Accept-Language (RFC 9110, 12.5.4) @returns the most wanted one that there is */
export function languageOf(header: string | readonly string[] | undefined): string {
  const wanted = String(header ?? '')
    .slice(0, 500)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.trim().split(';');
      const [weight] = parameters.flatMap((one) => /^\s*q=(\d(?:\.\d+)?)\s*$/i.exec(one)?.slice(1) ?? []);
      return { tag, weight: Number(weight ?? 1) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  return wanted.map(({ tag }) => knownTag(tag)).find((tag) => tag !== undefined) ?? english;
}

/** @returns the direction of writing of a language. */
export const directionOf = (tag: string): 'ltr' | 'rtl' =>
  table.find((one) => one.tag === tag)?.direction === 'rtl' ? 'rtl' : 'ltr';

/** Beside the program, in its sources and as it is built. */
export const languagesFolder = fileURLToPath(new URL('../resources/languages', import.meta.url));

/** The texts of the server. */
export const texts = new Texts(languagesFolder);

/** @returns the sentences of a language of the server. */
export const readingIn = (language: string): Reading => ({
  t: texts.in(language),
  language,
  ofError: (message) => texts.ofError(message, language),
});
