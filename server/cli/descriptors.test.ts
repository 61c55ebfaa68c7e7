/** A server with few file descriptors: clients that hold connections open take none from files. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../e2e/free-port.ts';
import { programArgs } from '../testing/program.ts';

const owner = { username: 'owner@example.com', password: 'correct horse battery' };

/** A program that may have 256 files open, its owner, and what sends it a request. */
async function startFew(): Promise<{
  port: number;
  headers: Record<string, string>;
  send: (path: string, init?: RequestInit) => Promise<unknown>;
  stop: () => Promise<void>;
}> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hearth-few-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const port = await freePort();
  const flags = ['--owner-email', owner.username, '--owner-password', owner.password, '--log-level', 'silent'];
  const command = [process.execPath, ...programArgs, 'serve', '--data-dir', dataDir, '--port', String(port), ...flags];
  const child = spawn('sh', ['-c', 'ulimit -n 256 && exec "$@"', 'sh', ...command], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as unknown[];
  expect(String(line)).toContain('Created the organization');
  child.stdout.resume();
  const base = `http://127.0.0.1:${port}/api/v1`;
  const key = await fetch(`${base}/fetch_api_key`, { method: 'POST', body: new URLSearchParams(owner) });
  const { api_key: apiKey } = (await key.json()) as { api_key: string };
  const headers = { Authorization: `Basic ${Buffer.from(`${owner.username}:${apiKey}`).toString('base64')}` };
  return {
    port,
    headers,
    async send(path, init = {}) {
      const answer = await fetch(`${base}${path}`, { method: 'POST', headers, ...init });
      return [path, answer.status, ((await answer.json()) as { msg: string }).msg];
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Creates an account. @returns the head of its requests. */
async function newUser(port: number, owned: Record<string, string>): Promise<{ Authorization: string }> {
  const user = { email: 'reader@example.com', full_name: 'Rita Reader', password: owner.password };
  const base = `http://127.0.0.1:${port}/api/v1`;
  const created = await fetch(`${base}/users`, { method: 'POST', headers: owned, body: new URLSearchParams(user) });
  expect(created.status).toBe(200);
  const login = new URLSearchParams({ username: user.email, password: user.password });
  const key = await fetch(`${base}/fetch_api_key`, { method: 'POST', body: login });
  const { api_key: apiKey } = (await key.json()) as { api_key: string };
  return { Authorization: `Basic ${Buffer.from(`${user.email}:${apiKey}`).toString('base64')}` };
}

/** Connections of this test, which end with it. */
async function open(port: number, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (let opened = 0; opened < count; opened += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
  }
  return sockets;
}

const fileOf = (content: BlobPart): FormData => {
  const form = new FormData();
  form.append('file', new Blob([content]), 'notes.txt');
  return form;
};
const text = (content: string): RequestInit => ({ body: new URLSearchParams({ content }) });

test.skipIf(process.platform === 'win32')(
  'uploads and formulas work while strangers hold more connections than there are descriptors',
  async () => {
    const { port, headers, send, stop } = await startFew();
    await open(port, 400);
    expect(await send('/user_uploads', { body: fileOf('some text') })).toEqual(['/user_uploads', 200, '']);
    expect(await send('/messages/render', text('$$x^2$$'))).toEqual(['/messages/render', 200, '']);
    const begin = await fetch(`http://127.0.0.1:${port}/api/v1/tus`, {
      method: 'POST',
      headers: { ...headers, 'Tus-Resumable': '1.0.0', 'Upload-Length': '3', 'Upload-Metadata': 'filename YS50eHQ=' },
    });
    expect(begin.status).toBe(201);
    await stop();
  },
);

test.skipIf(process.platform === 'win32')(
  'files that many clients read slowly take no descriptors from code, formulas, uploads and what is loaded late',
  async () => {
    const { port, headers, send, stop } = await startFew();
    // Of another account: one whose connections are many is asked to close some of them.
    const reader = await newUser(port, headers);
    const uploaded = await fetch(`http://127.0.0.1:${port}/api/v1/user_uploads`, {
      method: 'POST',
      headers: reader,
      body: fileOf(new Uint8Array(20_000_000)),
    });
    const { url } = (await uploaded.json()) as { url: string };
    // Within the share of one address; with a descriptor each for its file they would be more than there are.
    for (const socket of await open(port, 110)) {
      socket.write(`GET ${url} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${reader.Authorization}\r\n\r\n`);
      await once(socket, 'readable');
    }
    for (const content of ['$$x^2$$', '```haskell\nmain = 1\n```', '```rust\nfn main() {}\n```'])
      expect(await send('/messages/render', text(content))).toEqual(['/messages/render', 200, '']);
    expect(await send('/user_uploads', { body: fileOf('some text') })).toEqual(['/user_uploads', 200, '']);
    for (const path of ['/console/outbox', '/console/overview'])
      expect(await send(path, { method: 'GET' })).toEqual([path, 200, '']);
    for (const path of ['/console/log_bundle', '/console/team_export'])
      expect((await fetch(`http://127.0.0.1:${port}/api/v1${path}`, { headers })).status).toBe(200);
    await stop();
  },
);
