/**
 * What a piece of domain code works with: who acts, on which view of the data, when, and how it tells others.
 * A `Viewing` reads; an `Acting` reads, writes and announces, all in one transaction. The System forms have no caller.
 */
import type { Logger } from 'pino';
import type { ActivityLog } from '../operations/activity.ts';
import type { Audience } from '../events/audience.ts';
import type { EventBody } from '../events/event-types.ts';
import type { EventLog } from '../events/event-log.ts';
import type { EventQueues } from '../events/queues.ts';
import type { Faults } from '../http/faults.ts';
import type { SignInLimiter } from '../http/rate-limit.ts';
import type { Timings } from '../http/timings.ts';
import type { LoopDelay } from '../operations/loop-delay.ts';
import type { TeamNetwork } from '../network/team-network.ts';
import type { RandomSource, ServerOptions } from '../options.ts';
import type { Reader, Storage, Transaction } from '../storage/database.ts';
import type { BackupKeeper } from '../operations/backups/keeper.ts';
import type { Restorer } from '../operations/backups/restorer.ts';
import type { Sample } from '../operations/sample.ts';
import type { SleepWatch } from '../operations/sleep-watch.ts';
import type { Demo } from '../operations/training.ts';
import type { UserRow } from './users/rows.ts';
import type { ClientCapabilities } from '../events/queue.ts';

/** How the data under a running server is swapped. */
export interface DataChange {
  /**
   * Puts a whole data folder together in an empty one on the same disk. The server runs on meanwhile; if this fails, nothing
   * has happened.
   */
  prepare(folder: string): Promise<void>;
  /** Works on the new data before anybody is answered from it, such as to keep somebody signed in. If it fails, the old data is back. */
  settle?(services: Services): Promise<void>;
  /** Is given the folder with what was there before, and may move it away; otherwise it is deleted. */
  keep?(folder: string): Promise<void>;
  /** The request that asks for it, which is not waited for, and may answer when it is done; from then on without data. */
  requestId?: string;
}

/** What the composition root gives to every request. */
export interface Services {
  options: ServerOptions;
  /** For workers and asynchronous steps outside a request; a request's own work goes through its context. */
  storage: Storage;
  eventLog: EventLog;
  queues: EventQueues;
  /** What the server has lately done, for the console. */
  activity: ActivityLog;
  signIns: SignInLimiter;
  /** How the process does, in memory. */
  health: { timings: Timings; loopDelay: LoopDelay };
  backups: BackupKeeper;
  /** How others reach the server, and whether they may. */
  network: TeamNetwork;
  restorer: Restorer;
  /** When this computer slept. */
  sleeps: SleepWatch;
  /** The one-time token of the set-up link; null once an organization exists. */
  setupToken: { current: string | null };
  /** What an empty server can be filled with, for somebody who looks around. */
  sample: Sample;
  /** The keeper of a demo organization's folder; null in any other. */
  demo: Demo | null;
  /** Faults on demand; only a demo's are ever set. */
  faults: Faults;
  /**
   * Swaps the data under the server. New requests wait at the door, long polls are answered, event queues of before are gone,
   * and all services are made anew: nothing of these may be used afterwards.
   * @throws ApiError when it is being swapped already; what `prepare`, opening or `settle` threw: the old data is then back.
   */
  reopen(change: DataChange): Promise<void>;
  /** When the server started, UNIX milliseconds. */
  startedAtMs: number;
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

/** One moment's view for code without a caller. */
export function systemViewing(db: Reader, services: Services, origin: string): SystemViewing {
  const nowMs = services.options.clock();
  return { db, nowMs, now: Math.floor(nowMs / 1000), origin, services };
}

/**
 * A transaction's hands: what it announces is logged with it, and delivered once both are on disk.
 * @param requestId of the request that it serves, if it serves one.
 */
export function systemActing(
  tx: Transaction,
  services: Services,
  origin: string,
  requestId: string | null = null,
): SystemActing {
  const { eventLog, queues, activity } = services;
  return {
    ...systemViewing(tx, services, origin),
    tx,
    announce(event, audience) {
      if (!queues.mayBeWanted(event.type, audience)) {
        tx.afterDurable(() => activity.event(event, audience, { id: null, requestId, queues: [] }));
        return;
      }
      const logged = eventLog.announce(tx, event, audience);
      tx.afterDurable(() => {
        const reached = queues.deliver(logged, audience);
        activity.event(event, audience, { id: logged.event.id, requestId, queues: reached });
      });
    },
    afterDurable: (fn) => tx.afterDurable(fn),
  };
}

/** The address that links made outside a request start with. */
export function ownOrigin({ options }: Services): string {
  const host = options.host === '0.0.0.0' || options.host === '::' ? 'localhost' : options.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${options.port}`;
}

/** What a client asked for at registration (contract: RegisterRequest). */
export interface StateOptions {
  /** null = everything. */
  fetchTypes: ReadonlySet<string> | null;
  clientGravatar: boolean;
  slimPresence: boolean;
  includeSubscribers: boolean | 'partial';
  presenceHistoryLimitDays: number;
  capabilities: ClientCapabilities;
}

/** Fields of the registration answer for one fetch_event_type. Reads; never writes. */
export type Slice = (viewing: Viewing, options: StateOptions) => Record<string, unknown>;

/** Slices by the fetch_event_type that asks for them. */
export type SliceTable = Record<string, Slice>;

/** Was this type asked for? Asking for nothing in particular asks for all. */
export const wantsType = (options: StateOptions, type: string): boolean => options.fetchTypes?.has(type) ?? true;
