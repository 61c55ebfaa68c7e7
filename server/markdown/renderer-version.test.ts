/**
 * A user who changes what HTML becomes of a text raises `rendererVersion`, or stored messages would stay as they were. The HTML of
 * all cases is kept as hashes beside the version that made it: it may change only together with that. To keep what a new
 * version makes, or new cases, run this file with KEEP_RENDERED=1.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { testContext } from '../testing/markdown-context.ts';
import cases from './cases.json' with { type: 'json' };
import { renderMessage, rendererVersion } from './render.ts';

interface Kept {
  version: number;
  /** By the hash of a text and its settings: the hash of its HTML. */
  html: Record<string, string>;
}

const file = new URL('./rendered-cases.json', import.meta.url);
const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept;
const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

const now: Kept = {
  version: rendererVersion,
  html: Object.fromEntries(
    cases.map((one): [string, string] => {
      const settings = 'settings' in one ? one.settings : {};
      return [
        hash(JSON.stringify([one.markdown, settings])),
        hash(renderMessage(one.markdown, { ...testContext, ...settings } as typeof testContext).html),
      ];
    }),
  ),
};

it('changes HTML only together with the version of the renderer', () => {
  const isOther = (key: string): boolean => kept.html[key] !== undefined && kept.html[key] !== now.html[key];
  const changed = kept.version === now.version ? Object.keys(now.html).filter(isOther) : [];
  expect(changed, 'Other HTML of the same text: raise rendererVersion in render.ts.').toEqual([]);
  const keeps = process.env['KEEP_RENDERED'] === '1';
  if (keeps) writeFileSync(file, `${JSON.stringify(now, undefined, 2)}\n`);
  expect(keeps ? now : kept, 'Keep it: run this file with KEEP_RENDERED=1.').toEqual(now);
});
