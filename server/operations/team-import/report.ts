/** Report of an import: what was changed or left out, with the file and the line, and how many there were of each kind. */
import { phrase } from '../../translation.ts';

/** Something in the file that was not taken as it is. One line of the report. */
export interface Problem {
  /** The path in the archive. */
  file: string;
  /** Counted from 1; the number of the record where the file has no lines. Null when it concerns the whole file. */
  line: number | null;
  /** What is wrong, as a sentence. */
  what: string;
  /** What was done about it. */
  done: 'changed' | 'left out';
}

/** The file as a whole cannot be imported; nothing was changed. The message names the file and line, and says what to do. */
export class ImportRefused extends Error {}

/** Where a source reports. The caller counts all problems, and keeps the first ones of each kind. */
export type ReportProblem = (problem: Problem) => void;

/** Problems of one kind that are kept one by one; of more only the number. */
const kept = 200;

/** Collects problems in bounded memory. */
export class Problems {
  readonly #kinds = new Map<string, { count: number; first: Problem[] }>();

  readonly report: ReportProblem = (problem) => {
    const kind = `${problem.what}\n${problem.done}`;
    const found = this.#kinds.get(kind) ?? { count: 0, first: [] };
    found.count += 1;
    if (found.first.length < kept) found.first.push(problem);
    this.#kinds.set(kind, found);
  };

  get count(): number {
    return [...this.#kinds.values()].reduce((sum, { count }) => sum + count, 0);
  }

  /** @returns sentences: each kind with its number, then where it was found. */
  lines(): string[] {
    return [...this.#kinds.values()].flatMap(({ count, first }) => [
      `${first[0]?.what ?? ''} ${first[0]?.done === 'changed' ? 'Changed' : 'Left out'}: ${count}.`,
      ...first.map(({ file, line }) => `  ${file}${line === null ? '' : `, line ${line}`}`),
      ...(count > first.length ? [`  and ${count - first.length} more`] : []),
    ]);
  }
}

/** @param what without a colon, by which the place is found again. @returns the refusal of a whole file, which names the place and says what to do */
export function refusal(place: string, line: number | null, what: string, advice: string): ImportRefused {
  const sentences = `${what} ${advice}`;
  return new ImportRefused(
    line === null
      ? phrase(`${place}: ${sentences} Nothing was imported.`)
      : phrase(`${place}, line ${line}: ${sentences} Nothing was imported.`),
  );
}
