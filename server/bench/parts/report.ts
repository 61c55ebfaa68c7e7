/** What every bench prints: a table for people, and with `--json FILE` the same as JSON. */
import { writeFileSync } from 'node:fs';

export interface BenchLine {
  name: string;
  value: number;
  unit: string;
  /** null where what it is compared with could not be run. */
  reference: number | null;
  ratio: number | null;
  goal: string;
  /** null: not run. */
  holds: boolean | null;
}

/** Runs a bench, prints its lines, and ends with exit code 1 when a goal is missed. */
export async function reportBench(bench: () => Promise<BenchLine[]>): Promise<void> {
  const lines = await bench();
  const rows = lines.map(({ name, value, unit, reference, ratio, goal, holds }) => [
    holds === null ? 'not run' : holds ? 'holds' : 'MISSED',
    name,
    `${short(value)} ${unit}`,
    reference === null ? 'no reference' : `reference ${short(reference)}`,
    ratio === null ? '' : `ratio ${ratio.toFixed(2)}`,
    goal,
  ]);
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows)
    process.stdout.write(`${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`);
  const json = process.argv.indexOf('--json');
  const file = process.argv[json + 1];
  if (json > 0 && file !== undefined) writeFileSync(file, `${JSON.stringify(lines, undefined, 2)}\n`);
  if (lines.some(({ holds }) => holds === false)) process.exitCode = 1;
}

function short(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(3);
}
