/** Resolved topics: their mark in names. */
import { expect, it } from 'vitest';
import { splitAtMark } from './resolved-topics.ts';

it.each([
  ['✔ lunch', ['', 'lunch']],
  ['lunch', ['lunch']],
  ['#general › ✔ lunch', ['#general › ', 'lunch']],
  ['done ✔ today', ['done ✔ today']],
  ['#general › lunch', ['#general › lunch']],
])('splits %j at the mark of a resolved topic', (name, parts) => {
  expect(splitAtMark(name)).toEqual(parts);
});
