/**
 * Dates, times, numbers, lists and the order of names in the language of the page. Formats are made when they are used, so that they follow
 * the language; times have 12 or 24 hours as the user chose.
 */
import { currentLanguage, formatCountsBy, onLanguageChange, redrawTexts } from './text.ts';

/** Formats of the present language, by their options. */
const made = new Map<string, unknown>();
let chosenHours: boolean | null = null;
onLanguageChange(() => made.clear());

/** The 12/24-hour setting of the user (contract: twenty_four_hour_time). @param twentyFourHours null: as is usual in the language */
export function setHours(twentyFourHours: boolean | null): void {
  if (twentyFourHours === chosenHours) return;
  chosenHours = twentyFourHours;
  redrawTexts();
}

/** @returns the language with the region of the browser, where that has the same language: English dates differ by country. */
function locale(): string {
  const language = currentLanguage();
  const regional = (globalThis.navigator?.languages ?? []).find((tag) => tag.toLowerCase().startsWith(`${language}-`));
  return regional ?? language;
}

function formatOf<Format>(kind: string, options: object, make: (locale: string) => Format): Format {
  const key = kind + JSON.stringify(options);
  const format = (made.get(key) as Format | undefined) ?? make(locale());
  made.set(key, format);
  return format;
}

type Moment = Date | number | undefined;

interface DateFormat {
  format: (moment: Moment) => string;
  formatRange: (from: Date | number, to: Date | number) => string;
}

/** @returns a format of moments (Date, or UNIX milliseconds). Without an hour cycle in the options, the user's setting counts. */
export function dateFormat(options: Intl.DateTimeFormatOptions): DateFormat {
  const make = (): Intl.DateTimeFormat => {
    const isFree = options.hourCycle === undefined && options.hour12 === undefined;
    const hasTime = options.hour !== undefined || options.timeStyle !== undefined;
    const own = hasTime && isFree && chosenHours !== null;
    return formatOf(
      'date',
      options,
      (tag) =>
        new Intl.DateTimeFormat(tag, own ? { ...options, hourCycle: chosenHours === true ? 'h23' : 'h12' } : options),
    );
  };
  return { format: (moment) => make().format(moment), formatRange: (from, to) => make().formatRange(from, to) };
}

/** The whole moment, such as for a title. */
export const fullMoment = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });

/** @returns a format of numbers. */
export function numberFormat(options: Intl.NumberFormatOptions = {}): { format: (number: number) => string } {
  return {
    format: (number) => formatOf('number', options, (tag) => new Intl.NumberFormat(tag, options)).format(number),
  };
}

const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/** The size of a file or of memory: "612 B", "1.4 MB", units of a thousand each. @param bytes at least 0 */
export function sizeText(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(sizeUnits.length - 1, Math.floor(Math.log10(bytes) / 3));
  const size = numberFormat({
    style: 'unit',
    unit: sizeUnits[step],
    unitDisplay: step === 0 ? 'narrow' : 'short',
    maximumFractionDigits: step === 0 ? 0 : 1,
  });
  // The narrow form of bytes has no space before its unit.
  return size.format(bytes / 1000 ** step).replace(/(?<=\p{Nd})(?=\p{L})/u, ' ');
}

formatCountsBy((count) => numberFormat().format(count));

/** "3 hours ago", "yesterday". @param count negative: in the past */
export const relativeTime = (count: number, unit: Intl.RelativeTimeFormatUnit): string =>
  formatOf('relative', {}, (tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' })).format(count, unit);

/** "Ada, Ben and Cleo". */
export const joined = (names: readonly string[]): string =>
  formatOf('list', {}, (tag) => new Intl.ListFormat(tag, { type: 'conjunction' })).format(names);

/** The same in pieces, each name one of them, for names that are links. */
export const joinedParts = (names: readonly string[]): string[] =>
  formatOf('list', {}, (tag) => new Intl.ListFormat(tag, { type: 'conjunction' }))
    .formatToParts(names)
    .map(({ value }) => value);

/** The order of names in a list: numbers in them by their value, so that "team 2" stands before "team 10". */
export const compareNames = (a: string, b: string): number =>
  formatOf('names', {}, (tag) => new Intl.Collator(tag, { numeric: true })).compare(a, b);

/** The same for columns of a table, where case makes no difference. */
export const compareCells = (a: string, b: string): number =>
  formatOf('cells', {}, (tag) => new Intl.Collator(tag, { numeric: true, sensitivity: 'base' })).compare(a, b);

/** @returns the parts of a short date in their order, such as month, day, year. */
export const dateOrder = (moment: Date): string[] =>
  formatOf('order', {}, (tag) => new Intl.DateTimeFormat(tag))
    .formatToParts(moment)
    .map(({ type }) => type);

/** The language with the region of the browser. */
export const formatLocale = (): Intl.Locale => new Intl.Locale(locale());

/** Whether the language shows times by 24 hours. */
export const usesTwentyFourHours = (): boolean =>
  formatOf('hours', {}, (tag) => new Intl.DateTimeFormat(tag, { hour: 'numeric' })).resolvedOptions().hour12 !== true;

/** The time zone of this computer, as IANA names it. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
