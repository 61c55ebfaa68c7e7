/** The output of commands whose reader ends first, as `head` does after some lines: the work is done all the same. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { programArgs } from '../testing/program.ts';
import { startWorld } from '../testing/world.ts';

/** Runs a command whose output no one reads. @returns its exit code, and what it wrote to standard error */
async function runUnread(args: readonly string[]): Promise<{ code: number | null; errors: string }> {
  const child = spawn(process.execPath, [...programArgs, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, errors };
}

test('prints help to a reader that is gone without an error', async () => {
  expect(await runUnread(['--help'])).toEqual({ code: 0, errors: '' });
});

test('makes a backup and moves a folder, though no one reads what it prints', async () => {
  const world = await startWorld();
  await world.server.stop();
  const folder = await mkdtemp(join(tmpdir(), 'hearth-unread-'));
  onTestFinished(async () => {
    await world.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const [out, to] = [join(folder, 'a.hearth-backup'), join(folder, 'moved')];
  expect(await runUnread(['backup', '--data-dir', world.dataDir, '--out', out])).toEqual({ code: 0, errors: '' });
  expect(existsSync(out)).toBe(true);
  expect(await runUnread(['move', '--data-dir', world.dataDir, '--to', to])).toEqual({ code: 0, errors: '' });
  expect(existsSync(join(to, 'journal'))).toBe(true);
});
