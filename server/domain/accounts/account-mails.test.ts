/** Mails about accounts: the welcome, and the notice of a sign-in with something new. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { headerOf, Mailbox } from '../../testing/mailbox.ts';
import { password, startWorld, type World } from '../../testing/world.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
let world: World;
const mailbox = new Mailbox();

beforeAll(async () => {
  world = await startWorld();
  await mailbox.open(world);
  world.clock.advance(600_000);
});
afterAll(async () => {
  await mailbox.close();
  await world.stop();
});
beforeEach(() => {
  mailbox.mails = [];
});

const signIn = async (path: string, userAgent: string, secret = password): Promise<number> => {
  const reply = await fetch(`${world.url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'User-Agent': userAgent },
    body: new URLSearchParams({ username: 'member@example.com', password: secret }),
  });
  await world.server.workers.deliveries.settled();
  return reply.status;
};

describe('a sign-in', () => {
  it('with something new is reported, with what and from where, once for each', async () => {
    expect(await signIn('/console/sign_in', firefox)).toBe(200);
    expect(await signIn('/console/sign_in', firefox.replaceAll('145', '146'))).toBe(200);
    expect(await signIn('/fetch_api_key', firefox)).toBe(200);
    const [mail, ...others] = mailbox.to('member@example.com');
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('New sign-in to Hearth Test');
    for (const text of [mail?.text, mail?.html])
      expect(text).toContain('Firefox on Windows, from the address 127.0.0.1');
    expect(await signIn('/fetch_api_key', 'ZulipMobile/27.2 (Android 15)')).toBe(200);
    expect(mailbox.to('member@example.com')).toHaveLength(2);
    await world.restart();
    expect(await signIn('/fetch_api_key', 'ZulipMobile/27.2 (Android 15)')).toBe(200);
    expect(mailbox.to('member@example.com')).toHaveLength(2);
  });

  it('that fails is not, nor one of someone who wants no such mails', async () => {
    expect(await signIn('/fetch_api_key', 'curl/8.0', 'wrong')).toBe(401);
    const { parts } = await stopLink();
    expect(mailbox.mails).toEqual([]);
    expect(await signIn('/fetch_api_key', 'weechat/4.0')).toBe(200);
    const page = await fetch(parts, { method: 'POST' });
    expect(page.status).toBe(200);
    mailbox.mails = [];
    expect(await signIn('/fetch_api_key', 'curl/8.0')).toBe(200);
    expect(mailbox.mails).toEqual([]);
  });

  /** The link of the mails that came before. */
  async function stopLink(): Promise<{ parts: string }> {
    await signIn('/fetch_api_key', 'gajim/2.0');
    const mail = mailbox.to('member@example.com').at(-1);
    mailbox.mails = [];
    return { parts: /<(.+)>/.exec(headerOf(mail, 'list-unsubscribe') ?? '')?.[1] ?? '' };
  }
});

describe('the welcome', () => {
  const join = async (email: string): Promise<void> => {
    await world.owner.ok.post('/users', { email, full_name: 'New Person', password: 'correct horse battery' });
    await world.server.workers.deliveries.settled();
  };

  it('is mailed where the organization wants it, with the address and how to sign in', async () => {
    await join('quiet@example.com');
    expect(mailbox.to('quiet@example.com')).toEqual([]);
    await world.owner.ok.patch('/realm', { send_welcome_emails: true });
    await join('fresh@example.com');
    const [mail] = mailbox.to('fresh@example.com');
    expect(mail?.subject).toBe('Welcome to Hearth Test');
    expect(mail?.text).toContain('an account on Hearth Test.');
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toContain(`${world.url}/chat/`);
      expect(text).toContain('Sign in with fresh@example.com');
    }
    expect(mail?.text).not.toContain('correct horse battery');
  });
});
