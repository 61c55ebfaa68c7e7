/**
 * The sentences of the interface. English stands where it is shown, as the key of its own translation; a language is one file of
 * sentences (`resources` below). Plurals: `t('{{count}} unread', { count, defaultValue_one: …, defaultValue_other: … })`.
 */
import { init, t as translate } from 'i18next';

void init({
  lng: 'en',
  fallbackLng: 'en',
  // Sentences have full stops and colons in them.
  keySeparator: false,
  nsSeparator: false,
  // React and the DOM put text where it is text.
  interpolation: { escapeValue: false },
  resources: { en: { translation: {} } },
});

/** Sentences without values, which are looked up again with every drawing: the library takes a hundred times as long. */
const plain = new Map<string, string>();

/** @param values what stands in braces: text and numbers, for an element would read "[object Object]". @returns the sentence in the reader's language. */
export const t: (sentence: string, values?: Readonly<Record<string, string | number | null | undefined>>) => string = (
  sentence,
  values,
) => (values === undefined ? plainText(sentence) : translate(sentence, { ...values }));

function plainText(sentence: string): string {
  const known = plain.get(sentence);
  if (known !== undefined) return known;
  const text = translate(sentence);
  plain.set(sentence, text);
  return text;
}
