/** From a password to an API key. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { password, startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.stop();
});

describe('POST /fetch_api_key', () => {
  it('answers without credentials with api_key, email and user_id', async () => {
    const answer = await world.stranger.ok.post('/fetch_api_key', { username: world.member.email, password });
    expect(answer).toMatchObject({
      api_key: world.member.apiKey,
      email: world.member.email,
      user_id: world.member.userId,
    });
  });

  it('reads the address whatever its capitals', async () => {
    const answer = await world.stranger.ok.post('/fetch_api_key', { username: 'MEMBER@Example.com', password });
    expect(answer['user_id']).toBe(world.member.userId);
  });

  it('refuses a wrong password, an unknown account and a bot alike', async () => {
    for (const username of [world.member.email, 'nobody@example.com', world.bot.email]) {
      await world.stranger.fails(
        'POST',
        '/fetch_api_key',
        { username, password: 'wrong' },
        { status: 401, code: 'AUTHENTICATION_FAILED' },
      );
    }
  });

  it('reports who is deactivated, once the password is right', async () => {
    await world.owner.ok.delete(`/users/${world.member2.userId}`);
    const username = world.member2.email;
    await world.stranger.fails(
      'POST',
      '/fetch_api_key',
      { username, password: 'wrong' },
      { status: 401, code: 'AUTHENTICATION_FAILED' },
    );
    await world.stranger.fails(
      'POST',
      '/fetch_api_key',
      { username, password },
      { status: 401, code: 'USER_DEACTIVATED' },
    );
  });

  it('needs both parameters', async () => {
    await world.stranger.fails(
      'POST',
      '/fetch_api_key',
      { username: 'a@example.com' },
      { status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name: 'password' },
    );
    await world.stranger.fails(
      'POST',
      '/fetch_api_key',
      { password },
      { status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name: 'username' },
    );
  });

  it('stops guessing: after ten failures even the right password waits', async () => {
    const username = world.admin.email;
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await world.stranger.fails(
        'POST',
        '/fetch_api_key',
        { username, password: 'wrong' },
        { status: 401, code: 'AUTHENTICATION_FAILED' },
      );
    }
    await world.stranger.fails(
      'POST',
      '/fetch_api_key',
      { username, password },
      { status: 429, code: 'RATE_LIMIT_HIT' },
    );
    await world.stranger.ok.post('/fetch_api_key', { username: world.owner.email, password });
  });
});

describe('mobile_flow_otp', () => {
  it('hands the key to an app, combined with its one-time pad', async () => {
    const pad = 'ab'.repeat(32);
    const form = new URLSearchParams({ username: world.owner.email, password, mobile_flow_otp: pad });
    const reply = await world.stranger.request('POST', '!/accounts/login/mobile', { body: form });
    expect(reply.status).toBe(302);
    const location = new URL(String(reply.headers.get('location')));
    expect(location.protocol).toBe('zulip:');
    const encrypted = Buffer.from(location.searchParams.get('otp_encrypted_api_key') ?? '', 'hex');
    expect(Buffer.from(encrypted.map((byte) => byte ^ 0xab)).toString()).toBe(world.owner.apiKey);
    expect(location.searchParams.get('user_id')).toBe(String(world.owner.userId));
  });

  it('gives our own page the target, which no script could read from a redirection', async () => {
    const pad = 'ab'.repeat(32);
    const body = new URLSearchParams({ username: world.owner.email, password, mobile_flow_otp: pad });
    const headers = { 'X-Requested-With': 'XMLHttpRequest' };
    const answer = await fetch(`${world.url}/accounts/login/mobile`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
    const { location } = (await answer.json()) as { location: string };
    expect(new URL(location).searchParams.get('otp_encrypted_api_key')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('refuses a pad that is none', async () => {
    const form = new URLSearchParams({ username: world.owner.email, password, mobile_flow_otp: 'short' });
    const reply = await world.stranger.request('POST', '!/accounts/login/mobile', { body: form });
    expect(reply).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', msg: 'Invalid OTP' } });
  });
});
