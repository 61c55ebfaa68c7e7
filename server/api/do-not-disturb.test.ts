/** Do not disturb and quiet hours: what they hold back, on which ways, and who is informed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minuteMs } from '../durations.ts';
import type { Client } from '../testing/client.ts';
import { Mailbox, runJob } from '../testing/mailbox.ts';
import { addPhone, pollTopics } from '../testing/ntfy-subscriber.ts';
import { makeChannel, say, write } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
const mailbox = new Mailbox();
beforeAll(async () => {
  world = await startWorld();
  await mailbox.open(world);
});
afterAll(async () => {
  await mailbox.close();
  await world.stop();
});

const path = '/users/me/do_not_disturb';
const known = { client_capabilities: { do_not_disturb: true } };
const refused = { status: 400, code: 'BAD_REQUEST' } as const;
const nowSecs = (): number => Math.floor(world.clock.nowMs / 1000);
const texts = async (topic: string): Promise<unknown[]> =>
  (await pollTopics(world.url, topic)).filter(({ event }) => event === 'message').map(({ message }) => message);
const pass = async (minutes: number): Promise<void> => {
  world.clock.advance(minutes * minuteMs);
  await runJob(world, 'do not disturb');
};
const dm = async (from: Client, to: Client, content: string): Promise<number> => write(from, [to.userId], content);

test('notifies of nothing until the time is over, and of what comes after it', async () => {
  const { owner } = world;
  const person = await world.newUser('Quinn Quiet');
  const { topic } = await addPhone(person);
  await dm(owner, person, 'before');
  expect(await texts(topic)).toEqual(['before']);
  await person.ok.patch(path, { until: nowSecs() + 30 * 60 });
  await dm(owner, person, 'while off');
  // A phone that connects now shows nothing of before either.
  expect(await texts(topic)).toEqual([]);
  await pass(30);
  await dm(owner, person, 'after');
  expect(await texts(topic)).toEqual(['before', 'after']);
});

test('keeps quiet at the hours of weekdays in the time zone of the user', async () => {
  const { owner } = world;
  const person = await world.newUser('Tokyo Tess');
  const { topic } = await addPhone(person);
  await person.ok.patch('/settings', { timezone: 'Asia/Tokyo' });
  const tokyo = new Date(world.clock.nowMs + 9 * 60 * minuteMs);
  const day = ((tokyo.getUTCDay() + 6) % 7) + 1;
  const clock = (minutes: number): string => new Date(tokyo.getTime() + minutes * minuteMs).toISOString().slice(11, 16);
  const hours = [{ days: [day], start: clock(60), end: clock(120) }];
  expect(await person.ok.patch(path, { quiet_hours: hours })).toMatchObject({ until: null, quiet_hours: hours });
  await dm(owner, person, 'before');
  await pass(61);
  await dm(owner, person, 'at quiet hours');
  await pass(60);
  await dm(owner, person, 'after');
  expect(await texts(topic)).toEqual(['before', 'after']);
});

test('lets messages of chosen people and channels through', async () => {
  const { owner, member } = world;
  const person = await world.newUser('Vera Vip');
  const { topic } = await addPhone(person);
  const alarms = await makeChannel(owner, 'alarms', [owner, member, person], {});
  await person.ok.post('/mark_all_as_read');
  await person.ok.patch('/settings', { enable_stream_push_notifications: true });
  await person.ok.patch(path, {
    until: nowSecs() + 3600,
    allowed_user_ids: [owner.userId],
    allowed_channel_ids: [alarms],
  });
  await dm(member, person, 'from a colleague');
  await dm(owner, person, 'from the owner');
  await say(member, 'alarms', 'fire', 'from the channel');
  expect(await texts(topic)).toEqual(['from the owner', 'Max Member: from the channel']);
});

test('mails what was missed once quiet time is over', async () => {
  const { owner } = world;
  const person = await world.newUser('Mara Mail');
  const mails = () => mailbox.to(person.email);
  await person.ok.patch(path, { until: nowSecs() + 60 * 60 });
  await dm(owner, person, 'for later');
  await pass(30);
  await runJob(world, 'missed messages');
  expect(mails()).toEqual([]);
  await pass(31);
  await runJob(world, 'missed messages');
  expect(mails().map(({ text }) => text?.includes('for later'))).toEqual([true]);
});

test('informs all who see the user when it begins and ends, and clients that do not know it of nothing', async () => {
  const person = await world.newUser('Shona Shown');
  const queue = await world.member.register({ event_types: ['do_not_disturb'], ...known });
  const older = await world.member.register({ event_types: ['do_not_disturb'] });
  const own = await person.register({ event_types: ['do_not_disturb'], ...known });
  expect(own.state['do_not_disturb']).toMatchObject({ settings: { until: null, quiet_hours: [] } });
  expect(older.state).not.toHaveProperty('do_not_disturb');
  const until = nowSecs() + 600;
  await person.ok.patch(path, { until });
  const begun = { type: 'do_not_disturb', op: 'status', user_id: person.userId, until };
  expect(await queue.events()).toMatchObject([begun]);
  expect(await own.events()).toMatchObject([begun, { op: 'settings', settings: { until } }]);
  const { state } = await world.member2.register({ fetch_event_types: ['do_not_disturb'], ...known });
  expect(state['do_not_disturb']).toMatchObject({ users: { [person.userId]: until } });
  await pass(10);
  expect(await queue.events()).toMatchObject([{ op: 'status', user_id: person.userId, until: null }]);
  expect(await older.events()).toEqual([]);
  await world.member.fails('PATCH', path, {}, refused);
});

test('ends with until 0, for the rest of quiet hours too, and begins again with the next', async () => {
  const { owner } = world;
  const person = await world.newUser('Rory Resume');
  const { topic } = await addPhone(person);
  const always = [{ days: [1, 2, 3, 4, 5, 6, 7], start: '00:00', end: '23:59' }];
  await person.ok.patch(path, { quiet_hours: always, until: nowSecs() + 60 });
  await person.ok.patch(path, { until: 0 });
  await dm(owner, person, 'turned on');
  expect(await texts(topic)).toEqual(['turned on']);
  await pass(24 * 60);
  await dm(owner, person, 'the next day');
  expect(await texts(topic)).toEqual([]);
});

test('keeps an hour an hour when the clock is set back, and survives a restart', async () => {
  const person = await world.newUser('Cora Clock');
  const own = await person.register({ event_types: ['do_not_disturb'], ...known });
  await person.ok.patch(path, { until: nowSecs() + 3600 });
  const back = 300 * minuteMs;
  world.clock.advance(-back);
  await runJob(world, 'do not disturb');
  const until = nowSecs() + 3600;
  expect(await person.ok.get(path)).toMatchObject({ until });
  expect((await own.events()).at(-1)).toMatchObject({ op: 'status', until });
  await world.restart();
  await runJob(world, 'do not disturb');
  expect(await person.ok.get(path)).toMatchObject({ until });
  world.clock.advance(back);
});

test('refuses what is no time, no hours, and no one in sight', async () => {
  const before = await world.dump();
  const hours = { days: [1], start: '08:00', end: '09:00' };
  for (const params of [
    { until: nowSecs() },
    { until: nowSecs() + 400 * 24 * 3600 },
    { until: -1 },
    { until: 'soon' },
    { quiet_hours: [{ ...hours, days: [] }] },
    { quiet_hours: [{ ...hours, days: [0] }] },
    { quiet_hours: [{ ...hours, days: [8] }] },
    { quiet_hours: [{ ...hours, start: '24:00' }] },
    { quiet_hours: [{ ...hours, end: '8:00' }] },
    { quiet_hours: Array.from({ length: 15 }, () => hours) },
    { quiet_hours: 'nights' },
    { allowed_user_ids: [999_999] },
    { allowed_channel_ids: [999_999] },
    { allowed_user_ids: Array.from({ length: 101 }, (_, index) => index) },
  ])
    await world.member.fails('PATCH', path, params, refused);
  expect(await world.dump()).toBe(before);
});

test('turns notifications off until a status ends, and clears the status then', async () => {
  const { owner, member } = world;
  const person = await world.newUser('Fay Focus');
  const { topic } = await addPhone(person);
  const settings = await person.register({ event_types: ['do_not_disturb', 'user_status'], ...known });
  const older = await member.register({ event_types: ['user_status'] });
  await person.ok.post('/users/me/status', { status_text: 'Focusing' });
  const end = nowSecs() + 30 * 60;
  const bound = { until: end, status_ends_at: end, follows_status: true };
  expect(await person.ok.patch(path, { status_ends_at: end, follows_status: true })).toMatchObject(bound);
  await dm(owner, person, 'while focusing');
  expect(await texts(topic)).toEqual([]);
  await pass(30);
  expect(await person.ok.get(path)).toMatchObject({ until: null, status_ends_at: null, follows_status: false });
  expect((await owner.ok.get(`/users/${person.userId}/status`))['status']).toEqual({});
  await dm(owner, person, 'after');
  expect(await texts(topic)).toEqual(['after']);
  // Older clients see a status that is set and cleared, as ever.
  expect(await older.events()).toMatchObject([
    { type: 'user_status', user_id: person.userId, status_text: 'Focusing' },
    { type: 'user_status', user_id: person.userId, status_text: '' },
  ]);
  const told = (await settings.events()).filter(({ type, op }) => type === 'do_not_disturb' && op === 'settings');
  expect(told).toMatchObject([{ settings: bound }, { settings: { status_ends_at: null, follows_status: false } }]);
});

test('turns notifications on when a status that they follow is changed or cleared by any client', async () => {
  const person = await world.newUser('Mia Meeting');
  await person.ok.post('/users/me/status', { status_text: 'In a meeting' });
  const { until } = await person.ok.patch(path, { follows_status: true });
  expect(until).toBeGreaterThan(nowSecs());
  await person.ok.post('/users/me/status', { status_text: '' });
  expect(await person.ok.get(path)).toMatchObject({ until: null, follows_status: false });
  await person.ok.post('/users/me/status', { status_text: 'In a meeting' });
  await person.ok.patch(path, { follows_status: true });
  await world.admin.ok.post(`/users/${person.userId}/status`, { status_text: 'Elsewhere' });
  expect(await person.ok.get(path)).toMatchObject({ until: null, follows_status: false });
});

test('lets notifications that are turned off by hand outlast the status', async () => {
  const person = await world.newUser('Hank Hand');
  await person.ok.post('/users/me/status', { status_text: 'At lunch' });
  await person.ok.patch(path, { status_ends_at: nowSecs() + 600, follows_status: true });
  const later = nowSecs() + 3600;
  expect(await person.ok.patch(path, { until: later })).toMatchObject({ until: later, follows_status: false });
  await pass(10);
  expect(await person.ok.get(path)).toMatchObject({ until: later, status_ends_at: null });
  expect((await person.ok.get(`/users/${person.userId}/status`))['status']).toEqual({});
});

test('refuses an end of a status that has passed, is too far ahead, or of no status', async () => {
  const person = await world.newUser('Nora None');
  await person.fails('PATCH', path, { status_ends_at: nowSecs() + 60 }, refused);
  await person.fails('PATCH', path, { follows_status: true }, refused);
  await person.ok.patch(path, { status_ends_at: 0, follows_status: false });
  await person.ok.post('/users/me/status', { status_text: 'here' });
  for (const end of [nowSecs(), nowSecs() + 400 * 86_400])
    await person.fails('PATCH', path, { status_ends_at: end }, { ...refused, parameters: 'status_ends_at' });
});
