/** Accent-insensitive matches for typed text. */
import { expect, test } from 'vitest';
import { matches } from './fold.ts';

test.each([
  ['muller', 'Peter Müller'],
  ['Müller', 'peter muller'],
  ['obrien', 'Siobhán O’Brien'],
  ["o'brien", 'Siobhan OBrien'],
  ['sorensen', 'Mette Sørensen'],
  ['strasse', 'Straße 5'],
  ['lukasz', 'Łukasz'],
  [' nino ', 'El Niño'],
  ['ABC', 'ＡＢＣ株式会社'],
  ['file', 'the ﬁle'],
  ['rock´n roll', 'Rock’n Roll'],
  ['', 'anybody'],
  ['میخواهم', 'می\u200cخواهم'],
  ['\u200fann', 'Ann Bee'],
  ['ann\u00adbee', 'Annbee'],
  ['سلام', 'ســـلام'],
  ['👩‍🏫', 'Room 👩‍🏫 4'],
  ['김', '김철수'],
  ['ΟΔΟΣ', 'οδός'],
  ['שלום', 'שָׁלוֹם'],
  ['istanbul', 'İSTANBUL'],
])('"%s" finds "%s"', (search, text) => {
  expect(matches(search, text)).toBe(true);
});

test('other letters are other letters', () => {
  expect(matches('moller', 'Müller')).toBe(false);
});
