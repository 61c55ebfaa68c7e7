/** Sentences of the desktop app in the language of the system; English before it is known, and where a translation is missing. */
import { directionOf, languageOf, languagesFolder, Texts, type Say } from '../server/texts.ts';

const texts = new Texts(languagesFolder, 'desktop');
let language = 'en';

/** Says a sentence. Its translations are part "desktop" of resources/languages. */
export const t: Say = (sentence, values) => texts.in(language)(sentence, values);

/** @param tags languages of the system, most wanted first: `de-DE`, `en_US.UTF-8` */
export function useSystemLanguage(tags: readonly string[]): void {
  language = languageOf(tags.join(','));
}

/** @returns the tag of the language that `t` answers in, and its direction of writing. */
export const systemLanguage = (): { language: string; direction: 'ltr' | 'rtl' } => ({
  language,
  direction: directionOf(language),
});
