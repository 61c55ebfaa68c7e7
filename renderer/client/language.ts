/**
 * The language of this page: the user's own, before sign-in the browser's. Its sentences are loaded when it is chosen; the page keeps
 * what it shows and redraws it.
 */
import { useEffect } from 'react';
import table from '../../resources/languages/languages.json' with { type: 'json' };
import { readStored, writeStored } from './storage.ts';
import { directionOf, setLanguage } from './text.ts';

/** Loads the sentences of a language, by its tag. */
export type SentenceLoaders = Readonly<Record<string, () => Promise<Readonly<Record<string, string>>>>>;

/** Every language, by its own name. */
const languages: readonly { tag: string; name: string }[] = table;

const english = 'en';
/** The language of the user who used this browser last: known before the server answers. */
const storedName = 'language';

let loaders: SentenceLoaders = {};
let wanted = english;
let isPseudo = false;

/** @returns what a language is called in itself; its tag where it is not known. */
export const nameOfLanguage = (tag: string): string => languages.find((one) => one.tag === tag)?.name ?? tag;

/** @returns the languages that have translations, by their own names, for a menu. */
export const offeredLanguages = (): typeof languages =>
  languages.filter(({ tag }) => tag === english || Object.hasOwn(loaders, tag));

/** @param tags most wanted first. @returns the first language that there is, by the parts of each tag: `pt-BR`, `pt`; otherwise English. */
export function negotiated(
  tags: readonly string[],
  known: readonly string[] = languages.map(({ tag }) => tag),
): string {
  for (const tag of tags)
    for (let parts = tag.toLowerCase().split(/[-_]/); parts.length > 0; parts = parts.slice(0, -1)) {
      const found = known.find((one) => one === parts.join('-'));
      if (found !== undefined) return found;
    }
  return english;
}

const offeredTags = (): string[] => offeredLanguages().map(({ tag }) => tag);

/** Begins the page in the language that it will probably have. A page that cannot load it begins in English. */
export async function startLanguage(sentences: SentenceLoaders): Promise<void> {
  loaders = sentences;
  if (await startPseudo()) return;
  const stored = readStored(storedName);
  await show(negotiated(stored === null ? navigator.languages : [stored], offeredTags())).catch(() =>
    apply(english, {}),
  );
}

/** Shows the page in a language. @param tag of the user who is signed in; null before sign-in: the browser's */
async function chooseLanguage(tag: string | null): Promise<void> {
  const chosen = negotiated(tag === null ? navigator.languages : [tag], offeredTags());
  if (readStored(storedName) !== tag) writeStored(storedName, tag);
  if (chosen !== wanted && !isPseudo) await show(chosen);
}

/** In development and in tests: English, changed so that untranslated text is seen. @returns whether this browser wants it */
async function startPseudo(): Promise<boolean> {
  const tag = readStored('pseudo-language');
  if (tag === null) return false;
  const { pseudo, pseudoTags } = await import('./pseudo-language.ts');
  isPseudo = pseudoTags.includes(tag);
  if (isPseudo) apply(tag, {}, pseudo);
  return isPseudo;
}

async function show(tag: string): Promise<void> {
  const former = wanted;
  wanted = tag;
  try {
    const sentences = (await loaders[tag]?.()) ?? {};
    // Another was chosen while it loaded.
    if (wanted === tag) apply(tag, sentences);
  } catch (error) {
    if (wanted === tag) wanted = former;
    throw error;
  }
}

function apply(tag: string, sentences: Readonly<Record<string, string>>, mark?: (text: string) => string): void {
  wanted = tag;
  const { documentElement: page } = document;
  page.lang = tag;
  page.dir = directionOf(tag);
  setLanguage(tag, sentences, mark);
}

/** Keeps the page in the language of the user. @param tag null while no user is signed in, undefined while that is not known */
export function useChosenLanguage(tag: string | null | undefined): void {
  useEffect(() => {
    // A server that is away: the page stays in its language, and the next choice loads its own.
    if (tag !== undefined) void chooseLanguage(tag).catch(() => undefined);
  }, [tag]);
}
