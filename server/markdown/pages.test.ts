/** Markdown written by the pages is rendered as intended: emoji that they name, and names as the text of links. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { asLinkText } from '../../renderer/client/link-text.ts';
import { testContext } from '../testing/markdown-context.ts';
import { findNamedEmoji } from './emoji.ts';
import { renderMessage } from './render.ts';

const folder = new URL('../../renderer/', import.meta.url);
const pair = /\bname: '([^']+)', code: '([0-9a-f-]+)'/g;
const named = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
  .flatMap((path) =>
    [...readFileSync(new URL(path, folder), 'utf8').matchAll(pair)].map(([, name = '', code = '']) => ({
      path,
      name,
      code,
    })),
  );

it('finds the reactions at hand, the status presets and the key for a thumb', () => {
  expect(new Set(named.map(({ path }) => path))).toEqual(
    new Set([
      'chat/kit/quick-emoji.ts',
      'chat/actions/message.ts',
      'chat/settings/status-presets.ts',
      'chat/store/reports.ts',
    ]),
  );
});

it.each(named)('$path: the server knows $name as $code', ({ name, code }) => {
  expect(findNamedEmoji(name, code)).toBe(code);
});

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"' };

it.each([
  'plan.pdf',
  'slash`s`.txt',
  '~~x~~.txt',
  '**bold**.txt',
  'a_b_c.txt',
  'x[1](2).txt',
  'Re: plan :tada:.txt',
  '$$a$$b.tex',
  'price $5.txt',
  '<b>.html',
  '@**all**.txt',
  '#**general**.txt',
  'back\\slash.txt',
  'back\\*slash.txt',
  '{draft} (2) | final + #1.txt',
])('shows %j as it is', (name) => {
  const html = renderMessage(`[${asLinkText(name)}](/user_uploads/1/x)`, { ...testContext, linkifiers: [] }).html;
  expect(html).toMatch(/^<p><a href="[^"]*">[^<]*<\/a><\/p>$/);
  expect(html.replaceAll(/<[^>]*>/g, '').replaceAll(/&\w+;/g, (found) => entities[found] ?? found)).toBe(name);
});
