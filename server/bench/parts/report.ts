/**
 * Report of every bench: a table for people, which `--json FILE` keeps and `--json` prints as JSON; with `--compare FILE` what fell
 * since that was kept.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fallsSince, short, type Compared } from './compare.ts';

export interface BenchLine {
  name: string;
  value: number;
  unit: string;
  /** null where what it is compared with could not be run. */
  reference: number | null;
  ratio: number | null;
  goal: string;
  /** null: not run, or without a goal ("shown"). */
  holds: boolean | null;
}

/** Runs a bench, prints its lines, and ends with exit code 1 when a goal is missed. */
export async function reportBench(bench: () => Promise<BenchLine[]>): Promise<void> {
  const [keptFile, file] = [fileAfter('--compare'), fileAfter('--json')];
  // Before minutes of work: it may not be there.
  const kept = keptFile === undefined ? undefined : (JSON.parse(readFileSync(keptFile, 'utf8')) as Compared[]);
  const lines = await bench();
  const json = `${JSON.stringify(lines, undefined, 2)}\n`;
  if (file === '') process.stdout.write(json);
  else printTable(lines);
  const falls = kept === undefined ? [] : fallsSince(kept, lines);
  for (const fall of falls) process[file === '' ? 'stderr' : 'stdout'].write(`FELL  ${fall}\n`);
  if (file !== undefined && file !== '') writeFileSync(file, json);
  if (falls.length > 0 || lines.some(({ holds }) => holds === false)) process.exitCode = 1;
}

function printTable(lines: readonly BenchLine[]): void {
  const rows = lines.map(({ name, value, unit, reference, ratio, goal, holds }) => [
    verdictOf(goal, holds),
    name,
    `${short(value)} ${unit}`,
    reference === null ? 'no reference' : `reference ${short(reference)}`,
    ratio === null ? '' : `ratio ${ratio.toFixed(2)}`,
    goal,
  ]);
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows)
    process.stdout.write(`${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`);
}

/** A figure without a goal is only shown. */
function verdictOf(goal: string, holds: boolean | null): string {
  if (holds === null) return goal.startsWith('shown') ? 'shown' : 'not run';
  return holds ? 'holds' : 'MISSED';
}

/** @returns '' for a flag without a file, undefined without the flag. */
function fileAfter(flag: string): string | undefined {
  const at = process.argv.indexOf(flag);
  const next = process.argv[at + 1] ?? '';
  return at === -1 ? undefined : next.startsWith('--') ? '' : next;
}
