/** Text of a file of an export: UTF-8, or UTF-16 as Windows programs save it. */
import { phrase } from '../../translation.ts';
import type { ReportProblem } from './report.ts';

const utf16 = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
] as const;

/** @returns how a file is encoded, by its byte order mark. */
export const utf16Of = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined =>
  utf16.find(([, first, second]) => bytes[0] === first && bytes[1] === second)?.[0];

/** @returns the text without its byte order mark; bytes that are no characters become U+FFFD. */
export const exportText = (bytes: Buffer): string => new TextDecoder(utf16Of(bytes) ?? 'utf-8').decode(bytes);

/** Reports a text in which characters were lost, here or before. */
export function reportLost(file: string, line: number | null, text: string, report: ReportProblem): void {
  if (text.includes('\ufffd'))
    report({
      file,
      line,
      what: phrase('Some characters cannot be read; they are shown as “\ufffd”.'),
      done: 'changed',
    });
}
