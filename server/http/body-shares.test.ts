/** Bodies that come slowly: what one account has in memory is bounded, and others are served. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';
import { BodyShares } from './body-shares.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

const content = JSON.stringify({ content: 'x' });

/** Begins a body whose length the head does not tell. */
async function begin(authorization: string): Promise<Socket> {
  const socket = connect(world.server.port, '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(
    `POST /api/v1/messages/render HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  return socket;
}

const end = (socket: Socket): void => void socket.write(`${content.length.toString(16)}\r\n${content}\r\n0\r\n\r\n`);

async function answerOf(socket: Socket): Promise<string> {
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  return bytes.toString().split('\r\n')[0] ?? '';
}

test('an account has so many bytes of bodies read at once, the others wait, and other accounts do not', async () => {
  const { authorization } = world.member;
  const begun = await Promise.all(Array.from({ length: 12 }, () => begin(authorization)));
  // Eight of 2 MB may be read; whole ones behind them wait.
  const waiting = await Promise.all([begin(authorization), begin(authorization)]);
  for (const socket of waiting) end(socket);
  const other = await begin(world.admin.authorization);
  end(other);
  expect(await answerOf(other)).toBe('HTTP/1.1 200 OK');
  // A body that says how short it is has room, and a poll has none.
  const users = await world.member.get('/users/me');
  expect(users.status).toBe(200);
  expect(waiting.map(({ bytesRead }) => bytesRead)).toEqual([0, 0]);
  for (const socket of begun) end(socket);
  for (const socket of [...begun, ...waiting]) expect(await answerOf(socket)).toBe('HTTP/1.1 200 OK');
});

test('a share is counted per account, and per address of strangers', async () => {
  const shares = new BodyShares();
  const running: string[] = [];
  const ends: (() => void)[] = [];
  const take = (userId: number | null, ip: string, mebibytes: number, name: string): Promise<void> =>
    shares.take(userId, ip, mebibytes * 1024 * 1024, async () => {
      running.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  const all = [
    take(1, '10.0.0.1', 16, 'first'),
    take(1, '10.0.0.2', 1, 'same account'),
    take(2, '10.0.0.1', 16, 'other account'),
    take(null, '10.0.0.1', 4, 'stranger'),
    take(null, '10.0.0.1', 1, 'same address'),
    take(null, '2001:db8::1', 4, 'other address'),
    take(null, '2001:db8::2', 1, 'same network'),
  ];
  await Promise.resolve();
  expect(running).toEqual(['first', 'other account', 'stranger', 'other address']);
  while (ends.length > 0) {
    ends.shift()?.();
    await new Promise<void>((resolve) => void setImmediate(resolve));
  }
  await Promise.all(all);
  expect(running).toHaveLength(7);
});
