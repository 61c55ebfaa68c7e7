/**
 * A thousand notifications over kills of the server, as clients of the ntfy protocol read them: nothing is lost, nothing comes twice. Also
 * with ntfy's own program, where it is installed (`ntfy`, a Go module).
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { callApi } from './api-call.ts';
import { HearthProcess, ownerKey } from './hearth-process.ts';

const count = 1000;
const killedAt = [300, 700];
const atOnce = 10;
const person = { email: 'nora@example.com', password: 'a good password' };

interface Sent {
  id: string;
  event: string;
  message?: string;
}

let folder: string;
let hearth: HearthProcess;
let topic: string;
let port: number;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-ntfy-'));
  hearth = await HearthProcess.start({ dataDir: folder });
  ({ port } = hearth);
});

test.afterAll(async () => {
  await hearth.stop();
  await rm(folder, { recursive: true, force: true });
});

const basic = (email: string, key: string): string => `Basic ${btoa(`${email}:${key}`)}`;

/** A client as ntfy's own on phones: after a lost connection it asks for what came since its last message. */
async function follow(got: Sent[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const since = got.at(-1)?.id ?? 'all';
    await fetch(`${hearth.url}/${topic}/json?since=${since}`)
      .then(async ({ body }) => readLines(body, got, isOver))
      .catch(() => undefined);
  }
}

async function readLines(body: ReadableStream<Uint8Array> | null, got: Sent[], isOver: () => boolean): Promise<void> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    got.push(...lines.map((line) => JSON.parse(line) as Sent).filter(({ event }) => event === 'message'));
    if (isOver()) return;
  }
}

/** What ntfy's program reads; undefined where there is none. */
function byProgram(...options: string[]): string[] | undefined {
  const { status, stdout } = spawnSync('ntfy', ['subscribe', ...options, `${hearth.url}/${topic}`], {
    encoding: 'utf8',
    timeout: 30_000,
  });
  if (status !== 0) return undefined;
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : ((JSON.parse(line) as Sent).message ?? '')));
}

test('a thousand notifications come once each and in their order over two kills of the server', async () => {
  const authorization = basic('owner@example.com', await ownerKey(hearth.url));
  const { user_id: id } = await callApi(hearth.url, authorization, 'POST', '/users', {
    ...person,
    full_name: 'Nora Noor',
  });
  const own = basic(person.email, await ownerKey(hearth.url, person.email, person.password));
  const device = { name: 'Phone', platform: 'android' };
  topic = String((await callApi(hearth.url, own, 'POST', '/users/me/ntfy_devices', device))['secret_topic']);
  const got: Sent[] = [];
  let wanted = Infinity;
  const following = follow(got, () => got.length >= wanted);
  const send = async (index: number): Promise<unknown> =>
    callApi(hearth.url, authorization, 'POST', '/messages', {
      type: 'direct',
      to: `[${String(id)}]`,
      content: `number ${index}`,
    }).catch(() => undefined);
  for (let index = 0; index < count; index += atOnce) {
    const sending = Promise.all(Array.from({ length: atOnce }, (_, more) => send(index + more)));
    if (killedAt.includes(index)) {
      await hearth.stop('SIGKILL');
      await sending;
      hearth = await HearthProcess.start({ dataDir: folder, port, withOwner: false });
    }
    await sending;
  }
  const narrow = JSON.stringify([{ operator: 'dm', operand: [Number(id)] }]);
  const history = { anchor: 'newest', num_before: '1100', num_after: '0', narrow, apply_markdown: 'false' };
  const { messages } = await callApi(hearth.url, authorization, 'GET', '/messages', history);
  const stored = (messages as { content: string }[]).map(({ content }) => content);
  expect(stored.length).toBeGreaterThanOrEqual(count - killedAt.length * atOnce);
  wanted = stored.length;
  await expect.poll(() => got.length, { timeout: 30_000 }).toBe(stored.length);
  expect(got.map(({ message }) => message)).toEqual(stored);
  const read = byProgram('--poll', '--since=all');
  test.info().annotations.push({ type: "ntfy's program", description: read === undefined ? 'not run' : 'run' });
  expect(read ?? stored).toEqual(stored);
  const last = stored.slice(500);
  expect(byProgram('--poll', `--since=${got[499]?.id}`) ?? last).toEqual(last);
  await hearth.stop();
  await following;
});
