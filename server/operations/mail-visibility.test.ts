/** Mail visibility in the console: not what is another's to know or to do. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../testing/client.ts';
import { password, startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

test("an administrator reads no address that its owner shows no one, nor an owner's link to stop mails", async () => {
  const { owner, admin } = world;
  const shy = await world.newUser('Sia Shy');
  await shy.ok.patch('/settings', { email_address_visibility: 4 });
  const link = await admin.ok.post(`/console/users/${shy.userId}/password_link`);
  expect(link).toMatchObject({ mailed_to: null });
  await shy.ok.patch('/settings', { email: 'sia.elsewhere@example.com' });
  world.clock.advance(120_000);
  await world.stranger.ok.post('/console/sign_in', { username: owner.email, password });
  const read = async (who: Client): Promise<string> => {
    const listed = await who.ok.get('/console/outbox');
    const answers: unknown[] = [listed, await who.ok.get('/console/deliveries')];
    for (const { name } of listed['mails'] as { name: string }[])
      answers.push(await who.ok.get(`/console/outbox/${name}`));
    return JSON.stringify(answers);
  };
  const [stored] = await world.db<{ key: string }>('SELECT key FROM unsubscribe_keys WHERE user_id = ?', owner.userId);
  const key = String(stored?.key);
  await expect.poll(async () => read(owner), { interval: 10 }).toContain(`<http://127.0.0.1`);
  expect(await read(owner)).toContain(`/unsubscribe/sign-ins/${key}`);
  const seen = await read(admin);
  for (const secret of [key, shy.email, 'sia.elsewhere@example.com']) expect(seen).not.toContain(secret);
  expect(seen).toContain(`user${shy.userId}@`);
  expect(seen).toContain('Confirm your new address');
});
