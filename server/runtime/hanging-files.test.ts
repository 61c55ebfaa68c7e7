/** A server whose uploaded files are on a drive that does not answer: only what needs such a file is refused, and all else goes on. */
import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startWorld } from '../testing/world.ts';

const hangs = {
  status: 503,
  code: 'STORAGE_UNAVAILABLE',
  msg: 'The disk with the uploaded files does not respond. Please try again later.',
};

test.skipIf(process.platform === 'win32')(
  'answers 503 for uploaded files on a drive that hangs, and sends messages, until the drive answers',
  async () => {
    const world = await startWorld({ logLevel: 'info' });
    onTestFinished(() => world.stop());
    const { member } = world;
    const file = { name: 'plan.txt', content: 'the plan' };
    const { url } = await member.ok.upload('/user_uploads', file);
    const headers = { Authorization: member.authorization, 'Tus-Resumable': '1.0.0' };
    const begun = await fetch(`${world.url}/api/v1/tus/`, {
      method: 'POST',
      headers: { ...headers, 'Upload-Length': '9' },
    });
    const place = begun.headers.get('location') ?? '';
    // Opening a pipe that no one writes to hangs as a dead drive does. A pipe itself is refused, a link to it is not.
    const record = join(world.dataDir, 'uploads-unfinished', `${place.split('/').at(-1)}.json`);
    renameSync(record, `${record}.kept`);
    execFileSync('mkfifo', [`${record}.pipe`]);
    symlinkSync(`${record}.pipe`, record);
    const release = async (): Promise<void> => (await open(record, 'r+')).close();
    onTestFinished(release);
    const alerts = async (): Promise<string[]> => {
      const { attention } = (await world.admin.ok.get('/console/status')) as { attention: { kind: string }[] };
      return attention.map(({ kind }) => kind);
    };

    const asked = Array.from({ length: 6 }, () => fetch(`${world.url}${place}`, { method: 'HEAD', headers }));
    const get = fetch(world.url + String(url), { headers });
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        member.ok.post('/messages', { type: 'direct', to: [world.member2.userId], content: `message ${at}` }),
      ),
    );
    expect(sent).toHaveLength(20);
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(6).fill(503));
    expect((await get).status).toBe(503);
    expect(await (await fetch(world.url + String(url), { headers })).json()).toMatchObject({
      code: hangs.code,
      msg: hangs.msg,
    });
    expect(await member.upload('/user_uploads', file)).toMatchObject({ status: 503, body: { code: hangs.code } });
    expect(await alerts()).toContain('files_hanging');
    expect((await fetch(`${world.url}/avatar/${member.userId}`, { headers })).status).toBe(200);
    await member.ok.post('/messages', { type: 'direct', to: [world.member2.userId], content: 'still' });

    await release();
    rmSync(record);
    renameSync(`${record}.kept`, record);
    await expect.poll(alerts).not.toContain('files_hanging');
    expect((await fetch(`${world.url}${place}`, { method: 'HEAD', headers })).status).toBe(200);
    expect(await (await fetch(world.url + String(url), { headers })).text()).toBe('the plan');
    await member.ok.upload('/user_uploads', file);
    const log = readFileSync(join(world.dataDir, 'logs/server.log'), 'utf8');
    expect(log).toContain('The disk with the uploaded files does not respond.');
    expect(log).toContain('The disk with the uploaded files responds again.');
  },
);
