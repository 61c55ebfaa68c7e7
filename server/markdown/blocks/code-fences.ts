// Blocks of code and formulas between fences. Unlike CommonMark's, a fence is closed by one of its own length only, so that a
// longer one can be shown inside of it, and what is typed behind the opening fence is never lost.

import type { StateBlock } from 'markdown-it';
import { isLanguage } from './code.ts';
import { fenceAt } from './fence-lines.ts';

/** What stands behind the fence of a formula, and nothing else does. */
export const formulaKind = 'math';

/** Block rule in place of the parser's own; quotes and spoilers were read before. */
export function codeFence(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const opening = fenceAt(state, startLine);
  if (opening === undefined) return false;
  if (silent) return true;
  let line = startLine + 1;
  let isClosed = false;
  for (; line < endLine && !isClosed; line++) {
    if (!state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent) break;
    const fence = fenceAt(state, line);
    isClosed = fence?.kind === '' && fence.marker === opening.marker;
  }
  const token = state.push('fence', 'code', 0);
  const { language, firstLine } = readOpening(opening.kind, opening.rest.trim());
  const end = isClosed ? line - 1 : line;
  token.info = language;
  token.content =
    (firstLine === '' ? '' : `${firstLine}\n`) + state.getLines(startLine + 1, end, state.sCount[startLine] ?? 0, true);
  token.markup = opening.marker;
  token.map = [startLine, line];
  state.line = line;
  return true;
}

/** What other programs put behind the language: `title="x"`, `{1,3-5}`, `showLineNumbers copy`. It is about the block, and no code. */
const attributes =
  /^(?:(?:[\w-]+=(?:"[^"]*"|'[^']*'|[\w./-]+)|\{[\d,\s-]*\}|\{[\w-]+=[^{}]*\}|showLineNumbers|copy|linenums|wrap)(?:\s+|$))+$/i;

/** Lines to mark or a file's name, written on to the language: `js{1,3-5}`, `yaml:app/values`. */
const joined = /^([^\s{}:=]+)(?:\{([\d,\s-]*)\}|:[\w@+/.-]*[./][\w@+/.-]+)(?:\s+(.*))?$/;

/** Words behind a fence that name no language are code that was begun too early. */
function readOpening(typedKind: string, typedRest: string): { language: string; firstLine: string } {
  const [, language = '', , after = ''] = joined.exec(`${typedKind} ${typedRest}`.trim()) ?? [];
  const [kind, rest] = isLanguage(language) ? [language, after.trim()] : [typedKind, typedRest];
  if (rest === '' || (isLanguage(kind) && attributes.test(rest))) return { language: kind, firstLine: '' };
  return kind === formulaKind || isLanguage(kind)
    ? { language: kind, firstLine: rest }
    : { language: '', firstLine: `${kind} ${rest}` };
}
