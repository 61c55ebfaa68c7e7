/**
 * A disk that is really full: the data folder on a small tmpfs. Writes and uploads are refused with a JSON error, reads go on,
 * both work again when there is room, and nothing that was acknowledged is missing or cut afterwards.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, statfs, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { HearthProcess, owner, ownerKey } from './hearth-process.ts';

let mountPoint: string;

test.describe('on a full disk', () => {
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

  test('files are taken whole or refused, at once or in parts', async () => {
    const dataDir = join(mountPoint, 'uploading');
    await rm(join(mountPoint, 'data'), { recursive: true, force: true });
    await rm(join(mountPoint, 'filler'), { force: true });
    const hearth = await HearthProcess.start({ dataDir });
    const key = await ownerKey(hearth.url);
    const headers = { authorization: `Basic ${Buffer.from(`${owner.email}:${key}`).toString('base64')}` };
    const content = randomBytes(400 * 1024);

    const whole = async (): Promise<Response> => {
      const body = new FormData();
      body.set('filename', new File([content], 'file.bin'));
      return fetch(`${hearth.url}/api/v1/user_uploads`, { method: 'POST', headers, body });
    };
    const tus = { ...headers, 'Tus-Resumable': '1.0.0' };
    const inParts = async (): Promise<Response> => {
      const size = { 'Upload-Length': String(content.length) };
      const begun = await fetch(`${hearth.url}/api/v1/tus`, { method: 'POST', headers: { ...tus, ...size } });
      if (begun.status !== 201) return begun;
      const part = { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
      const place = new URL(begun.headers.get('location') ?? '', hearth.url);
      return fetch(place, { method: 'PATCH', headers: { ...tus, ...part }, body: content });
    };

    const filler = join(mountPoint, 'filler');
    for (const send of [whole, inParts]) {
      const { bavail, bsize } = await statfs(mountPoint);
      await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - 3 * 1024 * 1024)));
      const answered = async (): Promise<{ status: number; code?: string; url?: string }> => {
        const response = await send();
        return { status: response.status, ...((await response.json()) as { code?: string; url?: string }) };
      };
      // Of those at once none may find room for all of its bytes: so the first one comes alone.
      const first = await answered();
      expect(first.status).toBe(200);
      const answers = [first, ...(await Promise.all(Array.from({ length: 15 }, answered)))];
      const taken = answers.filter(({ status }) => status === 200);
      expect(taken.length).toBeLessThan(15);
      for (const { url } of taken) {
        const file = await fetch(`${hearth.url}${url}`, { headers });
        expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true);
      }
      for (const answer of answers.filter(({ status }) => status !== 200))
        expect(answer).toMatchObject({ status: 503, code: 'STORAGE_UNAVAILABLE' });
      await truncate(filler, 0);
      expect((await send()).status).toBe(200);
    }
    expect(await hearth.stop()).toBe(0);
  });
});
