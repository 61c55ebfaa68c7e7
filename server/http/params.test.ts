/** Sentences about parameters: their articles. */
import { expect, it } from 'vitest';
import { article } from '../errors.ts';

it.each([
  ['a', 'table trigger view string list boolean dict key user union unit unique URL one-time European hash'],
  ['an', 'index integer object array enum unknown undefined unnamed update upload image administrator owner hour'],
])('puts %s before %s', (expected, nouns) => {
  for (const noun of nouns.split(' ')) expect(`${article(noun)} ${noun}`).toBe(`${expected} ${noun}`);
});
