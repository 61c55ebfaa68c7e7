/** Mails about missed messages, through the real queue: by SMTP, or read in the outbox. */
import type { Email } from 'postal-mime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { headerOf, Mailbox, runJob } from '../../testing/mailbox.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { systemViewing } from '../acting.ts';
import { updateUserRow } from '../users/rows.ts';
import { usersToSettle } from './missed-messages.ts';

let world: World;
const mailbox = new Mailbox();
let channelId: number;
const minute = 60_000;

beforeAll(async () => {
  world = await startWorld();
  await mailbox.open(world);
  await world.owner.ok.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'kitchen' }],
    principals: [world.owner.userId, world.member.userId, world.member2.userId],
  });
  const { stream_id } = await world.owner.ok.get('/get_stream_id', { stream: 'kitchen' });
  channelId = Number(stream_id);
  // That they were subscribed.
  await world.member.ok.post('/mark_all_as_read');
  await world.member.ok.patch('/settings', { automatically_follow_topics_where_mentioned: false });
});
afterAll(async () => {
  await mailbox.close();
  await world.stop();
});
beforeEach(() => {
  mailbox.mails = [];
});
afterEach(async () => {
  // What one test leaves unread is nothing to the next.
  await world.member.ok.post('/mark_all_as_read');
  await later(60);
  world.clock.advance(10 * minute);
});

/** Time passes, and the server looks. */
async function later(minutes: number): Promise<Email[]> {
  world.clock.advance(minutes * minute);
  await runJob(world, 'missed messages');
  return toMember();
}
const toMember = (): Email[] => mailbox.to('member@example.com');
const direct = async (content: string, from: Client = world.member2): Promise<number> =>
  Number((await from.ok.post('/messages', { type: 'direct', to: [world.member.userId], content }))['id']);
const say = async (topic: string, content: string, from: Client = world.owner): Promise<number> =>
  Number((await from.ok.post('/messages', { type: 'stream', to: channelId, topic, content }))['id']);
const set = async (settings: Record<string, unknown>): Promise<unknown> => world.member.ok.patch('/settings', settings);

describe('who is away', () => {
  it('is looked for a person a step, so that requests have their turn', async () => {
    const { services } = world.server;
    const people = (await world.db('SELECT 1 FROM users WHERE is_active = 1 AND is_bot = 0')).length;
    const steps = await services.storage.read((db) => {
      let count = 0;
      const looking = usersToSettle(systemViewing(db, services, world.url));
      while (looking.next().done !== true) count += 1;
      return count;
    });
    expect(steps).toBe(people);
  });

  it('is reported times in UTC where this machine does not know their time zone, and keeps no one else from being reported', async () => {
    const { storage } = world.server.services;
    await storage.transaction((tx) => updateUserRow(tx, world.admin.userId, { timezone: 'Mars/Base' }));
    await world.owner.ok.post('/messages', { type: 'direct', to: [world.admin.userId], content: 'Come down' });
    await direct('Lunch?');
    expect(await later(15)).toHaveLength(1);
    expect(mailbox.to('admin@example.com')[0]?.text).toMatch(/\d\d:\d\d UTC\)/);
    await storage.transaction((tx) => updateUserRow(tx, world.admin.userId, { timezone: '' }));
  });

  it('gets one mail for what came within the pause: plain text and HTML, by conversation', async () => {
    await direct('Is the <b>soup</b> ready?');
    await say('lunch', 'At noon, @**Max Member**!');
    expect(await later(4)).toEqual([]);
    await direct('Hello?');
    expect(await later(4)).toEqual([]);
    const [mail, ...others] = await later(1);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('3 new messages in 2 conversations');
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toContain('Message from');
      expect(text).toContain('#kitchen ');
      expect(text).toContain('Hello?');
      expect(text).toContain(`${world.url}/#narrow/channel/${channelId}-kitchen/topic/lunch/near/`);
    }
    expect(mail?.text).toContain('Is the <b>soup</b> ready?');
    expect(mail?.html).toContain('Is the &lt;b&gt;soup&lt;/b&gt; ready?');
    expect(mail?.text).toContain('Replies to this email are not read');
    expect(mail?.replyTo).toBeUndefined();
  });

  it('is reported once, also across a restart', async () => {
    await direct('Only once');
    expect(await later(15)).toHaveLength(1);
    expect(await later(30)).toHaveLength(1);
    await direct('Before the restart');
    await world.restart();
    expect(await later(15)).toHaveLength(2);
    expect(await later(30)).toHaveLength(2);
  });

  it('gets at most one mail in fifteen minutes', async () => {
    await direct('First');
    expect(await later(5)).toHaveLength(1);
    await direct('Second');
    expect(await later(14)).toHaveLength(1);
    expect(await later(1)).toHaveLength(2);
    expect(toMember()[1]?.text).toContain('Second');
  });

  it('is reported after an hour where messages come without a pause', async () => {
    for (let minutes = 0; minutes < 60; minutes += 4) {
      await direct(`After ${minutes} minutes`);
      expect(await later(4)).toHaveLength(minutes < 56 ? 0 : 1);
    }
    await world.member.ok.post('/mark_all_as_read');
  });

  it('reads names in place of Markdown', async () => {
    await say('lunch', `@**Max Member** and @_**Mia Member|${world.member2.userId}**, see #**kitchen** and **this**`);
    const [mail] = await later(5);
    expect(mail?.text).toContain('@Max Member and Mia Member, see #kitchen and this');
    expect(mail?.text).not.toContain('**');
  });

  it('shows times in messages in the time zone of the reader', async () => {
    await world.member.ok.patch('/settings', { timezone: 'Asia/Tokyo', twenty_four_hour_time: true });
    await say('lunch', '@**Max Member** at <time:2026-12-01T09:00:00+01:00>, not `<time:2026-12-01>` or <time:soon>');
    const [mail] = await later(5);
    expect(mail?.text).toContain('at Tue, 1 Dec 2026, 17:00, not <time:2026-12-01> or Invalid time format: soon');
    await world.member.ok.patch('/settings', { timezone: '' });
  });

  it('waits as long as their setting says', async () => {
    await set({ email_notifications_batching_period_seconds: 3600 });
    await direct('No hurry');
    expect(await later(59)).toEqual([]);
    expect(await later(1)).toMatchObject([{ subject: expect.stringMatching(/^Message from /) as string }]);
    await set({ email_notifications_batching_period_seconds: 120 });
  });
});

describe('no one is informed', () => {
  it('of what they read in the meantime, or what was deleted', async () => {
    const read = await direct('Read in time');
    await world.member.ok.post('/messages/flags', { messages: [read], op: 'add', flag: 'read' });
    const gone = await direct('Deleted in time', world.owner);
    await world.owner.ok.delete(`/messages/${gone}`);
    expect(await later(5)).toEqual([]);
  });

  it('who is there, or was after the message came', async () => {
    await direct('You are there');
    world.clock.advance(3 * minute);
    await world.member.ok.post('/users/me/presence', { status: 'active' });
    expect(await later(15)).toEqual([]);
    // Away again by now; they had the chance to see it.
    expect(await later(30)).toEqual([]);
    await direct('While you are away');
    expect(await later(15)).toHaveLength(1);
  });

  it('of plain messages in channels, muted topics and what their settings leave out', async () => {
    await say('lunch', 'Nothing for anybody');
    await set({ wildcard_mentions_notify: false });
    await say('lunch', '@**all** come');
    await set({ enable_offline_email_notifications: false });
    await direct('No mails, please');
    await say('lunch', '@**Max Member** neither');
    expect(await later(5)).toEqual([]);
    await set({ enable_offline_email_notifications: true, wildcard_mentions_notify: true });
    await world.member.ok.post('/user_topics', { stream_id: channelId, topic: 'noise', visibility_policy: 1 });
    await say('noise', '@**all** shout');
    expect((await later(5)).filter(({ text }) => text?.includes('shout'))).toEqual([]);
  });

  it('of conversations that they can no longer read', async () => {
    await world.owner.ok.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'secret' }],
      invite_only: true,
      principals: [world.owner.userId, world.member.userId],
    });
    await later(5);
    mailbox.mails = [];
    await world.owner.ok.post('/messages', {
      type: 'stream',
      to: 'secret',
      topic: 'x',
      content: '@**Max Member** psst',
    });
    await world.owner.ok.delete('/users/me/subscriptions', {
      subscriptions: ['secret'],
      principals: [world.member.userId],
    });
    expect(await later(5)).toEqual([]);
  });
});

describe('who asks for more', () => {
  it('is reported about followed topics, of whole channels, and of mentions of all', async () => {
    await world.member.ok.post('/user_topics', { stream_id: channelId, topic: 'menu', visibility_policy: 3 });
    await say('menu', 'Followed');
    expect((await later(15)).at(-1)?.text).toContain('because of topics that you follow');
    await say('lunch', '@**all** come');
    expect((await later(15)).at(-1)?.subject).toBe('#kitchen > lunch');
    await set({ enable_stream_email_notifications: true });
    await say('lunch', 'Everything');
    expect((await later(15)).at(-1)?.text).toContain('because of channels that you get emails about');
    await set({ enable_stream_email_notifications: false });
    expect(toMember()).toHaveLength(3);
  });

  it('sees no words where the settings keep them in', async () => {
    await set({ message_content_in_email_notifications: false, realm_name_in_email_notifications_policy: 2 });
    await direct('Top secret', world.owner);
    const [mail] = await later(15);
    expect(mail?.subject).toBe('[Hearth Test] 1 new message');
    expect(`${mail?.text} ${mail?.html}`).not.toContain('secret');
    expect(`${mail?.text} ${mail?.html}`).not.toContain('Olga');
    await set({ message_content_in_email_notifications: true, realm_name_in_email_notifications_policy: 1 });
    await world.owner.ok.patch('/realm', { message_content_allowed_in_email_notifications: false });
    await direct('Top secret too');
    expect((await later(15)).at(-1)?.text).not.toContain('secret');
    await world.owner.ok.patch('/realm', { message_content_allowed_in_email_notifications: true });
  });
});

describe('the link that ends it', () => {
  it('works without signing in, by the page and by one click of a mail program, never by looking', async () => {
    await direct('Stop this');
    const [mail] = await later(15);
    const link = /<(.+)>/.exec(headerOf(mail, 'list-unsubscribe') ?? '')?.[1] ?? '';
    expect(mail?.text).toContain(link);
    expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const queue = await world.member.register({ event_types: ['user_settings', 'subscription'] });
    const page = await fetch(link);
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringContaining("default-src 'none'"),
    ]);
    expect(await page.text()).toContain('Unsubscribe</button>');
    await world.member.ok.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: channelId, property: 'email_notifications', value: true }],
    });
    expect(await queue.eventsOf('user_settings')).toEqual([]);
    const done = await fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
    expect(await done.text()).toContain('Unsubscribed');
    expect((await queue.eventsOf('user_settings')).map(({ property }) => property)).toContain(
      'enable_offline_email_notifications',
    );
    await direct('Not mailed');
    await say('lunch', 'Nor this');
    expect(await later(5)).toHaveLength(1);
  });

  it('is of no use with another key, and is answered in its methods only', async () => {
    const wrong = `${world.url}/unsubscribe/missed-messages/${'x'.repeat(40)}`;
    expect((await fetch(wrong)).status).toBe(404);
    expect((await fetch(wrong, { method: 'POST' })).status).toBe(404);
    expect((await fetch(wrong, { method: 'PUT' })).status).toBe(405);
    expect((await fetch(`${world.url}/unsubscribe/everything/abc`)).status).toBe(404);
  });
});

describe('what people write to each other', () => {
  it('stays theirs in the console, and is forgotten when the mail has left', async () => {
    await set({ enable_offline_email_notifications: true });
    await direct('Just between us', world.owner);
    await later(15);
    const sent = (await world.admin.ok.get('/console/deliveries', { kind: 'mail', limit: 1 }))[
      'deliveries'
    ] as object[];
    expect(sent).toMatchObject([{ status: 'done', to: 'member@example.com', subject: 'Messages that were missed' }]);
    expect(JSON.stringify(await world.db('SELECT payload FROM deliveries'))).not.toContain('between us');
    await world.owner.ok.patch('/console/delivery_settings', { settings: { smtp_host: '' } });
    const before = (await world.admin.ok.get('/console/outbox'))['mails'];
    await direct('Between us, without a mail server', world.owner);
    await later(15);
    expect((await world.admin.ok.get('/console/outbox'))['mails']).toEqual(before);
    expect(JSON.stringify(await world.db('SELECT payload FROM deliveries'))).not.toContain('Between us');
  });
});
