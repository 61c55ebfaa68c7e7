/** Dates in the words of the reader's language. */
import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '../../client/text.ts';
import { readDate, type Today } from './date-words.ts';
import { ownDatePhrases } from './own-date-words.ts';

/** Friday, 2026-11-27, at noon; weeks begin on Monday. */
const today: Today = { now: new Date(2026, 10, 27, 12), weekStart: 1, isMonthFirst: false };

afterEach(() => setLanguage('en', {}));

test('reads phrases, months and days of the language, and English beside them', () => {
  setLanguage('de', { today: 'heute', yesterday: 'gestern', 'last week': 'letzte Woche' });
  const days = [
    'Gestern',
    'letzte Woche',
    '27. November',
    '3. März 2026',
    'Montag',
    'yesterday',
    'last week',
    'Nov 27',
  ];
  expect(days.map((written) => readDate(written, today))).toEqual([
    '2026-11-26',
    '2026-11-16..2026-11-22',
    '2026-11-27',
    '2026-03-03',
    '2026-11-23',
    '2026-11-26',
    '2026-11-16..2026-11-22',
    '2026-11-27',
  ]);
  expect(ownDatePhrases().slice(0, 2)).toEqual(['heute', 'gestern']);
});

test('reads ranges and Arabic names of months', () => {
  setLanguage('de', { yesterday: 'gestern', today: 'heute' });
  expect(readDate('gestern..heute', today)).toBe('2026-11-26..2026-11-27');
  setLanguage('ar', {});
  expect(readDate('نوفمبر 2026', today)).toBe('2026-11');
});
