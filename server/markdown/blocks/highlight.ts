// Code in colours: a grammar's scopes become the short class names that clients of this API style (`k` a keyword, `nf` a
// function's name, `s` a string). Each stretch of text has one class; spans are never nested, and there are no inline styles.
// A grammar may be slow on text made for it, so it runs against the clock, and what is not done by then stays plain.

import { createContext, Script } from 'node:vm';
import { withSpareDescriptors } from '../../spare-descriptors.ts';
import { element, escapeHtml, unescapeHtml } from '../html.ts';
import { findGrammar, isReady, prepareGrammar, runGrammar } from './grammars.ts';
import { processorMs } from './processor-time.ts';

/** What one message may still spend on colours: milliseconds of the processor, characters of markup, and grammars that no one used before. */
export interface HighlightBudget {
  milliseconds: number;
  markup: number;
  newGrammars: number;
}

const classesByScope: Readonly<Record<string, string>> = {
  addition: 'gi',
  attr: 'na',
  attribute: 'na',
  built_in: 'nb',
  'char.escape': 'se',
  class: 'nc',
  code: 's',
  comment: 'c',
  deletion: 'gd',
  doctag: 'c',
  emphasis: 'ge',
  function: 'nf',
  keyword: 'k',
  link: 'na',
  literal: 'kc',
  meta: 'cp',
  'meta.prompt': 'gp',
  name: 'nt',
  number: 'm',
  operator: 'o',
  'meta.keyword': 'cp',
  'meta.string': 's',
  property: 'na',
  punctuation: 'p',
  regexp: 'sr',
  section: 'gh',
  'selector-attr': 'na',
  'selector-class': 'nc',
  'selector-id': 'nn',
  'selector-pseudo': 'nd',
  'selector-tag': 'nt',
  string: 's',
  strong: 'gs',
  subst: '',
  symbol: 'ss',
  'template-tag': 'cp',
  'template-variable': 'nv',
  'title.class': 'nc',
  'title.class.inherited': 'nc',
  'title.function': 'nf',
  'title.function.invoke': 'nf',
  title: 'nf',
  type: 'kt',
  'variable.constant': 'no',
  'variable.language': 'bp',
  variable: 'nv',
};
const piecePattern = /<span class="([^"]*)">|<\/span>|[^<]+/g;
const punctuationRun = /([()[\]{};,.:]+)/;
/** Text rather than code: a full stop in it is no sign of a grammar. */
const proseLanguages: ReadonlySet<string> = new Set(['asciidoc', 'diff', 'http', 'latex', 'markdown', 'shell', 'xml']);

/**
 * The code as HTML in colours, or undefined when no grammar has one of the names or the budget does not suffice, which is
 * counted down.
 */
export function highlightCode(code: string, names: readonly string[], budget: HighlightBudget): string | undefined {
  const language = findGrammar(names);
  if (language === undefined || budget.milliseconds < 1 || !isPrepared(language, budget)) return undefined;
  const marked = withinTime(budget, () => runGrammar(language, code));
  if (marked === undefined) return undefined;
  const html = flatSpans(marked, !proseLanguages.has(language));
  if (html.length - code.length > budget.markup) return undefined;
  budget.markup -= html.length - code.length;
  return html;
}

/** Making a grammar ready must not be broken off half-way, and happens once: it is counted, not timed. */
function isPrepared(language: string, budget: HighlightBudget): boolean {
  if (isReady(language)) return true;
  if (budget.newGrammars <= 0) return false;
  budget.newGrammars--;
  prepareGrammar(language);
  return true;
}

const sandbox: { work: () => void } = { work: () => undefined };
const script = new Script('work()');
/** In milliseconds. */
const longestWait = 500;
const mostTries = 4;
/** Node's timer of a script is an event loop of its own. Without descriptors for it, Node aborts the process. */
const timerDescriptors = 8;
createContext(sandbox);

/**
 * The result of `work`, or undefined when it needs more of the processor than there is: also a regular expression is broken
 * off. Only elapsed time can be waited for, so on a machine that is busy with other things the work is tried again.
 */
function withinTime<T>(budget: HighlightBudget, work: () => T): T | undefined {
  let result: T | undefined;
  sandbox.work = () => {
    result = work();
  };
  let timeout = budget.milliseconds;
  for (let tries = 0; tries < mostTries; tries++) {
    const before = processorMs();
    const isDone = withSpareDescriptors(timerDescriptors, () => runFor(timeout));
    const spent = Math.max(0.1, processorMs() - before);
    budget.milliseconds -= spent;
    if (isDone) return result;
    if (spent > timeout / 2) return undefined;
    timeout = Math.min(longestWait, budget.milliseconds * (timeout / spent));
  }
  return undefined;
}

/** False when the work in the sandbox was broken off after so many milliseconds. */
function runFor(milliseconds: number): boolean {
  try {
    script.runInContext(sandbox, { timeout: Math.max(1, Math.floor(milliseconds)) });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw error;
  }
}

/** The grammar's nested spans as stretches of one class each. Text is decoded and escaped again, so no markup gets through. */
function flatSpans(marked: string, isCode: boolean): string {
  const open: string[] = [];
  const stretches: Array<{ className: string; text: string }> = [];
  const add = (className: string, text: string): void => {
    const last = stretches.at(-1);
    if (text === '') return;
    if (last?.className === className) last.text += text;
    else stretches.push({ className, text });
  };
  for (const [piece, scope] of marked.matchAll(piecePattern)) {
    if (scope !== undefined) open.push(classOf(scope) ?? open.at(-1) ?? '');
    else if (piece === '</span>') open.pop();
    else {
      const className = open.at(-1) ?? '';
      const parts = className === '' && isCode ? unescapeHtml(piece).split(punctuationRun) : [unescapeHtml(piece)];
      parts.forEach((part, index) => add(index % 2 === 1 ? 'p' : className, part));
    }
  }
  return stretches
    .map(({ className, text }) =>
      className === '' ? escapeHtml(text) : element('span', { class: className }, escapeHtml(text)),
    )
    .join('');
}

/** `hljs-title function_` is the scope `title.function`; a language inside another one has no class of its own. */
function classOf(scope: string): string | undefined {
  if (!scope.startsWith('hljs-')) return '';
  const parts = scope
    .slice('hljs-'.length)
    .split(' ')
    .map((part) => part.replace(/_+$/, ''));
  for (let length = parts.length; length > 0; length--) {
    const name = classesByScope[parts.slice(0, length).join('.')];
    if (name !== undefined) return name;
  }
  return undefined;
}
