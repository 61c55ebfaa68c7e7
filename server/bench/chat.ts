/** `npm run bench -- chat`: how soon the chat shows a message, how soon another view, how it scrolls through 100,000, and what an event and a key cost, as e2e/chat-bench.spec.ts measures it. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { annotationsOf } from './parts/playwright.ts';
import { reportBench, type BenchLine } from './parts/report.ts';

const root = resolve(import.meta.dirname, '../..');
const goals: Record<string, number> = {
  'first message, ms': 1500,
  'scripts before it, kB gzip': 250,
  'another view, ms': 250,
  'a view that was open before, ms': 100,
  'an event in a long list, ms': 4,
  'a message that comes to a long list, ms': 8,
  'longest task while scrolling, ms': 50,
  'heap after scrolling, MB': 150,
  'nodes while scrolling': 4000,
  'key to paint p95, ms': 50,
  'key to paint p95 on a slow computer, ms': 50,
};

async function benchChat(): Promise<BenchLine[]> {
  const playwright = resolve(root, 'node_modules/@playwright/test/cli.js');
  const args = [
    'test',
    '--config',
    'e2e/playwright.config.ts',
    '--reporter',
    'json',
    '--retries',
    '0',
    '--workers',
    '1',
  ];
  const { stdout, stderr } = spawnSync(process.execPath, [playwright, ...args, 'chat-bench.spec.ts'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, HEARTH_BENCH: 'chat' },
  });
  const figures = annotationsOf(stdout);
  const measured = new Map(figures.map(({ type, description }) => [type, Number(description)]));
  if (!Object.keys(goals).every((name) => measured.has(name)))
    throw new Error(`Not everything was measured.\n${stdout.slice(-2000)}\n${stderr.slice(-2000)}`);
  return Object.entries(goals).map(([type, reference]) => {
    const [name = type, unit = ''] = type.split(', ');
    const value = measured.get(type) ?? NaN;
    const others: [string, number | undefined][] = [
      ['of it on a processor', measured.get(`of it on a processor: ${type}`)],
      ['an empty React page', measured.get(`empty page: ${type}`)],
    ];
    const told = others.flatMap(([what, figure]) => (figure === undefined ? [] : [`${what}: ${figure}`]));
    const beside = told.length === 0 ? '' : ` (${told.join(', ')})`;
    const holds = value <= reference;
    return { name, value, unit, reference, ratio: value / reference, goal: `<= ${reference} ${unit}${beside}`, holds };
  });
}

await reportBench(benchChat);
