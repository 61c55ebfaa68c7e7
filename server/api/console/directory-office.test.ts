/**
 * An office of thirty signs in on a phone, at a desk and for an API key, with a directory or with a provider. Who is disabled in the
 * directory is out within the hour.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runJob } from '../../testing/mailbox.ts';
import { startMatchingRuleProxy } from '../../testing/matching-rule-proxy.ts';
import {
  Browser,
  clientId,
  clientSecret,
  startOpenIdProvider,
  withRefreshTokens,
} from '../../testing/openid-provider.ts';
import { accountFrom, newPad } from '../../testing/phone.ts';
import {
  baseDn,
  connectionTo,
  directoryPassword,
  groupDn,
  servicePassword,
  startSlapd,
  userDn,
  withoutSlapd,
  type Slapd,
} from '../../testing/slapd.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;

const people = Array.from({ length: 30 }, (_, index) => `user${String(index + 1).padStart(2, '0')}`);

/** What a person holds after signing in everywhere. */
interface SignedIn {
  userId: number;
  phoneKey: string;
  apiKey: string;
  cookie: string;
  email: string;
}

const basic = (email: string, key: string): string => `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;

/** Whether the key and the session open the account. */
async function opens({ email, phoneKey, apiKey, cookie }: SignedIn): Promise<boolean[]> {
  const asked = await Promise.all([
    fetch(`${world.url}/api/v1/users/me`, { headers: { authorization: basic(email, phoneKey) } }),
    fetch(`${world.url}/api/v1/users/me`, { headers: { authorization: basic(email, apiKey) } }),
    fetch(`${world.url}/api/v1/console/session`, { headers: { cookie } }),
  ]);
  return asked.map(({ ok }) => ok);
}

const register = async ({ email, apiKey }: SignedIn): Promise<Response> =>
  fetch(`${world.url}/api/v1/register`, { method: 'POST', headers: { authorization: basic(email, apiKey) } });

const cookieOf = (answer: Response): string => answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';

describe.skipIf(withoutSlapd !== undefined)('an office with a directory', () => {
  let slapd: Slapd;
  beforeAll(async () => {
    slapd = await startSlapd();
  });
  afterAll(() => slapd.stop());
  beforeEach(async () => {
    world = await startWorld();
  });
  afterEach(() => world.stop());

  const control = (name: string, value: number): Promise<void> =>
    slapd.modify(
      `dn: ${userDn(name)}\nchangetype: modify\nreplace: userAccountControl\nuserAccountControl: ${value}\n`,
    );

  /** By name on a phone, at a desk and for an API key. */
  async function everywhere(username: string): Promise<SignedIn> {
    const pad = newPad();
    const typed = { username, password: directoryPassword };
    const phone = await fetch(`${world.url}/accounts/login/mobile`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ ...typed, mobile_flow_otp: pad }),
    });
    const account = accountFrom(String(phone.headers.get('location')), pad, world.url);
    const desk = await fetch(`${world.url}/api/v1/console/sign_in`, {
      method: 'POST',
      body: new URLSearchParams(typed),
    });
    const { body } = await world.stranger.post('/fetch_api_key', typed);
    expect([desk.status, body['result'], body['user_id']]).toEqual([200, 'success', account.userId]);
    return {
      ...account,
      phoneKey: account.apiKey,
      apiKey: String(body['api_key']),
      cookie: cookieOf(desk),
    };
  }

  it('lets thirty in, by a group within groups, and keeps out who is disabled within the hour', async () => {
    const asked: string[] = [];
    const proxy = await startMatchingRuleProxy(slapd, asked);
    await control('user30', 512);
    const { presets } = (await world.owner.ok.get('/console/directory')) as { presets: Record<string, object> };
    await world.owner.ok.patch('/console/directory', {
      settings: {
        ...connectionTo(slapd),
        ...presets['active_directory'],
        ldap_servers: [proxy.address],
        ldap_security: 'none',
        ldap_bind_password: servicePassword,
        ldap_base_dn: `ou=people,${baseDn}`,
        // Names no groups: all come from the search for groups within groups.
        ldap_group_attribute: 'description',
        ldap_access_groups: [groupDn('staff')],
        ldap_group_rules: [{ group: groupDn('admins'), role: 200, channel_ids: [], user_group_ids: [] }],
      },
    });
    const inside: SignedIn[] = [];
    for (const name of people) inside.push(await everywhere(name));
    expect(new Set(inside.map(({ userId }) => userId)).size).toBe(30);
    for (const one of inside) expect(await opens(one)).toEqual([true, true, true]);
    const roles = await world.db('SELECT role FROM users WHERE id = ?', inside[2]?.userId ?? 0);
    expect(roles).toEqual([{ role: 200 }]);
    await control('user07', 514);
    world.clock.advance(60 * 60_000);
    await runJob(world, 'directory');
    for (const [index, one] of inside.entries()) expect(await opens(one)).toEqual(Array(3).fill(index !== 6));
    const refused = await world.stranger.post('/fetch_api_key', { username: 'user07', password: directoryPassword });
    expect(refused.body).toMatchObject({ result: 'error' });
    await control('user07', 512);
    await runJob(world, 'directory');
    const returned = await everywhere('user07');
    expect([returned.userId, await opens(returned)]).toEqual([inside[6]?.userId, [true, true, true]]);
    await proxy.stop();
  });
});

describe('an office with a provider', () => {
  it('lets thirty in, and keeps out within the hour a user whom the provider disabled', async () => {
    world = await startWorld();
    world.clock.nowMs = Date.now();
    const callback = `${world.url}/accounts/login/social/oidc/office/callback`;
    const provider = await startOpenIdProvider([callback], withRefreshTokens);
    const settings = {
      slug: 'office',
      name: 'Office',
      issuer: provider.issuer,
      client_id: clientId,
      client_secret: clientSecret,
      join_policy: 'group',
      join_group: 'staff',
      groups_claim: 'groups',
    };
    await world.owner.ok.post('/console/sign_in_providers', { provider: JSON.stringify(settings) });
    for (const name of people)
      provider.accounts.set(name, { email: `${name}@office.example`, name: `Person ${name}`, groups: ['staff'] });
    const start = `${world.url}/accounts/login/social/oidc/office`;
    const through = async (browser: Browser, name: string, query = ''): Promise<Response> => {
      const begun = await browser.open(start + query);
      return browser.open(await browser.signInAt(String(begun.headers.get('location')), name, provider.issuer));
    };
    const inside: SignedIn[] = [];
    for (const name of people) {
      const pad = newPad();
      const phone = await through(new Browser(), name, `?mobile_flow_otp=${pad}`);
      const account = accountFrom(String(phone.headers.get('location')), pad, world.url);
      const desk = new Browser();
      expect((await through(desk, name)).headers.get('location')).toBe('/chat/');
      inside.push({ ...account, phoneKey: account.apiKey, cookie: desk.cookiesOf(world.url) });
    }
    expect(new Set(inside.map(({ userId }) => userId)).size).toBe(30);
    for (const one of inside) expect(await opens(one)).toEqual([true, true, true]);
    provider.accounts.delete('user07');
    const begun = await new Browser().open(start);
    const browser = new Browser();
    await expect(browser.signInAt(String(begun.headers.get('location')), 'user07', provider.issuer)).rejects.toThrow(
      'the provider',
    );
    for (const one of inside) await register(one);
    await runJob(world, 'sign-in checks');
    for (const { userId } of inside)
      expect(world.server.services.queues.ofUser(userId).length).toBe(userId === inside[6]?.userId ? 0 : 1);
    for (const [index, one] of inside.entries()) expect(await opens(one)).toEqual(Array(3).fill(index !== 6));
    provider.accounts.set('user07', { email: 'user07@office.example', name: 'Person user07', groups: ['staff'] });
    const [desk, pad] = [new Browser(), newPad()];
    expect((await through(desk, 'user07')).headers.get('location')).toBe('/chat/');
    const phone = await through(new Browser(), 'user07', `?mobile_flow_otp=${pad}`);
    const account = accountFrom(String(phone.headers.get('location')), pad, world.url);
    expect(account.userId).toBe(inside[6]?.userId);
    const back = { ...account, phoneKey: account.apiKey, cookie: desk.cookiesOf(world.url) };
    expect(await opens(back)).toEqual([true, true, true]);
    await provider.stop();
    await world.stop();
  });
});
