/**
 * A world for a test: a real server on a real folder, an organization, and a small named cast.
 * Time is the world's own and stands still unless it is moved; jobs of the background run when the test runs them.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUser } from '../domain/accounts/lifecycle.ts';
import { systemActing } from '../domain/acting.ts';
import { createOrganization } from '../domain/organization/create.ts';
import type { UserRow } from '../domain/users/rows.ts';
import { Role } from '../permissions/roles.ts';
import { hashPassword } from '../secrets.ts';
import { startServer, type RunningServer, type ServerStart } from '../start.ts';
import type { SqlValue } from '../storage/database.ts';
import { noteEvents } from './api-coverage.ts';
import { Client } from './client.ts';
import { napTimers } from './timers.ts';

export const password = 'a good password';
/** The work factor of tests: hashing is not what they are about. */
const testCost = 4;

export class TestClock {
  nowMs: number;

  constructor(nowMs: number) {
    this.nowMs = nowMs;
  }

  advance(ms: number): void {
    this.nowMs += ms;
  }
}

const cast = {
  admin: { name: 'Ada Admin', role: Role.administrator },
  moderator: { name: 'Mo Moderator', role: Role.moderator },
  member: { name: 'Max Member', role: Role.member },
  member2: { name: 'Mia Member', role: Role.member },
  guest: { name: 'Gus Guest', role: Role.guest },
} as const;

export type CastName = 'owner' | 'bot' | keyof typeof cast;

export class World {
  readonly clock = new TestClock(Date.UTC(2026, 0, 5, 9));
  readonly dataDir: string;
  readonly #options: Partial<ServerStart>;
  #server: RunningServer | undefined;
  #cast = new Map<CastName, Client>();

  constructor(dataDir: string, options: Partial<ServerStart>) {
    this.dataDir = dataDir;
    this.#options = options;
  }

  get server(): RunningServer {
    if (this.#server === undefined) throw new Error('the server of this world is not running');
    return this.#server;
  }

  get url(): string {
    return this.server.url;
  }

  get owner(): Client {
    return this.#member('owner');
  }
  get admin(): Client {
    return this.#member('admin');
  }
  get moderator(): Client {
    return this.#member('moderator');
  }
  get member(): Client {
    return this.#member('member');
  }
  get member2(): Client {
    return this.#member('member2');
  }
  get guest(): Client {
    return this.#member('guest');
  }
  /** A generic bot of `member`. */
  get bot(): Client {
    return this.#member('bot');
  }

  /** Someone without credentials. */
  get stranger(): Client {
    return new Client(() => this.url, {
      userId: 0,
      email: 'stranger@example.com',
      apiKey: 'x'.repeat(32),
      name: 'Stranger',
    });
  }

  async start(): Promise<void> {
    this.#server = await startServer({
      host: '127.0.0.1',
      port: 0,
      logLevel: 'silent',
      passwordCost: testCost,
      clock: () => this.clock.nowMs,
      timers: napTimers,
      ...this.#options,
      dataDir: this.dataDir,
    });
  }

  /** Stops cleanly and starts again on the same folder. */
  async restart(): Promise<void> {
    noteEvents(this.server.services.activity);
    await this.server.stop();
    await this.start();
  }

  /** Creates the organization and its people. */
  async populate(): Promise<void> {
    const { services } = this.server;
    const passwordHash = await hashPassword(password, testCost);
    await services.storage.transaction((tx) => {
      const acting = systemActing(tx, services, this.url);
      const owner = createOrganization(acting, {
        name: 'Hearth Test',
        ownerEmail: 'owner@example.com',
        ownerFullName: 'Olga Owner',
        ownerPasswordHash: passwordHash,
      });
      this.#join('owner', owner);
      for (const [key, { name, role }] of Object.entries(cast)) {
        const user = createUser(acting, { email: `${key}@example.com`, fullName: name, role, passwordHash });
        this.#join(key as CastName, user);
      }
      const botOwner = this.member.userId;
      this.#join(
        'bot',
        createUser(acting, {
          email: 'helper-bot@example.com',
          fullName: 'Helper Bot',
          role: Role.member,
          passwordHash: null,
          isBot: true,
          botType: 1,
          botOwnerId: botOwner,
        }),
      );
    });
    services.setupToken.current = null;
  }

  /** A further person, signed in. */
  async newUser(name: string, role: number = Role.member): Promise<Client> {
    const { services } = this.server;
    const email = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')}@example.com`;
    const user = await services.storage.transaction((tx) =>
      createUser(systemActing(tx, services, this.url), { email, fullName: name, role, passwordHash: null }),
    );
    return this.#client(user);
  }

  /** Rows as they are stored: to look, never to change. */
  async db<T = Record<string, unknown>>(sql: string, ...params: SqlValue[]): Promise<T[]> {
    return this.server.services.storage.read((view) => view.all<T>(sql, ...params));
  }

  /**
   * Every row of every table as text, for "nothing changed". Left out are queues and their log, which change by listening, sessions
   * and devices, which change by signing in, the search index, which is made in the background, and the audit log, which records
   * what left everything else as it was, too.
   */
  async dump(): Promise<string> {
    const tables = await this.db<{ name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'search%' ORDER BY name",
    );
    const parts: string[] = [];
    for (const { name } of tables.filter(
      (table) =>
        !['audit_log', 'event_log', 'event_queues', 'counters', 'sessions', 'known_devices'].includes(table.name),
    )) {
      const rows = (await this.db(`SELECT * FROM "${name}"`)).map((row) => JSON.stringify(row));
      parts.push(`${name}\n${rows.toSorted().join('\n')}`);
    }
    return parts.join('\n\n');
  }

  async stop(): Promise<void> {
    if (this.#server !== undefined) noteEvents(this.#server.services.activity);
    await this.#server?.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  #member(name: CastName): Client {
    const client = this.#cast.get(name);
    if (client === undefined) throw new Error(`nobody plays ${name}: the world has no organization`);
    return client;
  }

  #join(name: CastName, user: UserRow): void {
    this.#cast.set(name, this.#client(user));
  }

  #client(user: UserRow): Client {
    return new Client(() => this.url, {
      userId: user.id,
      email: user.email,
      apiKey: user.api_key,
      name: user.full_name,
    });
  }
}

/**
 * @param options.empty starts without an organization.
 * @returns a running world; `await world.stop()` removes it.
 */
export async function startWorld(options: Partial<ServerStart> & { empty?: boolean } = {}): Promise<World> {
  const { empty = false, ...startOptions } = options;
  const world = new World(await mkdtemp(join(tmpdir(), 'hearth-world-')), startOptions);
  await world.start();
  if (!empty) await world.populate();
  return world;
}

/** Does whatever is due by now, and waits for it. */
export async function doDue({ server: { services, workers } }: Pick<World, 'server'>): Promise<void> {
  services.wake.scheduledMessages();
  await workers.scheduledMessages.settled();
  services.wake.deliveries();
  await workers.deliveries.settled();
  services.wake.linkPreviews();
  await workers.linkPreviews.settled();
}
