/**
 * What a piece of domain code works with: who acts, on which view of the data, when, and how it tells others.
 * A `Viewing` reads; an `Acting` reads, writes and announces, all in one transaction. The System forms have no caller.
 */
import type { Logger } from 'pino';
import type { Audience } from '../events/audience.ts';
import type { EventBody } from '../events/event-types.ts';
import type { EventQueues } from '../events/queues.ts';
import type { RandomSource, ServerOptions } from '../options.ts';
import type { Reader, Transaction } from '../storage/database.ts';
import type { UserRow } from './users.ts';

/** What the composition root gives to every request. */
export interface Services {
  options: ServerOptions;
  queues: EventQueues;
  random: RandomSource;
  log: Logger;
  /** Wakes the workers that send deliveries and scheduled messages, after something was put in their tables. */
  wake: { deliveries: () => void; scheduledMessages: () => void };
}

export interface SystemViewing {
  db: Reader;
  /** One time for the whole request: UNIX milliseconds, and whole seconds. */
  nowMs: number;
  now: number;
  /** "http://host:port" as the client addressed the server; links in answers start with it. */
  origin: string;
  services: Services;
}

export interface Viewing extends SystemViewing {
  user: UserRow;
  /** Name of the client program. */
  client: string;
}

export interface SystemActing extends SystemViewing {
  tx: Transaction;
  /** Tells an audience; delivered when the transaction is on disk, never when it is rolled back. */
  announce(event: EventBody, audience: Audience): void;
  /** Runs once the transaction is on disk. */
  afterDurable(fn: () => void): void;
}

export interface Acting extends SystemActing {
  user: UserRow;
  client: string;
}
