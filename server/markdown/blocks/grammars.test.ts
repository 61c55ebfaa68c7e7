/** Grammars: known by the names that the highlighter's package gives them, and ready for the first code that comes. */
import { createRequire } from 'node:module';
import type { HLJSApi, LanguageFn } from 'highlight.js';
import { expect, it } from 'vitest';
import { testContext } from '../../testing/markdown-context.ts';
import { renderMessage } from '../render.ts';
import grammars from './grammars.json' with { type: 'json' };
import { findGrammar, isReady, prepareGrammar, prepareUsualGrammars } from './grammars.ts';

const first = {
  bash: 'if true; then echo "x"; fi',
  css: 'a { color: red }',
  go: 'func main() {}',
  java: 'public class A {}',
  markdown: '# Title',
  php: '<?php echo 1;',
  rust: 'fn main() {}',
  typescript: 'const a: number = 1;',
};

it('colours the first code of a fresh server, whatever its languages are', () => {
  const content = Object.entries(first).map(([language, code]) => `\`\`\`${language}\n${code}\n\`\`\``);
  // What one message may cost as it is on a server, not as tests of other things have it.
  const { html } = renderMessage(content.join('\n\n'), { ...testContext, highlightBudget: {} });
  const blocks = html.split('<div class="codehilite"').slice(1);
  expect(blocks.map((block) => block.includes('<span class="'))).toEqual(Object.keys(first).map(() => true));
});

it('has those ready ahead that are used most, in steps, also when code needs one in between', () => {
  const steps = prepareUsualGrammars();
  steps.next();
  prepareGrammar('javascript');
  let count = 1;
  while (steps.next().done !== true) count += 1;
  expect(count).toBeGreaterThan(10);
  expect(['js', 'python', 'json', 'sh'].map((name) => isReady(findGrammar([name]) ?? ''))).not.toContain(false);
  expect(isReady('cobol')).toBe(false);
});

it('knows each grammar by all its names', () => {
  const load = createRequire(import.meta.url);
  const hljs = (load('highlight.js/lib/core') as HLJSApi).newInstance();
  for (const name of Object.keys(grammars))
    hljs.registerLanguage(name, load(`highlight.js/lib/languages/${name}`) as LanguageFn);
  const namesOf = (grammar: string): string[] => {
    const aliases = (hljs.getLanguage(grammar)?.aliases ?? []).map((alias) => alias.toLowerCase());
    // Of two that have a name, one is called by it.
    return [grammar, ...aliases.filter((alias) => hljs.getLanguage(alias) === hljs.getLanguage(grammar))];
  };
  expect(Object.fromEntries(Object.keys(grammars).map((grammar) => [grammar, namesOf(grammar).join(' ')]))).toEqual(
    grammars,
  );
  expect(findGrammar(['nobody knows', 'jsx', 'python'])).toBe('javascript');
});

it('makes ten grammars ready for one message at most, and goes on with the next', () => {
  const names = Object.keys(grammars);
  const countReady = (): number => names.filter(isReady).length;
  const unused = names.filter((name) => !isReady(name)).slice(-30);
  const content = unused.map((name) => `\`\`\`${name}\na 1\n\`\`\``).join('\n');
  for (let times = 0; times < 2; times += 1) {
    const before = countReady();
    renderMessage(content, { ...testContext, highlightBudget: {} });
    expect(countReady() - before).toBe(10);
  }
});
