/** Connections and uploads, bounded by the descriptors of the process. */
import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { Connections } from './connections.ts';

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

async function dial(port: number): Promise<{ socket: Socket; said: Promise<string> }> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  open.push({ end: () => void socket.destroy() });
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => (text += part));
  const said = once(socket, 'close').then(() => text);
  await once(socket, 'connect');
  return { socket, said };
}

const underWay = (): ServerResponse => new EventEmitter() as unknown as ServerResponse;

test('closes the oldest connection without a request when too many are open', async () => {
  const { port, accepted } = await listen(new Connections(0));
  const first = await dial(port);
  for (let count = 0; count < 12; count += 1) await dial(port);
  expect(await first.said).toBe('');
  await expect.poll(() => accepted.filter(({ destroyed }) => !destroyed).length).toBe(12);
});

test('refuses connections while all others have a request, tells once, and admits them afterwards', async () => {
  const connections = new Connections(0);
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
    connections.busy(accepted[count] as Socket, response);
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
  const connections = new Connections(4096);
  const ends = Array.from({ length: 16 }, () => connections.upload(1));
  expect(() => connections.upload(1)).toThrow('Too many uploads at once');
  connections.upload(2)();
  ends[0]?.();
  ends[0]?.();
  ends.push(connections.upload(1));
  expect(() => connections.upload(1)).toThrow('Too many uploads at once');
});
