/** A server that starts on a drive which does not respond: it names the folder that it waits for, and can be ended. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { programArgs } from '../testing/program.ts';

// Opening a pipe that no one writes to hangs as a dead drive does: the lock in a blocking call, the note of a move in another thread.
test.skipIf(process.platform === 'win32').each(['in-use.lock', 'MOVED.txt', 'clock.json', 'journal-end.json'])(
  'says what it waits for while %s does not open',
  async (name) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'hearth-slow-'));
    const pipe = join(dataDir, name);
    execFileSync('mkfifo', [pipe]);
    const server = spawn(process.execPath, [...programArgs, 'serve', '--data-dir', dataDir, '--port', '0'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, LC_ALL: 'C' },
    });
    onTestFinished(async () => {
      server.kill('SIGKILL');
      await (await open(pipe, 'r+').catch(() => undefined))?.close();
      rmSync(dataDir, { recursive: true, force: true });
    });
    let said = '';
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (part) => (said += String(part)));
    await expect.poll(() => said, { timeout: 20_000 }).toContain(`hearth: Still opening ${dataDir} after 5 s.`);
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    expect(await ended).toEqual([null, 'SIGTERM']);
  },
);
