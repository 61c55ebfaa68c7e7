/** JSON of an export, read with patience: what is no number is repaired, and what cannot be read is found with its line. */
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
): { tables: Tables } | { tables: undefined; line: number; what: string } {
  const whole = parsed(text);
  const repaired =
    'value' in whole ? whole : parsed(text.replace(noNumber, (word) => (word.startsWith('"') ? word : 'null')));
  if (!('value' in repaired)) return { tables: undefined, ...repaired };
  if (repaired !== whole)
    report({ file, line: null, what: 'The file has numbers that are none, such as NaN.', done: 'changed' });
  if (!isRow(repaired.value)) return { tables: undefined, line: 1, what: 'The file holds no tables.' };
  return { tables: repaired.value };
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
    report({ file, line: null, what: `The table ${name} is no list.`, done: 'left out' });
    return [];
  }
  return (list as unknown[]).flatMap((row, i) => {
    if (isRow(row)) return [{ row, line: i + 1 }];
    report({ file, line: i + 1, what: `A record of ${name} is no object.`, done: 'left out' });
    return [];
  });
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): { value: unknown } | { line: number; what: string } {
  try {
    return { value: JSON.parse(text.replace(/^\u{feff}/u, '')) };
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const at = /position (\d+)/.exec(message)?.[1];
    const before = at === undefined ? text : text.slice(0, Number(at));
    const isCut = at === undefined || Number(at) >= text.trimEnd().length;
    return {
      line: before.split('\n').length,
      what: isCut ? 'The file ends too early.' : 'The file is not valid JSON.',
    };
  }
}
