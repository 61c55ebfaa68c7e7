/** The console's files over HTTP: which form of them is sent, how they are kept, and that the API's answers are never compressed. */
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

const script = 'export const text = "the console";\n'.repeat(200);
const page = '<!doctype html><title>Hearth</title>';
const asset = '/console/assets/app-1a2b3c.js';

let folder: string;
let world: World;
beforeAll(async () => {
  // Below a folder that is called as the one of hashed files is.
  folder = join(await mkdtemp(join(tmpdir(), 'hearth-console-')), 'assets');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await mkdir(join(folder, 'console'));
  const file = join(folder, 'assets', 'app-1a2b3c.js');
  await writeFile(file, script);
  await writeFile(`${file}.br`, brotliCompressSync(script));
  await writeFile(`${file}.gz`, gzipSync(script));
  await writeFile(join(folder, 'assets', 'small-1a2b3c.css'), 'a{}');
  await writeFile(join(folder, 'console', 'index.html'), page);
  world = await startWorld({ consoleDir: folder });
});
afterAll(async () => {
  await world.stop();
  await rm(join(folder, '..'), { recursive: true });
});

interface Sent {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** As it comes over the wire, which fetch would unpack; the path as it is given. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Sent> {
  const { hostname, port } = new URL(world.url);
  return new Promise((done, fail) => {
    const sent = request({ hostname, port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', fail).end();
  });
}

test('a file is sent in the smallest form that the browser reads', async () => {
  const cases: [string | undefined, string | undefined, (body: Buffer) => Buffer][] = [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['identity', undefined, (body) => body],
    [undefined, undefined, (body) => body],
  ];
  for (const [accepted, encoding, unpacked] of cases) {
    const { status, headers, body } = await get(asset, accepted === undefined ? {} : { 'Accept-Encoding': accepted });
    expect({ status, encoding: headers['content-encoding'] }).toEqual({ status: 200, encoding });
    expect(unpacked(body).toString()).toBe(script);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': String(body.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(headers.vary).toMatch(/accept-encoding/i);
    expect(headers['content-security-policy']).toContain("default-src 'self'");
  }
  // What became no smaller has no such form.
  const small = await get('/console/assets/small-1a2b3c.css', { 'Accept-Encoding': 'gzip, br' });
  expect(small.headers['content-encoding']).toBeUndefined();
  expect(small.body.toString()).toBe('a{}');
});

test('a browser that has it is notified, and one that asks for its head or a part gets no half of it', async () => {
  const { headers } = await get(asset, { 'Accept-Encoding': 'gzip' });
  const known = await get(asset, { 'Accept-Encoding': 'br', 'If-None-Match': String(headers.etag) });
  expect(known).toMatchObject({ status: 304, headers: { etag: headers.etag } });
  expect(known.body).toHaveLength(0);
  expect(known.headers['content-encoding']).toBeUndefined();

  const head = await get(asset, { 'Accept-Encoding': 'gzip' }, 'HEAD');
  expect(head).toMatchObject({
    status: 200,
    headers: { ...headers, date: head.headers['date'], 'x-request-id': expect.any(String) },
  });
  expect(head.body).toHaveLength(0);

  const part = await get(asset, { 'Accept-Encoding': 'gzip', Range: 'bytes=0-9' });
  expect(part.status).toBe(200);
  expect(gunzipSync(part.body).toString()).toBe(script);
});

test('the page is asked for each time, and another one after an update', async () => {
  const first = await get('/console/');
  expect(first).toMatchObject({ status: 200, headers: { 'cache-control': 'no-cache' } });
  const revalidated = { 'If-None-Match': String(first.headers['etag']) };
  expect((await get('/console/users/7', revalidated)).status).toBe(304);
  await writeFile(join(folder, 'console', 'index.html'), page.replace('Hearth', 'Heartg'));
  // The same length, and on a coarse disk the same time.
  await utimes(join(folder, 'console', 'index.html'), new Date(), new Date(Date.UTC(2030, 0, 1)));
  expect((await get('/console/', revalidated)).body.toString()).toContain('Heartg');
});

test('a part of an earlier build is not there, and no page stands in its place', async () => {
  const { status, headers } = await get('/console/assets/app-0old00.js');
  expect({ status, type: headers['content-type'] }).toEqual({ status: 404, type: 'application/json; charset=utf-8' });
  expect((await get('/console/users/0.js')).status).toBe(200);
});

test('nothing outside the folder is sent', async () => {
  await writeFile(join(folder, '..', 'secret.txt'), 'secret');
  for (const path of [
    '../secret.txt',
    '%2e%2e/secret.txt',
    '..%2fsecret.txt',
    'assets/../../secret.txt',
    '..%5csecret.txt',
    '/..//../secret.txt',
  ]) {
    const { body } = await get(`/console/${path}`);
    expect(body.toString(), path).not.toBe('secret');
  }
});

test('what the API answers is never compressed: its length would tell what is in it', async () => {
  const headers = { 'Accept-Encoding': 'gzip, br', authorization: world.owner.authorization };
  for (const path of ['/api/v1/users', '/api/v1/server_settings', '/health']) {
    const answer = await get(path, headers);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-encoding']).toBeUndefined();
  }
});
