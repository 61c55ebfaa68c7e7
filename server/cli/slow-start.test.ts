/** A server that starts on a drive which does not respond: it names the folder that it waits for, and can be ended. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../start.ts';
import { refusalOf } from '../storage/errors.ts';
import { programArgs } from '../testing/program.ts';

// Opening a pipe that no one writes to hangs as a dead drive does: the lock in a blocking call, the note of a move in another thread.
// A pipe itself is refused, a link to it is not.
test.skipIf(process.platform === 'win32').each(['in-use.lock', 'MOVED.txt', 'clock.json', 'journal-end.json'])(
  'says what it waits for while %s does not open',
  async (name) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'hearth-slow-'));
    const pipe = `${dataDir}.pipe`;
    execFileSync('mkfifo', [pipe]);
    symlinkSync(pipe, join(dataDir, name));
    const server = spawn(process.execPath, [...programArgs, 'serve', '--data-dir', dataDir, '--port', '0'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, LC_ALL: 'C' },
    });
    onTestFinished(async () => {
      server.kill('SIGKILL');
      await (await open(pipe, 'r+').catch(() => undefined))?.close();
      for (const path of [dataDir, pipe]) rmSync(path, { recursive: true, force: true });
    });
    let said = '';
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (part) => (said += String(part)));
    await expect.poll(() => said, { timeout: 20_000 }).toContain(`hearth: Still opening ${dataDir} after 5 s.`);
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    expect(await ended).toEqual([null, 'SIGTERM']);
  },
);

test.skipIf(process.platform === 'win32').each(['in-use.lock', 'MOVED.txt', 'journal-end.json'])(
  'refuses at once to start where %s is a pipe',
  async (name) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'hearth-pipe-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const path = join(dataDir, name);
    execFileSync('mkfifo', [path]);
    const error: unknown = await startServer({ host: '127.0.0.1', port: 0, logLevel: 'silent', dataDir }).catch(
      (reason: unknown) => refusalOf(reason, dataDir),
    );
    expect(error).toMatchObject({
      message: `On the path ${path} there is a pipe, a socket or a device where a file belongs. Move it away, then start again.`,
    });
  },
);
