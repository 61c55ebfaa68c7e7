/** Connections and uploads, bounded by the descriptors of the process. */
import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { Connections, countForAccount, noteAnswered, noteKept } from './connections.ts';
import { TrustedProxies } from './proxies.ts';

const open: { end(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.end();
});

/** A port whose connections are admitted. */
async function listen(connections: Connections): Promise<{ port: number; accepted: Socket[] }> {
  const accepted: Socket[] = [];
  const server = createServer((socket) => {
    accepted.push(socket);
    socket.on('error', () => undefined).resume();
    connections.admit(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({ end: () => void server.close() });
  return { port: (server.address() as AddressInfo).port, accepted };
}

async function dial(port: number, localAddress?: string): Promise<{ socket: Socket; said: Promise<string> }> {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
  open.push({ end: () => void socket.destroy() });
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => (text += part));
  const said = once(socket, 'close').then(() => text);
  await once(socket, 'connect');
  return { socket, said };
}

const requestOn = (socket: Socket, client?: string): IncomingMessage =>
  ({ socket, headers: client === undefined ? {} : { 'x-forwarded-for': client } }) as unknown as IncomingMessage;
const underWay = (): ServerResponse => new EventEmitter() as unknown as ServerResponse;

test('closes the oldest connection without a request when too many are open', async () => {
  const { port, accepted } = await listen(new Connections(0, new TrustedProxies([])));
  const first = await dial(port);
  for (let count = 0; count < 12; count += 1) await dial(port);
  expect(await first.said).toBe('');
  await expect.poll(() => accepted.filter(({ destroyed }) => !destroyed).length).toBe(12);
});

/** So many connections, each with a request of its own account if `accounts`. */
async function ask(
  connections: Connections,
  count: number,
  accountOf?: (at: number) => number,
): Promise<{ port: number; accepted: Socket[]; requests: IncomingMessage[]; responses: ServerResponse[] }> {
  const { port, accepted } = await listen(connections);
  const requests: IncomingMessage[] = [];
  const responses: ServerResponse[] = [];
  for (let at = 0; at < count; at += 1) {
    await dial(port, `127.0.0.${at + 1}`);
    await expect.poll(() => accepted.length).toBe(at + 1);
    const request = requestOn(accepted[at] as Socket);
    const response = underWay();
    requests.push(request);
    responses.push(response);
    connections.begin(request, response);
    if (accountOf !== undefined) countForAccount(request, accountOf(at));
  }
  return { port, accepted, requests, responses };
}

test('closes the oldest request that no account is known for, from whatever addresses they come', async () => {
  const connections = new Connections(0, new TrustedProxies([]));
  const { port, accepted, requests } = await ask(connections, 16);
  noteKept(requests[0] as IncomingMessage);
  await dial(port);
  await expect.poll(() => accepted.map(({ destroyed }) => destroyed).indexOf(true)).toBe(1);
  expect(connections.wereRefused).toBe(false);
});

test('gives one account half of the connections, from whatever addresses they come', async () => {
  const connections = new Connections(0, new TrustedProxies([]));
  const { port, accepted, requests, responses } = await ask(connections, 8, () => 1);
  await dial(port, '127.0.1.1');
  await expect.poll(() => accepted.length).toBe(9);
  const more = requestOn(accepted[8] as Socket);
  connections.begin(more, underWay());
  expect(() => countForAccount(more, 1)).toThrow('Too many connections');
  countForAccount(more, 2);
  expect(connections.wereRefused).toBe(true);
  responses[3]?.emit('close');
  countForAccount(requests[3] as IncomingMessage, 1);
});

test('closes a connection that was answered before all of its request has come', async () => {
  const connections = new Connections(0, new TrustedProxies([]));
  const { port, accepted, requests } = await ask(connections, 16, (at) => at % 4);
  noteAnswered(requests[5] as IncomingMessage);
  await dial(port);
  await expect.poll(() => accepted.map(({ destroyed }) => destroyed).indexOf(true)).toBe(5);
});

test('refuses connections while all others have a request of an account, reports it once, and admits them afterwards', async () => {
  const connections = new Connections(0, new TrustedProxies([]));
  const told: number[] = [];
  connections.onRefused((refused) => told.push(refused));
  const { port, accepted } = await listen(connections);
  expect(connections.wereRefused).toBe(false);
  const responses: ServerResponse[] = [];
  for (let count = 0; count < 12; count += 1) {
    await dial(port);
    await expect.poll(() => accepted.length).toBe(count + 1);
    const response = underWay();
    responses.push(response);
    const request = requestOn(accepted[count] as Socket);
    connections.begin(request, response);
    countForAccount(request, count);
  }
  for (let count = 0; count < 2; count += 1) {
    const said = await (await dial(port)).said;
    expect(said).toMatch(/^HTTP\/1\.1 503 .*Retry-After: 5.*Too many connections/s);
  }
  expect(told).toEqual([1]);
  expect(connections.wereRefused).toBe(true);
  responses[3]?.emit('close');
  const { socket } = await dial(port);
  await expect.poll(() => accepted[3]?.destroyed).toBe(true);
  expect(socket.destroyed).toBe(false);
});

test('counts uploads by account, and gives a place back once', () => {
  const connections = new Connections(4096, new TrustedProxies([]));
  const ends = Array.from({ length: 16 }, () => connections.upload(1));
  expect(() => connections.upload(1)).toThrow('Too many uploads at once');
  connections.upload(2)();
  ends[0]?.();
  ends[0]?.();
  ends.push(connections.upload(1));
  expect(() => connections.upload(1)).toThrow('Too many uploads at once');
});

test('limits clients behind a trusted proxy by their own addresses, and the proxy not at all', async () => {
  const connections = new Connections(0, new TrustedProxies(['127.0.0.1']));
  const { port, accepted } = await listen(connections);
  for (let count = 0; count < 16; count += 1) await dial(port);
  await expect.poll(() => accepted.length).toBe(16);
  const responses: ServerResponse[] = [];
  const begin = (at: number, client?: string): boolean => {
    const response = underWay();
    responses.push(response);
    return connections.begin(requestOn(accepted[at] as Socket, client), response);
  };
  for (let at = 0; at < 12; at += 1) expect(begin(at, '203.0.113.9')).toBe(true);
  expect(begin(12, '203.0.113.9')).toBe(false);
  expect(connections.wereRefused).toBe(true);
  // Another client of the proxy gets in, as do requests for which the proxy names no client.
  expect(begin(12, '203.0.113.10')).toBe(true);
  expect(begin(13)).toBe(true);
  responses[0]?.emit('close');
  expect(begin(14, '203.0.113.9')).toBe(true);
  expect(accepted.filter(({ destroyed }) => destroyed)).toEqual([]);
});

test('closes idle connections of other addresses before those of a trusted proxy', async () => {
  const connections = new Connections(0, new TrustedProxies(['127.0.0.2']));
  const { port, accepted } = await listen(connections);
  for (let count = 0; count < 13; count += 1) await dial(port, '127.0.0.2');
  for (let count = 0; count < 3; count += 1) await dial(port);
  await expect.poll(() => accepted.length).toBe(16);
  await dial(port);
  await expect.poll(() => accepted.filter(({ destroyed }) => destroyed).length).toBe(1);
  expect(accepted.findIndex(({ destroyed }) => destroyed)).toBeGreaterThanOrEqual(13);
});
