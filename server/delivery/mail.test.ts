/** Mail: by SMTP when configured, otherwise the outbox; retried across restarts; the password stays on the server. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemActing } from '../domain/acting.ts';
import { Mailbox } from '../testing/mailbox.ts';
import { startWorld, type World } from '../testing/world.ts';
import { sendMail, type Mail } from './mail.ts';

describe('mail', () => {
  let world: World;
  const mailbox = new Mailbox({ username: 'hearth', password: 'swordfish' });

  beforeAll(async () => {
    world = await startWorld({ logLevel: 'debug' });
    await mailbox.open(world);
  });
  afterAll(async () => {
    await mailbox.close();
    await world.stop();
  });
  beforeEach(async () => {
    mailbox.received = [];
    mailbox.refusal = undefined;
    await mailbox.use(world);
  });

  const configure = async (settings: object) => world.owner.ok.patch('/console/delivery_settings', { settings });
  const settled = async () => world.server.workers.deliveries.settled();
  const send = async (mail: Partial<Mail> = {}) => {
    const { services } = world.server;
    await services.storage.transaction((tx) =>
      sendMail(systemActing(tx, services, world.url), {
        to: 'new@example.com',
        subject: 'Grüße',
        text: 'Hello – you',
        ...mail,
      }),
    );
    await settled();
  };
  const last = async () => (await world.db('SELECT * FROM deliveries ORDER BY id DESC LIMIT 1'))[0];
  const pass = async (ms: number) => {
    world.clock.advance(ms);
    world.server.services.wake.deliveries();
    await settled();
  };

  it('leaves by SMTP when a mail server is set up', async () => {
    await send({ html: '<p>Hello – you</p>' });
    expect(mailbox.received).toHaveLength(1);
    expect(mailbox.received[0]).toMatchObject({ from: 'chat@office.example', to: ['new@example.com'] });
    expect(mailbox.received[0]?.raw).toMatch(/^From: (?:"?Hearth Test"?) <chat@office\.example>/m);
    expect(mailbox.received[0]?.raw).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(mailbox.received[0]?.raw).toMatch(/^Message-ID: <delivery-\d+-\d+@office\.example>/m);
    expect(mailbox.received[0]?.raw).toContain('multipart/alternative');
    expect(await last()).toMatchObject({ kind: 'mail', status: 'done', attempts: 1 });
  });

  it('signs in when a user is set, and never returns the password again', async () => {
    const queue = await world.owner.register({});
    await configure({ smtp_user: 'hearth', smtp_password: 'swordfish' });
    await send();
    expect(mailbox.received).toHaveLength(1);
    const shown = await world.admin.ok.get('/console/delivery_settings');
    expect(shown).toMatchObject({ settings: { smtp_user: 'hearth', smtp_password_set: true } });
    for (const told of [shown, await queue.events(), queue.state, await world.admin.ok.get('/console/deliveries')])
      expect(JSON.stringify(told)).not.toContain('swordfish');
    const logs = readdirSync(join(world.dataDir, 'logs')).map((name) =>
      readFileSync(join(world.dataDir, 'logs', name), 'utf8'),
    );
    expect(logs.join('')).toContain('delivery_settings');
    expect(logs.join('')).not.toContain('swordfish');
  });

  it('is tried again after growing pauses, across a restart, until the server takes it', async () => {
    mailbox.refusal = { code: 451, message: 'try later' };
    await send({ to: 'later@example.com' });
    expect(await last()).toMatchObject({ status: 'pending', attempts: 1, last_status: 451 });
    await pass(59_000);
    expect(await last()).toMatchObject({ attempts: 1 });
    await pass(1_000);
    expect(await last()).toMatchObject({ status: 'pending', attempts: 2 });
    mailbox.refusal = undefined;
    await world.restart();
    await pass(119_000);
    expect(mailbox.received).toHaveLength(0);
    await pass(1_000);
    expect(mailbox.received).toMatchObject([{ to: ['later@example.com'] }]);
    expect(await last()).toMatchObject({ status: 'done', attempts: 3 });
  });

  it('is given up when it is refused for good, and can be retried by an administrator', async () => {
    mailbox.refusal = { code: 550, message: 'no such mailbox' };
    await send({ to: 'nobody@example.com' });
    const failed = await last();
    expect(failed).toMatchObject({
      status: 'failed',
      attempts: 1,
      last_error: expect.stringContaining('no such mailbox'),
    });
    mailbox.refusal = undefined;
    await world.member.fails(
      'POST',
      `/console/deliveries/${Number(failed?.['id'])}/retry`,
      {},
      { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' },
    );
    await world.admin.ok.post(`/console/deliveries/${Number(failed?.['id'])}/retry`);
    await settled();
    expect(mailbox.received).toMatchObject([{ to: ['nobody@example.com'] }]);
  });

  it('goes to the outbox of the data folder when no mail server is set up', async () => {
    await configure({ smtp_host: '' });
    await send({ to: 'outbox@example.com' });
    expect(mailbox.received).toEqual([]);
    const row = await last();
    const [file] = readdirSync(join(world.dataDir, 'outbox')).slice(-1);
    expect(row).toMatchObject({ status: 'done', response: `outbox/${file}` });
    const mail = readFileSync(join(world.dataDir, 'outbox', file ?? ''), 'utf8');
    expect(mail).toMatch(/^To: outbox@example\.com\r$/m);
    expect(mail).toMatch(/\r\n\r\nHello =E2=80=93 you|Hello – you/);
    const { deliveries } = (await world.admin.ok.get('/console/deliveries', { kind: 'mail', limit: 1 })) as {
      deliveries: object[];
    };
    expect(deliveries).toMatchObject([
      { to: 'outbox@example.com', subject: 'Grüße', text: 'Hello – you', file: `outbox/${file}` },
    ]);
  });

  it('has one recipient, whatever the address looks like', async () => {
    await send({ to: 'a@example.com, b@example.com', subject: 'x\r\nBcc: c@example.com' });
    expect(mailbox.received.flatMap(({ to }) => to)).not.toContain('b@example.com');
    expect(mailbox.received.flatMap(({ to }) => to)).not.toContain('c@example.com');
  });

  it('settings are changed by owners, seen by administrators, and checked', async () => {
    const before = await world.dump();
    await world.admin.fails(
      'PATCH',
      '/console/delivery_settings',
      { settings: {} },
      { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' },
    );
    await world.member.fails('GET', '/console/delivery_settings', {}, { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' });
    for (const settings of [
      { smtp_port: 0 },
      { smtp_security: 'maybe' },
      { webhook_allowed_networks: ['home'] },
      { push_relay_url: 'ftp://x' },
      { unknown: 1 },
      { smtp_from: 'nobody' },
    ]) {
      const reply = await world.owner.patch('/console/delivery_settings', { settings });
      expect([reply.status, settings]).toEqual([400, settings]);
    }
    expect(await world.dump()).toBe(before);
  });
});
