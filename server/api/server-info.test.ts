/** GET /server_settings and the table of emoji: public, and complete. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

const requiredKeys =
  'authentication_methods external_authentication_methods zulip_feature_level zulip_version zulip_merge_base push_notifications_enabled is_incompatible email_auth_enabled require_email_format_usernames realm_name realm_icon realm_description realm_web_public_access_enabled realm_url realm_uri'.split(
    ' ',
  );

const settings = async (of: World, init: RequestInit = {}) => fetch(`${of.url}/api/v1/server_settings`, init);

describe('server settings', () => {
  let world: World;
  let empty: World;
  beforeAll(async () => {
    world = await startWorld();
    empty = await startWorld({ empty: true });
  });
  afterAll(async () => {
    await world.stop();
    await empty.stop();
  });

  it('has every key, on a server with an organization and on one without', async () => {
    for (const each of [world, empty]) {
      const body = (await (await settings(each)).json()) as Record<string, unknown>;
      expect(requiredKeys.filter((key) => !(key in body))).toEqual([]);
      expect(body['authentication_methods']).toMatchObject({ ldap: false, password: true });
    }
  });

  it('reports feature level 417', async () => {
    expect(await (await settings(world)).json()).toMatchObject({ zulip_feature_level: 417, realm_name: 'Hearth Test' });
  });

  it('does not look at credentials, valid or not', async () => {
    for (const authorization of ['Basic bm9ib2R5Ondyb25n', 'Basic ???', 'Bearer x', world.member.authorization]) {
      expect((await settings(world, { headers: { authorization } })).status).toBe(200);
    }
  });

  it('answers HEAD', async () => {
    const answer = await settings(world, { method: 'HEAD' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });

  it('gives the address by which it was reached, twice', async () => {
    const port = new URL(world.url).port;
    const answer = await fetch(`http://localhost:${port}/api/v1/server_settings`);
    expect(await answer.json()).toMatchObject({
      realm_url: `http://localhost:${port}`,
      realm_uri: `http://localhost:${port}`,
    });
  });

  it('has an icon that anybody may fetch', async () => {
    const { realm_icon: icon } = (await (await settings(world)).json()) as { realm_icon: string };
    const answer = await fetch(icon);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  });

  it('serves the names of all emoji without credentials', async () => {
    const { server_emoji_data_url: url } = await world.member.ok.post('/register', { fetch_event_types: ['realm'] });
    const answer = await fetch(String(url));
    const { code_to_names: names } = (await answer.json()) as { code_to_names: Record<string, string[]> };
    expect(names['1f44d']).toContain('+1');
  });
});
