/** Addresses that webhooks may call: private ones only as the settings say, whatever they are written like. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { knownLanguages, texts } from '../texts.ts';
import { postJson } from './http-post.ts';
import { AddressRefused, makeNetworkGuard, parseNetwork } from './network-guard.ts';
import { DeliveryError } from './worker.ts';

describe('the network guard', async () => {
  const closed = await makeNetworkGuard([]);
  const office = await makeNetworkGuard(['192.168.0.0/16', 'fd00::/8']);
  afterAll(async () => {
    await closed.dispatcher.close();
    await office.dispatcher.close();
  });

  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0.0.0.0/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://192.168.1.4:8080/',
    'http://169.254.169.254/latest',
    'http://100.64.0.1/',
    'http://224.0.0.1/',
    'http://[::1]/',
    'http://[::]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::a00:1]/',
    'http://[::127.0.0.1]/',
    'http://[2001:0:7f00:1::1]/',
    'http://localhost/',
    'https://localhost:9/',
  ])('refuses %s', async (url) => {
    await expect(closed.check(new URL(url))).rejects.toThrow(AddressRefused);
  });

  it.each(['ftp://example.com/', 'file:///etc/passwd', 'data:text/plain,x'])('refuses %s', async (url) => {
    await expect(office.check(new URL(url))).rejects.toThrow('Only http and https');
  });

  it('lets public addresses through', async () => {
    await expect(closed.check(new URL('https://93.184.216.34/hook'))).resolves.toBeUndefined();
    await expect(closed.check(new URL('http://[2606:2800:220:1:248:1893:25c8:1946]/'))).resolves.toBeUndefined();
  });

  it('lets exactly the allowed private networks through', async () => {
    await office.check(new URL('http://192.168.1.4:8080/'));
    await office.check(new URL('http://[fd00::1]/'));
    await office.check(new URL('http://[::ffff:192.168.1.4]/'));
    await expect(office.check(new URL('http://10.0.0.1/'))).rejects.toThrow(AddressRefused);
    await expect(office.check(new URL('http://127.0.0.1/'))).rejects.toThrow(AddressRefused);
  });

  it('reads networks, and only networks', () => {
    expect(parseNetwork('10.0.0.0/8')).toEqual({ address: '10.0.0.0', prefix: 8, family: 'ipv4' });
    expect(parseNetwork('::1')).toEqual({ address: '::1', prefix: 128, family: 'ipv6' });
    for (const wrong of ['', 'localhost', '10.0.0.0/33', '10.0.0.0/x', '10.0.0.0/-1'])
      expect(() => parseNetwork(wrong)).toThrow('Not a network');
  });
});

describe('a guarded POST', async () => {
  let server: Server;
  let port: number;
  let calls = 0;
  const loopback = await makeNetworkGuard(['127.0.0.0/8', '::1/128']);
  const closed = await makeNetworkGuard([]);
  const signal = new AbortController().signal;

  beforeAll(async () => {
    server = createServer((request, response) => {
      calls += 1;
      if (request.url === '/redirect') response.writeHead(302, { Location: '/ok' }).end();
      else if (request.url === '/endless') response.end('x'.repeat(300 * 1024));
      else if (request.url === '/cut') request.socket.destroy();
      else if (request.url === '/busy') response.writeHead(503).end('busy');
      else if (request.url === '/gone') response.writeHead(410).end('gone');
      else response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(async () => {
    await loopback.dispatcher.close();
    await closed.dispatcher.close();
    await new Promise((resolve) => server.close(resolve));
  });

  const post = async (path: string, guard = loopback, host = '127.0.0.1') =>
    postJson(`http://${host}:${port}${path}`, {}, guard, signal);

  it('never reaches a refused address, by number or by name', async () => {
    const before = calls;
    for (const host of ['127.0.0.1', 'localhost']) {
      const failure = await post('/ok', closed, host).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(DeliveryError);
      expect(failure).toMatchObject({ permanent: true });
    }
    expect(calls).toBe(before);
  });

  it('checks again when it connects, so that a name cannot change its mind', async () => {
    // The check ahead is skipped here, as if the name had pointed elsewhere then.
    const failure = await postJson(
      `http://localhost:${port}/ok`,
      {},
      { check: async () => undefined, dispatcher: closed.dispatcher },
      signal,
    ).catch((error: unknown) => error);
    expect(failure).toMatchObject({ permanent: true, message: expect.stringContaining('private address') });
  });

  it('follows no redirect', async () => {
    const before = calls;
    await expect(post('/redirect')).rejects.toMatchObject({ status: 302, permanent: true });
    expect(calls).toBe(before + 1);
  });

  it('reads no endless answer', async () => {
    await expect(post('/endless')).rejects.toMatchObject({
      permanent: true,
      message: expect.stringContaining('longer than'),
    });
  });

  it.each([
    ['no one listens', 'http://127.0.0.1:9/', 'No server accepts connections at this URL.'],
    ['the connection is cut', '/cut', 'The server closed the connection.'],
  ])('says in each language what happened when %s', async (_name, url, message) => {
    const target = new URL(url, `http://127.0.0.1:${port}`).href;
    await expect(postJson(target, {}, loopback, signal)).rejects.toMatchObject({ permanent: false, message });
    for (const tag of knownLanguages.filter((one) => one !== 'en'))
      expect(texts.ofError(message, tag)).not.toBe(message);
  });

  it('is worth repeating after 5xx and when no one answers, not after 4xx', async () => {
    await expect(post('/busy')).rejects.toMatchObject({ status: 503, permanent: false, response: 'busy' });
    await expect(post('/gone')).rejects.toMatchObject({ status: 410, permanent: true });
    await expect(postJson('http://127.0.0.1:9/', {}, loopback, signal)).rejects.toMatchObject({ permanent: false });
    await expect(postJson('not an address', {}, loopback, signal)).rejects.toMatchObject({ permanent: true });
  });
});
