/** The letters of a person without a picture. */
import { expect, test } from 'vitest';
import { initialsOf } from './avatar.tsx';

test.each([
  ['Amara Okafor', 'AO'],
  ['Åsa', 'Å'],
  ['伊藤 健 (Ken Ito)', '伊'],
  ['伊藤 健', '伊健'],
  ['Ann (Site 3)', 'A3'],
  ['…', ''],
])('%s has the initials %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
