/** A file where a folder of the data belongs: what needs it is refused with an error in the form of the API, and the server goes on. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { dotPicture } from '../testing/dot-picture.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(async () => world.stop());

const put = (name: string): void => {
  const path = join(world.dataDir, name);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'x');
};

interface Answered {
  status: number;
  code: unknown;
}
const answerOf = async (answer: Response): Promise<Answered> => ({
  status: answer.status,
  code: ((await answer.json()) as { code?: string }).code,
});
const call = async (method: string, path: string, headers: Record<string, string> = {}): Promise<Answered> =>
  answerOf(
    await fetch(`${world.url}/api/v1${path}`, {
      method,
      headers: { Authorization: world.owner.authorization, ...headers },
    }),
  );
const upload = async (path: string): Promise<Answered> => {
  const { status, body } = await world.owner.upload(path, { name: 'a.png', content: dotPicture });
  return { status, code: body['code'] };
};
const beginResumable = (): Promise<Answered> =>
  call('POST', '/tus', { 'Tus-Resumable': '1.0.0', 'Upload-Length': '3', 'Upload-Metadata': 'filename YS50eHQ=' });

test.each<[folder: string, ask: () => Promise<Answered>]>([
  ['uploads', () => upload('/user_uploads')],
  ['uploads', () => upload('/users/me/avatar')],
  ['uploads/emoji', () => upload('/realm/emoji/dot')],
  ['uploads/avatars', () => upload('/users/me/avatar')],
  ['uploads/organization', () => upload('/realm/icon')],
  ['uploads-unfinished', beginResumable],
  ['outbox', () => call('GET', '/console/outbox')],
])('a file in place of %s is answered with 503', async (folder, ask) => {
  put(folder);
  expect(await ask()).toEqual({ status: 503, code: 'STORAGE_UNAVAILABLE' });
  await world.owner.ok.get('/users/me');
});

test('resumable uploads work again once their folder can be made', async () => {
  put('uploads-unfinished');
  expect((await beginResumable()).status).toBe(503);
  rmSync(join(world.dataDir, 'uploads-unfinished'));
  const begun = await fetch(`${world.url}/api/v1/tus`, {
    method: 'POST',
    headers: { Authorization: world.owner.authorization, 'Tus-Resumable': '1.0.0', 'Upload-Length': '3' },
  });
  expect(begun.status).toBe(201);
});

test('a server starts without its folder of logs', async () => {
  const logged = await startWorld({ logLevel: 'info' });
  onTestFinished(() => logged.stop());
  await logged.server.stop();
  rmSync(join(logged.dataDir, 'logs'), { recursive: true, force: true });
  writeFileSync(join(logged.dataDir, 'logs'), 'x');
  await logged.restart();
  expect((await logged.owner.get('/users/me')).status).toBe(200);
});

test('an export that cannot be written fails, and the server goes on', async () => {
  put('exports');
  const { id } = await world.owner.ok.post('/export/realm');
  await expect
    .poll(async () => {
      const list = (await world.owner.ok.get('/export/realm'))['exports'] as Record<string, unknown>[];
      return list.find((one) => one['id'] === id);
    })
    .toMatchObject({ pending: false, failed_timestamp: expect.any(Number) });
  expect((await call('GET', '/console/team_export')).status).toBe(503);
});
