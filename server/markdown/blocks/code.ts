// Blocks of code: the name of their language as clients show it, and their text in colours.

import type { RenderState } from '../context.ts';
import { element, escapeHtml } from '../html.ts';
import { highlightCode } from './highlight.ts';
import languages from './languages.json' with { type: 'json' };

const aliasesByName: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(languages).map(([name, aliases]) => [name, aliases.split(' ')]),
);
const namesByAlias: ReadonlyMap<string, string> = new Map(
  [...aliasesByName].flatMap(([name, aliases]) => aliases.map((alias) => [alias, name] as const)),
);
/**
 * @param typed what stands behind the opening fence: `py`, `.python`; '' for none.
 */
export function codeBlock(rendering: RenderState, code: string, typed: string): string {
  // Clients draw a block that has no line as nothing at all.
  const whole = code.endsWith('\n') ? code : `${code}\n`;
  const { aliases, name } = findLanguage(typed);
  const marked = highlightCode(whole, aliases, rendering.highlightBudget);
  const pre = element('pre', {}, element('span', {}, '') + element('code', {}, marked ?? escapeHtml(whole)));
  return `${element('div', { class: 'codehilite', 'data-code-language': name === '' ? undefined : name }, pre)}\n`;
}

/** True for the name of a language as it is typed behind a fence. */
export function isLanguage(typed: string): boolean {
  return namesByAlias.has(aliasOf(typed));
}

function aliasOf(typed: string): string {
  return typed.toLowerCase().replace(/^\{?\.|\}$/g, '');
}

/** The language by the names that a grammar may have, and the name to show: of one that no one knows, what was typed. */
function findLanguage(typed: string): { aliases: readonly string[]; name: string } {
  const alias = aliasOf(typed);
  const name = namesByAlias.get(alias);
  return name === undefined ? { aliases: [alias], name: typed } : { aliases: aliasesByName.get(name) ?? [alias], name };
}
