/** `npm run bench -- console`: how soon the console paints, and how much is loaded before, as e2e/console-screens.spec.ts measures it. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { annotationsOf } from './parts/playwright.ts';
import { reportBench, type BenchLine } from './parts/report.ts';

const root = resolve(import.meta.dirname, '../..');
const measured = 'little is loaded before the first paint';
const goals: Record<string, number> = {
  'first paint, ms': 1000,
  'scripts before it, kB gzip': 250,
  'styles before it, kB gzip': 60,
};

async function benchConsole(): Promise<BenchLine[]> {
  const playwright = resolve(root, 'node_modules/@playwright/test/cli.js');
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter', 'json', '-g', measured];
  const { stdout, stderr } = spawnSync(process.execPath, [playwright, ...args, 'console-screens.spec.ts'], {
    cwd: root,
    encoding: 'utf8',
  });
  const figures = annotationsOf(stdout).filter(({ type }) => type in goals);
  if (figures.length === 0) throw new Error(`Nothing was measured.\n${stdout.slice(-2000)}\n${stderr.slice(-2000)}`);
  return figures.map(({ type, description }) => {
    const [name = type, unit = ''] = type.split(', ');
    const value = Number(description);
    const reference = goals[type] ?? Infinity;
    const holds = value <= reference;
    return { name, value, unit, reference, ratio: value / reference, goal: `<= ${reference} ${unit}`, holds };
  });
}

await reportBench(benchConsole);
