/** Exports and backups on a disk that is full: one clear error, nothing half is left, and the server goes on. */
import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leavingRoom } from '../../storage/leaving-room.ts';
import { programArgs } from '../../testing/program.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
let folder: string;
let isMounted: boolean;

/** A disk of 2 MB. */
const mount = (path: string): boolean => {
  mkdirSync(path, { recursive: true });
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', path]).status === 0;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-full-'));
  isMounted = mount(join(folder, 'small'));
  world = await startWorld();
  // Nothing that gzip makes smaller.
  await world.member.ok.upload('/user_uploads', { name: 'noise.bin', content: randomBytes(4 * 1024 * 1024) });
});
afterAll(async () => {
  await world.stop();
  spawnSync('umount', ['-l', join(folder, 'small')]);
  rmSync(folder, { recursive: true, force: true });
});

async function* chunks(): AsyncGenerator<Buffer> {
  yield* [Buffer.from('one'), Buffer.from('two')];
}

async function all(source: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const found: Buffer[] = [];
  for await (const chunk of source) found.push(chunk);
  return found;
}

function run(...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    execFile(process.execPath, [...programArgs, ...args], (error, stdout, stderr) => {
      done({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });
}

test.for(['export', 'backup'])('%s on the command line names the file and leaves nothing', async (command, context) => {
  if (!isMounted) context.skip('a tmpfs cannot be mounted here');
  const out = join(folder, 'small', 'team.file');
  const { code, output } = await run(command, '--data-dir', world.dataDir, '--out', out);
  expect([code, output]).toEqual([
    1,
    `hearth: ${out} was not written: the disk is full. Free up space there, or write to another disk.\n`,
  ]);
  expect(readdirSync(join(folder, 'small'))).toEqual([]);
  const missing = join(folder, 'nowhere', 'team.file');
  const refused = await run(command, '--data-dir', world.dataDir, '--out', missing);
  expect(refused).toEqual({ code: 1, output: `hearth: ${missing} cannot be written (ENOENT).\n` });
});

test('exports of a running server are refused while its disk has little room, and messages are still taken', async (context) => {
  const exports = join(world.dataDir, 'exports');
  if (!mount(exports)) context.skip('a tmpfs cannot be mounted here');
  try {
    const small = (await all(leavingRoom(chunks(), world.dataDir, exports))).length;
    expect(small).toBe(2);
    await expect(all(leavingRoom(chunks(), exports, exports))).rejects.toMatchObject({ code: 'ENOSPC' });
    const { authorization } = world.owner;
    const answer = await fetch(`${world.url}/api/v1/console/team_export`, { headers: { authorization } });
    expect([answer.status, await answer.json()]).toEqual([
      503,
      {
        result: 'error',
        code: 'STORAGE_UNAVAILABLE',
        msg: "The export was not made: there is too little room on the server's disk. Free up space, then try again.",
      },
    ]);
    writeFileSync(join(exports, 'filler.part'), randomBytes(2 * 1024 * 1024));
    const { id } = await world.owner.ok.post('/export/realm');
    await expect
      .poll(async () => {
        const list = (await world.owner.ok.get('/export/realm'))['exports'] as Record<string, unknown>[];
        return list.find((one) => one['id'] === id);
      })
      .toMatchObject({ pending: false, failed_timestamp: expect.any(Number) });
    expect(readdirSync(exports)).toEqual(['filler.part']);
    await world.member.ok.post('/messages', { type: 'direct', to: [world.admin.userId], content: 'still here' });
  } finally {
    spawnSync('umount', ['-l', exports]);
  }
  const { authorization } = world.owner;
  const answer = await fetch(`${world.url}/api/v1/console/team_export`, { headers: { authorization } });
  expect(answer.status).toBe(200);
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(4 * 1024 * 1024);
});
