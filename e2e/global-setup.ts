/** Before any test: builds what is stale, once, so that the tests can start the built program directly; makes a folder for the demo of this run. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { demoShelfName, makeDemo } from './hearth-process.ts';

export default async function prepare(): Promise<() => void> {
  execFileSync(process.execPath, ['server/tools/run.mjs', '--version'], {
    cwd: resolve(import.meta.dirname, '..'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const shelf = mkdtempSync(join(tmpdir(), 'hearth-demo-'));
  process.env[demoShelfName] = shelf;
  if (isDemoNeeded(process.argv.slice(2))) await makeDemo();
  return () => rmSync(shelf, { recursive: true, force: true });
}

/** @param words of the command line: those that name files, and others. @returns whether a file that runs starts a demo */
function isDemoNeeded(words: readonly string[]): boolean {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.spec.ts'));
  const chosen = files.filter((name) => words.some((word) => `e2e/${name}`.includes(word)));
  const mayRun = chosen.length === 0 ? files : chosen;
  return mayRun.some((name) =>
    /startDemo\(|command: 'demo'/.test(readFileSync(join(import.meta.dirname, name), 'utf8')),
  );
}
