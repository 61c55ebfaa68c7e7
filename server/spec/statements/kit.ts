/**
 * Short words for the statement tests: one world a file, the errors that are expected again and again, and a server that listens.
 * The tests beside this file follow the document heading by heading, in its order; a test is one statement, in its words.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createUser } from '../../domain/accounts/lifecycle.ts';
import { systemActing } from '../../domain/acting.ts';
import { daySecs } from '../../durations.ts';
import { Role } from '../../permissions/roles.ts';
import type { Body, Client } from '../../testing/client.ts';
import { requireTranslations } from '../../testing/error-languages.ts';
import { doDue, type World } from '../../testing/world.ts';

requireTranslations();

export const bad = { status: 400, code: 'BAD_REQUEST' };
export const notAdministrator = { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' };
export const unauthorized = { status: 401, code: 'UNAUTHORIZED' };
export const missing = (name: string) => ({ status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name: name });

export const minute = 60;
export const day = daySecs;

/** The world's time in UNIX seconds. */
export const nowOf = (world: World): number => Math.floor(world.clock.nowMs / 1000);

export async function stateOf(client: Client, types: string[], params: Body = {}): Promise<Body> {
  return client.ok.post('/register', { fetch_event_types: types, ...params });
}

export async function channelId(client: Client, name: string): Promise<number> {
  return Number((await client.ok.get('/get_stream_id', { stream: name }))['stream_id']);
}

/** A guest who shares no channel with anybody. */
export async function lonelyGuest(world: World, name: string): Promise<Client> {
  const guest = await world.newUser(name, 600);
  const subscriptions = ((await guest.ok.get('/users/me/subscriptions'))['subscriptions'] as Body[]).map(
    (each) => each['name'],
  );
  await guest.ok.delete('/users/me/subscriptions', { subscriptions });
  return guest;
}

/** So many people that lists of them are shortened; made in one transaction. Their ids. */
export async function crowdOf(world: World, size: number): Promise<number[]> {
  const { services } = world.server;
  return services.storage.transaction((tx) => {
    const acting = systemActing(tx, services, world.url);
    const member = (n: number) => ({
      email: `crowd${n}@example.com`,
      fullName: `Crowd ${n}`,
      role: Role.member,
      passwordHash: null,
    });
    return Array.from({ length: size }, (_, n) => createUser(acting, member(n)).id);
  });
}

/** A user object as `client` gets it. */
export async function userSeenBy(client: Client, userId: number): Promise<Body> {
  return (await client.ok.get(`/users/${userId}`))['user'] as Body;
}

export async function directMessagesFrom(client: Client, email: string): Promise<string[]> {
  const body = await client.ok.get('/messages', {
    anchor: 'newest',
    num_before: 50,
    num_after: 0,
    narrow: [{ operator: 'dm', operand: email }],
    apply_markdown: false,
  });
  return (body['messages'] as Body[]).map((message) => String(message['content']));
}

export interface Listener {
  url: string;
  /** What was sent to it so far, the newest last. */
  calls: { path: string; body: Body }[];
  stop: () => Promise<void>;
}

/** A server of someone else on loopback, which takes JSON and answers `{}`. */
export async function listen(): Promise<Listener> {
  const calls: Listener['calls'] = [];
  const server = createServer((request, response) => {
    let sent = '';
    request.on('data', (chunk: Buffer) => (sent += chunk.toString()));
    request.on('end', () => {
      calls.push({ path: request.url ?? '', body: JSON.parse(sent) as Body });
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"device_id":7}');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** Lets the world's time pass, and waits until whatever became due has been done. */
export async function pass(world: World, seconds: number): Promise<void> {
  world.clock.advance(seconds * 1000);
  await doDue(world);
}

/** Runs a piece of housekeeping now, by its name. */
export async function runJob(world: World, name: string): Promise<void> {
  const job = world.server.workers.jobs.find((candidate) => candidate.name === name);
  if (job === undefined) throw new Error(`there is no job ${name}`);
  await job.run();
}
