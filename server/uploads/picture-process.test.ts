/** The picture process: a crash, a hang or a lack of memory in there rejects one picture and nothing else. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { holdFiles } from '../testing/held-files.ts';
import { programArgs } from '../testing/program.ts';
import { runPictureJob, type PictureAnswer, type PictureRequest } from './picture-jobs.ts';
import { PictureProcess, type PictureRunner } from './picture-process.ts';

/** A process that answers with the input, ends at "crash", and never answers at "hang". */
function scriptedRunner(started: { count: number }): PictureRunner {
  started.count += 1;
  let answer: (answer: PictureAnswer) => void = () => undefined;
  let end = (): void => undefined;
  let isAlive = true;
  const held: PictureRequest[] = [];
  const die = (): void => {
    if (!isAlive) return;
    isAlive = false;
    end();
  };
  return {
    send(request) {
      held.push(request);
      queueMicrotask(() => {
        if (!isAlive || request.job.input === 'hang') return;
        if (request.job.input === 'crash') return die();
        answer({ id: request.id, result: { bytes: Buffer.from(String(request.job.input)) } });
      });
    },
    onAnswer: (listener) => (answer = listener),
    onEnd: (listener) => (end = listener),
    setBusy: () => undefined,
    kill: () => (isAlive = false),
  };
}

const draw = (process: PictureProcess, input: string): Promise<string> =>
  process.run({ input, steps: [['png']] }).then(
    (result) => ('bytes' in result ? Buffer.from(result.bytes).toString() : ''),
    (error: Error) => error.message,
  );

test('rejects the picture that crashes the process, and finishes the pictures beside it', async () => {
  const started = { count: 0 };
  const process = new PictureProcess(() => scriptedRunner(started));
  const inputs = ['crash', 'a', 'b', 'crash', 'c', 'd', 'e'];
  expect(await Promise.all(inputs.map((input) => draw(process, input)))).toEqual(
    inputs.map((input) => (input === 'crash' ? 'The picture could not be processed.' : input)),
  );
  expect(started.count).toBeGreaterThan(1);
  expect(await draw(process, 'later')).toBe('later');
});

test('ends a picture that takes too long, and goes on', async () => {
  const process = new PictureProcess(() => scriptedRunner({ count: 0 }), 20);
  const [late, next] = await Promise.all([draw(process, 'hang'), draw(process, 'a')]);
  expect([late, next]).toEqual(['The picture takes too long to process.', 'a']);
  expect(await draw(process, 'b')).toBe('b');
});

/** The executable of Electron on Linux is linked to the system's GLib (shell/browser/ui, via GTK). */
const systemGlib = ['x86_64', 'aarch64']
  .map((arch) => `/usr/lib/${arch}-linux-gnu/libgobject-2.0.so.0`)
  .find(existsSync);
const pretendElectron = `data:text/javascript,Object.defineProperty(process.versions,'electron',{value:'45.4.1'})`;

test('waits for a program that holds a new picture', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-picture-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const input = join(folder, 'a.png');
  await sharp({ create: { width: 9, height: 6, channels: 3, background: '#336699' } }).toFile(input);
  const { refused, release } = holdFiles(folder, 120);
  onTestFinished(release);
  expect(await runPictureJob({ input, steps: null })).toMatchObject({ metadata: { width: 9, format: 'png' } });
  expect(refused).toEqual([`lstat ${input}`, `open ${input}`]);
});

test('draws pictures of all formats in a process that has loaded the GLib of the system, as Electron does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-glib-'));
  const flags = ['--owner-email', 'olga@example.com', '--owner-password', 'a long enough password', '--org', 'Office'];
  const server = spawn(
    process.execPath,
    ['--import', pretendElectron, ...programArgs, 'serve', '--data-dir', join(folder, 'data'), '--port', '0', ...flags],
    { env: { ...process.env, ...(systemGlib === undefined ? {} : { LD_PRELOAD: systemGlib }) } },
  );
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  onTestFinished(async () => {
    server.kill('SIGKILL');
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });
  await expect.poll(() => output).toContain('listening on http');
  const url = /listening on (http:\/\/\S+)/.exec(output)?.[1] ?? '';
  const login = new URLSearchParams({ username: 'olga@example.com', password: 'a long enough password' });
  const key = (await (await fetch(`${url}/api/v1/fetch_api_key`, { method: 'POST', body: login })).json()) as {
    api_key: string;
  };
  const headers = { authorization: `Basic ${btoa(`olga@example.com:${key.api_key}`)}` };
  const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: '#336699' } });
  const pictures = {
    'a.png': await picture.clone().png().toBuffer(),
    'a.jpg': await picture.clone().jpeg().toBuffer(),
    'a.webp': await picture.clone().webp().toBuffer(),
    'a.gif': await picture.clone().gif().toBuffer(),
    'a.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    'broken.png': Buffer.from('no picture'),
  };
  for (const [name, bytes] of Object.entries(pictures)) {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(bytes)]), name);
    const answer = await fetch(`${url}/api/v1/user_uploads`, { method: 'POST', headers, body });
    expect(answer.status, name).toBe(200);
    if (!/\.(?:png|jpg|webp|gif)$/.test(name) || name === 'broken.png') continue;
    const { url: path } = (await answer.json()) as { url: string };
    const thumbnail = await fetch(`${url}${path.replace('/user_uploads/', '/user_uploads/thumbnail/')}/300x200.jpg`, {
      headers,
    });
    expect([name, thumbnail.status]).toEqual([name, 200]);
    expect((await sharp(Buffer.from(await thumbnail.arrayBuffer())).metadata()).width).toBe(300);
  }
  const avatar = await fetch(`${url}/avatar/1`, { headers });
  expect([avatar.status, avatar.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect((await fetch(`${url}/health`)).status).toBe(200);
  expect(output).not.toMatch(/GLib|SharpElectronLinux/);
});
