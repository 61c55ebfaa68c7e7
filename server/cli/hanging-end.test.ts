/** A server that is asked to end while a drive does not respond: it ends in time, with a code or signal that service managers know. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../e2e/free-port.ts';
import { programArgs } from '../testing/program.ts';

test.skipIf(process.platform === 'win32')('ends within seconds while a drive does not respond', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hearth-end-'));
  const port = await freePort();
  const owner = { username: 'owner@example.com', password: 'correct horse battery' };
  const flags = ['--port', String(port), '--owner-email', owner.username, '--owner-password', owner.password];
  const server = spawn(process.execPath, [...programArgs, 'serve', '--data-dir', dataDir, ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    server.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (part) => (said += String(part)));
  await expect.poll(() => said, { timeout: 20_000 }).toContain('listening');
  const api = `http://127.0.0.1:${port}/api/v1`;
  const signedIn = await fetch(`${api}/fetch_api_key`, { method: 'POST', body: new URLSearchParams(owner) });
  const { api_key: key } = (await signedIn.json()) as { api_key: string };
  const authorization = `Basic ${Buffer.from(`${owner.username}:${key}`).toString('base64')}`;
  const headers = { authorization, 'Tus-Resumable': '1.0.0' };
  const begun = await fetch(`${api}/tus/`, { method: 'POST', headers: { ...headers, 'Upload-Length': '9' } });
  const place = new URL(begun.headers.get('location') ?? '', api).href;
  // Opening a pipe that no one writes to hangs as a dead drive does. A pipe itself is refused, a link to it is not.
  const record = join(dataDir, 'uploads-unfinished', `${place.split('/').at(-1)}.json`);
  renameSync(record, `${record}.kept`);
  execFileSync('mkfifo', [`${record}.pipe`]);
  symlinkSync(`${record}.pipe`, record);
  onTestFinished(async () => (await open(record, 'r+').catch(() => undefined))?.close());
  const asked = fetch(place, { method: 'HEAD', headers }).catch(() => undefined);
  await fetch(`${api}/users/me`, { headers });
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  const [code, signal] = (await ended) as [number | null, string | null];
  expect([code, signal]).toEqual([null, 'SIGTERM']);
  expect(said).toContain('did not stop in time');
  await asked;
});
