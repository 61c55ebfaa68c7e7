/** Bounds of what one person can send, so that it stays small for all others. */
import { watch } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SignInLimiter } from '../http/rate-limit.ts';
import type { Body } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

describe('What one person sends stays small for all others', () => {
  const bad = { status: 400, code: 'BAD_REQUEST' };

  test('searches, people in narrows, recipients, addresses and alert words are counted', async () => {
    const range = { anchor: 'newest', num_before: 1, num_after: 0 };
    const words = Array.from({ length: 5000 }, (_, index) => `w${index}`);
    for (const narrow of [
      [['search', words.join(' ')]],
      [['dm', words.map(() => String(world.owner.userId)).join(',')]],
      [['dm', words.map(() => world.owner.userId)]],
    ])
      expect((await world.member.post('/register', { narrow })).status).toBe(400);
    await world.member.fails(
      'GET',
      '/messages',
      { ...range, narrow: [['search', words.slice(0, 300).join(' ')]] },
      { ...bad, code: 'BAD_NARROW' },
    );
    await world.member.ok.get('/messages', { ...range, narrow: [['search', words.slice(0, 200).join(' ')]] });
    const everybody = words.map(() => world.owner.email).join(',');
    await world.member.fails('POST', '/messages', { type: 'direct', to: everybody, content: 'hi' }, bad);
    const invitee_emails = words.map((word) => `${word}@example.com`).join(',');
    await world.owner.fails('POST', '/invites', { invitee_emails, stream_ids: [] }, bad);
    await world.member.ok.post('/users/me/alert_words', { alert_words: words.slice(0, 500) });
    await world.member.fails('POST', '/users/me/alert_words', { alert_words: words.slice(0, 501) }, bad);
    await world.member.ok.delete('/users/me/alert_words', { alert_words: words.slice(0, 500) });
  });

  test('an address that tried too often is remembered on its own, not with every name that it makes up', async () => {
    const limiter = new SignInLimiter(() => 0);
    for (let index = 0; index < 50; index += 1) await limiter.attempt('10.0.0.9', `made up ${index}`);
    for (let index = 0; index < 20; index += 1)
      await expect(limiter.attempt('10.0.0.9', 'victim')).rejects.toMatchObject({ code: 'RATE_LIMIT_HIT' });
    await limiter.succeeded('10.0.0.9', 'made up 1');
    await limiter.attempt('10.0.0.9', 'victim');
  });

  test('files are kept only by who asks for them: a stranger fills no disk', async () => {
    const incoming = join(world.dataDir, 'uploads', 'incoming');
    await mkdir(incoming, { recursive: true });
    const body = new FormData();
    body.set('username', 'owner@example.com');
    body.set('password', 'wrong');
    body.set('filename', new File([new Uint8Array(1_000_000)], 'large.bin'));
    const written: string[] = [];
    const watcher = watch(incoming, (_kind, name) => written.push(String(name)));
    try {
      const reply = await world.stranger.request('POST', '/fetch_api_key', { body });
      expect(reply.status).toBe(413);
      expect((await world.member.upload('/user_uploads', { name: 'kept.txt', content: 'text' })).status).toBe(200);
      await expect.poll(() => written.length, { interval: 10 }).toBeGreaterThan(0);
      expect(new Set(written).size).toBe(1);
    } finally {
      watcher.close();
    }
  });

  test('the name that a client gives itself is short and can be read', async () => {
    const client = `\u202e${'x'.repeat(100_000)}`;
    const { id } = await world.owner.ok.post('/messages', {
      type: 'direct',
      to: [world.owner.userId],
      content: 'hi',
      client,
    });
    const { message } = (await world.owner.ok.get(`/messages/${Number(id)}`)) as { message: Body };
    expect(message['client']).toBe('x'.repeat(60));
  });

  test('a file whose name grows in plain letters is kept', async () => {
    const name = `${'\u33c2'.repeat(140)}.${'\u33c2'.repeat(9)}`;
    const reply = await world.member.upload('/user_uploads', { name, content: 'text' });
    expect(reply.status).toBe(200);
    expect((await world.member.request('GET', `!${String(reply.body['url'])}`)).body).toEqual({ text: 'text' });
  });

  test('one dead bot does not fill the queue of the mails', async () => {
    const { services } = world.server;
    await services.storage.transaction((tx) => {
      tx.run(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
         INSERT INTO deliveries (kind, subject_id, payload, created_at, next_attempt_ms, status)
         SELECT 'webhook', 0, '{}', 0, 9000000000000000, 'pending' FROM n`,
      );
    });
    await world.admin.ok.post('/console/delivery_settings/test_mail');
    const [mail] = (await world.admin.ok.get('/console/deliveries', { limit: 1 }))['deliveries'] as Body[];
    expect(mail).toMatchObject({ kind: 'mail' });
    expect(mail?.['last_error']).toBeNull();
    await services.storage.transaction((tx) => tx.run("DELETE FROM deliveries WHERE kind = 'webhook'"));
  });
});
