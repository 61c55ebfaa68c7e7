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
import { password, startWorld } from '../testing/world.ts';

const owner = { username: 'owner@example.com', password: 'correct horse battery' };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts the program, asks from the moment at which something listens at all, and ends it. @returns the first answer. */
async function firstAnswer(
  dataDir: string,
  flags: readonly string[],
  path: string,
  request: RequestInit,
): Promise<{ status: number; text: string } | undefined> {
  const port = await freePort();
  const args = [...programArgs, 'serve', '--data-dir', dataDir, '--port', String(port), ...flags];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  onTestFinished(() => void child.kill('SIGKILL'));
  let first: { status: number; text: string } | undefined;
  while (first === undefined && child.exitCode === null)
    first = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, request).then(
      async (answer) => ({ status: answer.status, text: await answer.text() }),
      async () => {
        await sleep(5);
        return undefined;
      },
    );
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  return first;
}

test('with owner flags, the first answer of all is already to the owner', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hearth-serve-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const flags = ['--owner-email', owner.username, '--owner-password', owner.password];
  const first = await firstAnswer(dataDir, flags, '/fetch_api_key', {
    method: 'POST',
    body: new URLSearchParams(owner),
  });
  expect(first).toMatchObject({ status: 200, text: expect.stringContaining('"api_key"') as string });
});

test('with --reactivate, an organization that an owner deactivated is back for everybody', async () => {
  const world = await startWorld();
  onTestFinished(() => rmSync(world.dataDir, { recursive: true, force: true }));
  const { dataDir, member } = world;
  const asMember = { headers: { Authorization: member.authorization } };
  await world.owner.ok.post('/console/organization/deactivate', { password });
  await world.server.stop();
  expect(await firstAnswer(dataDir, [], '/users/me', asMember)).toMatchObject({
    status: 401,
    text: expect.stringContaining('REALM_DEACTIVATED') as string,
  });
  expect(await firstAnswer(dataDir, ['--reactivate'], '/users/me', asMember)).toMatchObject({ status: 200 });
  // It lasts: the next start needs no flag.
  expect(await firstAnswer(dataDir, [], '/users/me', asMember)).toMatchObject({ status: 200 });
});
