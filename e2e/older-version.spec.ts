/**
 * Data folders and backups of an older version (November 26, 2026, with the twelve migrations that are one today): they open in
 * this version with every message, also those that use what has changed since (emoji names, topic names, archived channels). Each
 * folder was stopped cleanly and holds a snapshot, segments after it, and an upload.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { HearthProcess, ownerKey } from './hearth-process.ts';

const older = join(import.meta.dirname, 'older-version');
const program = resolve(import.meta.dirname, '../dist/server/cli.js');

interface Message {
  id: number;
  content: string;
  rendered: string;
  topic: string;
  timestamp: number;
}
interface WireMessage extends Omit<Message, 'rendered' | 'topic'> {
  subject: string;
}

const versions = ['twelve-migrations'];

let expected: { upload: string; messages: Message[] };
let root: string;
let dataDir: string;

async function readExpected(version: string): Promise<void> {
  expected = JSON.parse(await readFile(join(older, version, 'messages.json'), 'utf8')) as typeof expected;
  // The first start stores topics as they are spelled today: "cafe\u0301" and "caf\u00e9" are one.
  for (const message of expected.messages) message.topic = message.topic.normalize('NFC');
  expect(expected.messages.length).toBeGreaterThan(20);
}

test.beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'hearth-older-'));
  dataDir = join(root, 'data');
});
test.afterEach(async () => rm(root, { recursive: true, force: true }));

/** Talks to a server as its owner, who has the password of then. */
async function signedIn(url: string) {
  const key = await ownerKey(url);
  const authorization = `Basic ${Buffer.from(`owner@example.com:${key}`).toString('base64')}`;
  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const answer = await fetch(`${url}${path}`, { ...init, headers: { authorization } });
    expect(answer.status, `${path}: ${answer.status}`).toBe(200);
    return answer;
  };
  const page = async (markdown: boolean): Promise<WireMessage[]> => {
    const query = `anchor=oldest&num_before=0&num_after=1000&apply_markdown=${String(markdown)}`;
    return ((await (await call(`/api/v1/messages?${query}`)).json()) as { messages: WireMessage[] }).messages;
  };
  const messages = async (): Promise<Message[]> => {
    const [source, html] = [await page(false), await page(true)];
    return source.map(({ id, content, subject, timestamp }, index) => ({
      id,
      content,
      rendered: html[index]?.content ?? '',
      topic: subject,
      timestamp,
    }));
  };
  const say = async (content: string): Promise<void> => {
    const body = new URLSearchParams({ type: 'channel', to: 'general', topic: 'now', content });
    await call('/api/v1/messages', { method: 'POST', body });
  };
  return { call, messages, say };
}

/** Starts on the folder: everything is there, and what is new stays, over a restart. */
async function expectEverything(): Promise<void> {
  let hearth = await HearthProcess.start({ dataDir });
  try {
    const first = await signedIn(hearth.url);
    expect(await first.messages()).toEqual(expected.messages);
    expect(await (await first.call(expected.upload)).text()).toBe('What was uploaded by the older version.\n');
    await first.say('of today');
    expect(await hearth.stop()).toBe(0);
    hearth = await HearthProcess.start({ dataDir });
    const messages = await (await signedIn(hearth.url)).messages();
    expect(messages.slice(0, -1)).toEqual(expected.messages);
    expect(messages.at(-1)?.content).toBe('of today');
  } finally {
    await hearth.kill();
  }
}

for (const version of versions) {
  test(`a data folder with ${version} starts and shows every message`, async () => {
    await readExpected(version);
    await mkdir(dataDir);
    execFileSync('tar', ['-xzf', join(older, version, 'folder.tar.gz'), '-C', dataDir]);
    await expectEverything();
  });

  test(`a backup with ${version} is restored and shows every message`, async () => {
    await readExpected(version);
    const file = join(root, 'office.hearth-backup');
    await writeFile(file, gunzipSync(await readFile(join(older, version, 'office.hearth-backup.gz'))));
    const output = execFileSync(process.execPath, [program, 'restore', '--data-dir', dataDir, '--from', file], {
      encoding: 'utf8',
    });
    expect(output).toMatch(/messages +\d+/);
    await expectEverything();
  });
}
