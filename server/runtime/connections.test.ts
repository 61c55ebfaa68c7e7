/** Connections as the listeners count them: encrypted ones, and those of accounts with many under way. */
import { once } from 'node:events';
import { request } from 'node:https';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { Connections, noteEncrypted } from '../http/connections.ts';
import { TrustedProxies } from '../http/proxies.ts';
import { makeCertificate } from '../network/certificate.ts';
import { HttpsListener } from '../network/https-listener.ts';

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

/** A port with HTTPS at which so many connections are admitted at least. */
async function listen(): Promise<{ port: number; admitted: Socket[]; connections: Connections }> {
  const connections = new Connections(0, new TrustedProxies([]));
  const admitted: Socket[] = [];
  const listener = new HttpsListener({
    handle(asked, answer) {
      connections.begin(asked, answer);
      answer.end('answer');
    },
    upgrade: (_asked, socket) => void socket.destroy(),
    admit(socket) {
      admitted.push(socket);
      connections.admit(socket);
    },
    encrypt: noteEncrypted,
  });
  const certificate = { ...(await makeCertificate(['127.0.0.1'], Date.now())), fingerprint: '' };
  await listener.open({ port: 0, addresses: [], certificate });
  onTestFinished(async () => listener.close());
  return { port: listener.port ?? 0, admitted, connections };
}

async function ask(port: number): Promise<number | undefined> {
  const asked = request({ host: '127.0.0.1', port, rejectUnauthorized: false, agent: false }).end();
  const [answer] = (await once(asked, 'response')) as [{ statusCode?: number; resume(): void }];
  answer.resume();
  return answer.statusCode;
}

test('connections that never begin to encrypt are closed for those that do', async () => {
  const { port, admitted } = await listen();
  for (let count = 0; count < 40; count += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    open.push(socket);
    await once(socket, 'connect');
  }
  await expect.poll(() => admitted.length).toBe(40);
  expect(await ask(port)).toBe(200);
  expect(admitted.filter(({ destroyed }) => !destroyed).length).toBeLessThanOrEqual(16);
});

test('an encrypted connection that ended is not counted', async () => {
  const { port, admitted, connections } = await listen();
  for (let count = 0; count < 40; count += 1) expect(await ask(port)).toBe(200);
  await expect.poll(() => admitted.filter(({ closed }) => closed).length).toBe(40);
  expect(connections.wereRefused).toBe(false);
});
