/** Formats of the text at the caret, for the buttons of the message box. Pure. */
import { isInFence, type Selection } from './compose-text.ts';
import { withoutNames } from './marks.ts';

export type ActiveFormat = 'bold' | 'italic' | 'strike' | 'code' | 'codeBlock' | 'quote' | 'bullets' | 'numbers';

const marks = [
  ['**', 'bold'],
  ['~~', 'strike'],
  ['*', 'italic'],
] as const;

/** @returns the formats of the line and the words at the caret, or at the start of what is selected. */
export function formatsAt({ text, start, end }: Selection): ReadonlySet<ActiveFormat> {
  const active = new Set<ActiveFormat>();
  if (isInFence(text, start)) return active.add('codeBlock');
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end);
  const line = text.slice(lineStart, lineEnd === -1 ? text.length : lineEnd);
  if (/^\s*>/.test(line)) active.add('quote');
  if (/^\s*[-*+] /.test(line)) active.add('bullets');
  if (/^\s*\d{1,9}[.)] /.test(line)) active.add('numbers');
  const from = /^\s*(?:[-*+] )?/.exec(line)?.[0].length ?? 0;
  for (const format of marksAround(withoutNames(line.slice(from)), start - lineStart - from)) active.add(format);
  return active;
}

/** @returns the formats that begin before an offset of a line, and end behind it. */
function marksAround(line: string, offset: number): ActiveFormat[] {
  const open: { format: ActiveFormat; mark: string; from: number }[] = [];
  const around: ActiveFormat[] = [];
  const close = (format: ActiveFormat, to: number): void => {
    const index = open.findLastIndex((each) => each.format === format);
    const [begun] = index === -1 ? [] : open.splice(index);
    if (begun !== undefined && begun.from <= offset && offset <= to) around.push(format);
  };
  for (let at = 0; at < line.length; at += 1) {
    const ticks = /^`+/.exec(line.slice(at, at + 5))?.[0] ?? '';
    const [mark, format] =
      ticks === '' ? (marks.find(([each]) => line.startsWith(each, at)) ?? []) : [ticks, 'code' as const];
    if (line[at] === '\\') at += 1;
    else if (mark !== undefined && format !== undefined) {
      const inCode = open.at(-1)?.format === 'code';
      const isClosing = open.some((each) => each.format === format && each.mark === mark);
      if (isClosing) close(format, at);
      else if (!inCode) open.push({ format, mark, from: at + mark.length });
      at += mark.length - 1;
    }
  }
  return around;
}
