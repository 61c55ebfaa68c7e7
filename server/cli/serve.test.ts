/** `serve` as it is started: what its flags ask for is there before anybody is answered. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { programArgs } from '../testing/program.ts';

const owner = { username: 'owner@example.com', password: 'correct horse battery' };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test('with owner flags, the first answer of all is already to the owner', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hearth-serve-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const port = await freePort();
  const flags = ['--owner-email', owner.username, '--owner-password', owner.password];
  const args = [...programArgs, 'serve', '--data-dir', dataDir];
  const child = spawn(process.execPath, [...args, '--port', String(port), ...flags], { stdio: 'inherit' });
  onTestFinished(() => void child.kill('SIGKILL'));

  // Asked from the moment at which something listens at all.
  let first: { status: number; text: string } | void = undefined;
  while (first === undefined && child.exitCode === null)
    first = await fetch(`http://127.0.0.1:${port}/api/v1/fetch_api_key`, {
      method: 'POST',
      body: new URLSearchParams(owner),
    }).then(
      async (answer) => ({ status: answer.status, text: await answer.text() }),
      async () => sleep(5),
    );
  expect(first).toMatchObject({ status: 200, text: expect.stringContaining('"api_key"') as string });
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
});
