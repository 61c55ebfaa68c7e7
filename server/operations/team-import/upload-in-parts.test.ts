/** Uploads in parts on a full disk: refused with what to do, and continued once there is room. */
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UploadInParts } from './upload-in-parts.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-parts-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const file = gzipSync(Buffer.alloc(300_000, 'content '), { level: 0 });
const part = (from: number, to: number): Readable => Readable.from([file.subarray(from, to)]);

test('keeps what was received when the disk is full, and goes on when there is room', async () => {
  const disk = { free: 10_000_000_000 };
  const diskRoom = async () => ({ free: disk.free, total: 20_000_000_000 });
  const upload = new UploadInParts({ folder, diskRoom, nowMs: () => 1_800_000_000_000 });
  await upload.begin('team.tar.gz', file.length);
  expect(await upload.add(part(0, 100_000), 0)).toMatchObject({ received: 100_000 });
  disk.free = 1000;
  await expect(upload.add(part(100_000, 200_000), 100_000)).rejects.toMatchObject({
    code: 'NO_ROOM',
    message: expect.stringContaining('Make room, then continue: what was uploaded is kept.') as string,
  });
  disk.free = 10_000_000_000;

  // The disk fills up while a part is written.
  const handle = await open(join(folder, 'probe'), 'w');
  const methods = Object.getPrototypeOf(handle) as { write: unknown };
  await handle.close();
  const { write } = methods;
  methods.write = () => Promise.reject(Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' }));
  try {
    await expect(upload.add(part(100_000, 200_000), 100_000)).rejects.toMatchObject({ code: 'NO_ROOM' });
  } finally {
    methods.write = write;
  }
  expect(await upload.find()).toEqual({ name: 'team.tar.gz', size: file.length, received: 100_000 });

  expect(await upload.add(part(90_000, file.length), 90_000)).toMatchObject({ received: file.length });
  expect((await readFile(upload.path)).equals(file)).toBe(true);
});
