/** `serve` as it is started: what its flags ask for is there before anybody is answered. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../e2e/free-port.ts';
import { openStorage } from '../storage/database.ts';
import { turnOnTwoFactor } from '../testing/authenticator.ts';
import { programArgs } from '../testing/program.ts';
import { password, startWorld } from '../testing/world.ts';

const owner = { username: 'owner@example.com', password: 'correct horse battery' };

/** Starts the program, asks from the moment at which something listens at all, and ends it. @returns the first answer. */
async function firstAnswer(
  dataDir: string,
  flags: readonly string[],
  path: string,
  request: RequestInit,
): Promise<{ status: number; text: string } | undefined> {
  // Below those that the system gives to the user who asks for any: no one takes it before the program does.
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

/** What in a folder may be like nowhere else: every long text of letters and digits, and when its migrations ran. */
async function contentOf(dataDir: string): Promise<{ secrets: Set<string>; appliedAt: number[]; history: string }> {
  const history = readFileSync(join(dataDir, 'journal-end.json'), 'utf8');
  const storage = await openStorage({ dataDir });
  const [tables, appliedAt] = await storage.read((view) => [
    view
      .all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name != 'schema_migrations'")
      .map(({ name }) => view.all<Record<string, unknown>>(`SELECT * FROM "${name}"`)),
    view.all<{ applied_at: number }>('SELECT applied_at FROM schema_migrations').map((row) => row.applied_at),
  ]);
  await storage.close();
  const texts = JSON.stringify(tables).match(/[\w+/=-]{16,}/g) ?? [];
  const isRandom = (text: string): boolean => /\d/.test(text) && /[a-z]/i.test(text) && !text.includes('__');
  return { secrets: new Set(texts.filter(isRandom)), appliedAt, history };
}

test('with owner flags, the first answer of all is already to the owner, and two new folders share nothing random', async () => {
  const began = Math.floor(Date.now() / 1000);
  const flags = ['--owner-email', owner.username, '--owner-password', owner.password];
  const contents: { secrets: Set<string>; appliedAt: number[]; history: string }[] = [];
  for (let index = 0; index < 2; index += 1) {
    const dataDir = mkdtempSync(join(tmpdir(), 'hearth-serve-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const first = await firstAnswer(dataDir, flags, '/fetch_api_key', {
      method: 'POST',
      body: new URLSearchParams(owner),
    });
    expect(first).toMatchObject({ status: 200, text: expect.stringContaining('"api_key"') as string });
    contents.push(await contentOf(dataDir));
  }
  const [one, other] = contents;
  expect(one?.secrets.size).toBeGreaterThan(3);
  expect([...(one?.secrets ?? [])].filter((text) => other?.secrets.has(text))).toEqual([]);
  expect(one?.history).not.toBe(other?.history);
  for (const { appliedAt } of contents) expect(Math.min(...appliedAt)).toBeGreaterThanOrEqual(began);
});

test('with --password-link, an only owner who forgot the password chooses another', async () => {
  const world = await startWorld();
  onTestFinished(() => rmSync(world.dataDir, { recursive: true, force: true }));
  const { email } = world.owner;
  await world.server.stop();
  const args = [...programArgs, 'serve', '--data-dir', world.dataDir, '--port', '0', '--password-link', email];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for await (const chunk of child.stdout) {
    said += String(chunk);
    if (said.includes('listening')) break;
  }
  const { origin, key } = /(?<origin>http:\/\/\S+)\/new-password\/(?<key>\w+)/.exec(said)?.groups ?? {};
  const choose = async (): Promise<number> => {
    const body = new URLSearchParams({ password: 'remembered from now on' });
    return (await fetch(`${origin}/api/v1/console/new_password/${key}`, { method: 'POST', body })).status;
  };
  expect([await choose(), await choose()]).toEqual([200, 404]);
  const body = new URLSearchParams({ username: email, password: 'remembered from now on' });
  expect((await fetch(`${origin}/api/v1/fetch_api_key`, { method: 'POST', body })).status).toBe(200);
});

test('with --reactivate, an organization that an owner deactivated is back for everyone', async () => {
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

test('with --reset-two-factor, an only owner who lost the phone signs in with the password', async () => {
  const world = await startWorld();
  onTestFinished(() => rmSync(world.dataDir, { recursive: true, force: true }));
  const { dataDir, owner: only } = world;
  await turnOnTwoFactor(world, only);
  await world.server.stop();
  const request = { method: 'POST', body: new URLSearchParams({ username: only.email, password }) };
  expect(await firstAnswer(dataDir, [], '/fetch_api_key', request)).toMatchObject({
    status: 401,
    text: expect.stringContaining('TWO_FACTOR_REQUIRED') as string,
  });
  const reset = ['--reset-two-factor', only.email];
  expect(await firstAnswer(dataDir, reset, '/fetch_api_key', request)).toMatchObject({ status: 200 });
});
