/** A server that runs under the desktop app: it ends at an unhandled rejection, as under plain Node, and leaves the reason in its log folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { programArgs } from '../testing/program.ts';

const parentPort = pathToFileURL(resolve(import.meta.dirname, '../../electron/testing/stand-in/parent-port.mjs')).href;
const planted = `data:text/javascript,setInterval(()=>Promise.reject(new Error('planted rejection')),1500)`;

test('ends at an unhandled rejection, and writes its last words, where the process would only warn', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-words-'));
  const args = ['--unhandled-rejections=warn-with-error-code', '--import', parentPort, '--import', planted];
  const server = spawn(
    process.execPath,
    [...args, ...programArgs, 'serve', '--data-dir', join(folder, 'data'), '--port', '0'],
    { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] },
  );
  onTestFinished(() => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const [code] = (await once(server, 'exit')) as [number | null];
  expect(code).toBeGreaterThan(0);
  expect(readFileSync(join(folder, 'data/logs/last-words.txt'), 'utf8')).toContain('planted rejection');
});
