/** Notifications by the ntfy app, over its protocol, from a real server. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { addMessage } from '../domain/ntfy-devices/rows.ts';
import type { Client } from '../testing/client.ts';
import { addPhone, pollTopics, Subscriber, type Sent } from '../testing/ntfy-subscriber.ts';
import { makeChannel, say, write } from '../testing/scenario.ts';
import { startWorld, World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ limits: { ntfyKeepAliveMs: 300 } });
});
afterAll(async () => world.stop());

const dm = async (from: Client, to: Client, content: string): Promise<number> => write(from, [to.userId], content);
const newPerson = async (name: string): Promise<Client> => world.newUser(name);

test('sends a direct message with all that the app shows and does', async () => {
  const { owner } = world;
  const person = await newPerson('Dana Direct');
  const { topic } = await addPhone(person);
  const id = await dm(owner, person, 'Is **lunch** ready, @**Dana Direct**?');
  const [sent] = await pollTopics(world.url, topic);
  const now = Math.floor(world.clock.nowMs / 1000);
  expect(topic).toMatch(/^hearth-[0-9a-v]{32}$/);
  expect(sent).toMatchObject({
    id: expect.stringMatching(/^[A-Za-z0-9]{12}$/) as string,
    time: now,
    expires: now + 43_200,
    event: 'message',
    topic,
    sequence_id: expect.stringMatching(/^[-_A-Za-z0-9]{1,64}$/) as string,
    title: 'Olga Owner',
    message: 'Is lunch ready, @Dana Direct?',
    priority: 4,
    tags: ['speech_balloon'],
    click: expect.stringMatching(new RegExp(`^${world.url}/#narrow/dm/.*/near/${id}$`)) as string,
    actions: [{ action: 'http', label: 'Mark as read', method: 'POST', clear: true }],
  });
});

test('counts the messages of a conversation in the title, under one sequence id', async () => {
  const { owner, member } = world;
  const person = await newPerson('Conny Counter');
  const { topic } = await addPhone(person);
  await makeChannel(owner, 'counted', [owner, member, person], {});
  await person.ok.post('/mark_all_as_read');
  await person.ok.patch('/settings', { enable_stream_push_notifications: true });
  await say(owner, 'counted', 'plans', 'one');
  await say(member, 'counted', 'plans', 'two');
  await say(member, 'counted', 'other', 'three');
  const sent = (await pollTopics(world.url, topic)).filter(({ event }) => event === 'message');
  expect(sent.map(({ title, message }) => [title, message])).toEqual([
    ['#counted > plans', 'Olga Owner: one'],
    ['#counted > plans (2)', 'Max Member: two'],
    ['#counted > other', 'Max Member: three'],
  ]);
  const [first, second, third] = sent.map((one) => one['sequence_id']);
  expect([second === first, third === first]).toEqual([true, false]);
});

test('sends nothing about messages that were read, deleted or taken out of sight, and clears what was shown', async () => {
  const { owner } = world;
  const person = await newPerson('Rita Reader');
  const { topic } = await addPhone(person);
  const live = await Subscriber.open(world.url, `${topic}/json`);
  const [first, second] = [await dm(owner, person, 'one'), await dm(owner, person, 'two')];
  await live.until(({ messages }) => messages.length === 2);
  await person.ok.post('/messages/flags', { op: 'add', flag: 'read', messages: [first] });
  expect((await pollTopics(world.url, topic)).map(({ title }) => title)).toEqual(['Olga Owner']);
  await owner.ok.delete(`/messages/${second}`);
  await live.until(({ sent }) => sent.some(({ event }) => event === 'message_clear'));
  live.close();
  const [cleared] = await pollTopics(world.url, topic);
  expect(cleared).toMatchObject({ event: 'message_clear', sequence_id: live.messages[0]?.['sequence_id'] });
  expect(await pollTopics(world.url, topic)).toHaveLength(1);
});

test('shows only who wrote where the device or the setting of direct messages says so', async () => {
  const { owner } = world;
  const person = await newPerson('Penny Private');
  const [quiet, open] = [await addPhone(person, { shows_text: false }), await addPhone(person)];
  await dm(owner, person, 'a secret plan');
  const texts = async (topic: string) => (await pollTopics(world.url, topic)).map(({ message }) => message);
  expect(await texts(quiet.topic)).toEqual(['New message from Olga Owner']);
  expect(await texts(open.topic)).toEqual(['a secret plan']);
  await person.ok.patch('/settings', { pm_content_in_desktop_notifications: false });
  expect(await texts(open.topic)).toEqual(['New message from Olga Owner']);
});

test('notifies no one of messages that the settings of push notifications leave out, nor the person who is at the computer', async () => {
  const { owner } = world;
  const person = await newPerson('Sam Silent');
  const { topic } = await addPhone(person);
  await person.ok.patch('/settings', { enable_offline_push_notifications: false });
  await dm(owner, person, 'not wanted');
  await person.ok.patch('/settings', {
    enable_offline_push_notifications: true,
    enable_online_push_notifications: false,
  });
  await person.ok.post('/users/me/presence', { status: 'active' });
  await dm(owner, person, 'seen on the screen');
  world.clock.advance(600_000);
  await dm(owner, person, 'away');
  expect((await pollTopics(world.url, topic)).map(({ message }) => message)).toEqual(['away']);
});

test('streams events in each form, with an open event and signs of life', async () => {
  const { owner } = world;
  const person = await newPerson('Fay Forms');
  const { topic } = await addPhone(person);
  const forms = await Promise.all(
    ['json', 'sse', 'raw'].map(async (form) => Subscriber.open(world.url, `${topic}/${form}`)),
  );
  await dm(owner, person, 'hello\nthere');
  await Promise.all(
    forms.map(async (form) =>
      form.until(({ text }) => text.includes('there') && /keepalive|\n\n/.test(text.slice(-200))),
    ),
  );
  await forms[0]?.until(({ sent }) => sent.some(({ event }) => event === 'keepalive'));
  const [json, sse, raw] = forms;
  expect(json?.headers).toMatchObject({
    'content-type': 'application/x-ndjson; charset=utf-8',
    'access-control-allow-origin': '*',
  });
  expect(sse?.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  expect(raw?.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(json?.sent[0]).toMatchObject({ event: 'open', topic });
  expect(json?.sent.map(({ event }) => event)).toContain('keepalive');
  expect(sse?.text).toContain(`event: open\ndata: {`);
  expect(sse?.text).toContain('\n\ndata: {');
  expect(raw?.text).toContain('hello there\n');
  for (const form of forms) form.close();
});

test('speaks the protocol over a WebSocket, beside requests that only offer another protocol', async () => {
  const { owner } = world;
  const person = await newPerson('Wanda Websocket');
  const { topic } = await addPhone(person);
  const address = world.url.replace('http', 'ws');
  const socket = new WebSocket(`${address}/${topic}/ws`);
  const sent: Sent[] = [];
  const arrived = new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      sent.push(JSON.parse(data.toString()) as Sent);
      if (sent.length === 2) resolve();
    });
  });
  await once(socket, 'ping');
  await dm(owner, person, 'by socket');
  await arrived;
  expect(sent).toMatchObject([
    { event: 'open', topic },
    { event: 'message', message: 'by socket' },
  ]);
  socket.close();
  const refused = new WebSocket(`${address}/hearth-${'0'.repeat(32)}/ws`);
  const [, answer] = (await once(refused, 'unexpected-response')) as [unknown, { statusCode: number }];
  expect(answer.statusCode).toBe(404);
  expect((await fetch(`${world.url}/${topic}/ws`)).status).toBe(400);
});

test('resumes after a message, a time or a duration, and takes several topics', async () => {
  const { owner } = world;
  const person = await newPerson('Rory Resume');
  const [first, second] = [await addPhone(person), await addPhone(person)];
  await dm(owner, person, 'one');
  world.clock.advance(60_000);
  await dm(owner, person, 'two');
  const texts = (sent: Sent[]) => sent.map(({ message }) => message);
  const all = await pollTopics(world.url, first.topic);
  expect(texts(all)).toEqual(['one', 'two']);
  const poll = async (query: string, topics = first.topic) => texts(await pollTopics(world.url, topics, query));
  expect(await poll(`since=${all[0]?.id}`)).toEqual(['two']);
  expect(await poll(`since=${all[1]?.id}`)).toEqual([]);
  expect(await poll('since=AAAAAAAAAAAA')).toEqual(['one', 'two']);
  expect(await poll(`since=${Number(all[1]?.['time'])}`)).toEqual(['two']);
  expect(await poll('since=30s')).toEqual(['two']);
  expect(await poll('since=2m')).toEqual(['one', 'two']);
  expect(await poll('since=latest')).toEqual(['two']);
  expect(await poll('since=none')).toEqual([]);
  expect(await poll('message=one')).toEqual(['one']);
  expect(await poll('', `${first.topic},${second.topic}`)).toEqual(['one', 'one', 'two', 'two']);
  expect(await poll('', `${first.topic},hearth-${'0'.repeat(32)}`)).toEqual(['one', 'two']);
  world.clock.advance(12 * 3_600_000 + 1000);
  expect(await poll('')).toEqual([]);
});

test('a link marks the conversation up to its message as read, and does nothing else', async () => {
  const { owner } = world;
  const person = await newPerson('Mara Marked');
  const { topic } = await addPhone(person);
  const [first, second] = [await dm(owner, person, 'one'), await dm(owner, person, 'two')];
  const third = await dm(owner, person, 'three');
  const sent = await pollTopics(world.url, topic);
  const [{ url = '' } = {}] = (sent[1]?.['actions'] ?? []) as { url?: string }[];
  expect(url).not.toContain(topic);
  const wrong = url.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  expect((await fetch(wrong, { method: 'POST' })).status).toBe(404);
  expect((await fetch(url)).status).toBe(404);
  const queue = await person.register({ event_types: ['update_message_flags'] });
  const answer = await fetch(url, { method: 'POST' });
  expect([answer.status, await answer.json()]).toEqual([200, { success: true }]);
  expect(await queue.events()).toMatchObject([{ op: 'add', flag: 'read', messages: [first, second] }]);
  expect((await pollTopics(world.url, topic)).map(({ message }) => message)).toEqual(['three']);
  const { messages } = await person.ok.get('/messages', { anchor: third, num_before: 0, num_after: 0 });
  expect(messages).toMatchObject([{ flags: [] }]);
});

test('refuses unknown topics, publishing and wrong parameters in the form of the protocol', async () => {
  const { topic } = await addPhone(world.member);
  const unknown = `hearth-${'0'.repeat(32)}`;
  const ask = async (path: string, method = 'GET') => {
    const answer = await fetch(`${world.url}/${path}`, { method });
    return [answer.status, ((await answer.json()) as { code: number }).code];
  };
  for (const form of ['json', 'sse', 'raw', 'ws', 'auth', 'json?poll=1'])
    expect(await ask(`${unknown}/${form}`)).toEqual([404, 40_401]);
  for (const name of [topic, unknown]) {
    for (const method of ['POST', 'PUT']) expect(await ask(name, method)).toEqual([403, 40_301]);
    for (const verb of ['publish', 'send', 'trigger']) expect(await ask(`${name}/${verb}`)).toEqual([403, 40_301]);
    expect(await ask(name)).toEqual([404, 40_401]);
    expect(await ask(`${name}/json`, 'DELETE')).toEqual([404, 40_401]);
  }
  expect(await ask(`${topic}/json?since=never`)).toEqual([400, 40_008]);
  expect(await ask(`${topic}/json?priority=9`)).toEqual([400, 40_007]);
  expect(await (await fetch(`${world.url}/${topic}/auth`)).json()).toEqual({ success: true });
  expect(await (await fetch(`${world.url}/v1/health`)).json()).toEqual({ healthy: true });
  const preflight = await fetch(`${world.url}/${topic}/json`, { method: 'OPTIONS' });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  expect((await fetch(`${world.url}/${topic}/json`, { method: 'HEAD' })).status).toBe(200);
});

test('ends subscriptions of a device that was revoked, and of a person who was signed out or deactivated', async () => {
  const { owner } = world;
  const person = await newPerson('Ewa Ended');
  const [first, second] = [await addPhone(person), await addPhone(person)];
  const [one, both] = await Promise.all(
    [first.topic, `${first.topic},${second.topic}`].map(async (topics) => Subscriber.open(world.url, `${topics}/json`)),
  );
  await person.ok.delete(`/users/me/ntfy_devices/${first.deviceId}`);
  await one?.over();
  expect(await person.ok.get('/users/me/ntfy_devices')).toMatchObject({ devices: [{ device_id: second.deviceId }] });
  await dm(owner, person, 'to the other');
  await both?.until(({ messages }) => messages.length === 1);
  expect(both?.messages).toMatchObject([{ topic: second.topic }]);
  await owner.ok.delete(`/users/${person.userId}`);
  await both?.over();
  expect((await fetch(`${world.url}/${second.topic}/auth`)).status).toBe(404);
});

test('closes the oldest connection of a device beyond its share, and refuses those of an account', async () => {
  const person = await newPerson('Lena Limit');
  const { topic } = await addPhone(person);
  const open = async (of: string): Promise<Subscriber> => Subscriber.open(world.url, `${of}/json`);
  const first = await open(topic);
  const others = [];
  for (let index = 0; index < 6; index += 1) others.push(await open(topic));
  await first.over();
  const topics = [topic];
  for (let index = 0; index < 10; index += 1) topics.push((await addPhone(person)).topic);
  for (const each of topics.slice(1, 10)) for (let index = 0; index < 6; index += 1) others.push(await open(each));
  await expect(open(topics.at(-1) ?? '')).rejects.toThrow('429');
  for (const each of others) each.close();
});

test('a test reaches a waiting device, and says when none waits', async () => {
  const person = await newPerson('Tessa Test');
  const { topic, deviceId } = await addPhone(person);
  const path = `/users/me/ntfy_devices/${deviceId}`;
  expect(await person.ok.post(`${path}/test`)).toMatchObject({ connections: 0, last_used_at: null });
  const live = await Subscriber.open(world.url, `${topic}/json?since=all`);
  await live.until(({ messages }) => messages.length === 1);
  expect(live.messages).toMatchObject([{ title: 'Test from Hearth Test', message: 'Notifications reach Phone.' }]);
  await person.ok.patch(path, { name: 'Tablet', shows_text: false });
  expect(await person.ok.post(`${path}/test`)).toMatchObject({ connections: 1 });
  await live.until(({ messages }) => messages.length === 2);
  expect(live.messages[1]).toMatchObject({ message: 'Notifications reach Tablet.' });
  const { devices } = await person.ok.get('/users/me/ntfy_devices');
  expect(devices).toMatchObject([{ name: 'Tablet', shows_text: false, is_connected: true }]);
  live.close();
});

test('wakes an iPhone by a server on the internet, which learns the id of the notification and nothing else', async () => {
  const { owner } = world;
  const person = await newPerson('Iris Phone');
  const calls: object[] = [];
  const upstream = createServer((request, response) => {
    const { method, url, headers } = request;
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      calls.push({ method, url, poll: headers['x-poll-id'], body });
      response.end('{}');
    });
  });
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const { port } = upstream.address() as AddressInfo;
  const settings = { ntfy_upstream_url: `http://127.0.0.1:${port}/base/` };
  await owner.ok.patch('/console/delivery_settings', { settings });
  const [iphone, android] = [await addPhone(person, { platform: 'ios' }), await addPhone(person)];
  const read = await dm(owner, person, 'read at once');
  await person.ok.post('/messages/flags', { op: 'add', flag: 'read', messages: [read] });
  await world.server.workers.deliveries.settled();
  calls.length = 0;
  await dm(owner, person, 'wake up');
  await world.server.workers.deliveries.settled();
  const sent = (await pollTopics(world.url, iphone.topic)).filter(({ event }) => event === 'message');
  const topicHash = createHash('sha256').update(`${world.url}/${iphone.topic}`).digest('hex');
  expect(calls).toEqual([{ method: 'POST', url: `/base/${topicHash}`, poll: sent[0]?.id, body: '' }]);
  expect(JSON.stringify(calls)).not.toContain(android.topic);
  await owner.ok.patch('/console/delivery_settings', { settings: { ntfy_upstream_url: '' } });
  await dm(owner, person, 'asleep');
  await world.server.workers.deliveries.settled();
  expect(calls).toHaveLength(1);
  upstream.closeAllConnections();
  upstream.close();
});

test('keeps a topic in no log, no table and no request that the console shows', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-phones-'));
  const loud = new World(folder, { logLevel: 'info' });
  await loud.start();
  await loud.populate();
  const { topic } = await addPhone(loud.member);
  await dm(loud.owner, loud.member, 'hello');
  const live = await Subscriber.open(loud.url, `${topic}/json?since=all`);
  await live.until(({ messages }) => messages.length === 1);
  live.close();
  for (const path of [`${topic}`, `${topic}/auth`, `x/${topic}`, `${topic}/other?since=all`, `chat/${topic}`])
    await fetch(`${loud.url}/${path}`);
  expect(JSON.stringify(await loud.admin.ok.get('/console/activity'))).not.toContain(topic);
  expect(JSON.stringify(await loud.member.ok.get('/users/me/ntfy_devices'))).not.toContain(topic);
  expect(await loud.dump()).not.toContain(topic);
  await loud.server.stop();
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map(async (file) => readFile(file)));
  expect(files.some((file) => file.endsWith('access.log'))).toBe(true);
  expect(texts.filter((text) => text.includes(topic))).toEqual([]);
  await rm(folder, { recursive: true });
});

test('a request that only offers another protocol keeps its body', async () => {
  const { hostname, port } = new URL(world.url);
  const body = new URLSearchParams({ name: 'Offered', platform: 'android' }).toString();
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /api/v1/users/me/ntfy_devices HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: ${world.member2.authorization}\r\n` +
      'Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n' +
      `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  expect(await textOf(socket)).toMatch(/^HTTP\/1.1 200 [^]*"secret_topic":"hearth-/);
});

test('stores a bounded number of notifications for each device of a user', async () => {
  const person = await newPerson('Bea Bounded');
  const [first, second] = [await addPhone(person), await addPhone(person)];
  await dm(world.owner, person, 'the first');
  const { storage } = world.server.services;
  await storage.transaction((tx) => {
    for (let index = 0; index < 2100; index += 1)
      for (const { deviceId } of [first, second])
        addMessage(tx, {
          device_id: deviceId,
          key: `${deviceId}-${index}`,
          kind: 'test',
          message_id: null,
          conversation: 't',
          sent_at: 1,
        });
  });
  await dm(world.owner, person, 'the last');
  const stored = 'SELECT device_id, count(*) AS count FROM ntfy_messages WHERE device_id IN (?, ?) GROUP BY device_id';
  expect(await world.db(stored, first.deviceId, second.deviceId)).toMatchObject([{ count: 2000 }, { count: 2000 }]);
  expect((await pollTopics(world.url, first.topic)).map(({ message }) => message)).toEqual(['the last']);
});
