/** Names and titles of services are shown as they are, wherever a message has them. */
import { expect, test } from 'vitest';
import { renderMessage } from '../markdown/render.ts';
import { testContext } from '../testing/markdown-context.ts';
import { code, link, oneLine, plain, plainLines, quotation } from './integration.ts';

const names = [
  'fix __init__ now',
  'a*b*c',
  '*star',
  'star*',
  '**bold**',
  '***',
  '`tick` a',
  'one ` tick',
  '```js',
  '~~~ x',
  '~~old~~',
  '$$a$$',
  '[br](http://x.example)',
  '[a][b]',
  'dependabot[bot]',
  '[WIP] x]y',
  ']x[',
  'tail\\',
  '\\*',
  'a &amp; b &lt;i&gt; &#x41;',
  '<b>x</b>',
  '<time:2026-01-01T00:00:00Z>',
  '@**all** x',
  '@_**Olga Owner|1**',
  '@*group*',
  '#**general**',
  '#**general>topic**',
  '> quote',
  '- item',
  '+ item',
  '# heading',
  '12. twelve',
  '3) three',
  '---',
  '===',
  '| a | b |',
  '||hidden||',
  'שלום *x* عالم',
  'foo(bar',
  'a)b',
  '"q" \'s',
];

/** What a reader sees, with blanks as one. */
const shown = (content: string): string => renderMessage(content, testContext).plainText.replaceAll(/\s+/g, ' ').trim();

test.each(names)('%s', (name) => {
  expect(shown(plain(name))).toBe(name);
  expect(
    shown(`**${plain(name)}** opened ${link(`issue #1 ${name}`, 'https://a.example/1')} of **${plain(name)}**.`),
  ).toBe(`${name} opened issue #1 ${name} of ${name}.`);
  expect(shown(code(name))).toBe(name);
  expect(shown(`to:\n\n- ${plain(name)} (${link(name, 'https://a.example/1')})`)).toBe(`to: ${name} (${name})`);
  expect(shown(`x ${plainLines(name)} x`)).toBe(`x ${name} x`);
});

test('long texts of one sign are shown as they are', () => {
  const brackets = '['.repeat(100_000);
  expect(plainLines(brackets)).toBe(brackets);
  const ticks = '` '.repeat(200_000).trim();
  expect(code(ticks)).toBe(`\`\` ${ticks} \`\``);
  expect(quotation(ticks)).toBe(`~~~ quote\n${ticks}\n~~~`);
});

test.each([
  ['turned \u202eround', 'turned round'],
  ['\u2066isolated\u2069 x', 'isolated x'],
  ['first\nsecond', 'first'],
  ['\n\n lead \t tab', 'lead tab'],
  ['nul\0', 'nul'],
  ['', ''],
])('%j is shown as %j', (name, line) => {
  expect(oneLine(name).replaceAll(/ +/g, ' ')).toBe(line);
  expect(shown(plain(name))).toBe(line);
});
