/** Concurrency limits of connections and accounts, over real sockets that are never read. */
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Client } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';
import { AccountTurns } from './account-turns.ts';

let world: World;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await world.stop();
});

/** A connection that sends many requests at once and reads none of the answers. */
async function flood(from: Client, path: string, times: number): Promise<void> {
  const { hostname, port } = new URL(world.url);
  const socket = connect(Number(port), hostname).pause();
  sockets.push(socket);
  socket.on('error', () => undefined);
  const head = `GET /api/v1${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${from.authorization}\r\n\r\n`;
  await new Promise<void>((resolve) => void socket.write(head.repeat(times), () => resolve()));
}

const answeredRequests = (route: string): number =>
  world.server.services.activity
    .after(0, ['request'], 10_000)
    .filter((entry) => entry.kind === 'request' && entry.request.route === route && entry.request.method === 'GET')
    .length;

test('who asks for much on many connections and reads nothing makes the server do little, and no one else waits', async () => {
  world = await startWorld({ limits: { stalledAnswerMs: 500, maxMessageLength: 100_000 } });
  const { guest, member } = world;
  for (let i = 0; i < 30; i += 1)
    await guest.ok.post('/messages', { type: 'direct', to: [guest.userId], content: `${i} `.padEnd(100_000, 'word ') });
  const page = '/messages?anchor=newest&num_before=30&num_after=0&apply_markdown=false';
  for (let i = 0; i < 12; i += 1) await flood(guest, page, 20);
  await expect.poll(() => answeredRequests('/messages')).toBeGreaterThan(5);
  await member.ok.get('/users/me');
  // Connections that take nothing are ended, and then the account's own turn comes.
  await guest.ok.get('/users/me');
  for (const socket of sockets) socket.destroy();
  await guest.ok.get('/users/me');
  expect(answeredRequests('/messages')).toBeLessThan(100);
});

test('a long poll after a large answer on the same connection may take its time', async () => {
  world = await startWorld({ limits: { stalledAnswerMs: 200, heartbeatMs: 1000, maxMessageLength: 200_000 } });
  const { guest } = world;
  const { queueId } = await guest.register({ event_types: ['typing'], fetch_event_types: ['message'] });
  await guest.ok.post('/messages', { type: 'direct', to: [guest.userId], content: 'word '.repeat(40_000) });
  const { hostname, port } = new URL(world.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  const get = (path: string): string =>
    `GET /api/v1${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${guest.authorization}\r\n\r\n`;
  socket.write(get('/messages?anchor=newest&num_before=1&num_after=0'));
  let text = '';
  for await (const chunk of socket) {
    const wasWhole = text.includes('"found_newest"');
    text += String(chunk);
    if (!wasWhole && text.includes('"found_newest"')) socket.write(get(`/events?queue_id=${queueId}&last_event_id=-1`));
    if (text.includes('heartbeat')) break;
  }
  expect(text).toContain('"type":"heartbeat"');
});

test('requests of one connection are answered in order, however many are sent at once', async () => {
  world = await startWorld();
  const { hostname, port } = new URL(world.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  const head = (id: number): string =>
    `GET /api/v1/users/${id} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${world.member.authorization}\r\n\r\n`;
  const asked = [world.owner, world.member, world.guest, world.member2].map(({ userId }) => userId);
  socket.write(asked.map(head).join(''));
  let text = '';
  for await (const chunk of socket) {
    text += String(chunk);
    if ((text.match(/"user_id":/g) ?? []).length >= asked.length) break;
  }
  expect([...text.matchAll(/"user_id":(\d+)/g)].map(([, id]) => Number(id))).toEqual(asked);
});

test('an account has few requests under way, by all that it proves itself with together; long polls do not count', async () => {
  world = await startWorld();
  const turns = new AccountTurns({ maxUnderWay: 2, maxUnsentBytes: 1000, stallMs: 1000 });
  for (const secret of ['key', 'session']) turns.belongsTo(secret, 1);
  const first = await turns.take('key', false);
  await turns.take('session', false);
  let isServed = false;
  const third = Promise.resolve(turns.take('key', false)).then((turn) => {
    isServed = true;
    return turn;
  });
  await turns.take('somebody else', false);
  expect(isServed).toBe(false);
  first.end();
  (await third).end();
  await turns.take('key', true);
});
