/** Limits on guesses at one account from many addresses, and on the bytes of text of one account. */
import { request } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { dayMs, minuteMs } from '../durations.ts';
import { ApiError } from '../errors.ts';
import { password, startWorld, type World } from '../testing/world.ts';
import { RequestLimiter, SignInLimiter } from './rate-limit.ts';

let world: World;

/** Signs in from one of the loopback's addresses. @returns the status of the answer. */
async function signIn(from: string, username: string, secret: string): Promise<number> {
  const body = new URLSearchParams({ username, password: secret }).toString();
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': body.length };
  return new Promise((resolve, reject) => {
    request(`${world.url}/api/v1/fetch_api_key`, { method: 'POST', localAddress: from, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    })
      .on('error', reject)
      .end(body);
  });
}

describe('guesses at one account', () => {
  afterEach(async () => world.stop());

  test('are slowed in all, whatever addresses they come from, and keep no one out who signed in before', async () => {
    world = await startWorld();
    const account = 'member@example.com';
    expect(await signIn('127.0.0.1', account, password)).toBe(200);
    const statuses: number[] = [];
    for (let i = 0; i < 40; i += 1) statuses.push(await signIn(`127.0.1.${i + 1}`, account, 'a wrong guess'));
    expect(statuses.filter((status) => status !== 429)).toHaveLength(30);
    // Where its owner signed in before, the account is open; elsewhere it is slow, and not locked.
    expect(await signIn('127.0.0.1', account, password)).toBe(200);
    expect(await signIn('127.0.2.1', account, password)).toBe(429);
    expect(await signIn('127.0.2.1', 'member2@example.com', password)).toBe(200);
    world.clock.advance(10_000);
    expect(await signIn('127.0.2.1', account, password)).toBe(200);
  });
});

test('one IPv6 network is one address', async () => {
  const limiter = new SignInLimiter(() => 0);
  for (let i = 0; i < 50; i += 1) await limiter.attempt(`2001:db8:0:1::${i.toString(16)}`, `account ${i}`);
  await expect(limiter.attempt('2001:db8:0:1:ffff::1', 'another')).rejects.toMatchObject({ code: 'RATE_LIMIT_HIT' });
  await limiter.attempt('2001:db8:0:2::1', 'another');
  await limiter.attempt('::ffff:10.0.0.1', 'another');
});

describe('wrong codes after a right password', () => {
  const account = 'anna@example.com';

  test('count for the account at all addresses together, and leave the user half of them', async () => {
    const limiter = new SignInLimiter(() => 0);
    const places = ['10.0.0.1', '10.0.0.2', '10.0.0.3'];
    for (const place of places) await limiter.succeeded(place, account);
    const wrongCode = async (place: string): Promise<number> => waitOf(async () => limiter.attemptCode(place, account));
    for (let i = 0; i < 10; i += 1) expect(await wrongCode(`192.168.7.${i}`)).toBe(0);
    // Refused ones take nothing of the account's share.
    for (let i = 0; i < 50; i += 1) expect(await wrongCode(`192.168.8.${i}`)).toBeGreaterThan(0);
    for (let i = 0; i < 5; i += 1) for (const place of places.slice(0, 2)) expect(await wrongCode(place)).toBe(0);
    expect(await wrongCode('10.0.0.3')).toBeGreaterThan(0);
    await limiter.codeSucceeded('10.0.0.1', account);
    expect(await wrongCode('10.0.0.3')).toBe(0);
  });

  test('keep neither a recovery code nor a password link from a user at another address', async () => {
    const limiter = new SignInLimiter(() => 0);
    for (let i = 0; i < 200; i += 1) {
      const stranger = `172.16.${i}.1`;
      await limiter.attempt(stranger, account);
      await limiter.attemptCode(stranger, account).catch(() => undefined);
      await limiter.codeFailed(stranger, account);
      await limiter.attemptLink(stranger, account);
    }
    await limiter.attempt('10.0.0.1', account);
    await limiter.attemptLink('10.0.0.1', account);
    for (let i = 1; i < 10; i += 1) await limiter.attemptLink('10.0.0.1', account);
    await expect(limiter.attemptLink('10.0.0.1', account)).rejects.toMatchObject({ code: 'RATE_LIMIT_HIT' });
  });
});

test.each([10 * minuteMs, 365 * dayMs, 20 * 365 * dayMs, -10 * minuteMs, -365 * dayMs, -20 * 365 * dayMs])(
  'states a wait of seconds, and ends it, after the clock jumps by %d ms',
  async (jumpMs) => {
    let nowMs = Date.UTC(2026, 0, 5);
    const limiter = new SignInLimiter(() => nowMs);
    const requests = new RequestLimiter(() => nowMs);
    const waits = async (): Promise<number[]> => [
      await waitOf(async () => limiter.attempt('10.0.0.9', 'someone')),
      await waitOf(async () => requests.count('someone', 60)),
    ];
    for (let i = 0; i < 10; i += 1) await limiter.attempt('10.0.0.9', 'someone');
    for (let i = 0; i < 60; i += 1) requests.count('someone', 60);
    expect(await waits()).toEqual([30, 1]);
    nowMs += jumpMs;
    expect(await waits()).toEqual(jumpMs < 0 ? [30, 1] : [0, 0]);
    nowMs += 30_000;
    expect(await waits()).toEqual([0, 0]);
  },
);

/** @returns the seconds to wait that a refusal states; 0 without one. */
async function waitOf(work: () => Promise<void>): Promise<number> {
  try {
    await work();
    return 0;
  } catch (refused) {
    return refused instanceof ApiError ? Number(refused.headers['Retry-After']) : NaN;
  }
}

describe('text of one account', () => {
  afterEach(async () => world.stop());

  test('is bounded by bytes, by default; who waits writes on, and others write in the meantime', async () => {
    world = await startWorld({ limits: { textBurstBytes: 20_000, textBytesPerSecond: 1000 } });
    const { guest, member } = world;
    const message = { type: 'direct', to: [member.userId], content: 'ä'.repeat(2400) };
    const { id } = await guest.ok.post('/messages', message);
    for (let i = 0; i < 3; i += 1) await guest.ok.post('/messages', message);
    const wait = { status: 429, code: 'RATE_LIMIT_HIT', 'retry-after': 5 };
    await guest.fails('POST', '/messages', message, wait);
    await guest.fails('PATCH', `/messages/${Number(id)}`, { content: message.content }, wait);
    await member.ok.post('/messages', { ...message, to: [guest.userId] });
    await guest.ok.get('/messages', { anchor: 'newest', num_before: 10, num_after: 0 });
    world.clock.advance(5000);
    await guest.ok.post('/messages', message);
    // A clock that is put back keeps no one waiting until it is as late again.
    world.clock.advance(-86_400_000);
    await guest.fails('POST', '/messages', message, { ...wait, 'retry-after': 4 });
    world.clock.advance(5000);
    await guest.ok.post('/messages', message);
  });

  test('counts letters outside the Latin script by what they cost', async () => {
    world = await startWorld({ limits: { textBurstBytes: 30_000, textBytesPerSecond: 1000 } });
    const { guest, member } = world;
    const send = async (content: string): Promise<number> =>
      (await guest.post('/messages', { type: 'direct', to: [member.userId], content })).status;
    const accepted = async (content: string): Promise<number> => {
      world.clock.advance(60_000);
      let count = 0;
      while ((await send(content)) === 200) count += 1;
      return count;
    };
    expect(await accepted('é’'.repeat(500))).toBe(11);
    for (const letter of ['д', '会', 'ไ', '가']) expect(await accepted(letter.repeat(1000))).toBe(1);
  });

  test('counts what is stored of formulas, whose HTML is many times as long', async () => {
    world = await startWorld({ limits: { textBurstBytes: 300_000, textBytesPerSecond: 1000 } });
    const { guest, member } = world;
    const send = async (content: string): Promise<number> =>
      (await guest.post('/messages', { type: 'direct', to: [member.userId], content })).status;
    const words = 'One long message of a person who explains in words what was decided. '.repeat(40);
    for (let count = 0; count < 5; count += 1) expect(await send(words)).toBe(200);
    const formulas = '$$\\frac{a}{b}$$ '.repeat(60);
    let count = 0;
    while (count < 20 && (await send(formulas)) === 200) count += 1;
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(10);
    expect((await member.post('/messages', { type: 'direct', to: [guest.userId], content: formulas })).status).toBe(
      200,
    );
  });

  test('keeps what was used up over a restart', async () => {
    world = await startWorld({ limits: { textBurstBytes: 20_000, textBytesPerSecond: 100 } });
    const { guest, member } = world;
    const message = { type: 'direct', to: [member.userId], content: 'a'.repeat(9000) };
    const wait = { status: 429, code: 'RATE_LIMIT_HIT' };
    await guest.ok.post('/messages', message);
    await guest.ok.post('/messages', message);
    await guest.fails('POST', '/messages', message, wait);
    await world.restart();
    await guest.fails('POST', '/messages', message, wait);
    // Time that passes while the server is down counts too.
    await world.server.stop();
    world.clock.advance(100_000);
    await world.start();
    await guest.ok.post('/messages', message);
    await guest.fails('POST', '/messages', message, wait);
    await member.ok.post('/messages', { ...message, to: [guest.userId] });
    // What came back in full is no longer stored.
    world.clock.advance(1_000_000);
    await world.restart();
    expect(await world.db("SELECT value FROM realm_settings WHERE name = 'written_text'")).toEqual([{ value: '[]' }]);
  });
});
