/** Formats of the text at the caret. */
import { expect, test } from 'vitest';
import { formatsAt } from './format-state.ts';

test.each([
  ['|plain', []],
  ['**bo|ld** text', ['bold']],
  ['**bold** te|xt', []],
  ['*it|alic*', ['italic']],
  ['**a *b|oth* c**', ['bold', 'italic']],
  ['~~str|uck~~', ['strike']],
  ['@**An|n** **b**', []],
  ['**hi @**An|n**** x', ['bold']],
  ['#**gen>a|b** *c*', []],
  ['a `co|de` b', ['code']],
  ['`**no| bold**`', ['code']],
  [String.raw`\**no|t`, []],
  ['**open| only', []],
  ['- ite|m', ['bullets']],
  ['* ite|m *x*', ['bullets']],
  ['12. ite|m', ['numbers']],
  ['> quo|ted **x**', ['quote']],
  ['```\nco|de\n```', ['codeBlock']],
  ['```\ncode\n```\naft|er', []],
  ['first **x**\nsec|ond', []],
])('%s has %j', (marked, formats) => {
  const start = marked.indexOf('|');
  const text = marked.replace('|', '');
  expect([...formatsAt({ text, start, end: start })].toSorted()).toEqual(formats);
});
