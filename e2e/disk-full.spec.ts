/**
 * A disk that is really full: the data folder on a small tmpfs. Writes are refused with a JSON error, reads go on, writes work
 * again when there is room, and nothing that was acknowledged is missing afterwards.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { HearthProcess, owner, ownerKey } from './hearth-process.ts';

let mountPoint: string;

test.describe('on a full disk', () => {
  // What is lost once is lost.
  test.describe.configure({ retries: 0 });

  test.beforeAll(async () => {
    mountPoint = await mkdtemp(join(tmpdir(), 'hearth-small-disk-'));
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', mountPoint]);
    test.skip(status !== 0, 'a tmpfs cannot be mounted here');
  });

  test.afterAll(async () => {
    spawnSync('umount', ['-l', mountPoint]);
    await rm(mountPoint, { recursive: true, force: true });
  });

  test('writes are refused whole, reads go on, and writes work again when there is room', async () => {
    const dataDir = join(mountPoint, 'data');
    let hearth = await HearthProcess.start({ dataDir });
    const key = await ownerKey(hearth.url);
    const headers = { authorization: `Basic ${Buffer.from(`${owner.email}:${key}`).toString('base64')}` };
    const send = async (content: string) => {
      const body = new URLSearchParams({ type: 'stream', to: 'general', topic: 'disk', content });
      const response = await fetch(`${hearth.url}/api/v1/messages`, { method: 'POST', headers, body });
      return { status: response.status, ...((await response.json()) as { code?: string; id?: number }) };
    };
    const stored = async (): Promise<string[]> => {
      const query = new URLSearchParams({
        anchor: 'newest',
        num_before: '5000',
        num_after: '0',
        apply_markdown: 'false',
        narrow: '[["topic","disk"]]',
      });
      const response = await fetch(`${hearth.url}/api/v1/messages?${query}`, { headers });
      return ((await response.json()) as { messages: { content: string }[] }).messages.map(({ content }) =>
        content.slice(0, 20),
      );
    };

    const acknowledged: string[] = [];
    const filler = join(mountPoint, 'filler');
    await writeFile(filler, Buffer.alloc(23 * 1024 * 1024)).catch(() => undefined);
    let refused: { status: number; code?: string } | undefined;
    for (let n = 0; refused === undefined && n < 3000; n += 1) {
      const content = `message ${String(n).padStart(5, '0')} ${'x'.repeat(9000)}`;
      const answer = await send(content);
      if (answer.status === 200) acknowledged.push(content.slice(0, 20));
      else refused = answer;
    }
    expect(refused).toMatchObject({ status: 503, code: 'STORAGE_UNAVAILABLE' });
    expect(await stored()).toEqual(acknowledged.map((content) => content.trim()));
    expect(((await (await fetch(`${hearth.url}/health`)).json()) as { status: string }).status).toBe('disk-full');

    await truncate(filler, 0);
    expect((await send('there is room again')).status).toBe(200);
    acknowledged.push('there is room again');
    await hearth.kill();
    hearth = await HearthProcess.start({ dataDir });
    expect(await stored()).toEqual(acknowledged.map((content) => content.trim()));
    expect(await hearth.stop()).toBe(0);
  });
});
