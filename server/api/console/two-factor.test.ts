/** Two-factor sign-in of one's own account: setting it up, signing in, recovery codes, turning it off. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { secondMs } from '../../durations.ts';
import { startServer } from '../../start.ts';
import { codeAt, turnOnTwoFactor, type Phone } from '../../testing/authenticator.ts';
import { password, startWorld, type World } from '../../testing/world.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(async () => world.stop());

const signIn = (extra: Record<string, string> = {}, origin = world.url): Promise<Response> =>
  fetch(`${origin}/api/v1/console/sign_in`, {
    method: 'POST',
    body: new URLSearchParams({ username: world.member.email, password, ...extra }),
  });

async function outcome(answer: Promise<Response>): Promise<unknown> {
  const { status } = await answer;
  const { code } = (await (await answer).json()) as { code?: string };
  return code === undefined ? status : `${status} ${code}`;
}

const withCode = (code: string, origin = world.url): Promise<unknown> =>
  outcome(signIn({ two_factor_code: code }, origin));

const actions = async (): Promise<unknown[]> =>
  (await world.db<{ action: string }>("SELECT action FROM audit_log WHERE kind = 'user' ORDER BY id")).map(
    ({ action }) => action,
  );

describe('Setting up', () => {
  test('asks for the password, proves the app with a code, and shows ten recovery codes once', async () => {
    const { member } = world;
    expect(await member.ok.get('/console/two_factor')).toMatchObject({
      is_available: true,
      is_on: false,
      is_required: false,
      recovery_codes_left: 0,
      turned_on_at: null,
    });
    await member.fails(
      'POST',
      '/console/two_factor/setup',
      { password: 'wrong' },
      { status: 400, code: 'BAD_REQUEST', msg: 'This password is not right.' },
    );
    const offered = await member.ok.post('/console/two_factor/setup', { password });
    expect(offered['otpauth_url']).toContain(`secret=${String(offered['secret'])}`);
    const setup = { setup_token: String(offered['setup_token']) };
    await member.fails(
      'POST',
      '/console/two_factor',
      { ...setup, two_factor_code: '000000' },
      { status: 400, code: 'TWO_FACTOR_FAILED' },
    );
    // Nothing is on before the app is proved.
    expect(await outcome(signIn())).toBe(200);
    const code = codeAt(String(offered['secret']), world.clock.nowMs);
    const { recovery_codes: codes } = await member.ok.post('/console/two_factor', { ...setup, two_factor_code: code });
    expect(codes).toHaveLength(10);
    expect(await member.ok.get('/console/two_factor')).toMatchObject({ is_on: true, recovery_codes_left: 10 });
    await member.fails('POST', '/console/two_factor/setup', { password }, { status: 400, code: 'BAD_REQUEST' });
    await member.fails(
      'POST',
      '/console/two_factor',
      { ...setup, two_factor_code: code },
      { status: 400, code: 'BAD_REQUEST', msg: 'Two-factor sign-in is on already.' },
    );
    // The code that turned it on is used.
    expect(await withCode(code)).toBe('403 TWO_FACTOR_FAILED');
  });

  test('ends with time, with another password, and for another account', async () => {
    const { member } = world;
    const begin = async (secretOf = member): Promise<Record<string, string>> => {
      const { secret, setup_token: token } = await secretOf.ok.post('/console/two_factor/setup', { password });
      return { setup_token: String(token), two_factor_code: codeAt(String(secret), world.clock.nowMs) };
    };
    const ended = { status: 400, code: 'BAD_REQUEST' };
    await member.fails('POST', '/console/two_factor', await begin(world.member2), ended);
    await member.fails('POST', '/console/two_factor', { setup_token: 'x', two_factor_code: '000000' }, ended);
    const old = await begin();
    world.clock.advance(16 * 60 * secondMs);
    await member.fails('POST', '/console/two_factor', old, ended);
    const before = await begin();
    await member.ok.patch('/settings', { old_password: password, new_password: 'another good one' });
    await member.fails('POST', '/console/two_factor', before, ended);
    expect(await member.ok.get('/console/two_factor')).toMatchObject({ is_on: false });
  });

  test('ends when it is turned on, turned off or reset: the same token works once', async () => {
    const { member } = world;
    const begin = async (): Promise<{ secret: string; setup_token: string }> => {
      const offered = await member.ok.post('/console/two_factor/setup', { password });
      return { secret: String(offered['secret']), setup_token: String(offered['setup_token']) };
    };
    const finish = ({ secret, setup_token: token }: { secret: string; setup_token: string }) => {
      world.clock.advance(60 * secondMs);
      return { setup_token: token, two_factor_code: codeAt(secret, world.clock.nowMs) };
    };
    const ended = { status: 400, code: 'BAD_REQUEST' };
    const [first, second] = [await begin(), await begin()];
    const { recovery_codes: codes } = await member.ok.post('/console/two_factor', finish(first));
    await member.ok.delete('/console/two_factor', { password, two_factor_code: String((codes as string[])[0]) });
    for (const used of [first, second]) await member.fails('POST', '/console/two_factor', finish(used), ended);
    const third = await begin();
    await member.ok.post('/console/two_factor', finish(third));
    await world.owner.ok.delete(`/console/users/${member.userId}/two_factor`);
    for (const used of [first, second, third]) await member.fails('POST', '/console/two_factor', finish(used), ended);
    expect(await member.ok.get('/console/two_factor')).toMatchObject({ is_on: false });
  });

  test('is not for bots, nor for users without a password of this server', async () => {
    const refused = { status: 400, code: 'BAD_REQUEST' };
    await world.bot.fails('POST', '/console/two_factor/setup', { password }, refused);
    const other = await world.newUser('Dora Directory');
    expect(await other.ok.get('/console/two_factor')).toMatchObject({ is_available: false });
    await other.fails('POST', '/console/two_factor/setup', { password }, refused);
  });
});

describe('Signing in', () => {
  let phone: Phone;
  beforeEach(async () => {
    phone = await turnOnTwoFactor(world, world.member);
  });

  test('asks for the code after the right password alone', async () => {
    const username = world.member.email;
    expect(await outcome(signIn())).toBe('403 TWO_FACTOR_REQUIRED');
    expect(await outcome(signIn({ two_factor_code: ' ' }))).toBe('403 TWO_FACTOR_REQUIRED');
    const fresh = phone.fresh();
    const wrong = await signIn({ password: 'wrong', two_factor_code: fresh });
    const unknown = await signIn({ username: 'nobody@example.com', two_factor_code: fresh });
    expect([wrong.status, await wrong.json()]).toEqual([unknown.status, await unknown.json()]);
    // A code beside a wrong password was not looked at.
    expect(await withCode(fresh)).toBe(200);
    await world.stranger.fails(
      'POST',
      '/fetch_api_key',
      { username, password: 'wrong' },
      { status: 401, code: 'AUTHENTICATION_FAILED' },
    );
  });

  test('takes each code once, also after a restart', async () => {
    const used = phone.fresh();
    expect(await withCode(`${used.slice(0, 3)} ${used.slice(3)}`)).toBe(200);
    expect(await withCode(used)).toBe('403 TWO_FACTOR_FAILED');
    await world.restart();
    expect(await withCode(used)).toBe('403 TWO_FACTOR_FAILED');
    world.clock.advance(30 * secondMs);
    expect(await withCode(used)).toBe('403 TWO_FACTOR_FAILED');
    expect(await withCode(phone.fresh())).toBe(200);
  });

  test('takes a code once of many that come at the same time', async () => {
    const code = phone.fresh();
    const outcomes = await Promise.all(Array.from({ length: 5 }, async () => withCode(code)));
    expect(outcomes.toSorted()).toEqual([200, ...Array.from({ length: 4 }, () => '403 TWO_FACTOR_FAILED')]);
    const [recovery = ''] = phone.recoveryCodes;
    const recovered = await Promise.all(Array.from({ length: 3 }, async () => withCode(recovery)));
    expect(recovered.toSorted()).toEqual([200, '403 TWO_FACTOR_FAILED', '403 TWO_FACTOR_FAILED']);
  });

  test('has the use of a code on disk before it answers', async () => {
    const code = phone.fresh();
    const [recovery = ''] = phone.recoveryCodes;
    expect([await withCode(code), await withCode(recovery)]).toEqual([200, 200]);
    // What a crash at this moment leaves.
    const crashed = join(mkdtempSync(join(tmpdir(), 'hearth-crashed-')), 'data');
    cpSync(world.dataDir, crashed, {
      recursive: true,
      filter: (path) => !/lock/.test(path.slice(world.dataDir.length)),
    });
    const after = await startServer({
      host: '127.0.0.1',
      port: 0,
      logLevel: 'silent',
      passwordCost: 4,
      clock: () => world.clock.nowMs,
      dataDir: crashed,
    });
    onTestFinished(async () => {
      await after.stop();
      rmSync(join(crashed, '..'), { recursive: true, force: true });
    });
    expect(await withCode(code, after.url)).toBe('403 TWO_FACTOR_FAILED');
    expect(await withCode(recovery, after.url)).toBe('403 TWO_FACTOR_FAILED');
    expect(await withCode(phone.recoveryCodes[1] ?? '', after.url)).toBe(200);
  });

  test('answers a wrong code with the time of the server', async () => {
    const answer = await signIn({ two_factor_code: '000000' });
    expect(await answer.json()).toMatchObject({
      code: 'TWO_FACTOR_FAILED',
      server_time: Math.floor(world.clock.nowMs / 1000),
      msg: expect.stringContaining("The server's clock shows 09:00 UTC") as string,
    });
  });

  test('takes a recovery code once, notifies the user, and counts what is left', async () => {
    const [first = '', second = ''] = phone.recoveryCodes;
    expect(await withCode(first.toUpperCase().replaceAll('-', ' '))).toBe(200);
    expect(await withCode(first)).toBe('403 TWO_FACTOR_FAILED');
    await world.restart();
    expect(await withCode(first)).toBe('403 TWO_FACTOR_FAILED');
    expect(await withCode(second)).toBe(200);
    expect(await world.member.ok.get('/console/two_factor')).toMatchObject({ recovery_codes_left: 8 });
    const { messages } = await world.member.ok.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
    expect(messages).toMatchObject([{ content: expect.stringContaining('8 of them are left') as string }]);
    expect((await actions()).slice(-2)).toEqual(['recovery_code_used', 'recovery_code_used']);
    expect(
      await world.db("SELECT user_id, operation FROM audit_log WHERE action = 'recovery_code_used' LIMIT 1"),
    ).toEqual([{ user_id: world.member.userId, operation: 'POST /console/sign_in' }]);
  });

  test('limits wrong codes of a caller that knows the password; recovery codes go on working', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) expect(await withCode('000000')).toBe('403 TWO_FACTOR_FAILED');
    expect(await withCode(phone.fresh())).toBe('429 RATE_LIMIT_HIT');
    // The password alone clears nothing.
    world.clock.advance(3 * 60 * secondMs);
    expect(await outcome(signIn())).toBe('403 TWO_FACTOR_REQUIRED');
    expect(await withCode(phone.fresh())).toBe('429 RATE_LIMIT_HIT');
    expect(await withCode(phone.recoveryCodes[0] ?? '')).toBe(200);
    world.clock.advance(6 * 60 * secondMs);
    expect(await withCode(phone.fresh())).toBe(200);
  });

  test('notifies the user after five wrong codes with the right password, once', async () => {
    const notices = async (): Promise<number> => {
      const { messages } = await world.member.ok.get('/messages', { anchor: 'newest', num_before: 20, num_after: 0 });
      return (messages as { content: string }[]).filter(({ content }) => content.includes('a wrong code')).length;
    };
    const mailed = async (): Promise<number> =>
      (await world.db("SELECT 1 FROM deliveries WHERE kind = 'mail' AND payload LIKE '%a wrong code%'")).length;
    await world.owner.ok.patch('/console/delivery_settings', { settings: { smtp_host: '127.0.0.1', smtp_port: 9 } });
    for (let attempt = 0; attempt < 4; attempt += 1) await withCode('000000');
    expect([await notices(), await mailed()]).toEqual([0, 0]);
    for (let attempt = 0; attempt < 4; attempt += 1) await withCode('000000');
    expect([await notices(), await mailed()]).toEqual([1, 1]);
    // A right code ends the count.
    expect(await withCode(phone.fresh())).toBe(200);
    for (let attempt = 0; attempt < 4; attempt += 1) await withCode('000000');
    expect(await notices()).toBe(1);
    await withCode('000000');
    expect(await notices()).toBe(2);
  });

  test('does not count a right password without a code as a failure', async () => {
    for (let attempt = 0; attempt < 15; attempt += 1) expect(await outcome(signIn())).toBe('403 TWO_FACTOR_REQUIRED');
    expect(await withCode(phone.fresh())).toBe(200);
  });

  test('gives programs their key with the code alone, and says which it needs', async () => {
    const username = world.member.email;
    const account = { username, password };
    await world.stranger.fails('POST', '/fetch_api_key', account, { status: 401, code: 'TWO_FACTOR_REQUIRED' });
    await world.stranger.fails(
      'POST',
      '/fetch_api_key',
      { ...account, two_factor_code: '000000' },
      { status: 401, code: 'TWO_FACTOR_FAILED' },
    );
    const code = phone.fresh();
    expect(await world.stranger.ok.post('/fetch_api_key', { ...account, two_factor_code: code })).toMatchObject({
      api_key: world.member.apiKey,
    });
    await world.stranger.fails(
      'POST',
      '/fetch_api_key',
      { ...account, two_factor_code: code },
      { status: 401, code: 'TWO_FACTOR_FAILED' },
    );
    // Keys of before go on working, and a session makes a new one.
    expect(await world.member.ok.get('/users/me')).toMatchObject({ user_id: world.member.userId });
    expect((await world.member.ok.post('/users/me/api_key/regenerate'))['api_key']).not.toBe(world.member.apiKey);
  });

  test('asks in the flow of phones, too', async () => {
    const form = { username: world.member.email, password, mobile_flow_otp: 'ab'.repeat(32) };
    const send = (extra = {}): ReturnType<typeof world.stranger.request> =>
      world.stranger.request('POST', '!/accounts/login/mobile', { body: new URLSearchParams({ ...form, ...extra }) });
    expect(await send()).toMatchObject({ status: 403, body: { code: 'TWO_FACTOR_REQUIRED' } });
    expect(await send({ two_factor_code: '123456' })).toMatchObject({ body: { code: 'TWO_FACTOR_FAILED' } });
    expect((await send({ two_factor_code: phone.fresh() })).status).toBe(302);
  });

  test('is not passed by a new password, nor by deactivating and reactivating the account', async () => {
    const { link_url: link } = await world.owner.ok.post(`/console/users/${world.member.userId}/password_link`);
    const key = String(link).split('/').at(-1);
    await world.stranger.ok.post(`/console/new_password/${key}`, { password: 'chosen by link' });
    expect(await outcome(signIn({ password: 'chosen by link' }))).toBe('403 TWO_FACTOR_REQUIRED');
    await world.owner.ok.delete(`/users/${world.member.userId}`);
    const code = phone.fresh();
    expect(await outcome(signIn({ password: 'chosen by link', two_factor_code: code }))).toBe('401 USER_DEACTIVATED');
    await world.owner.ok.post(`/users/${world.member.userId}/reactivate`);
    expect(await outcome(signIn({ password: 'chosen by link' }))).toBe('403 TWO_FACTOR_REQUIRED');
    expect(await outcome(signIn({ password: 'chosen by link', two_factor_code: code }))).toBe(200);
  });

  test('puts no secret and no code into answers, the audit log, the time line, nor a code into any file', async () => {
    const [recovery = ''] = phone.recoveryCodes;
    await withCode('987654');
    await withCode(recovery);
    const seen = [
      await world.owner.ok.get('/console/audit_log', { limit: 100 }),
      await world.owner.ok.get('/console/two_factor_users'),
      await world.owner.ok.get(`/console/users/${world.member.userId}`),
      await world.member.ok.get('/console/two_factor'),
      await world.member.ok.get('/users/me'),
      await world.owner.ok.get('/console/activity'),
    ];
    const text = JSON.stringify(seen);
    const plain = recovery.replaceAll('-', '').toUpperCase();
    for (const secret of [phone.secret, recovery, plain, '987654']) expect(text).not.toContain(secret);
    expect(filesWith(world.dataDir, recovery)).toEqual([]);
  });

  test('makes new recovery codes for password and code; the old ones end', async () => {
    const both = { password, two_factor_code: phone.fresh() };
    const path = '/console/two_factor/recovery_codes';
    await world.member.fails(
      'POST',
      path,
      { ...both, password: 'wrong' },
      { status: 400, code: 'BAD_REQUEST', msg: 'This password is not right.' },
    );
    await world.member.fails(
      'POST',
      path,
      { ...both, two_factor_code: '000000' },
      { status: 400, code: 'TWO_FACTOR_FAILED' },
    );
    const { recovery_codes: codes } = await world.member.ok.post(path, both);
    expect(await withCode(phone.recoveryCodes[0] ?? '')).toBe('403 TWO_FACTOR_FAILED');
    expect(await withCode((codes as string[])[0] ?? '')).toBe(200);
  });

  test('is turned off with password and code, or a recovery code', async () => {
    const { member } = world;
    await member.fails(
      'DELETE',
      '/console/two_factor',
      { password: 'wrong', two_factor_code: phone.fresh() },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await member.fails(
      'DELETE',
      '/console/two_factor',
      { password, two_factor_code: '000000' },
      { status: 400, code: 'TWO_FACTOR_FAILED' },
    );
    await member.ok.delete('/console/two_factor', { password, two_factor_code: phone.recoveryCodes[0] ?? '' });
    expect(await outcome(signIn())).toBe(200);
    expect(await world.db('SELECT * FROM recovery_codes')).toEqual([]);
    expect((await actions()).filter((action) => String(action).startsWith('two_factor'))).toEqual([
      'two_factor_on',
      'two_factor_off',
    ]);
    // It can be set up again, with another secret.
    expect((await turnOnTwoFactor(world, member)).secret).not.toBe(phone.secret);
  });
});

function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile() && readFileSync(path).includes(text));
}
