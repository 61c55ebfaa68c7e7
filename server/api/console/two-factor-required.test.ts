/** Two-factor sign-in that an organization requires, who has it, and resetting it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EmailVisibility } from '../../domain/users/settings.shared.ts';
import { codeAt, turnOnTwoFactor } from '../../testing/authenticator.ts';
import type { Client } from '../../testing/client.ts';
import { password, startWorld, type World } from '../../testing/world.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(async () => world.stop());

const send = (path: string, params: Record<string, string>): Promise<Response> =>
  fetch(`${world.url}/api/v1/console${path}`, { method: 'POST', body: new URLSearchParams(params) });

const requireOf = async (policy: string): Promise<unknown> =>
  world.owner.ok.patch('/console/two_factor_users', { require_two_factor: policy });

async function signInCode(who: Client): Promise<unknown> {
  const answer = await send('/sign_in', { username: who.email, password });
  return ((await answer.json()) as { code?: string }).code ?? answer.status;
}

interface Listed {
  user_id: number;
  turned_on_at: number | null;
  is_required: boolean;
  recovery_codes_left: number;
}

const listed = async (who: Client): Promise<Listed | undefined> =>
  ((await world.owner.ok.get('/console/two_factor_users'))['users'] as Listed[]).find(
    ({ user_id: id }) => id === who.userId,
  );

describe('Where it is required', () => {
  test('of owners and administrators, theirs alone have to set it up at the next sign-in', async () => {
    await requireOf('administrators');
    for (const who of [world.owner, world.admin]) expect(await signInCode(who)).toBe('TWO_FACTOR_SETUP_REQUIRED');
    for (const who of [world.moderator, world.member, world.guest]) expect(await signInCode(who)).toBe(200);
    await requireOf('everyone');
    for (const who of [world.owner, world.member, world.guest])
      expect(await signInCode(who)).toBe('TWO_FACTOR_SETUP_REQUIRED');
    await requireOf('nobody');
    for (const who of [world.owner, world.member]) expect(await signInCode(who)).toBe(200);
  });

  test('the sign-in sets it up, and opens a session with the recovery codes', async () => {
    await requireOf('everyone');
    const { email } = world.member;
    const begun = await send('/sign_in/two_factor_setup', { username: email, password });
    const { secret, setup_token: token } = (await begun.json()) as { secret: string; setup_token: string };
    const wrong = await send('/sign_in/two_factor', { setup_token: token, two_factor_code: '000000' });
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { code: 'TWO_FACTOR_FAILED' }]);
    const setup = { setup_token: token, two_factor_code: codeAt(secret, world.clock.nowMs) };
    const done = await send('/sign_in/two_factor', setup);
    const answer = (await done.json()) as Record<string, unknown>;
    expect(answer).toMatchObject({ user_id: world.member.userId, csrf_token: expect.any(String) as string });
    expect(answer['recovery_codes']).toHaveLength(10);
    const cookie = (done.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
    const session = await fetch(`${world.url}/api/v1/console/session`, { headers: { cookie } });
    expect(await session.json()).toMatchObject({ user_id: world.member.userId });
    // Neither the token nor the code works twice.
    expect((await send('/sign_in/two_factor', setup)).status).toBe(400);
    expect(await signInCode(world.member)).toBe('TWO_FACTOR_REQUIRED');
    const again = await send('/sign_in/two_factor_setup', { username: email, password });
    expect(await again.json()).toMatchObject({ code: 'TWO_FACTOR_REQUIRED' });
    expect(await world.db("SELECT user_id, via FROM audit_log WHERE action = 'two_factor_on'")).toEqual([
      { user_id: world.member.userId, via: 'request' },
    ]);
  });

  test('the set-up of a sign-in needs the password, and ends with it', async () => {
    await requireOf('everyone');
    const { email, userId } = world.member;
    const wrong = await send('/sign_in/two_factor_setup', { username: email, password: 'wrong' });
    expect([wrong.status, await wrong.json()]).toMatchObject([403, { code: 'AUTHENTICATION_FAILED' }]);
    const begun = await send('/sign_in/two_factor_setup', { username: email, password });
    const { secret, setup_token: token } = (await begun.json()) as { secret: string; setup_token: string };
    await world.member.ok.patch('/settings', { old_password: password, new_password: 'another good one' });
    const setup = { setup_token: token, two_factor_code: codeAt(secret, world.clock.nowMs) };
    expect((await send('/sign_in/two_factor', setup)).status).toBe(400);
    // Nor for an account that was deactivated in between.
    const other = await send('/sign_in/two_factor_setup', { username: world.member2.email, password });
    const late = (await other.json()) as { secret: string; setup_token: string };
    await world.owner.ok.delete(`/users/${world.member2.userId}`);
    const code = codeAt(late.secret, world.clock.nowMs);
    expect((await send('/sign_in/two_factor', { setup_token: late.setup_token, two_factor_code: code })).status).toBe(
      400,
    );
    expect(await world.db('SELECT * FROM two_factor')).toEqual([]);
    expect((await listed(world.member))?.user_id).toBe(userId);
  });

  test('the set-up of a sign-in that began before the organization was deactivated is refused', async () => {
    await requireOf('everyone');
    const begun = await send('/sign_in/two_factor_setup', { username: world.member.email, password });
    const { secret, setup_token: token } = (await begun.json()) as { secret: string; setup_token: string };
    await world.owner.ok.post('/console/organization/deactivate', { password });
    const setup = { setup_token: token, two_factor_code: codeAt(secret, world.clock.nowMs) };
    const refused = await send('/sign_in/two_factor', setup);
    expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'REALM_DEACTIVATED' }]);
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect(await world.db('SELECT * FROM two_factor')).toEqual([]);
  });

  test('the password alone clears no count of wrong passwords', async () => {
    await requireOf('everyone');
    const username = world.member.email;
    for (let attempt = 0; attempt < 9; attempt += 1) {
      await send('/sign_in', { username, password: 'wrong' });
      await send('/sign_in/two_factor_setup', { username, password });
    }
    await send('/sign_in', { username, password: 'wrong' });
    expect((await send('/sign_in', { username, password })).status).toBe(429);
  });

  test('sessions, API keys and bots go on; programs learn where to set it up', async () => {
    const { ok } = world.member;
    await requireOf('everyone');
    await ok.get('/users/me');
    await world.bot.ok.get('/users/me');
    await world.stranger.fails(
      'POST',
      '/fetch_api_key',
      { username: world.member.email, password },
      { status: 401, code: 'TWO_FACTOR_SETUP_REQUIRED' },
    );
    const form = { username: world.member.email, password, mobile_flow_otp: 'ab'.repeat(32) };
    expect(
      await world.stranger.request('POST', '!/accounts/login/mobile', { body: new URLSearchParams(form) }),
    ).toMatchObject({ status: 403, body: { code: 'TWO_FACTOR_SETUP_REQUIRED' } });
  });

  test('refuses to turn it off', async () => {
    const phone = await turnOnTwoFactor(world, world.member);
    await requireOf('everyone');
    expect(await world.member.ok.get('/console/two_factor')).toMatchObject({ is_required: true });
    await world.member.fails(
      'DELETE',
      '/console/two_factor',
      { password, two_factor_code: phone.fresh() },
      {
        status: 400,
        code: 'BAD_REQUEST',
        msg: 'Your organization requires two-factor sign-in: it cannot be turned off.',
      },
    );
  });

  test('the audit log has the change, and a word that is none is refused', async () => {
    await requireOf('everyone');
    const { entries } = await world.owner.ok.get('/console/audit_log', { limit: 1 });
    expect(entries).toMatchObject([
      {
        kind: 'sign_in',
        action: 'changed',
        changes: [{ field: 'require_two_factor', from: 'nobody', to: 'everyone' }],
      },
    ]);
    await world.owner.fails(
      'PATCH',
      '/console/two_factor_users',
      { require_two_factor: 'all' },
      { status: 400, code: 'BAD_REQUEST' },
    );
  });
});

describe('Owners', () => {
  test('see who has it, and wrong codes after a right password', async () => {
    await turnOnTwoFactor(world, world.member);
    await world.newUser('Dora Directory');
    await requireOf('administrators');
    expect(await listed(world.member)).toMatchObject({ recovery_codes_left: 10, is_required: false });
    expect(await listed(world.admin)).toMatchObject({ turned_on_at: null, is_required: true });
    expect(await listed(world.bot)).toBeUndefined();
    const names = (await world.owner.ok.get('/console/two_factor_users'))['users'] as { full_name: string }[];
    // Without a password of this server there is nothing to list.
    expect(names.map(({ full_name: name }) => name)).not.toContain('Dora Directory');
    await send('/sign_in', { username: world.member.email, password, two_factor_code: '000000' });
    expect((await world.owner.ok.get('/console/two_factor_users'))['failures']).toMatchObject([
      { username: world.member.email },
    ]);
  });

  test('see wrong codes by name, of a user who shows the address to no one', async () => {
    await turnOnTwoFactor(world, world.member);
    await world.member.ok.patch('/settings', { email_address_visibility: EmailVisibility.nobody });
    await send('/sign_in', { username: world.member.email, password, two_factor_code: '000000' });
    const answer = await world.owner.ok.get('/console/two_factor_users');
    expect(answer['failures']).toMatchObject([{ username: 'Max Member' }]);
    expect(JSON.stringify(answer)).not.toContain(world.member.email);
  });

  test('reset it where it is required: the notice says that the next sign-in sets it up again', async () => {
    await turnOnTwoFactor(world, world.member);
    await requireOf('everyone');
    await world.owner.ok.delete(`/console/users/${world.member.userId}/two_factor`);
    const { messages } = await world.member.ok.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
    const [{ content }] = messages as [{ content: string }];
    expect(content).toContain('your next sign-in asks you to set it up again');
    expect(content).not.toContain('password alone');
    expect(await signInCode(world.member)).toBe('TWO_FACTOR_SETUP_REQUIRED');
  });

  test('reset it for another user, who is notified; the log has it', async () => {
    const phone = await turnOnTwoFactor(world, world.member);
    const path = `/console/users/${world.member.userId}/two_factor`;
    await world.admin.fails('DELETE', path, {}, { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' });
    await world.owner.ok.delete(path);
    expect(await signInCode(world.member)).toBe(200);
    const { messages } = await world.member.ok.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
    expect(messages).toMatchObject([
      { content: expect.stringContaining('Olga Owner reset the two-factor sign-in of your account.') as string },
    ]);
    const mails = await world.db<{ payload: string }>(
      "SELECT payload FROM deliveries WHERE kind = 'mail' ORDER BY id DESC",
    );
    expect(mails[0]?.payload).toContain('Olga Owner reset the two-factor sign-in');
    expect(await world.owner.ok.get('/console/audit_log', { limit: 1 })).toMatchObject({
      entries: [{ kind: 'user', action: 'two_factor_reset', subject: 'Max Member', user_name: 'Olga Owner' }],
    });
    await world.owner.fails('DELETE', path, {}, { status: 400, code: 'BAD_REQUEST' });
    // Codes of before are good for nothing, also after it was set up again.
    await turnOnTwoFactor(world, world.member);
    for (const code of [phone.recoveryCodes[0] ?? '', phone.fresh()]) {
      const answer = await send('/sign_in', { username: world.member.email, password, two_factor_code: code });
      expect(answer.status).toBe(403);
    }
  });

  test('turn off their own with password and code, not by a reset', async () => {
    await turnOnTwoFactor(world, world.owner);
    await world.owner.fails(
      'DELETE',
      `/console/users/${world.owner.userId}/two_factor`,
      {},
      { status: 400, code: 'BAD_REQUEST', msg: 'Turn off your own two-factor sign-in in your settings.' },
    );
  });
});
