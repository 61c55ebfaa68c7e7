/** Dates, numbers, lists and names in the language of the page. */
import { afterEach, expect, test } from 'vitest';
import { compareNames, dateFormat, joined, numberFormat, relativeTime, setHours, sizeText } from './formats.ts';
import { setLanguage } from './text.ts';

afterEach(() => {
  setLanguage('en', {});
  setHours(null);
});

const noon = new Date(2026, 2, 3, 15, 4);
const day = dateFormat({ dateStyle: 'long' });
const time = dateFormat({ timeStyle: 'short' });

test('follows the language at once, in formats that were made before', () => {
  expect([day.format(noon), numberFormat().format(1234.5), joined(['Ada', 'Ben', 'Cleo'])]).toEqual([
    'March 3, 2026',
    '1,234.5',
    'Ada, Ben, and Cleo',
  ]);
  expect(relativeTime(-1, 'day')).toBe('yesterday');
  setLanguage('de', {});
  expect([day.format(noon), numberFormat().format(1234.5), joined(['Ada', 'Ben', 'Cleo'])]).toEqual([
    '3. März 2026',
    '1.234,5',
    'Ada, Ben und Cleo',
  ]);
  expect(relativeTime(-1, 'day')).toBe('gestern');
});

test('writes times with 12 or 24 hours as is usual in the language, and as the user chose', () => {
  const said = (): string => time.format(noon).replaceAll(/\s/g, ' ');
  expect(said()).toBe('3:04 PM');
  setHours(true);
  expect(said()).toBe('15:04');
  setLanguage('de', {});
  setHours(null);
  expect(said()).toBe('15:04');
  setHours(false);
  expect(said()).toBe('03:04 PM');
});

test('sorts names as the language does, numbers by their value', () => {
  const sorted = (...names: string[]): string[] => names.toSorted(compareNames);
  expect(sorted('team 10', 'team 2', 'Zoe', 'Ärger')).toEqual(['Ärger', 'team 2', 'team 10', 'Zoe']);
  setLanguage('sv', {});
  expect(sorted('Zoe', 'Ärger')).toEqual(['Zoe', 'Ärger']);
});

test.each([
  [0, '0 B', '0 o'],
  [999, '999 B', '999 o'],
  [1000, '1 kB', '1 ko'],
  [212_000, '212 kB', '212 ko'],
  [1_240_000, '1.2 MB', '1,2 Mo'],
  [48_000_000, '48 MB', '48 Mo'],
  [3e12, '3 TB', '3 To'],
])('writes a size of %d bytes in the units of the language', (bytes, english, french) => {
  expect(sizeText(bytes)).toBe(english);
  setLanguage('fr', {});
  expect(sizeText(bytes).replaceAll(/\s/g, ' ')).toBe(french);
});
