/** The time line of presence: stretches that follow from reports, kept for eight days, and nothing of who does not share. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownOrigin, systemActing } from '../../domain/acting.ts';
import { historySpan, pruneStretches, type HistoryWire } from '../../domain/presence/history.ts';
import { presentSecs } from '../../domain/users/activity.shared.ts';
import type { Client } from '../../testing/client.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

const path = '/console/presence/history';
const now = (): number => Math.floor(world.clock.nowMs / 1000);
const wait = (seconds: number): void => world.clock.advance(seconds * 1000);
const report = async (who: Client, status: 'active' | 'idle'): Promise<unknown> =>
  who.ok.post('/users/me/presence', { status, ping_only: true });

async function history(from = now() - 86_400, to = now() + 1): Promise<HistoryWire> {
  return (await world.admin.ok.get(path, { from, to })) as unknown as HistoryWire;
}

async function stretchesOf(who: Client, from?: number, to?: number): Promise<[string, number, number][]> {
  const { users } = await history(from, to);
  const found = users.find(({ user_id: id }) => id === who.userId);
  return (found?.stretches ?? []).map(({ status, started_at, ended_at }) => [status, started_at, ended_at]);
}

test('is for administrators, and refuses a time that ends before it begins or is too long', async () => {
  await world.member.fails('GET', path, { from: 0, to: 1 }, { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' });
  for (const [from, to] of [
    [10, 10],
    [0, historySpan + 1],
  ])
    await world.admin.fails('GET', path, { from, to }, { status: 400, code: 'BAD_REQUEST' });
});

test('reports in a row are one stretch; another status or a break begins the next', async () => {
  const { member } = world;
  const came = now();
  await report(member, 'active');
  wait(60);
  await report(member, 'active');
  wait(130);
  await report(member, 'idle');
  const idle = now();
  wait(presentSecs);
  await report(member, 'idle');
  const left = now();
  wait(presentSecs + 1);
  await report(member, 'active');
  expect(await stretchesOf(member)).toEqual([
    ['active', came, came + 60],
    ['idle', idle, left],
    ['active', now(), now()],
  ]);
  const { users, newest } = await history();
  expect(newest).toBe(now());
  expect(users.find(({ user_id: id }) => id === member.userId)?.stretches[0]?.client).toMatch(/\w/);
});

test('gives what lies in the time asked for, also what only reaches into it', async () => {
  const [[, start, end] = ['', 0, 0]] = await stretchesOf(world.member);
  expect(await stretchesOf(world.member, start - 100, start)).toEqual([]);
  expect(await stretchesOf(world.member, start + 1, start + 2)).toEqual([['active', start, end]]);
});

test('two reports within one second are one stretch', async () => {
  await report(world.moderator, 'idle');
  await report(world.moderator, 'active');
  expect(await stretchesOf(world.moderator)).toEqual([['active', now(), now()]]);
});

test('keeps nothing of who is invisible, and reports nothing about before', async () => {
  const { member2 } = world;
  await report(member2, 'active');
  await member2.ok.patch('/settings', { presence_enabled: false });
  await report(member2, 'active');
  const found = (await history()).users.find(({ user_id: id }) => id === member2.userId);
  expect(found).toMatchObject({ is_invisible: true, stretches: [] });
  await member2.ok.patch('/settings', { presence_enabled: true });
  expect(await stretchesOf(member2)).toHaveLength(1);
});

test('says nothing where the organization has no presence', async () => {
  await world.admin.ok.patch('/realm', { presence_disabled: true });
  const { presence_disabled: isDisabled, users } = await history();
  expect(isDisabled).toBe(true);
  expect(users.flatMap(({ stretches }) => stretches)).toEqual([]);
  await world.admin.ok.patch('/realm', { presence_disabled: false });
});

test('nor of the present, whatever was reported before, and keeps nothing when someone changes what they share', async () => {
  const { admin, member2 } = world;
  await report(member2, 'active');
  const kept = async () => world.db('SELECT * FROM presence WHERE user_id = ?', member2.userId);
  const before = await kept();
  await admin.ok.patch('/realm', { presence_disabled: true });
  wait(60);
  for (const isShared of [false, true]) await member2.ok.patch('/settings', { presence_enabled: isShared });
  expect(await kept()).toEqual(before);
  const { users } = await admin.ok.get('/console/presence');
  const nothing = { last_seen: null, clients: [], modern: null, legacy: null };
  expect((users as object[]).map((user) => ({ ...user, ...nothing }))).toEqual(users);
  expect(new Set((users as { status: string }[]).map(({ status }) => status))).toEqual(new Set(['offline']));
  const { account } = await admin.ok.get(`/console/users/${member2.userId}`);
  expect(account).toMatchObject({ shares_presence: false, last_seen: null });
  const { users: latest } = await admin.ok.get('/console/last_active');
  expect(new Set((latest as { last_active: unknown }[]).map((user) => user.last_active))).toEqual(new Set([null]));
  await admin.ok.patch('/realm', { presence_disabled: false });
});

test('forgets what is older than eight days, counted from the last report of anybody', async () => {
  const { services } = world.server;
  const prune = async (): Promise<void> =>
    services.storage.transaction((tx) => pruneStretches(systemActing(tx, services, ownOrigin(services))));
  const first = now();
  await report(world.guest, 'active');
  wait(historySpan + 60);
  await prune();
  expect(await stretchesOf(world.guest, first - 1, first + 1)).toHaveLength(1);
  await report(world.moderator, 'active');
  await prune();
  expect(await stretchesOf(world.guest, first - 1, first + 1)).toEqual([]);
});
