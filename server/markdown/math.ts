// Formulas: `$$x^2$$` in a line and fenced blocks named math. KaTeX draws them; what it refuses is shown as typed,
// marked as an error. Macros cannot run away (maxExpand), and links, pictures and HTML inside formulas are off.

import { createRequire } from 'node:module';
import type { renderToString } from 'katex';
import type { StateInline } from 'markdown-it';
import { formulaInLine } from '../scripts.ts';
import { loadDescriptors, withSpareDescriptors } from '../spare-descriptors.ts';
import { renderStateOf, type RenderState } from './context.ts';
import { element, escapeHtml } from './html.ts';
import { pushHtml } from './inline/push-html.ts';

const formulaPattern = new RegExp(formulaInLine, 'uy');
const charactersPerFormula = 1500;
const katexOptions = { throwOnError: true, trust: false, strict: 'ignore', maxExpand: 200, maxSize: 20 } as const;

const load = createRequire(import.meta.url);
let loaded: { renderToString: typeof renderToString } | undefined;

/** Read when the first formula is drawn: most starts draw none. */
function katex(): { renderToString: typeof renderToString } {
  return (loaded ??= withSpareDescriptors(
    loadDescriptors,
    () => load('katex') as { renderToString: typeof renderToString },
  ));
}

/** Inline rule at `$`: a formula stands on one line and holds no dollar sign but after a backslash. */
export function inlineMath(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x24 || state.src.charCodeAt(state.pos - 1) === 0x24) return false;
  formulaPattern.lastIndex = state.pos;
  const match = formulaPattern.exec(state.src);
  if (match === null || formulaPattern.lastIndex > state.posMax) return false;
  const source = match[1] ?? '';
  if (!silent) pushHtml(state, inlineFormula(renderStateOf(state.env), source, match[0]), source, ' ');
  state.pos += match[0].length;
  return true;
}

/** A paragraph with one displayed formula, or with its source when it cannot be drawn. */
export function displayedFormula(rendering: RenderState, source: string): string {
  return element('p', {}, formula(rendering, source, true) ?? errorHtml(source));
}

function inlineFormula(rendering: RenderState, source: string, typed: string): string {
  return formula(rendering, source, false) ?? errorHtml(typed);
}

function errorHtml(source: string): string {
  return element('span', { class: 'tex-error' }, escapeHtml(source));
}

/** KaTeX's markup, or undefined when the source is wrong, too long, or the message has spent its share. */
function formula(rendering: RenderState, source: string, displayMode: boolean): string | undefined {
  if (source.length > charactersPerFormula || rendering.formulaBudget <= 0) return undefined;
  const { renderToString: draw } = katex();
  try {
    const html = draw(source, { ...katexOptions, displayMode });
    rendering.formulaBudget -= html.length;
    return html;
  } catch {
    // Besides its ParseError, KaTeX runs out of stack on braces nested some hundred deep; both mean "cannot be drawn".
    return undefined;
  }
}
