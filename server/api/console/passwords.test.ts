/** A forgotten password: a link by mail for the user who has an account, and the same answer for everyone else. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { password, startWorld, type World } from '../../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

const ask = (email: string) => world.stranger.post('/console/forgotten_password', { email });
const mailsTo = async (email: string): Promise<string[]> =>
  (await world.db("SELECT payload FROM deliveries WHERE kind = 'mail'"))
    .map(({ payload }) => JSON.parse(String(payload)) as { to: string; text: string })
    .filter(({ to }) => to === email)
    .map(({ text }) => text);
const keyIn = (text: string | undefined): string => /\/new-password\/([\w-]+)/.exec(text ?? '')?.[1] ?? '';

test('without a mail server it says so, whatever the address, and the sign-in page knows', async () => {
  expect(await world.stranger.ok.get('/console/setup')).toMatchObject({ sends_mail: false });
  for (const email of [world.member.email, 'nobody@example.com'])
    expect(await ask(email)).toMatchObject({ status: 200, body: { sends_mail: false } });
  expect(await mailsTo(world.member.email)).toEqual([]);
  // No one listens there: what is mailed stays in the queue, where it can be read.
  await world.owner.ok.patch('/console/delivery_settings', { settings: { smtp_host: '127.0.0.1', smtp_port: 9 } });
  expect(await world.stranger.ok.get('/console/setup')).toMatchObject({ sends_mail: true });
});

test('with one, the link chooses a new password, and strangers learn nothing', async () => {
  const email = world.member2.email;
  const [known, unknown, bot] = [await ask(email), await ask('nobody@example.com'), await ask(world.bot.email)];
  for (const { status, body } of [known, unknown, bot])
    expect({ status, body }).toEqual({ status: 200, body: { result: 'success', msg: '', sends_mail: true } });
  await expect.poll(() => mailsTo(email)).toHaveLength(1);
  expect([await mailsTo('nobody@example.com'), await mailsTo(world.bot.email)]).toEqual([[], []]);

  const path = `/console/new_password/${keyIn((await mailsTo(email))[0])}`;
  expect(await world.stranger.ok.get(path)).toMatchObject({ email });
  await world.stranger.ok.post('/console/sign_in', { username: email, password });
  await world.stranger.ok.post(path, { password: 'another good one' });
  await world.stranger.ok.post('/console/sign_in', { username: email, password: 'another good one' });
});

test('a mailbox cannot be filled: one link in five minutes, and no number of accounts from one address', async () => {
  const email = world.member.email;
  await ask(email);
  await expect.poll(() => mailsTo(email)).toHaveLength(1);
  const [first] = await mailsTo(email);
  await ask(email);
  world.clock.advance(299_000);
  await ask(email);
  // Asked after the others, so it is answered after them.
  await ask(world.guest.email);
  await expect.poll(() => mailsTo(world.guest.email)).toHaveLength(1);
  expect(await mailsTo(email)).toEqual([first]);
  world.clock.advance(2000);
  await ask(email);
  await expect.poll(() => mailsTo(email)).toHaveLength(2);
  await world.stranger.fails(
    'GET',
    `/console/new_password/${keyIn(first)}`,
    {},
    { status: 404, code: 'PASSWORD_LINK_NOT_FOUND' },
  );

  const statuses: number[] = [];
  for (let n = 0; n < 12; n += 1) statuses.push((await ask('often@example.com')).status);
  expect([statuses.slice(0, 10).every((status) => status === 200), statuses[11]]).toEqual([true, 429]);
});

test('the link of an owner is not for administrators to read', async () => {
  await ask(world.owner.email);
  await expect.poll(() => mailsTo(world.owner.email)).toHaveLength(1);
  const key = keyIn((await mailsTo(world.owner.email))[0]);
  expect(key).not.toBe('');
  expect(JSON.stringify(await world.admin.ok.get('/console/deliveries', {}))).not.toContain(key);
});
