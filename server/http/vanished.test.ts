/** Devices that vanish without closing their connections: what they had begun ends in bounded time and releases its descriptors. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
const sockets: Socket[] = [];
/** The server's ends of connections since the last look, however soon they were released. */
const accepted: Socket[] = [];
const note = (message: unknown): void => void accepted.push((message as { socket: Socket }).socket);
/** A body may stall for as long as a busy machine takes where it is not what a test is about. */
const start = async (limits: { stalledAnswerMs?: number; stalledBodyMs?: number }): Promise<void> => {
  world = await startWorld({ limits });
};
beforeEach(async ({ task }) => {
  if (task.name.includes('downloads')) await start({ stalledAnswerMs: 1500 });
  // Long enough for all of them to have begun before the first is released.
  else await start({ stalledBodyMs: task.name.includes('files') ? 6000 : 1500 });
  subscribe('net.server.socket', note);
});
afterEach(async () => {
  unsubscribe('net.server.socket', note);
  for (const socket of sockets.splice(0)) socket.destroy();
  await world.stop();
});

const devices = 20;
const descriptors = (): number => readdirSync('/dev/fd').length;

/** Sends bytes from a device that reads nothing from then on and never closes its connection. */
async function vanishAfter(bytes: string): Promise<void> {
  const { hostname, port } = new URL(world.url);
  const socket = connect(Number(port), hostname).pause();
  sockets.push(socket);
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => void socket.write(bytes, () => resolve()));
}

/** The head of a request, with a body that is longer than what comes of it. */
const head = (request: string, headers: Record<string, string>): string =>
  [`${request} HTTP/1.1`, 'Host: 127.0.0.1', ...Object.entries(headers).map((pair) => pair.join(': ')), '', ''].join(
    '\r\n',
  );

async function expectReleased(bytes: string): Promise<void> {
  const before = descriptors();
  accepted.length = 0;
  for (let count = 0; count < devices; count += 1) await vanishAfter(bytes);
  await expect.poll(() => accepted.length).toBe(devices);
  await expect.poll(() => accepted.filter(({ destroyed }) => !destroyed)).toEqual([]);
  // The devices' own ends stay open.
  await expect.poll(descriptors).toBeLessThanOrEqual(before + devices + 2);
}

test('releases connections that stop in the middle of a form', async () => {
  const { authorization } = world.member;
  const type = 'application/x-www-form-urlencoded';
  const headers = { Authorization: authorization, 'Content-Type': type, 'Content-Length': '1000' };
  await expectReleased(`${head('POST /api/v1/messages', headers)}type=direct`);
  expect((await world.owner.get('/users/me')).status).toBe(200);
});

test('releases connections that stop in the middle of a second form', async () => {
  const { authorization } = world.member;
  const headers = { Authorization: authorization, 'Content-Type': 'application/x-www-form-urlencoded' };
  const form = (bytes: number): string => head('POST /api/v1/messages', { ...headers, 'Content-Length': `${bytes}` });
  await expectReleased(`${form(11)}type=direct${form(1000)}type=direct`);
  expect((await world.owner.get('/users/me')).status).toBe(200);
});

test('releases connections of refused WebSockets that their clients do not close', async () => {
  const headers = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' };
  const key = { 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==' };
  await expectReleased(head('GET /hearth-unknown/ws', { ...headers, ...key }));
  await expectReleased(head('GET /hearth-unknown/ws', headers));
  expect((await world.owner.get('/users/me')).status).toBe(200);
});

test('releases connections of small downloads that are no longer read', async () => {
  const { member } = world;
  // An answer of 60 kB, asked for often enough to fill what the system keeps for a connection.
  for (let count = 0; count < 6; count += 1)
    await member.ok.post('/messages', { type: 'direct', to: [member.userId], content: 'word '.repeat(1900) });
  const asked = head('GET /api/v1/messages?anchor=newest&num_before=6&num_after=0', {
    Authorization: member.authorization,
  });
  await expectReleased(asked.repeat(100));
  expect((await world.owner.get('/users/me')).status).toBe(200);
});

test('releases connections that stop in the middle of a resumable upload', async () => {
  const { authorization } = world.member;
  const made = await fetch(`${world.url}/api/v1/tus/`, {
    method: 'POST',
    headers: {
      Authorization: authorization,
      'Tus-Resumable': '1.0.0',
      'Upload-Length': '5000',
      'Upload-Metadata': `filename ${Buffer.from('half.txt').toString('base64')}`,
    },
  });
  expect(made.status).toBe(201);
  const { pathname } = new URL(String(made.headers.get('location')), world.url);
  const before = descriptors();
  const type = 'application/offset+octet-stream';
  const headers = {
    Authorization: authorization,
    'Tus-Resumable': '1.0.0',
    'Upload-Offset': '0',
    'Content-Type': type,
  };
  accepted.length = 0;
  await vanishAfter(`${head(`PATCH ${pathname}`, { ...headers, 'Content-Length': '5000' })}half`);
  await expect.poll(() => accepted.length).toBe(1);
  await expect.poll(() => accepted[0]?.destroyed).toBe(true);
  await expect.poll(descriptors).toBeLessThanOrEqual(before + 1);
});

test('releases connections and files of uploads that stop in the middle', async () => {
  const { authorization } = world.member;
  const type = 'multipart/form-data; boundary=b';
  const headers = { Authorization: authorization, 'Content-Type': type, 'Content-Length': '100000' };
  const part = '--b\r\nContent-Disposition: form-data; name="filename"; filename="half.txt"\r\n\r\n';
  const bytes = head('POST /api/v1/user_uploads', headers) + part + 'half '.repeat(1000);
  const before = descriptors();
  for (let count = 0; count < 10; count += 1) await vanishAfter(bytes);
  await expect.poll(descriptors).toBeGreaterThanOrEqual(before + 28);
  await expect.poll(descriptors).toBeLessThanOrEqual(before + 12);
  // The account may upload again.
  const form = new FormData();
  form.append('filename', new Blob(['whole']), 'whole.txt');
  const sent = await fetch(`${world.url}/api/v1/user_uploads`, {
    method: 'POST',
    headers: { Authorization: authorization },
    body: form,
  });
  expect(sent.status).toBe(200);
});

test('releases connections of downloads that are no longer read', async () => {
  const { authorization } = world.member;
  const form = new FormData();
  form.append('filename', new Blob([new Uint8Array(32 * 1024 * 1024)]), 'large.bin');
  const sent = await fetch(`${world.url}/api/v1/user_uploads`, {
    method: 'POST',
    headers: { Authorization: authorization },
    body: form,
  });
  const { url } = (await sent.json()) as { url: string };
  await expectReleased(head(`GET ${url}`, { Authorization: authorization }));
  expect((await world.owner.get('/users/me')).status).toBe(200);
});
