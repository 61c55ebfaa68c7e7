// The grammars of code: which language names each knows, and how one becomes ready: its file is read, and it is compiled with
// those that it embeds. Each is made ready once as long as the server runs, when code first needs it; those that people paste
// most, already before (`prepareUsualGrammars`).

import { createRequire } from 'node:module';
import type { HLJSApi, Language, LanguageFn, Mode } from 'highlight.js';
import { loadDescriptors, withSpareDescriptors } from '../../spare-descriptors.ts';
import grammars from './grammars.json' with { type: 'json' };

const grammarsByName: ReadonlyMap<string, string> = new Map(
  Object.entries(grammars).flatMap(([grammar, names]) => names.split(' ').map((name) => [name, grammar] as const)),
);

/** What most of the code in a team's chat is written in. All others together would take 15 MB. */
const usual = ['bash', 'javascript', 'python', 'json', 'typescript', 'yaml', 'sql', 'diff'];

/** In place of "any language": to guess, every candidate reads the code. */
const guesses: Readonly<Record<string, string[]>> = { http: ['json', 'xml'], pgsql: ['pgsql'] };

const load = createRequire(import.meta.url);
let core: HLJSApi | undefined;
/** By each grammar that was read: those inside it. */
const embedded = new Map<string, readonly string[]>();
const compiled = new Set<string>();
const ready = new Set<string>();

/** The grammar that knows the first of these names that one knows. */
export function findGrammar(names: readonly string[]): string | undefined {
  const known = names.find((name) => grammarsByName.has(name));
  return known === undefined ? undefined : grammarsByName.get(known);
}

/** True when running the grammar reads and compiles nothing more. */
export function isReady(grammar: string): boolean {
  return ready.has(grammar);
}

/** Makes one ready at once. */
export function prepareGrammar(grammar: string): void {
  const steps = preparing(grammar);
  while (steps.next().done !== true);
}

/** Makes those ready that are used most, in steps of some milliseconds. */
export function* prepareUsualGrammars(): Generator<void, void> {
  for (const grammar of usual) yield* preparing(grammar);
}

/** The code as markup of the highlighter's own, by a grammar that is ready. */
export function runGrammar(grammar: string, code: string): string {
  return highlighter().highlight(code, { language: grammar, ignoreIllegals: true }).value;
}

function* preparing(grammar: string): Generator<void, void> {
  const all = new Set([grammar]);
  for (const one of all) {
    if (!embedded.has(one)) {
      readGrammar(one);
      yield;
    }
    for (const inside of embedded.get(one) ?? []) all.add(inside);
    if (!compiled.has(one)) {
      highlighter().highlight(' ', { language: one });
      compiled.add(one);
      yield;
    }
  }
  ready.add(grammar);
}

function readGrammar(grammar: string): void {
  const hljs = highlighter();
  const define = withSpareDescriptors(
    loadDescriptors,
    () => load(`highlight.js/lib/languages/${grammar}`) as LanguageFn,
  );
  hljs.registerLanguage(grammar, (api) => {
    const language = define(api);
    embedded.set(grammar, embeddedIn(language, guesses[grammar] ?? []));
    return language;
  });
}

/** The grammars that this one hands parts of the code to. Where it would guess, it is given `candidates` instead. */
function embeddedIn(language: Language, candidates: string[]): string[] {
  const found = new Set<string>();
  const seen = new Set<unknown>();
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || part instanceof RegExp || seen.has(part)) return;
    seen.add(part);
    const mode = part as Mode;
    if (Array.isArray(mode.subLanguage)) mode.subLanguage = candidates;
    for (const name of [mode.subLanguage ?? []].flat()) found.add(name);
    Object.values(part).forEach(look);
  };
  look(language);
  return [...found].filter((name) => Object.hasOwn(grammars, name));
}

function highlighter(): HLJSApi {
  core ??= withSpareDescriptors(loadDescriptors, () => load('highlight.js/lib/core') as HLJSApi);
  return core;
}
