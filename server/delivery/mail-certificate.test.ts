/** Mail servers with a certificate that no authority has signed: refused, read, and trusted by its fingerprint alone. */
import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCertificate } from '../network/certificate.ts';
import { Mailbox } from '../testing/mailbox.ts';
import { startWorld, type World } from '../testing/world.ts';

type Pair = Awaited<ReturnType<typeof makeCertificate>>;

let world: World;
/** The certificate names another host: a trusted certificate is known by its fingerprint. */
let [pair, other] = [] as unknown as [Pair, Pair];
beforeAll(async () => {
  world = await startWorld();
  [pair, other] = await Promise.all([
    makeCertificate(['mail.office.lan'], world.clock.nowMs),
    makeCertificate(['mail.office.lan'], world.clock.nowMs),
  ]);
});
afterAll(async () => world.stop());

const account = { username: 'hearth', password: 'swordfish' };
const path = '/console/delivery_settings';
const configure = async (settings: object) => world.owner.ok.patch(path, { settings });

/** Sends a mail now. @returns what became of it */
async function deliver(): Promise<unknown> {
  await world.owner.ok.post(`${path}/test_mail`);
  await world.server.workers.deliveries.settled();
  return (await world.db('SELECT status, last_error FROM deliveries ORDER BY id DESC LIMIT 1'))[0];
}

it.each(['starttls', 'tls'] as const)(
  'sends mail by %s to exactly the certificate that is trusted',
  async (security) => {
    const mailbox = new Mailbox(account, { security, ...pair });
    await mailbox.open(world);
    await configure({ smtp_user: account.username, smtp_password: account.password });
    try {
      const refused = {
        status: 'pending',
        last_error: expect.stringContaining('trust its certificate in the email settings'),
      };
      expect(await deliver()).toMatchObject(refused);
      expect(mailbox.received).toEqual([]);

      const shown = await world.owner.ok.post(`${path}/certificate_check`);
      const { fingerprint256: fingerprint } = new X509Certificate(pair.certificate);
      expect(shown).toMatchObject({
        fingerprint,
        problem: expect.stringContaining('No authority that this computer knows has signed the certificate'),
        is_trustable: true,
      });
      expect(shown['subject']).toContain('mail.office.lan');
      expect(mailbox.received).toEqual([]);

      const { settings } = await configure({ smtp_certificate: shown['certificate'] });
      expect(settings).toMatchObject({ smtp_certificate_fingerprint: fingerprint });
      expect(await world.owner.ok.post(`${path}/certificate_check`)).toMatchObject({ fingerprint, problem: null });
      expect(await deliver()).toMatchObject({ status: 'done' });
      expect(mailbox.received).toHaveLength(1);
      await world.restart();
      expect(await deliver()).toMatchObject({ status: 'done' });

      // Another certificate for the same name is refused on the next connection, before the password is sent.
      await configure({ smtp_certificate: other.certificate });
      const changed = {
        status: 'pending',
        last_error: expect.stringContaining('another certificate than the one that is trusted'),
      };
      expect(await deliver()).toMatchObject(changed);
      expect(await world.owner.ok.post(`${path}/certificate_check`)).toMatchObject({
        fingerprint,
        problem: expect.stringContaining('another certificate than the one that is trusted'),
        is_trustable: true,
      });
      expect(mailbox.received).toHaveLength(2);
    } finally {
      await mailbox.close();
    }
  },
);

it('forgets the certificate with another mail server, and keeps it otherwise', async () => {
  const certificateOf = async (): Promise<unknown> =>
    ((await world.admin.ok.get(path))['settings'] as Record<string, unknown>)['smtp_certificate_fingerprint'];
  await configure({ smtp_host: 'mail.office.lan', smtp_port: 587, smtp_security: 'starttls' });
  await configure({ smtp_certificate: pair.certificate });
  await configure({ smtp_host: 'mail.office.lan', smtp_user: 'another' });
  expect(await certificateOf()).toBe(new X509Certificate(pair.certificate).fingerprint256);
  await configure({ smtp_port: 465 });
  expect(await certificateOf()).toBeNull();
  await configure({ smtp_host: 'mx.office.lan', smtp_certificate: other.certificate });
  expect(await certificateOf()).toBe(new X509Certificate(other.certificate).fingerprint256);
  await configure({ smtp_certificate: '' });
  expect(await certificateOf()).toBeNull();
});

it('stores the first certificate of what is pasted and nothing beside it', async () => {
  const { certificate, key } = pair;
  for (const pasted of [
    certificate.replaceAll('\n', '\r\n'),
    `${key}\n${certificate}`,
    `subject=mail\n${certificate}\n${other.certificate}`,
    `\uFEFF${certificate}`,
  ])
    expect((await configure({ smtp_certificate: pasted }))['settings']).toMatchObject({
      smtp_certificate: new X509Certificate(certificate).toString(),
    });
  for (const pasted of [certificate.replaceAll('\n', ''), certificate.slice(0, 300), certificate.replace(/^/gm, '  ')])
    await world.owner.fails(
      'PATCH',
      path,
      { settings: { smtp_certificate: pasted } },
      { status: 400, code: 'BAD_REQUEST' },
    );
  await configure({ smtp_certificate: '' });
});

it('refuses what is no certificate, checks without a server or encryption, and callers who are not owners', async () => {
  const bad = { status: 400, code: 'BAD_REQUEST' };
  for (const certificate of ['nonsense', pair.key, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'])
    await world.owner.fails('PATCH', path, { settings: { smtp_certificate: certificate } }, bad);
  const check = `${path}/certificate_check`;
  for (const client of [world.admin, world.member])
    await client.fails('POST', check, {}, { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' });
  await configure({ smtp_host: '' });
  await world.owner.fails('POST', check, {}, bad);
  const plain = new Mailbox();
  await plain.open(world);
  await world.owner.fails('POST', check, {}, bad);
  // It does not offer STARTTLS.
  await configure({ smtp_security: 'starttls' });
  await world.owner.fails('POST', check, {}, bad);
  await plain.close();
  await world.owner.fails('POST', check, {}, bad);
});
