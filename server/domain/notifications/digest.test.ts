/** The weekly digest, through the real queue and mail server. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { headerOf, Mailbox, runJob } from '../../testing/mailbox.ts';
import { say } from '../../testing/scenario.ts';
import { startWorld, type World } from '../../testing/world.ts';

const day = 86_400_000;
/** The Tuesday after the world began, late in the morning; and those after it. */
const tuesdays = [13, 20, 27].map((date) => Date.UTC(2026, 0, date, 10));
let world: World;
const mailbox = new Mailbox();

beforeAll(async () => {
  world = await startWorld();
  await mailbox.open(world);
  await world.owner.ok.patch('/realm', { digest_emails_enabled: true, digest_weekday: 1 });
  await world.owner.ok.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'kitchen' }],
    principals: [world.owner.userId, world.member.userId],
  });
});
afterAll(async () => {
  await mailbox.close();
  await world.stop();
});
beforeEach(() => {
  mailbox.mails = [];
});

const at = (ms: number): void => world.clock.advance(ms - world.clock.nowMs);
const toMember = () => mailbox.to('member@example.com');
/** @returns the newer of two messages. */
const happens = async (topic: string): Promise<number> => {
  await say(world.owner, 'kitchen', topic, 'one');
  return say(world.owner, 'kitchen', topic, 'two');
};

it('sends who was away what was talked about, on the day of the setting, once', async () => {
  at((tuesdays[0] ?? 0) - day);
  const newest = await happens('new stove');
  await world.owner.ok.post('/users/me/subscriptions', { subscriptions: [{ name: 'garden' }] });
  await world.owner.ok.post('/users/me/subscriptions', { subscriptions: [{ name: 'board' }], invite_only: true });
  await world.newUser('Nina New');
  await runJob(world, 'digests');
  // A Monday.
  expect(mailbox.mails).toEqual([]);
  at((tuesdays[0] ?? 0) - day / 4);
  await runJob(world, 'digests');
  // Too early in the morning.
  expect(mailbox.mails).toEqual([]);
  at(tuesdays[0] ?? 0);
  await runJob(world, 'digests');
  await runJob(world, 'digests');
  const [mail, ...others] = toMember();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('What happened on Hearth Test');
  for (const text of [mail?.text, mail?.html]) {
    expect(text).toMatch(/#kitchen (>|&gt;) new stove \(2 messages\)/);
    expect(text).toContain('#garden');
    expect(text).toContain('Nina New');
    expect(text).not.toContain('board');
  }
  // Leads there after the topic was moved or renamed.
  const { stream_id: kitchen } = await world.owner.ok.get('/get_stream_id', { stream: 'kitchen' });
  expect(mail?.text).toContain(`/#narrow/channel/${String(kitchen)}-kitchen/topic/new.20stove/with/${newest}\n`);
  expect(mail?.html).toContain(`/#narrow/channel/${String(kitchen)}-kitchen/topic/new.20stove/with/${newest}"`);
  expect(headerOf(mail, 'list-unsubscribe')).toContain('/unsubscribe/digest/');
});

it('is not sent to who was there, has nothing to learn, or wants none', async () => {
  at((tuesdays[1] ?? 0) - 2 * day);
  await world.member2.ok.post('/users/me/presence', { status: 'active' });
  at(tuesdays[1] ?? 0);
  await runJob(world, 'digests');
  // Nothing has happened for a week.
  expect(mailbox.mails).toEqual([]);
  await world.member.ok.patch('/settings', { enable_digest_emails: false });
  at((tuesdays[2] ?? 0) - day);
  await happens('tiles');
  await world.newUser('Otto Other');
  await world.member2.ok.post('/users/me/presence', { status: 'active' });
  at(tuesdays[2] ?? 0);
  await runJob(world, 'digests');
  expect(toMember()).toEqual([]);
  expect(mailbox.to('member2@example.com')).toEqual([]);
  expect(mailbox.to('moderator@example.com')).toHaveLength(1);
});

it('ends where the organization wants none', async () => {
  await world.member.ok.patch('/settings', { enable_digest_emails: true });
  await world.owner.ok.patch('/realm', { digest_emails_enabled: false });
  await happens('sink');
  await runJob(world, 'digests');
  expect(mailbox.mails).toEqual([]);
});
