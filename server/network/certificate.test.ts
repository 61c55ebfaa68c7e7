/** HTTPS for real: a client that trusts nothing but our certificate connects; what cannot be used is refused; the key stays. */
import { stat, readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../e2e/free-port.ts';
import type { NetworkState } from '../contract/shapes/network.ts';
import { requireTranslations } from '../testing/error-languages.ts';
import { officeAddress, otherAddress, TestMachine } from '../testing/office.ts';
import { password, startWorld, type World } from '../testing/world.ts';
import { makeCertificate } from './certificate.ts';

const nowMs = Date.UTC(2026, 0, 5, 9);
const machine = new TestMachine();
requireTranslations();
let world: World;
let httpsPort: number;

beforeAll(async () => {
  world = await startWorld({ host: undefined, machine });
  httpsPort = await freePort();
  await world.owner.ok.patch('/console/network_settings', {
    settings: { server_host: '0.0.0.0', https_port: httpsPort, local_name_enabled: false },
  });
});
afterAll(async () => world.stop());

const stateOf = (body: Record<string, unknown>): NetworkState => body['network'] as NetworkState;
const state = async (): Promise<NetworkState> => stateOf(await world.owner.ok.get('/console/network'));
const pemOf = async (): Promise<string> => (await fetch(`${world.url}/help/certificate.pem`)).text();

/** The answer to a request over TLS that trusts `ca` alone; the world's clock says when. */
async function securely(host: string, ca: string, path = '/health', body?: URLSearchParams) {
  return new Promise<{ status: number; headers: Record<string, unknown>; peer: PeerCertificate }>((resolve, reject) => {
    const sent = request(
      {
        host,
        port: httpsPort,
        path,
        ca,
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      (answer) => {
        answer.resume();
        const peer = (answer.socket as TLSSocket).getPeerCertificate();
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, peer }));
      },
    );
    sent.once('error', reject).end(body?.toString());
  });
}

describe('HTTPS', () => {
  it('is off at first, and cannot be had without a certificate', async () => {
    expect((await state()).https).toMatchObject({ enabled: false, url: null, certificate: null });
    await world.owner.ok.patch('/console/network_settings', { settings: { https_enabled: true } });
    expect((await state()).https).toMatchObject({ url: null, problem: 'There is no certificate yet.' });
    expect((await fetch(`${world.url}/help/certificate.pem`)).status).toBe(404);
  });

  it('answers beside HTTP with a certificate made here, for every address, and marks cookies as secure only there', async () => {
    const realNow = Date.now();
    world.clock.nowMs = realNow;
    const { https } = stateOf(await world.owner.ok.post('/console/network/certificate/make'));
    expect(https).toMatchObject({ url: `https://${officeAddress}:${httpsPort}`, problem: null });
    expect(https.certificate).toMatchObject({ is_made_here: true, is_expired: false, missing_names: [] });
    expect(https.certificate?.names).toEqual(
      expect.arrayContaining(['frontdesk', 'hearth.local', '127.0.0.1', officeAddress]),
    );
    const days = ((https.certificate?.valid_to ?? 0) - (https.certificate?.valid_from ?? 0)) / 86_400;
    expect(days).toBeGreaterThan(390);
    expect(days).toBeLessThanOrEqual(397);

    const pem = await pemOf();
    for (const host of ['127.0.0.1', officeAddress]) {
      const { status, peer } = await securely(host, pem);
      expect([status, peer.fingerprint256]).toEqual([200, https.certificate?.fingerprint]);
    }
    const form = new URLSearchParams({ username: world.owner.email, password });
    const secure = await securely(officeAddress, pem, '/api/v1/console/sign_in', form);
    expect(String(secure.headers['set-cookie'])).toMatch(/^__Host-hearth_session_\d+=.+; Secure$/);
    const plain = await fetch(`${world.url}/api/v1/console/sign_in`, { method: 'POST', body: form });
    expect(plain.headers.get('set-cookie')).toMatch(/^hearth_session_\d+=(?!.*Secure)/);
    world.clock.nowMs = nowMs;
  });

  it('is not trusted by the user who does not know the certificate', async () => {
    await expect(securely('127.0.0.1', '')).rejects.toThrow(/certificate/);
    const other = await makeCertificate(['127.0.0.1'], Date.now());
    await expect(securely('127.0.0.1', other.certificate)).rejects.toThrow(/certificate/);
  });

  it('says when the machine has an address that the certificate is not for', async () => {
    world.clock.nowMs = Date.now();
    machine.becomes({ Ethernet: officeAddress, 'Wi-Fi': otherAddress });
    await world.owner.ok.post('/console/network/refresh');
    expect((await state()).https.certificate?.missing_names).toEqual([otherAddress]);
    machine.becomes({ Ethernet: officeAddress });
    await world.owner.ok.post('/console/network/refresh');
    world.clock.nowMs = nowMs;
  });

  it.each([
    ['ahead', 730],
    ['behind', -730],
  ])('replaces its own certificate that a clock made which was two years %s, and keeps the key', async (_, days) => {
    const realNow = Date.now();
    const key = async () => readFile(join(world.dataDir, 'tls', 'key.pem'), 'utf8');
    world.clock.nowMs = realNow + days * 86_400_000;
    await world.owner.ok.post('/console/network/certificate/make');
    const before = { key: await key(), ...(await state()).https.certificate };
    expect(before).toMatchObject({ is_expired: false, is_not_yet_valid: false });
    world.clock.nowMs = realNow;
    expect((await state()).https.certificate).toMatchObject({ is_expired: days < 0, is_not_yet_valid: days > 0 });
    const kinds = async () =>
      ((await world.owner.ok.get('/console/status'))['attention'] as { kind: string }[]).map(({ kind }) => kind);
    expect(await kinds()).toContain('certificate_invalid');
    await world.server.services.network.look();
    const { certificate } = (await state()).https;
    expect(certificate).toMatchObject({ is_made_here: true, is_expired: false, is_not_yet_valid: false });
    expect(certificate?.fingerprint).not.toBe(before.fingerprint);
    expect(await key()).toBe(before.key);
    expect(await kinds()).not.toContain('certificate_invalid');
    expect((await securely('127.0.0.1', await pemOf())).status).toBe(200);
    world.clock.nowMs = nowMs;
  });

  it('takes a certificate of someone, and refuses what does not fit', async () => {
    const [pair, other, old] = await Promise.all([
      makeCertificate(['chat.office'], nowMs),
      makeCertificate(['chat.office'], nowMs),
      makeCertificate(['chat.office'], nowMs - 500 * 86_400_000),
    ]);
    const tried = async (certificate: string, key: string) =>
      world.owner.post('/console/network/certificate', { certificate, private_key: key });
    for (const [certificate, key, word] of [
      ['hello', pair.key, 'certificate is not'],
      [pair.certificate, 'hello', 'private_key is not'],
      [pair.certificate, other.key, 'does not belong'],
      [old.certificate, old.key, 'ran out on'],
    ] as const) {
      const refused = await tried(certificate, key);
      expect([refused.status, refused.body['msg']]).toEqual([400, expect.stringContaining(word)]);
    }
    // As other servers want it: the key in the same file. What is given out has no key in it (the next test).
    expect((await tried(`${pair.key}\n${pair.certificate}`, pair.key)).status).toBe(200);
    expect((await state()).https.certificate).toMatchObject({ subject: 'chat.office', missing_names: [officeAddress] });
  });

  it('keeps the key in one file for the server alone, and shows it nowhere', async () => {
    const file = join(world.dataDir, 'tls', 'key.pem');
    const key = await readFile(file, 'utf8');
    expect(key).toContain('PRIVATE KEY');
    // Windows has no such modes: there the folder of the user is the fence.
    const mode = process.platform === 'win32' ? 0o600 : (await stat(file)).mode & 0o777;
    expect(mode).toBe(0o600);
    const secret = key.split('\n')[1] ?? '';
    const activity = await world.owner.ok.get('/console/activity', { dont_block: true });
    for (const text of [await state(), activity, await pemOf(), await world.dump()])
      expect(JSON.stringify(text)).not.toContain(secret);
  });

  it('is no reason for HTTP to stop when its port is taken', async () => {
    const port = await freePort();
    const blocker = createServer();
    await new Promise<void>((resolve) => void blocker.listen(port, '127.0.0.1', resolve));
    await world.owner.ok.patch('/console/network_settings', { settings: { https_port: port } });
    expect((await state()).https.problem).toContain(`Port ${port} is taken`);
    expect((await fetch(`${world.url}/health`)).status).toBe(200);
    await new Promise((resolve) => blocker.close(resolve));
    await world.server.services.network.look();
    expect((await state()).https).toMatchObject({ problem: null, url: `https://${officeAddress}:${port}` });
  });

  it('ends with its certificate', async () => {
    await world.owner.ok.delete('/console/network/certificate');
    expect((await state()).https).toMatchObject({ enabled: false, url: null, certificate: null });
    const refused = new Promise((resolve) => connect(httpsPort, '127.0.0.1').once('error', resolve));
    await expect(refused).resolves.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
