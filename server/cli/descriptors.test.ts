/** A server with few file descriptors: clients that hold connections open take none from files. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../network/port-owner.ts';
import { programArgs } from '../testing/program.ts';

const owner = { username: 'owner@example.com', password: 'correct horse battery' };

test.skipIf(process.platform === 'win32')(
  'uploads and formulas work while strangers hold more connections than there are descriptors',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'hearth-few-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const port = (await freePort(18_530, '127.0.0.1')) ?? 0;
    const flags = ['--owner-email', owner.username, '--owner-password', owner.password, '--log-level', 'silent'];
    const command = [
      process.execPath,
      ...programArgs,
      'serve',
      '--data-dir',
      dataDir,
      '--port',
      String(port),
      ...flags,
    ];
    const child = spawn('sh', ['-c', 'ulimit -n 256 && exec "$@"', 'sh', ...command], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as unknown[];
    expect(String(line)).toContain('Created the organization');
    child.stdout.resume();
    const idle: Socket[] = [];
    onTestFinished(() => {
      for (const socket of idle) socket.destroy();
    });
    for (let count = 0; count < 400; count += 1) {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      idle.push(socket);
      await once(socket, 'connect');
    }
    const base = `http://127.0.0.1:${port}/api/v1`;
    const key = await fetch(`${base}/fetch_api_key`, { method: 'POST', body: new URLSearchParams(owner) });
    const { api_key: apiKey } = (await key.json()) as { api_key: string };
    const headers = { Authorization: `Basic ${Buffer.from(`${owner.username}:${apiKey}`).toString('base64')}` };
    const send = async (path: string, init: RequestInit): Promise<unknown> => {
      const answer = await fetch(`${base}${path}`, { method: 'POST', headers, ...init });
      return [path, answer.status, ((await answer.json()) as { msg: string }).msg];
    };
    const file = (): FormData => {
      const form = new FormData();
      form.append('file', new Blob(['some text']), 'notes.txt');
      return form;
    };
    expect(await send('/user_uploads', { body: file() })).toEqual(['/user_uploads', 200, '']);
    expect(await send('/messages/render', { body: new URLSearchParams({ content: '$$x^2$$' }) })).toEqual([
      '/messages/render',
      200,
      '',
    ]);
    const begin = await fetch(`${base}/tus`, {
      method: 'POST',
      headers: { ...headers, 'Tus-Resumable': '1.0.0', 'Upload-Length': '3', 'Upload-Metadata': 'filename YS50eHQ=' },
    });
    expect(begin.status).toBe(201);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  },
);
