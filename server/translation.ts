/** Set-up of i18next that server, desktop app and pages share, and the way in which values get into sentences. Depends on nothing. */
import type { InitOptions } from 'i18next';

/** The language of the sources: each sentence is the key of its translations. */
export const english = 'en';

/** What is put in the braces of a sentence. `count` chooses the plural form, `context` one of several meanings. */
export type TextValues = Readonly<Record<string, string | number | null | undefined>>;

/** @returns options for one instance of i18next, which keeps its sentences in them. */
export const translationOptions = (): InitOptions => ({
  lng: english,
  fallbackLng: english,
  // Sentences have full stops and colons in them.
  keySeparator: false,
  nsSeparator: false,
  lowerCaseLng: true,
  // A sentence that is not translated yet is shown in English.
  returnEmptyString: false,
  // Who puts a text into HTML escapes it there.
  interpolation: { escapeValue: false },
  resources: { [english]: { translation: {} } },
});

/** Groups the digits of a count as the language does ("1,234"); other numbers, such as ports, stay. @param format writes a number */
export const withGroupedCount = (values: TextValues, format: (count: number) => string): TextValues =>
  typeof values['count'] === 'number' ? { ...values, count: format(values['count']) } : values;

declare const isPhrase: unique symbol;

/** An English sentence that languages translate when it is shown. A type of its own, so that no text outside of `phrase` takes its place. */
export type Phrase = string & { readonly [isPhrase]: true };

/** Marks a text that is translated when it is shown (`Texts.ofError`), so that it is found as the argument of an error is. @returns the text */
export const phrase = (text: string): Phrase => text as Phrase;
