/** Uploads of exports in parts: they go on after lost connections, restarts and a full disk, and take no other file. */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportState } from '../../contract/shapes/imports.ts';
import { dayMs, hourMs } from '../../durations.ts';
import { exportTeam } from '../../operations/team-export/team-export.ts';
import { startWorld, type World } from '../../testing/world.ts';

let folder: string;
let file: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-import-uploads-'));
  const source = await startWorld();
  await source.member.ok.post('/messages', { type: 'channel', to: 'general', topic: 'hello', content: 'was there' });
  await exportTeam(source.dataDir, join(folder, 'team.tar.gz'));
  await source.stop();
  file = await readFile(join(folder, 'team.tar.gz'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

const name = 'team.tar.gz';

/** Sends a part as the owner. */
async function part(world: World, offset: number, bytes: Buffer, authorization = world.owner.authorization) {
  const response = await fetch(`${world.url}/api/v1/console/imports/upload/part?offset=${offset}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream', authorization },
    body: new Uint8Array(bytes),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> } satisfies Answer;
}

const begin = (world: World, size = file.length, named = name) =>
  world.owner.ok.post('/console/imports/upload', { name: named, size });
const stateOf = async (world: World): Promise<ImportState> =>
  (await world.owner.ok.get('/console/imports'))['import'] as unknown as ImportState;

/** Sends the beginning of a part, and drops the connection once the server has it. */
async function cutPart(world: World, offset: number, bytes: Buffer): Promise<void> {
  const sending = request(`${world.url}/api/v1/console/imports/upload/part?offset=${offset}`, {
    method: 'POST',
    headers: { authorization: world.owner.authorization, 'content-length': bytes.length + 1000 },
  });
  sending.on('error', () => undefined);
  sending.write(bytes);
  await expect.poll(async () => (await stat(uploaded(world)).catch(() => undefined))?.size).toBe(offset + bytes.length);
  sending.destroy();
}

const uploaded = (world: World): string => join(world.dataDir, 'imports', 'upload.unfinished');

test('an upload goes on after a lost connection and a restart, and is read through with its last part', async () => {
  const world = await startWorld();
  try {
    const { upload } = await begin(world);
    expect(upload).toEqual({ name, size: file.length, received: 0 });
    const [first, second] = [Math.floor(file.length / 3), Math.floor(file.length / 2)];
    expect(await part(world, 0, file.subarray(0, first))).toMatchObject({ status: 200, body: { received: first } });
    // A gap is refused; what was sent twice is compared.
    expect(await part(world, first + 1, file.subarray(first + 1))).toMatchObject({
      status: 409,
      body: { code: 'IMPORT_UPLOAD_AHEAD' },
    });
    await cutPart(world, first, file.subarray(first, second));
    await expect.poll(async () => (await stateOf(world)).upload?.received).toBe(second);
    await world.restart();
    expect((await stateOf(world)).upload).toEqual({ name, size: file.length, received: second });
    expect((await begin(world))['upload']).toMatchObject({ received: second });
    const last = await part(world, second - 100, file.subarray(second - 100));
    expect(last).toMatchObject({ status: 200, body: { received: file.length } });
    await world.server.services.importer.settled();
    expect(await stateOf(world)).toMatchObject({
      upload: null,
      error: null,
      file: { name },
      preview: { source: 'zulip' },
    });
    // A file that is complete is read through again after a restart.
    await world.restart();
    await stateOf(world);
    await world.server.services.importer.settled();
    expect(await stateOf(world)).toMatchObject({
      file: { name },
      preview: { counts: { messages: expect.any(Number) } },
    });
    await world.owner.ok.delete('/console/imports');
    expect(await stateOf(world)).toMatchObject({ upload: null, file: null, preview: null });
    expect(await stat(uploaded(world)).catch(() => null)).toBeNull();
  } finally {
    await world.stop();
  }
});

test('an upload takes no other file: not of another size or name, not with other bytes, and no file that is no archive', async () => {
  const world = await startWorld();
  try {
    await begin(world);
    const half = Math.floor(file.length / 2);
    await part(world, 0, file.subarray(0, half));
    for (const other of [
      { name, size: file.length + 1 },
      { name: 'other.zip', size: file.length },
    ])
      await world.owner.fails('POST', '/console/imports/upload', other, { status: 400, code: 'IMPORT_UPLOAD_OTHER' });
    const changed = Buffer.from(file);
    changed.writeUInt8(changed.readUInt8(half - 5) ^ 1, half - 5);
    const refused = await part(world, half - 10, changed.subarray(half - 10));
    expect(refused).toMatchObject({ status: 400, body: { code: 'IMPORT_FILE_CHANGED' } });
    expect(refused.body['msg']).toMatch(/^This is not the same file: team\.tar\.gz has changed/);
    const tooLong = await part(world, half, Buffer.concat([file.subarray(half), Buffer.from('more')]));
    expect(tooLong).toMatchObject({ status: 413, body: { code: 'REQUEST_TOO_LARGE' } });
    const { received } = (await stateOf(world)).upload ?? { received: 0 };
    expect(received).toBeGreaterThanOrEqual(half);
    expect((await part(world, received, file.subarray(received))).status).toBe(200);
    await world.server.services.importer.settled();
    expect(await stateOf(world)).toMatchObject({ error: null, preview: { source: 'zulip' } });
    // The next choice takes the place of a file that was read through.
    await begin(world, 2000, 'letter.pdf');
    const foreign = await part(world, 0, Buffer.alloc(1000, '%PDF-1.7 '));
    expect(foreign).toMatchObject({ status: 400, body: { code: 'IMPORT_FOREIGN' } });
    expect(await stateOf(world)).toMatchObject({ upload: null, preview: null });
    await world.owner.fails('POST', '/console/imports/upload', { name, size: 0 }, { status: 400, code: 'BAD_REQUEST' });
    await world.owner.fails('POST', '/console/imports/upload', { name, size: 1e15 }, { status: 400, code: 'NO_ROOM' });
    const { admin } = world;
    await admin.fails(
      'POST',
      '/console/imports/upload',
      { name, size: 10 },
      { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' },
    );
    expect(await part(world, 0, file, admin.authorization)).toMatchObject({ body: { code: 'UNAUTHORIZED_PRINCIPAL' } });
  } finally {
    await world.stop();
  }
});

test('of two windows one sends at a time, and an upload that no one continues is deleted after a week', async () => {
  const world = await startWorld();
  try {
    await begin(world);
    const sending = request(`${world.url}/api/v1/console/imports/upload/part?offset=0`, {
      method: 'POST',
      headers: { authorization: world.owner.authorization, 'content-length': file.length },
    });
    sending.on('error', () => undefined);
    sending.write(file.subarray(0, 1000));
    await expect.poll(async () => (await stat(uploaded(world))).size).toBe(1000);
    const busy = await part(world, 0, file.subarray(0, 2000));
    expect(busy).toMatchObject({ status: 409, body: { code: 'IMPORT_UPLOAD_BUSY' } });
    sending.destroy();
    await expect.poll(async () => (await stateOf(world)).upload?.received).toBe(1000);
    // The other window sends what the first one has sent, and more.
    expect(await part(world, 0, file.subarray(0, 2000))).toMatchObject({ status: 200, body: { received: 2000 } });
    const { importer, options } = world.server.services;
    await importer.tidy(options.clock() + 6 * dayMs);
    expect((await stateOf(world)).upload?.received).toBe(2000);
    await importer.tidy(options.clock() + 7 * dayMs + hourMs);
    expect((await stateOf(world)).upload).toBeNull();
    const gone = await part(world, 2000, file.subarray(2000));
    expect(gone).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  } finally {
    await world.stop();
  }
});

test('the token of the set-up link uploads to an empty server, and gives up what was read through', async () => {
  const world = await startWorld({ empty: true });
  try {
    const token = world.server.services.setupToken.current ?? '';
    const call = async (path: string, body: Buffer | null): Promise<Answer> => {
      const response = await fetch(`${world.url}/api/v1/console/setup/imports${path}`, {
        method: 'POST',
        ...(body !== null && { body: new Uint8Array(body) }),
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    const beginning = `/upload?${new URLSearchParams({ token, name, size: String(file.length) })}`;
    expect(await call(beginning.replace(token, 'wrong'), null)).toMatchObject({
      body: { code: 'INVALID_SETUP_TOKEN' },
    });
    expect(await call(beginning, null)).toMatchObject({ status: 200, body: { upload: { received: 0 } } });
    const wrong = await call('/upload/part?token=wrong&offset=0', file);
    expect(wrong).toMatchObject({ status: 403, body: { code: 'INVALID_SETUP_TOKEN' } });
    expect((await call(`/upload/part?token=${token}&offset=0`, file)).status).toBe(200);
    await world.server.services.importer.settled();
    expect((await call(`/state?token=${token}`, null)).body).toMatchObject({
      import: { preview: { source: 'zulip' } },
    });
    await call(`/cancel?token=${token}`, null);
    expect((await call(`/state?token=${token}`, null)).body).toMatchObject({ import: { preview: null, upload: null } });
  } finally {
    await world.stop();
  }
});
