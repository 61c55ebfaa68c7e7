/** Signing in at two servers of one machine with one provider, in one browser: all ports of a host share their cookies. */
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  Browser,
  clientId,
  clientSecret,
  startOpenIdProvider,
  type OpenIdProvider,
} from '../../testing/openid-provider.ts';
import { startWorld, type World } from '../../testing/world.ts';

const login = '/accounts/login/social/oidc';
let worlds: [World, World];
let provider: OpenIdProvider;

beforeAll(async () => {
  worlds = [await startWorld({ allowedHosts: ['office.lan'] }), await startWorld()];
  provider = await startOpenIdProvider(worlds.map(({ url }) => `${url}${login}/office/callback`));
  const settings = { slug: 'office', name: 'Office', issuer: provider.issuer, client_secret: clientSecret };
  for (const { clock, owner } of worlds) {
    clock.nowMs = Date.now();
    const { id } = await owner.ok.post('/console/sign_in_providers', {
      provider: JSON.stringify({ ...settings, client_id: clientId }),
    });
    const linking = JSON.stringify({ links_automatically: true });
    await owner.ok.patch(`/console/sign_in_providers/${Number(id)}`, { provider: linking });
  }
  provider.accounts.set('max', { email: worlds[0].member.email, email_verified: true, name: 'Max Member' });
});
afterAll(async () => {
  await provider.stop();
  for (const world of worlds) await world.stop();
});

/** @returns where the provider sends the browser back to, which was not opened yet. */
async function toCallback(browser: Browser, { url }: World): Promise<string> {
  const begun = await browser.open(`${url}${login}/office`);
  return browser.signInAt(String(begun.headers.get('location')), 'max', provider.issuer);
}

const statuses = (browser: Browser): Promise<number[]> =>
  Promise.all(worlds.map(async ({ url }) => (await browser.open(`${url}/api/v1/console/session`)).status));

test('sign-ins that are begun at both servers are completed in any order', async () => {
  const [first, second] = worlds;
  for (const isReversed of [false, true]) {
    const browser = new Browser();
    const callbacks = [await toCallback(browser, first), await toCallback(browser, second)];
    for (const callback of isReversed ? callbacks.toReversed() : callbacks)
      expect((await browser.open(callback)).headers.get('location')).toBe('/chat/');
    expect(await statuses(browser)).toEqual([200, 200]);
  }
});

test('a sign-in that was begun at one server is refused by the other, and completed by its own', async () => {
  const [first, second] = worlds;
  const browser = new Browser();
  const callback = await toCallback(browser, first);
  const elsewhere = await browser.open(callback.replace(first.url, second.url));
  expect([elsewhere.status, await elsewhere.text()]).toEqual([403, expect.stringContaining('was not begun in this')]);
  expect((await browser.open(callback)).headers.get('location')).toBe('/chat/');
  expect(await statuses(browser)).toEqual([200, 401]);
});

test('the provider sends browsers back to the port of a proxy that passes the name alone', async () => {
  const headers = { host: 'office.lan', referer: 'http://office.lan:8080/chat/' };
  const { headers: answered } = await request(`${worlds[0].url}${login}/office`, { headers });
  const sentBackTo = new URL(String(answered['location'])).searchParams.get('redirect_uri');
  expect(sentBackTo).toBe(`http://office.lan:8080${login}/office/callback`);
});
