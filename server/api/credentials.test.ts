/** Credential cache for keys and sessions: what changes with accounts holds from its commit on, and only then. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deactivateUser } from '../domain/accounts/lifecycle.ts';
import { changeRole } from '../domain/accounts/role.ts';
import { systemActing, type Acting } from '../domain/acting.ts';
import { findUser, updateUserRow, visitor, type UserRow } from '../domain/users/rows.ts';
import { Role } from '../permissions/roles.ts';
import type { Reader } from '../storage/database.ts';
import type { Client } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

const statusOf = async (client: Client, path = '/users/me'): Promise<unknown[]> => {
  const { status, body } = await client.get(path);
  return [status, body['code']];
};

test('a deactivated account is refused with the next request, and let in again with the one after its return', async () => {
  const person = await world.newUser('Dora Door');
  expect(await statusOf(person)).toEqual([200, undefined]);
  await world.admin.ok.delete(`/users/${person.userId}`);
  expect(await statusOf(person)).toEqual([401, 'USER_DEACTIVATED']);
  await world.admin.ok.post(`/users/${person.userId}/reactivate`);
  expect(await statusOf(person)).toEqual([200, undefined]);
});

test('a new key takes the place of the old one at once', async () => {
  const person = await world.newUser('Kay Key');
  const before = person.apiKey;
  await person.ok.get('/users/me');
  const { api_key: fresh } = await person.ok.post('/users/me/api_key/regenerate');
  expect(await statusOf(person)).toEqual([401, 'UNAUTHORIZED']);
  person.apiKey = String(fresh);
  expect(await statusOf(person)).toEqual([200, undefined]);
  person.apiKey = before;
  expect(await statusOf(person)).toEqual([401, 'UNAUTHORIZED']);
});

test('a role holds from the request after its change', async () => {
  const person = await world.newUser('Rosa Role');
  expect(await statusOf(person, '/console/event_queues')).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
  await world.owner.ok.patch(`/users/${person.userId}`, { role: 200 });
  expect(await statusOf(person, '/console/event_queues')).toEqual([200, undefined]);
  await world.owner.ok.patch(`/users/${person.userId}`, { role: 400 });
  expect(await statusOf(person, '/console/event_queues')).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
});

test('a wrong key does not become right by being sent often, nor a right one wrong', async () => {
  const person = await world.newUser('Wim Wrong');
  const right = person.apiKey;
  for (const key of ['x'.repeat(32), right, 'x'.repeat(32), right, world.member.apiKey]) {
    person.apiKey = key;
    expect(await statusOf(person), key).toEqual(key === right ? [200, undefined] : [401, 'UNAUTHORIZED']);
  }
});

test('what was rolled back never held', async () => {
  const person = await world.newUser('Rolf Rollback');
  await person.ok.get('/users/me');
  const { storage } = world.server.services;
  const undone = storage.transaction((tx) => {
    updateUserRow(tx, person.userId, { is_active: 0, role: 200, api_key: 'y'.repeat(32) });
    throw new Error('undone');
  });
  // This one waits for the same turn, and would see what the other has written.
  const [, during] = await Promise.allSettled([undone, statusOf(person)]);
  expect(during).toMatchObject({ value: [200, undefined] });
  expect(await statusOf(person)).toEqual([200, undefined]);
  expect(await statusOf(person, '/console/event_queues')).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
  person.apiKey = 'y'.repeat(32);
  expect(await statusOf(person)).toEqual([401, 'UNAUTHORIZED']);
});

const listening = {
  eventTypes: ['message'],
  narrow: [],
  applyMarkdown: false,
  clientGravatar: true,
  slimPresence: true,
  includeSubscribers: false,
  allPublicStreams: true,
  capabilities: {},
  client: 'test',
  lifespanSecs: 600,
};

test.each([
  ['deactivated', (acting: Acting, user: UserRow) => deactivateUser(acting, user)],
  ['a guest', (acting: Acting, user: UserRow) => void changeRole(acting, user, Role.guest)],
])('a queue that reaches the disk together with its account being %s ends with it', async (what, change) => {
  const person = await world.newUser(`Quinn ${what}`);
  const { services } = world.server;
  const row = (db: Reader, id: number): UserRow => findUser(db, id) ?? visitor;
  const [{ queueId }] = await Promise.all([
    services.storage.transaction((tx) => services.queues.create(tx, person.userId, listening)),
    services.storage.transaction((tx) => {
      const acting = { ...systemActing(tx, services, world.url), user: row(tx, world.owner.userId), client: 'test' };
      change(acting, row(tx, person.userId));
    }),
  ]);
  expect(services.queues.find(queueId)).toBeUndefined();
  expect(await world.db('SELECT id FROM event_queues WHERE id = ?', queueId)).toEqual([]);
});
