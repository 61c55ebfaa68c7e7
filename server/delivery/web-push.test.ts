/** Web push: from a message to what a browser decrypts, and what push services answer. */
import { createECDH } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minuteMs } from '../durations.ts';
import type { Client } from '../testing/client.ts';
import { decrypted, PushService, TestBrowser, verifiedClaims } from '../testing/push-service.ts';
import { write } from '../testing/scenario.ts';
import { doDue, password, startWorld, type World } from '../testing/world.ts';

let world: World;
const service = new PushService();
beforeAll(async () => {
  world = await startWorld();
  await service.open();
  await allow(['127.0.0.0/8']);
});
afterAll(async () => {
  await service.close();
  await world.stop();
});

const path = '/users/me/web_push';
const allow = async (networks: string[]): Promise<unknown> =>
  world.owner.ok.patch('/console/delivery_settings', { settings: { webhook_allowed_networks: networks } });
const dm = async (to: Client, content: string): Promise<number> => write(world.owner, [to.userId], content);
const listed = async (person: Client): Promise<Record<string, unknown>[]> =>
  (await person.ok.get(path))['subscriptions'] as Record<string, unknown>[];
let browsers = 0;

async function subscribed(name: string, params: Record<string, unknown> = {}) {
  const person = await world.newUser(name);
  browsers += 1;
  const browser = new TestBrowser(service, String(browsers));
  const { application_server: key } = await person.ok.post(`${path}/key`);
  const { subscription_id: id } = await person.ok.post(path, { ...browser.params, ...params });
  const read = (): Record<string, unknown>[] => service.to(browser.endpoint).map((pushed) => browser.read(pushed));
  return { person, browser, id: Number(id), key, read };
}

test('the receiver of these tests decrypts the example of RFC 8291', () => {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url'));
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
  const text = decrypted(pair, Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url'), Buffer.from(body, 'base64url'));
  expect(text).toBe('When I grow up, I want to be a watermelon');
});

test('sends what only the browser reads, signed for its push service', async () => {
  const { person, browser, id, key, read } = await subscribed('Walt Web');
  const message = await dm(person, 'Is **lunch** ready?');
  await doDue(world);
  const [pushed] = service.to(browser.endpoint);
  expect(read()).toEqual([
    {
      kind: 'message',
      tag: expect.stringMatching(/^c[0-9a-f]{20}$/) as string,
      title: 'Olga Owner',
      body: 'Is lunch ready?',
      path: expect.stringMatching(new RegExp(`/near/${message}$`)) as string,
      message_id: message,
      waiting: [expect.any(String) as string],
    },
  ]);
  expect(pushed?.body.toString('latin1')).not.toContain('lunch');
  expect(pushed?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '43200', urgency: 'high' });
  const now = Math.floor(world.clock.nowMs / 1000);
  if (pushed === undefined) throw new Error('nothing was pushed');
  expect(verifiedClaims(pushed)).toMatchObject({ aud: service.origin, exp: now + 43_200, key });
  expect(await listed(person)).toMatchObject([{ subscription_id: id, last_sent_at: now, last_error: null }]);
});

test('counts the messages of a conversation, and names what is still unread', async () => {
  const { person, read } = await subscribed('Conny Count');
  const first = await dm(person, 'one');
  await doDue(world);
  await dm(person, 'two');
  await doDue(world);
  expect(read().map(({ title }) => title)).toEqual(['Olga Owner', 'Olga Owner (2)']);
  await person.ok.post('/messages/flags', { op: 'add', flag: 'read', messages: [first] });
  await write(world.member, [person.userId], 'three');
  await doDue(world);
  expect(read().at(-1)).toMatchObject({ title: 'Max Member' });
  expect(read().at(-1)?.['waiting']).toHaveLength(2);
});

test('sends nothing of messages that were read since the last attempt, nor while the user is not to be disturbed', async () => {
  const { person, browser } = await subscribed('Rita Read');
  const { pathname } = new URL(browser.endpoint);
  service.statuses.set(pathname, 503);
  const id = await dm(person, 'seen soon');
  await doDue(world);
  service.statuses.set(pathname, 201);
  await person.ok.post('/messages/flags', { op: 'add', flag: 'read', messages: [id] });
  await person.ok.patch('/users/me/do_not_disturb', { until: Math.floor(world.clock.nowMs / 1000) + 600 });
  await dm(person, 'at night');
  world.clock.advance(minuteMs);
  await doDue(world);
  expect(service.to(browser.endpoint)).toHaveLength(1);
});

test('shows only who wrote where the browser says so', async () => {
  const { person, read } = await subscribed('Penny Push', { shows_text: false });
  await dm(person, 'a secret plan');
  await doDue(world);
  expect(read()).toMatchObject([{ title: 'Olga Owner', body: 'New message from Olga Owner' }]);
});

test.each([404, 410])('removes a browser that its push service does not know any more (%i)', async (status) => {
  const { person, browser } = await subscribed(`Gone ${status}`);
  service.statuses.set(new URL(browser.endpoint).pathname, status);
  await dm(person, 'hello');
  await doDue(world);
  expect(await listed(person)).toEqual([]);
});

test.each([429, 503])('tries again after a pause when the push service cannot take it now (%i)', async (status) => {
  const { person, browser } = await subscribed(`Busy ${status}`);
  const { pathname } = new URL(browser.endpoint);
  service.statuses.set(pathname, status);
  await dm(person, 'hello');
  await doDue(world);
  expect(service.to(browser.endpoint)).toHaveLength(1);
  service.statuses.set(pathname, 201);
  world.clock.advance(minuteMs);
  await doDue(world);
  expect(service.to(browser.endpoint)).toHaveLength(2);
  expect(await listed(person)).toMatchObject([{ last_error: null }]);
});

test('gives up after a bounded number of attempts, and shows why', async () => {
  const { person, browser, id } = await subscribed('Nora Never');
  service.statuses.set(new URL(browser.endpoint).pathname, 500);
  await person.ok.post(`${path}/${id}/test`);
  for (let turn = 0; turn < 20; turn += 1) {
    await doDue(world);
    world.clock.advance(30 * minuteMs);
  }
  expect(service.to(browser.endpoint)).toHaveLength(6);
  expect(await listed(person)).toMatchObject([{ last_error: 'The server responded with status 500.' }]);
});

test('calls no private address that the organization does not allow', async () => {
  const { person, browser, id } = await subscribed('Pia Private');
  await allow([]);
  await person.ok.post(`${path}/${id}/test`);
  await doDue(world);
  await allow(['127.0.0.0/8']);
  expect(service.to(browser.endpoint)).toEqual([]);
  expect(await listed(person)).toMatchObject([{ last_error: expect.stringContaining('private address') as string }]);
});

test('a test arrives whatever was chosen, and a removed browser gets nothing', async () => {
  const { person, id, read } = await subscribed('Tess Test');
  await person.ok.patch('/users/me/do_not_disturb', { until: Math.floor(world.clock.nowMs / 1000) + 600 });
  await person.ok.post(`${path}/${id}/test`);
  await doDue(world);
  expect(read()).toMatchObject([{ kind: 'test', body: 'Notifications reach Firefox on Linux.' }]);
  await person.ok.delete(`${path}/${id}`);
  await person.ok.patch('/users/me/do_not_disturb', { until: 0 });
  await dm(person, 'too late');
  await doDue(world);
  expect(read()).toHaveLength(1);
  await person.fails('POST', `${path}/${id}/test`, {}, { status: 404, code: 'WEB_PUSH_NOT_FOUND' });
});

test('sends nothing to a browser that was signed out', async () => {
  const { member } = world;
  const browser = new TestBrowser(service, 'signed-out');
  const form = new URLSearchParams({ username: member.email, password });
  const signedIn = await fetch(`${world.url}/api/v1/console/sign_in`, { method: 'POST', body: form });
  const { csrf_token: csrf } = (await signedIn.json()) as { csrf_token: string };
  const cookie = String(signedIn.headers.get('set-cookie')).split(';')[0] ?? '';
  const call = async (method: string, below: string, body?: URLSearchParams): Promise<number> =>
    (
      await fetch(`${world.url}/api/v1${below}`, {
        method,
        headers: { cookie, 'x-csrf-token': csrf },
        body: body ?? null,
      })
    ).status;
  await member.ok.post(`${path}/key`);
  expect(await call('POST', path, new URLSearchParams(browser.params))).toBe(200);
  await dm(member, 'signed in');
  await doDue(world);
  expect(service.to(browser.endpoint)).toHaveLength(1);
  expect(await call('POST', '/console/sign_out')).toBe(200);
  await dm(member, 'signed out');
  await doDue(world);
  expect(service.to(browser.endpoint)).toHaveLength(1);
  expect(await listed(member)).toEqual([]);
});

test('keeps its key over a restart, and a browser that another account subscribes in belongs to that', async () => {
  const { person, browser, key } = await subscribed('Kay Key');
  await world.restart();
  const other = await world.newUser('Olli Other');
  expect((await other.ok.post(`${path}/key`))['application_server']).toBe(key);
  await other.ok.post(path, browser.params);
  expect([await listed(person), await listed(other)]).toMatchObject([[], [{ name: 'Firefox on Linux' }]]);
});

test('refuses what is no address or key, and more than twenty browsers', async () => {
  const person = await world.newUser('Bo Bounds');
  const { params } = new TestBrowser(service, 'bounds');
  const refused = { status: 400, code: 'BAD_REQUEST' } as const;
  for (const wrong of [
    { endpoint: 'file:///etc/passwd' },
    { endpoint: 'https://user:secret@push.example/' },
    { endpoint: 'push' },
    { p256dh: Buffer.alloc(65, 4).toString('base64url') },
    { p256dh: 'short' },
    { auth: 'short' },
    { name: ' ' },
  ])
    await person.fails('POST', path, { ...params, ...wrong }, refused);
  for (let count = 0; count < 20; count += 1) await person.ok.post(path, new TestBrowser(service, `b${count}`).params);
  await person.fails('POST', path, params, refused);
  expect(await listed(person)).toHaveLength(20);
});
