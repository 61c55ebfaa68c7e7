/** JSON of an export, read with patience: what is no number is repaired, and what cannot be read is found with its line. */
import { phrase, type Phrase } from '../../translation.ts';
import { reportLost } from './export-text.ts';
import type { ReportProblem } from './report.ts';

export type Row = Readonly<Record<string, unknown>>;
export type Tables = Readonly<Record<string, unknown>>;

/** Strings, which stay, and the words for numbers that JSON does not have. A string takes one step for each escape, not each letter. */
const noNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|\bNaN\b|-?\bInfinity\b/gs;

/**
 * @returns the object of a file; undefined when it cannot be read, with the place.
 * @param report gets what was repaired.
 */
export function parseTables(
  file: string,
  text: string,
  report: ReportProblem,
): { tables: Tables } | { tables: undefined; line: number; what: Phrase } {
  const whole = parsed(text);
  const repaired =
    'value' in whole ? whole : parsed(text.replace(noNumber, (word) => (word.startsWith('"') ? word : 'null')));
  if (!('value' in repaired)) return { tables: undefined, ...repaired };
  if (repaired !== whole)
    report({ file, line: null, what: phrase('The file has numbers that are none, such as NaN.'), done: 'changed' });
  if (!isRow(repaired.value)) return { tables: undefined, line: 1, what: phrase('The file holds no tables.') };
  reportLost(file, null, text, report);
  return { tables: repaired.value };
}

/**
 * @param names of tables that are lists.
 * @returns the tables of a file; of a damaged one the records of these that can be read
 * @param report gets what was repaired and left out.
 */
export function tablesOf(file: string, text: string, names: readonly string[], report: ReportProblem): Tables {
  const read = parseTables(file, text, report);
  if (read.tables !== undefined) return read.tables;
  const found = names.flatMap((name) => {
    // A name in a text has a backslash before its quotes.
    const at = new RegExp(`"${name}"\\s*:\\s*(?=\\[)`).exec(text);
    if (at === null) return [];
    const start = at.index + at[0].length;
    const before = text.slice(0, start).split('\n').length - 1;
    const rows = pieces(text.slice(start)).flatMap(({ json, line }) => salvaged(file, json, before + line, report));
    return [[name, rows.map(({ row }) => row)] as const];
  });
  if (found.length === 0) report({ file, line: read.line, what: read.what, done: 'left out' });
  return Object.fromEntries(found);
}

/** @returns rows of one table; what is no row is reported and left out. */
export function rowsOf(
  file: string,
  tables: Tables,
  name: string,
  report: ReportProblem,
): { row: Row; line: number }[] {
  const list = tables[name] ?? [];
  if (!Array.isArray(list)) {
    report({ file, line: null, what: phrase(`The table ${name} is no list.`), done: 'left out' });
    return [];
  }
  return (list as unknown[]).flatMap((row, i) => {
    if (isRow(row)) return [{ row, line: i + 1 }];
    report({ file, line: i + 1, what: phrase(`A record of ${name} is no object.`), done: 'left out' });
    return [];
  });
}

/** One object of a file that is a list. */
export interface ListedRow {
  row: Row;
  /** The line of the file in which it begins. */
  readonly line: number;
}

/**
 * @returns the objects of a file that is a list; of a damaged one those that can be read
 * @param report gets what was repaired and left out.
 */
export function listOf(file: string, text: string, report: ReportProblem): ListedRow[] {
  const leaveOut = (line: number, what: Phrase): void => report({ file, line, what, done: 'left out' });
  const whole = parsed(text);
  if ('value' in whole && !Array.isArray(whole.value)) {
    leaveOut(1, phrase('The file holds no list.'));
    return [];
  }
  let places: Piece[] | undefined;
  const lineOf = (i: number): number => (places ??= pieces(text))[i]?.line ?? 1;
  if ('value' in whole) reportLost(file, null, text, report);
  if ('value' in whole)
    return (whole.value as unknown[]).flatMap((row, i) => {
      if (isRow(row))
        return [
          {
            row,
            get line() {
              return lineOf(i);
            },
          },
        ];
      leaveOut(lineOf(i), phrase('A record is no object.'));
      return [];
    });
  if (!/^\s*\[/.test(text.replace(/^\u{feff}/u, ''))) {
    leaveOut(whole.line, text.trim() === '' ? phrase('The file is empty.') : whole.what);
    return [];
  }
  return pieces(text).flatMap(({ json, line }) => salvaged(file, json, line, report));
}

/** One record of a list that cannot be read as a whole. */
function salvaged(file: string, json: string, line: number, report: ReportProblem): ListedRow[] {
  const read = parseTables(file, json, (problem) => report({ ...problem, line }));
  if (read.tables !== undefined) return [{ row: read.tables, line }];
  report({ file, line, what: read.what, done: 'left out' });
  return [];
}

interface Piece {
  json: string;
  line: number;
}

/** Cuts a list into its records, also where the records are no valid JSON or the last one is cut off. */
function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  const signs = /"[^"\\]*(?:\\.[^"\\]*)*"?|[[\]{},\n]/gs;
  let [depth, line, start, startLine] = [0, 1, -1, 1];
  const end = (at: number): void => {
    if (start >= 0 && text.slice(start, at).trim() !== '') found.push({ json: text.slice(start, at), line: startLine });
    start = -1;
  };
  const begin = (at: number): void => {
    const blank = /\S/.exec(text.slice(at, at + 1000))?.index ?? 0;
    [start, startLine] = [at, line + (text.slice(at, at + blank).match(/\n/g)?.length ?? 0)];
  };
  for (const { 0: sign, index } of text.matchAll(signs)) {
    if (sign === '\n') line += 1;
    else if (sign.startsWith('"')) line += sign.match(/\n/g)?.length ?? 0;
    else if (sign === ',') {
      if (depth !== 1) continue;
      end(index);
      begin(index + 1);
    } else if (sign === '[' || sign === '{') {
      depth += 1;
      if (depth === 1) begin(index + 1);
    } else {
      depth -= 1;
      if (depth > 0) continue;
      end(index);
      return found;
    }
  }
  end(text.length);
  return found;
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): { value: unknown } | { line: number; what: Phrase } {
  try {
    return { value: JSON.parse(text.replace(/^\u{feff}/u, '')) };
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const at = /position (\d+)/.exec(message)?.[1];
    const isCut = /^(?:Unexpected end|Unterminated)/.test(message) || Number(at) >= text.trimEnd().length;
    // A short text has no position in the message.
    const before = text.slice(0, at === undefined ? (isCut ? text.length : 0) : Number(at));
    return {
      line: before.split('\n').length,
      what: isCut ? phrase('The file ends too early.') : phrase('The file is not valid JSON.'),
    };
  }
}
