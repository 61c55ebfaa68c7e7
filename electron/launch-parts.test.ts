/** Steps of `npm start`: the download of Electron over slow and broken lines, and the help where the sandbox is forbidden. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { allowProxy, finishedWithin, resumingDownloader } from './download.mjs';
import { sandboxHelp } from './sandbox-help.mjs';

type Download = (options: Record<string, unknown>) => Promise<string>;
type Extract = (path: string, options: { dir: string }) => Promise<void>;
const electronPackage = createRequire(import.meta.url).resolve('electron/package.json');
const installerTool = (name: string): string => pathToFileURL(createRequire(electronPackage).resolve(name)).href;
const file = Buffer.from(Array.from({ length: 4000 }, (_, at) => at % 251));
let folder: string;
let server: Server;
let url: string;
let ranges: (string | undefined)[];
let answer: (response: ServerResponse, from: number) => void;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-launch-'));
  ranges = [];
  server = createServer((request, response) => {
    const { range } = request.headers;
    ranges.push(range);
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    if (from >= file.length) response.writeHead(416).end();
    else answer(response.writeHead(range === undefined ? 200 : 206, { 'content-length': file.length - from }), from);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/electron.zip`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const target = (): string => join(folder, 'to/electron.zip');
const download = (silenceMs: number, signal = new AbortController().signal): Promise<void> =>
  resumingDownloader({ folder: join(folder, 'parts'), silenceMs, signal, onProgress: () => undefined }).download(
    url,
    target(),
  );

it('keeps a slow download running while data arrives', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let slow: ServerResponse | undefined;
  answer = (response) => void (slow = response);
  let share = 0;
  const onProgress = (done: number): void => void (share = done);
  const { signal } = new AbortController();
  const downloader = resumingDownloader({ folder: join(folder, 'parts'), silenceMs: 1000, signal, onProgress });
  const downloaded = downloader.download(url, target());
  await expect.poll(() => slow).toBeDefined();
  for (let at = 0; at < file.length; at += 1000) {
    slow?.write(file.subarray(at, at + 1000));
    await expect.poll(() => share * file.length).toBe(at + 1000);
    vi.advanceTimersByTime(900);
  }
  slow?.end();
  await downloaded;
  expect(readFileSync(target())).toEqual(file);
  expect(readdirSync(join(folder, 'parts'))).toEqual([]);
});

it('stops a silent download, keeps its part, and resumes it', async () => {
  answer = (response) => void response.write(file.subarray(0, 1000));
  await expect(download(200)).rejects.toThrow('nothing arrived for 0.2 s');
  answer = (response, from) => void response.end(file.subarray(from));
  await download(30_000);
  expect(ranges).toEqual([undefined, 'bytes=1000-']);
  expect(readFileSync(target())).toEqual(file);
});

it('restarts a download whose range the server refuses, and reports its status', async () => {
  mkdirSync(join(folder, 'parts'));
  writeFileSync(join(folder, 'parts/electron.zip.part'), Buffer.alloc(5000));
  answer = (response, from) => void response.end(file.subarray(from));
  await download(30_000);
  expect([ranges, readFileSync(target()).equals(file)]).toEqual([['bytes=5000-', undefined], true]);
  server.removeAllListeners('request');
  server.on('request', (_request, response) => void response.writeHead(503).end());
  await expect(download(30_000)).rejects.toThrow('answered 503');
});

it.each([
  [{}, undefined],
  [{ HTTPS_PROXY: '' }, undefined],
  [{ HTTPS_PROXY: 'http://proxy:3128' }, 'true'],
  [{ http_proxy: 'http://proxy:3128' }, 'true'],
  [{ https_proxy: 'http://proxy:3128', ELECTRON_GET_USE_PROXY: '' }, ''],
])('asks the download to use a proxy of the environment %o', (env: NodeJS.ProcessEnv, expected) => {
  allowProxy(env);
  expect(env['ELECTRON_GET_USE_PROXY']).toBe(expected);
});

it('waits a limited time for a download that continues', async () => {
  let finish: (text: string) => void = () => undefined;
  const work = new Promise<string>((done) => (finish = done));
  expect(await finishedWithin(work, 5)).toBeNull();
  finish('complete');
  expect(await finishedWithin(work, 60_000)).toBe('complete');
  await expect(finishedWithin(Promise.reject(new Error('no line')), 60_000)).rejects.toThrow('no line');
});

it("fetches and unpacks an archive with the tools of Electron's own installer, on the Node of this test", async () => {
  const archive = Buffer.from(
    'UEsDBBQAAAAIAAAAIVxlcONiDQAAAKAAAAAIAAAAZWxlY3Ryb24rKMpPL0rMVSgYpDQAUEsBAhQDFAAAAAgAAAAhXGVw42INAAAAoAAAAAgAAAAAAAAAAAAAAO2BAAAA' +
      'AGVsZWN0cm9uUEsFBgAAAAABAAEANgAAADMAAAAAAA==',
    'base64',
  );
  server.removeAllListeners('request');
  server.on('request', (_request, response) => void response.end(archive));
  const name = `electron-v1.2.3-${process.platform}-${process.arch}.zip`;
  const { downloadArtifact } = (await import(installerTool('@electron/get'))) as { downloadArtifact: Download };
  const path = await downloadArtifact({
    version: '1.2.3',
    artifactName: 'electron',
    platform: process.platform,
    arch: process.arch,
    cacheRoot: join(folder, 'cache'),
    checksums: { [name]: createHash('sha256').update(archive).digest('hex') },
    mirrorOptions: { mirror: new URL('/', url).href },
    downloader: resumingDownloader({
      folder: join(folder, 'parts'),
      silenceMs: 30_000,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    }),
  });
  const { extract } = (await import(installerTool('@electron-internal/extract-zip'))) as { extract: Extract };
  await extract(path, { dir: join(folder, 'dist') });
  expect(readFileSync(join(folder, 'dist/electron'), 'utf8')).toBe('program '.repeat(20));
});

it('prints the two commands that allow the sandbox, where the system forbids it', () => {
  const setting = join(folder, 'sys/kernel/apparmor_restrict_unprivileged_userns');
  const dist = join(folder, 'dist');
  mkdirSync(dist);
  writeFileSync(join(dist, 'chrome-sandbox'), '');
  chmodSync(join(dist, 'chrome-sandbox'), 0o755);
  expect(sandboxHelp(dist, folder)).toBeNull();
  mkdirSync(join(setting, '..'), { recursive: true });
  writeFileSync(setting, '0\n');
  expect(sandboxHelp(dist, folder)).toBeNull();
  writeFileSync(setting, '1\n');
  const help = sandboxHelp(dist, folder) ?? '';
  expect(help.match(/^ {2}sudo .+$/gm)).toEqual([
    `  sudo chown root '${join(dist, 'chrome-sandbox')}'`,
    `  sudo chmod 4755 '${join(dist, 'chrome-sandbox')}'`,
  ]);
  expect(help).not.toContain('--no-sandbox');
});
