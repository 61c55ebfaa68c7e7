/** Dishonest and confused providers of single sign-on: every lie in an id_token or an answer keeps its bearer out. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startDishonestProvider, type DishonestProvider, type Lies } from '../../testing/dishonest-provider.ts';
import { Browser, clientId, clientSecret } from '../../testing/openid-provider.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
let provider: DishonestProvider;
let second: DishonestProvider;
let browser: Browser;
const login = '/accounts/login/social/oidc';

beforeAll(async () => {
  world = await startWorld();
  world.clock.nowMs = Date.now();
  const account = { sub: 'max', email: world.member.email, email_verified: true, name: 'Max' };
  provider = await startDishonestProvider(account, () => world.clock.nowMs);
  second = await startDishonestProvider(account, () => world.clock.nowMs);
  for (const [slug, { issuer }] of Object.entries({ office: provider, second })) {
    const settings = { slug, name: slug, issuer, client_id: clientId, client_secret: clientSecret };
    await world.owner.ok.post('/console/sign_in_providers', {
      provider: JSON.stringify({ ...settings, links_automatically: true }),
    });
  }
});
afterAll(async () => {
  await provider.stop();
  await second.stop();
  await world.stop();
});
beforeEach(() => {
  browser = new Browser();
  provider.lies = {};
});

/** @returns where the provider sends the browser back to. */
async function toCallback(slug = 'office'): Promise<string> {
  const begun = await browser.open(`${world.url}${login}/${slug}`);
  const back = await browser.open(String(begun.headers.get('location')));
  return String(back.headers.get('location'));
}

async function session(): Promise<Record<string, unknown>> {
  const cookie = browser.cookiesOf(world.url);
  return (await (await fetch(`${world.url}/api/v1/console/session`, { headers: { cookie } })).json()) as Record<
    string,
    unknown
  >;
}

/** What the page says of a refusal, by which nothing was opened. */
async function refusal(response: Response): Promise<string> {
  const page = await response.text();
  expect([response.status, response.headers.getSetCookie().join()]).toEqual([
    403,
    expect.not.stringContaining('hearth_session'),
  ]);
  expect((await session())['result']).toBe('error');
  return page;
}

test('an honest answer signs in', async () => {
  const back = await browser.open(await toCallback());
  expect([back.status, back.headers.get('location')]).toEqual([302, '/chat/']);
  expect(await session()).toMatchObject({ user_id: world.member.userId });
});

const seconds = (minutes: number): number => Math.floor(Date.now() / 1000) + minutes * 60;

const lies: [string, () => Lies][] = [
  ['an id_token that is signed with another key', () => ({ isOtherKey: true })],
  ['an id_token without a signature (alg: none)', () => ({ alg: 'none' })],
  ['an id_token that is signed with the client secret (HS256 for RS256)', () => ({ alg: 'HS256' })],
  ['another nonce', () => ({ claims: { nonce: 'another' } })],
  ['no nonce', () => ({ claims: { nonce: undefined } })],
  ['a token for another application', () => ({ claims: { aud: 'another' } })],
  ['a token for several applications without azp', () => ({ claims: { aud: [clientId, 'another'] } })],
  [
    'a token for several applications, made for another',
    () => ({ claims: { aud: [clientId, 'another'], azp: 'another' } }),
  ],
  ['a token of another issuer', () => ({ claims: { iss: 'https://evil.example.com' } })],
  ['a token of the other provider of this server', () => ({ claims: { iss: second.issuer } })],
  ['a token that ended six minutes ago', () => ({ claims: { exp: seconds(-6) } })],
  ['a token from six minutes in the future', () => ({ claims: { iat: seconds(6) } })],
  ['a token that is not valid before six minutes from now', () => ({ claims: { nbf: seconds(6) } })],
  ['a token without a subject', () => ({ claims: { sub: undefined } })],
  ['a token without an end', () => ({ claims: { exp: undefined } })],
  ['no id_token', () => ({ token: { id_token: undefined } })],
  ['an id_token that is none', () => ({ token: { id_token: 'a.b.c' } })],
  ['userinfo of another subject', () => ({ userinfo: { sub: 'owner', email: 'owner@example.com' } })],
  ['an answer of 20 MB', () => ({ padding: 20_000_000 })],
];

describe('is refused:', () => {
  test.each(lies)('%s', async (_title, lie) => {
    const callback = await toCallback();
    provider.lies = lie();
    expect(await refusal(await browser.open(callback))).toContain('Sign-in failed');
  });

  test('an issuer that changed since it was set up', async () => {
    provider.lies = { discovery: { issuer: 'https://evil.example.com' } };
    const begun = await browser.open(`${world.url}${login}/office`);
    expect(await refusal(begun)).toMatch(/calls itself|another provider/);
  });

  test('an issuer that changed while the person signed in', async () => {
    const callback = await toCallback();
    provider.lies = { discovery: { issuer: second.issuer } };
    expect(await refusal(await browser.open(callback))).toContain('Sign-in failed');
  });

  test('an answer of one provider in a sign-in that began at another (mix-up)', async () => {
    const callback = new URL(await toCallback());
    const other = new URL(await toCallback('second'));
    // The honest provider's code in the dishonest one's sign-in, with and without saying whose it is.
    other.searchParams.set('code', String(callback.searchParams.get('code')));
    other.searchParams.set('iss', provider.issuer);
    expect(await refusal(await browser.open(other.href))).toContain('another provider');
    const silent = new URL(await toCallback('second'));
    silent.searchParams.delete('iss');
    expect(await refusal(await browser.open(silent.href))).toContain('another provider');
    const [path, query] = [`${world.url}${login}/second/callback`, callback.search];
    expect(await refusal(await browser.open(path + query))).toContain('not begun in this browser');
  });

  test('an address of an owner that userinfo puts in place of the own one', async () => {
    const callback = await toCallback();
    provider.lies = { userinfo: { sub: 'max', email: world.owner.email, email_verified: true } };
    // The signed claims count.
    expect((await browser.open(callback)).status).toBe(302);
    expect(await session()).toMatchObject({ user_id: world.member.userId });
  });
});

test('small lies of the clock are forgiven: five minutes', async () => {
  for (const claims of [{ exp: seconds(-4) }, { iat: seconds(4) }, { nbf: seconds(4) }]) {
    browser = new Browser();
    const callback = await toCallback();
    provider.lies = { claims };
    expect((await browser.open(callback)).status).toBe(302);
    provider.lies = {};
  }
});
