/** Lines of a bulk export of Mattermost: a record each, of a version that can be read. */
import { phrase, type Phrase } from '../../translation.ts';
import { numberAt, textAt } from './fields.ts';
import { parseTables, type Row } from './json-rows.ts';
import { linesOf } from './lines.ts';
import { refusal, type Problem, type ReportProblem } from './report.ts';

/** A line that is a record, with the place of what is wrong in it. */
export interface Line {
  kind: string;
  row: Row;
  line: number;
  offset: number;
  bytes: number;
  problem(what: Phrase, done: Problem['done']): void;
}

/** @throws ImportRefused for another version than 1 */
export function checkVersion(file: string, { row, line }: Line): void {
  if (numberAt(row, 'version') !== 1)
    throw refusal(
      file,
      line,
      'The export is of a version that cannot be read; version 1 can.',
      'Export the team again.',
    );
}

/** Yields the records of a file; lines that are none are reported and left out. */
export async function* recordsOf(path: string, file: string, report: ReportProblem): AsyncGenerator<Line> {
  for await (const { line, text, offset, bytes } of linesOf(path)) {
    const problem = (what: Phrase, done: Problem['done']): void => report({ file, line, what, done });
    if (text === undefined) problem(phrase('The line is too long to be read.'), 'left out');
    else if (text.trim() !== '') {
      const read = parseTables(file, text, ({ what, done }) => problem(what, done));
      if (read.tables === undefined) problem(read.what, 'left out');
      else yield { kind: textAt(read.tables, 'type'), row: read.tables, line, offset, bytes, problem };
    }
  }
}
