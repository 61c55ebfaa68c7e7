/** Date words in the reader's language, read as the English that date-words.ts knows. English is understood in every language. */
import { folded } from '../../client/fold.ts';
import { dateFormat } from '../../client/formats.ts';
import { perLanguage, t } from '../../client/text.ts';

const monthNames = dateFormat({ month: 'long' });
const dayNames = dateFormat({ weekday: 'long' });
/** A Sunday. */
const firstDay = 22;

/** Whole phrases, in the order in which they are offered. */
const phrases = perLanguage((): readonly (readonly [own: string, english: string])[] => [
  [t('today'), 'today'],
  [t('yesterday'), 'yesterday'],
  [t('this week'), 'this week'],
  [t('last week'), 'last week'],
  [t('last 7 days'), 'last 7 days'],
  [t('this month'), 'this month'],
  [t('last month'), 'last month'],
  [t('this year'), 'this year'],
  [t('last year'), 'last year'],
  [t('tomorrow'), 'tomorrow'],
]);

/** Names of months and of days. */
const names = perLanguage(
  (): ReadonlyMap<string, string> =>
    new Map([
      ...englishMonths.map((english, at) => [folded(monthNames.format(new Date(2026, at, 15))), english] as const),
      ...englishDays.map(
        (english, at) => [folded(dayNames.format(new Date(2026, 10, firstDay + at))), english] as const,
      ),
    ]),
);

export const englishMonths =
  'january february march april may june july august september october november december'.split(' ');
export const englishDays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Phrases that complete what is typed as a date. */
export const ownDatePhrases = (): string[] => phrases().map(([own]) => own);

/** @param text in lower case. @returns the same with the words of the reader's language in English. */
export function inEnglish(text: string): string {
  const wanted = folded(text);
  const phrase = phrases().find(([own]) => folded(own) === wanted);
  if (phrase !== undefined) return phrase[1];
  return text.replaceAll(/[\p{L}\p{M}]+/gu, (word) => names().get(folded(word)) ?? word);
}
