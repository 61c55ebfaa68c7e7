/** Anonymous requests are not stored: a request may be long, and the user who reaches the port may send as many as they like. */
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** Bytes of live objects. */
const liveHeap = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};

const requests = 60;
const long = 90_000;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  agent.destroy();
  await world.stop();
});

async function statusOf(headers: Record<string, string>): Promise<number | undefined> {
  const asked = get(`${world.url}/api/v1/users/me`, { agent, headers });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  await once(answer.resume(), 'end');
  return answer.statusCode;
}

const basic = (email: string): string => `Basic ${Buffer.from(`${email}:${'k'.repeat(32)}`).toString('base64')}`;
const longHeaders: [name: string, headers: (number: number) => Record<string, string>, status: number][] = [
  [
    'addresses that nobody has',
    (number) => ({ Authorization: basic(`${number}${'x'.repeat(long)}@example.com`) }),
    401,
  ],
  ['names of hosts', (number) => ({ Host: `${number}${'x'.repeat(long)}` }), 403],
];

test.each(longHeaders)('of long %s nothing stays', async (_name, headers, status) => {
  for (let number = 0; number < 5; number += 1) expect(await statusOf(headers(number))).toBe(status);
  const before = liveHeap();
  for (let number = 5; number < 5 + requests; number += 1) await statusOf(headers(number));
  expect(liveHeap() - before).toBeLessThan((requests * long) / 2);
});
