/** Report of an import: what was changed or left out, with the file and the line, and how many there were of each kind. */
import { phrase, type Phrase } from '../../translation.ts';

/** Something in the file that was not taken as it is. One line of the report. */
export interface Problem {
  /** The path in the archive. */
  file: string;
  /** Counted from 1; the number of the record where the file has no lines. Null when it concerns the whole file. */
  line: number | null;
  /** What is wrong, as a sentence. */
  what: Phrase;
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

  /** @returns lines for `reportIn`: each kind with its number, then where it was found. */
  lines(): string[] {
    return [...this.#kinds.values()].flatMap(({ count, first }) => [
      kindLine(first[0], count),
      ...first.map(({ file, line }) => `  ${line === null ? file : phrase(`${file}, line ${line}`)}`),
      ...(count > first.length ? [`  ${andMore(count - first.length)}`] : []),
    ]);
  }
}

function kindLine(first: Problem | undefined, number: number): string {
  const what = first?.what ?? '';
  return first?.done === 'changed' ? phrase(`${what} Changed: ${number}.`) : phrase(`${what} Left out: ${number}.`);
}

const andMore = (number: number): Phrase => phrase(`More places: ${number}`);

/** @param lines of a report, each in English. @param ofError translates one. @returns the lines in the language of the reader */
export const reportIn = (lines: readonly string[], ofError: (line: string) => string): string[] =>
  lines.map((line) => {
    const text = line.trimStart();
    return line.slice(0, line.length - text.length) + ofError(text);
  });

/** @param what without a colon, by which the place is found again. @returns the refusal of a whole file, which names the place and says what to do */
export function refusal(place: string, line: number | null, what: string, advice: string): ImportRefused {
  const sentences = `${what} ${advice}`;
  return new ImportRefused(
    line === null
      ? phrase(`${place}: ${sentences} Nothing was imported.`)
      : phrase(`${place}, line ${line}: ${sentences} Nothing was imported.`),
  );
}
