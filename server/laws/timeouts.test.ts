/** Law: no test, hook or wait of a test may take longer than a minute. What takes longer is a long form of its own (`npm run test:long`). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root, sourceFiles } from './tree.ts';

const longestMs = 60_000;

/** Limits as they are written: of a test, a hook, a wait or a child process, in milliseconds. */
const limits = [
  /\b(?:\w*[tT]imeout|\w*(?:[tT]imeout|[pP]atience)Ms)\b(?: ?[:=] ?)([\d_]+)/g,
  /\b(?:test|testInfo)\.setTimeout\(([\d_]+)\)/g,
  // As the last argument of a test or a hook.
  /^\s*\}, ([\d_]+)\);/gm,
];
/** Triples a limit. */
const slow = /\btest\.slow\(/;

const isOfTests = (path: string): boolean =>
  path === 'vite.config.ts' || path.startsWith('e2e/') || /\.test\.ts$|^(?:server|electron)\/testing\//.test(path);

const files = [
  { path: 'vite.config.ts', text: readFileSync(join(root, 'vite.config.ts'), 'utf8') },
  ...sourceFiles(),
].filter(({ path }) => isOfTests(path) && path !== 'server/laws/timeouts.test.ts');

const written = files.flatMap(({ path, text }) =>
  limits.flatMap((limit) =>
    [...text.matchAll(limit)].map(([line, ms = '']) => ({
      path,
      line: line.trim(),
      ms: Number(ms.replaceAll('_', '')),
    })),
  ),
);

test('no limit of a test is longer than a minute', () => {
  const tooLong = written.filter(({ ms }) => ms > longestMs).map(({ path, line }) => `${path}: ${line}`);
  expect(tooLong).toEqual([]);
  expect(files.filter(({ text }) => slow.test(text)).map(({ path }) => path)).toEqual([]);
});

test('finds the limits of both runners', () => {
  const of = (path: string): number[] => written.filter((one) => one.path === path).map(({ ms }) => ms);
  expect(of('vite.config.ts')).toContain(longestMs);
  expect(of('e2e/playwright.config.ts')).toContain(longestMs);
  expect(written.length).toBeGreaterThan(20);
});

test('what a test waits for has the limit of its runner, not the second that vi.waitFor has of its own', () => {
  const waits = files.flatMap(({ path, text }) =>
    [...text.matchAll(/^.*\bvi\.wait(?:For|Until)\(.*$/gm)].map(([line]) => ({ path, line: line.trim() })),
  );
  expect(waits.filter(({ line }) => !/, (?:patience|\{ timeout: [\d_]+ \})\);$/.test(line))).toEqual([]);
});
