/** Downloads from Slack: only from its own hosts, the token only to those that need it, and nothing that is no file. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { zipTo } from '../../../e2e/import/zip.ts';
import { collected } from '../../testing/collected-records.ts';
import { KeptDownloads } from './kept-downloads.ts';
import { SlackDownloads } from './slack-download.ts';
import { openSlack } from './slack-source.ts';
import { MissingFile } from './source.ts';

let folder: string;
let server: Server;
let asked: { host: string; path: string; token: string | undefined }[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-download-'));
  server = createServer((request, response) => {
    asked.push({
      host: String(request.headers['x-host']),
      path: request.url ?? '',
      token: request.headers.authorization,
    });
    answer(request, response);
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  asked = [];
});

/** Each host is this machine. */
const downloads = (): SlackDownloads =>
  new SlackDownloads('xoxb-1', new AbortController().signal, (url, init) => {
    const { hostname, pathname } = new URL(url);
    const { port } = server.address() as AddressInfo;
    const headers = { ...(init.headers as Record<string, string> | undefined), 'x-host': hostname };
    return fetch(`http://127.0.0.1:${port}${pathname}`, { ...init, headers });
  });

const path = (): string => join(folder, 'file');
const take = async (url: string, type: string | null = 'text/plain'): Promise<number | undefined> =>
  downloads().take(url, type)?.(path());

test('saves a file, with the token, also behind a redirect within Slack', async () => {
  answer = ({ url }, response) => {
    if (url === '/a') response.writeHead(302, { location: 'https://office.slack.com/b' }).end();
    else response.writeHead(200, { 'content-type': 'text/plain' }).end('content');
  };
  expect(await take('https://files.slack.com/a')).toBe(7);
  expect(await readFile(path(), 'utf8')).toBe('content');
  expect(asked.map(({ host, token }) => [host, token])).toEqual([
    ['files.slack.com', 'Bearer xoxb-1'],
    ['office.slack.com', 'Bearer xoxb-1'],
  ]);
});

test('sends no token to hosts of pictures', async () => {
  answer = (_request, response) => response.end('picture');
  expect(await take('https://emoji.slack-edge.com/p.png')).toBe(7);
  expect(asked).toEqual([{ host: 'emoji.slack-edge.com', path: '/p.png', token: undefined }]);
});

test.each([
  'https://evil.example/a',
  'http://files.slack.com/a',
  'https://files.slack.com.evil.example/a',
  'https://evilslack.com/a',
  'https://files.slack.com:8443/a',
  'file:///etc/passwd',
  'nothing',
])('asks nothing of %s', async (url) => {
  expect(downloads().take(url, null)).toBeUndefined();
  answer = (_request, response) => response.writeHead(302, { location: url }).end();
  await expect(take('https://files.slack.com/a')).rejects.toThrow(MissingFile);
  expect(asked.every(({ host }) => host === 'files.slack.com')).toBe(true);
});

test('takes no page that asks to sign in, and no error, for a file', async () => {
  answer = (_request, response) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<p>');
  await expect(take('https://files.slack.com/a')).rejects.toThrow(MissingFile);
  expect(await take('https://files.slack.com/a', 'text/html')).toBe(3);
  answer = (_request, response) => response.writeHead(404).end();
  await expect(take('https://files.slack.com/a')).rejects.toThrow(MissingFile);
  answer = (_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('short');
    response.destroy();
  };
  await expect(take('https://files.slack.com/a')).rejects.toThrow(MissingFile);
});

test('tries again when Slack asks to wait', async () => {
  answer = (_request, response) => {
    if (asked.length === 1) response.writeHead(429, { 'retry-after': '0.01' }).end();
    else response.end('content');
  };
  expect(await take('https://files.slack.com/a')).toBe(7);
});

test('lists custom emoji, or none where the token may not', async () => {
  answer = (_request, response) =>
    response.end('{"ok":true,"emoji":{"parrot":"https://emoji.slack-edge.com/p.png","x":7}}');
  expect([...(await downloads().emoji())]).toEqual([['parrot', 'https://emoji.slack-edge.com/p.png']]);
  answer = (_request, response) => response.end('{"ok":false}');
  expect((await downloads().emoji()).size).toBe(0);
  answer = (_request, response) => response.end('<html>');
  expect((await downloads().emoji()).size).toBe(0);
});

test('fetches the files and emoji of an export that only links to them, before its records are written', async () => {
  answer = ({ url }, response) => {
    if (url === '/api/emoji.list')
      response.end('{"emoji":{"parrot":"https://emoji.slack-edge.com/p.png","bird":"alias:parrot"}}');
    else response.end(`content of ${url}`);
  };
  const files = ['F1', 'F2'].map((id) => ({
    id,
    name: `${id}.txt`,
    mimetype: 'text/plain',
    url_private: `https://files.slack.com/${id}`,
    permalink: `https://office.slack.com/${id}`,
  }));
  const elsewhere = { id: 'F3', name: 'plan', mode: 'external', url_private: 'https://drive.example/plan' };
  const ts = '1704067201.000100';
  const rows = {
    'users.json': [{ id: 'U1', name: 'ada', profile: { real_name: 'Ada' } }],
    'channels.json': [{ id: 'C1', name: 'general', members: ['U1'] }],
    'general/2024-01-01.json': [
      {
        user: 'U1',
        text: ':bird:',
        ts,
        files: [...files, elsewhere],
        reactions: [{ name: 'bird', users: ['U1'], count: 1 }],
      },
    ],
  };
  const file = join(folder, 'export.zip');
  await zipTo(file, new Map(Object.entries(rows).map(([name, list]) => [name, JSON.stringify(list)])));
  const kept = new KeptDownloads(folder);
  const tools = { work: folder, signal: new AbortController().signal, report: () => undefined, downloads: kept };
  const source = await openSlack(file, tools);
  const choices = { leaveOutChannels: new Set<never>(), leaveOutDirectMessages: false, mainTopic: '', team: null };
  await kept.fetchAll(source, choices, downloads(), { onFile: async () => undefined });
  asked = [];
  const { of, taken, problems } = await collected(source);
  await source.close();
  expect(asked).toEqual([]);
  expect([...taken]).toEqual([
    ['parrot', 'content of /p.png'],
    ['F1', 'content of /F1'],
    ['F2', 'content of /F2'],
  ]);
  expect(of('message')[0]?.content).toBe(
    ':parrot:\n[F1.txt](/user_uploads/F1.txt)\n[F2.txt](/user_uploads/F2.txt)\n[plan](https://drive.example/plan)',
  );
  expect(of('reaction')).toMatchObject([{ emojiName: 'parrot', emojiType: 'realm_emoji' }]);
  expect(problems.map(({ what }) => what)).toEqual([
    'The file is not in the export; the message links to it in Slack.',
  ]);
});
