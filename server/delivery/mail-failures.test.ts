/** Mail servers that do not encrypt as the settings say, or show certificates that no trust makes acceptable. */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../network/certificate.ts';
import { requireTranslations } from '../testing/error-languages.ts';
import { startWorld, type World } from '../testing/world.ts';
import { texts } from '../texts.ts';
import { isRefusedForGood, reasonOf } from './mail-failures.ts';

requireTranslations();
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

const path = '/console/delivery_settings';
const yearMs = 366 * 24 * 3600 * 1000;

/** Answers as a mail server does. @param answers by the command, in place of "250 ok" */
function speak(socket: Socket, answers: Readonly<Record<string, string>> = {}): void {
  socket.on('error', () => undefined);
  socket.write('220 mail ESMTP\r\n');
  socket.on('data', (data) => {
    // The first byte of a TLS handshake.
    if (data[0] === 0x16) socket.write('500 syntax error\r\n');
    for (const line of data.toString('latin1').split('\r\n').slice(0, -1)) {
      const command = line.split(/[ :]/, 1)[0] ?? '';
      socket.write(
        `${answers[command] ?? { DATA: '354 go', EHLO: '250-mail\r\n250 AUTH PLAIN' }[command] ?? '250 ok'}\r\n`,
      );
    }
  });
}

/** Sends a mail to a server. @returns what became of it, what the check of its certificate answers, and what it was sent */
async function tryServer(server: Server, settings: object) {
  const sockets = new Set<Socket>();
  let received = '';
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => (received += data.toString('latin1')));
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const account = { smtp_user: 'hearth', smtp_password: 'swordfish', smtp_from: 'chat@office.example' };
  await world.owner.ok.patch(path, { settings: { ...account, smtp_host: '127.0.0.1', smtp_port: port, ...settings } });
  await world.owner.ok.post(`${path}/test_mail`);
  await world.server.workers.deliveries.settled();
  const [delivery] = await world.db('SELECT status, last_error FROM deliveries ORDER BY id DESC LIMIT 1');
  const { body: check } = await world.owner.post(`${path}/certificate_check`);
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
  return { port, delivery, check, received };
}

describe.each([
  ['expired', -3, 'has expired'],
  ['not valid yet', 3, 'is not valid yet'],
] as const)('a certificate that is %s', (_name, years, reason) => {
  it('is not offered to be trusted, and the reason stays the same when it is', async () => {
    const { certificate, key } = await makeCertificate(['127.0.0.1'], Date.now() + years * yearMs);
    for (const smtp_certificate of ['', certificate]) {
      const server = createTlsServer({ cert: certificate, key }, (socket) => speak(socket));
      const { delivery, check } = await tryServer(server, { smtp_security: 'tls', smtp_certificate });
      expect(delivery).toMatchObject({ status: 'pending', last_error: expect.stringContaining(reason) });
      expect(check).toMatchObject({ problem: expect.stringContaining(reason), is_trustable: false });
    }
  });
});

it.each([
  ['no STARTTLS', { STARTTLS: '502 no such command' }],
  ['STARTTLS that fails for now', { STARTTLS: '454 TLS not available' }],
  ['STARTTLS that is answered in the clear', { STARTTLS: '220 go\r\n250 you are encrypted' }],
  ['no EHLO', { EHLO: '502 no such command' }],
  ['STARTTLS that was removed on the way', {}],
])('sends nothing to a server with %s', async (_name, answers) => {
  const server = createServer((socket) => speak(socket, answers));
  const { port, delivery, check, received } = await tryServer(server, { smtp_security: 'starttls' });
  const reason = `does not start encryption by STARTTLS on port ${port}. Nothing was sent.`;
  expect(delivery).toMatchObject({ status: 'pending', last_error: expect.stringContaining(reason) });
  expect(check['msg']).toContain(reason);
  expect(received).not.toMatch(/AUTH|MAIL FROM/);
});

it.each([
  ['SMTP in the clear', (socket: Socket) => speak(socket)],
  ['HTTP', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['nothing', (socket: Socket) => socket.destroy()],
])('names the port when it responds with %s in place of TLS', async (_name, respond) => {
  const { port, delivery, check } = await tryServer(createServer(respond), { smtp_security: 'tls' });
  const reason = `The mail server does not respond with TLS on port ${port}. Choose STARTTLS`;
  expect(delivery).toMatchObject({ status: 'pending', last_error: expect.stringContaining(reason) });
  expect(check['msg']).toContain(reason);
});

it.each<[string, TlsOptions, string]>([
  ['old versions of TLS only', { maxVersion: 'TLSv1.1', minVersion: 'TLSv1' }, 'no longer secure'],
  ['a client certificate', { requestCert: true, rejectUnauthorized: true }, 'may require a client certificate'],
])('names the reason when the mail server asks for %s', async (_name, options, reason) => {
  const { certificate, key } = await makeCertificate(['127.0.0.1'], Date.now());
  const ciphers = 'DEFAULT@SECLEVEL=0';
  const server = createTlsServer({ cert: certificate, key, ciphers, ...options }, (socket) => speak(socket));
  const settings = { smtp_security: 'tls', smtp_certificate: certificate };
  const { delivery, check } = await tryServer(server, settings);
  expect(delivery).toMatchObject({ status: 'pending', last_error: expect.stringContaining(reason) });
  expect(check['msg']).toContain(reason);
});

const settings = { smtp_port: 465, smtp_security: 'starttls', smtp_certificate: '' } as const;
const failure = (details: object) => Object.assign(new Error('text of the library'), details);

it.each([
  [{ originalCode: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'is for another host name'],
  [{ originalCode: 'SELF_SIGNED_CERT_IN_CHAIN' }, 'No authority'],
  [{ code: 'INVALID_PURPOSE' }, 'not made for servers'],
  [{ code: 'ETIMEDOUT', timeoutType: 'GREETING_TIMEOUT' }, 'no greeting on port 465'],
  [{ code: 'ETIMEDOUT', timeoutType: 'CONNECT_TIMEOUT' }, 'does not answer on port 465'],
  [{ code: 'EDNS', originalCode: 'ENOTFOUND' }, 'host name of the mail server was not found'],
  [{ code: 'ESOCKET', originalCode: 'ECONNREFUSED' }, 'No mail server accepts connections on port 465'],
  [{ code: 'ESOCKET', originalCode: 'EHOSTUNREACH' }, 'no network connection to the mail server'],
  [{ code: 'ESOCKET', originalCode: 'ECONNRESET' }, 'closed the connection'],
  [{ code: 'ECONNECTION', message: 'Connection closed unexpectedly' }, 'closed the connection'],
  [{ code: 'EAUTH', command: 'AUTH PLAIN', response: '535 5.7.8 bad' }, 'user name or the password: 535 5.7.8 bad'],
  [{ code: 'EENVELOPE', command: 'RCPT TO', response: '550 no such mailbox' }, 'recipient: 550 no such mailbox'],
  [{ code: 'EENVELOPE', command: 'MAIL FROM', response: '553 not yours' }, 'sender: 553 not yours'],
])('explains %j and has a translation', (details, reason) => {
  const text = reasonOf(failure(details), settings);
  expect(text).toContain(reason);
  expect(texts.ofError(text, 'ja')).not.toBe(text);
});

it.each([
  [550, 'RCPT TO', true],
  [552, 'DATA', true],
  [553, 'MAIL FROM', true],
  [450, 'RCPT TO', false],
  [530, 'MAIL FROM', false],
  [535, 'AUTH PLAIN', false],
  [554, 'CONN', false],
  [502, 'STARTTLS', false],
  [502, 'EHLO', false],
])('a %i to %s refuses the mail for good: %s', (responseCode, command, isForGood) => {
  expect(isRefusedForGood(failure({ responseCode, command }))).toBe(isForGood);
});
