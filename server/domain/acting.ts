/**
 * Context of domain code: the actor, on which view of the data, when, and how it notifies others.
 * A `Viewing` reads; an `Acting` reads, writes and announces, all in one transaction. The System forms have no caller.
 */
import type { Logger } from 'pino';
import type { Audience } from '../events/audience.ts';
import type { EventLog } from '../events/event-log.ts';
import type { EventBody } from '../events/event-types.ts';
import type { EventQueue } from '../events/queue.ts';
import type { EventQueues } from '../events/queues.ts';
import { elapsedClock, localOrigin, type RandomSource, type ServerOptions } from '../options.ts';
import type { Reader, Storage, Transaction } from '../storage/database.ts';
import type { UnwrittenSignIns } from './accounts/unwritten.ts';
import { setAnnouncer } from './audit/cause.ts';
import type { SingleSignOnFlows } from './single-sign-on/flows.ts';
import type { TwoFactorMemory } from './two-factor/memory.ts';
import type { UserRow } from './users/rows.ts';

/** What the chat needs of the server that it runs on. */
export interface ChatServices {
  options: ServerOptions;
  /** For workers and asynchronous steps outside a request; a request's own work goes through its context. */
  storage: Storage;
  eventLog: EventLog;
  queues: EventQueues;
  /** Told of every event, whether or not anybody waits for it. */
  activity: ActivityObserver;
  network: OwnAddresses;
  signIns: SignInLimit;
  /** The organization's directory, where people sign in with it. */
  directory: DirectorySignIn;
  /** Sign-ins on their way through a provider. */
  singleSignOn: SingleSignOnFlows;
  /** Second steps of signing in with a password. */
  twoFactor: TwoFactorMemory;
  /** Sign-ins that the disk refused to store. */
  unwritten: UnwrittenSignIns;
  /** When the server started, or opened other data, UNIX milliseconds: never the same twice. */
  startedAtMs: number;
  /** When the server started, by `elapsedClock`: no clock setting changes for how long it has run. */
  runningSinceMs: number;
  random: RandomSource;
  log: Logger;
  /** Phones and computers that wait for notifications with the ntfy app. */
  phones: WaitingPhones;
  /** Wakes the workers of deliveries, scheduled messages and link previews, after something was put in their tables. */
  wake: { deliveries: () => void; scheduledMessages: () => void; linkPreviews: () => void };
}

/** Keeps what the server has lately done, for the console. */
export interface ActivityObserver {
  /** @param delivery id of the event (null = no one waits for it), the request that caused it, and ids of the queues it went to. */
  event(
    event: EventBody,
    audience: Audience,
    delivery: { id: number | null; requestId: string | null; queues: readonly EventQueue[]; json?: string },
  ): void;
}

/** Subscriptions of the ntfy app. */
export interface WaitingPhones {
  /** Has the subscriptions of these devices read what was stored for them; those of a device that is gone end. */
  wake(deviceIds: readonly number[]): void;
  /** How many connections of a device are open. */
  connections(deviceId: number): number;
}

/** Bounds the guessing of passwords. */
export interface SignInLimit {
  /** Counts an attempt before the password is looked at. @throws ApiError RATE_LIMIT_HIT with the seconds to wait. */
  attempt(ip: string, account: string): Promise<void>;
  /** A right password: what was counted against the account no longer counts. */
  succeeded(ip: string, account: string): Promise<void>;
  /** A right password whose second step is still to come: the attempt counts neither as a failure nor as a success. */
  unfinished(ip: string, account: string): Promise<void>;
  /** Counts a code of an authenticator app before it is compared. @throws ApiError RATE_LIMIT_HIT with the seconds to wait. */
  attemptCode(ip: string, account: string): Promise<void>;
  /** A right code: what was counted against the account's codes no longer counts. */
  codeSucceeded(ip: string, account: string): Promise<void>;
  /** A wrong code after a right password: counts against the address, never against the password of the account. */
  codeFailed(ip: string, account: string): Promise<void>;
  /** Counts a request for a password link, by its address alone. @throws ApiError RATE_LIMIT_HIT with the seconds to wait. */
  attemptLink(ip: string, account: string): Promise<void>;
}

/** Signing in with the organization's directory. */
export interface DirectorySignIn {
  /**
   * Has the directory prove a password; makes or updates the account.
   * @returns undefined for a name or password that is wrong, and where no directory is used. @throws ApiError AUTHENTICATION_FAILED, USER_DEACTIVATED
   */
  signIn(username: string, password: string): Promise<UserRow | undefined>;
}

/** How others reach the server. */
export interface OwnAddresses {
  /**
   * The address to put into what others will read elsewhere, such as "http://192.168.1.20:7420".
   * @param origin the one that the caller used.
   */
  originForOthers(origin: string): string;
  /** Whether an origin leads here: by a name or an address of this machine, at a port of this server's. */
  isOwnOrigin(origin: string): boolean;
}

export interface SystemViewing<S extends ChatServices = ChatServices> {
  db: Reader;
  /** One time for the whole request: UNIX milliseconds, and whole seconds. */
  nowMs: number;
  now: number;
  /** "http://host:port" as the client addressed the server; links in answers start with it. */
  origin: string;
  services: S;
}

export interface Viewing<S extends ChatServices = ChatServices> extends SystemViewing<S> {
  user: UserRow;
  /** Name of the client program. */
  client: string;
}

export interface SystemActing<S extends ChatServices = ChatServices> extends SystemViewing<S> {
  tx: Transaction;
  /** Tells an audience; delivered when the transaction is on disk, never when it is rolled back. */
  announce(event: EventBody, audience: Audience): void;
  /** Runs once the transaction is on disk. */
  afterDurable(fn: () => void): void;
}

export interface Acting<S extends ChatServices = ChatServices> extends SystemActing<S> {
  user: UserRow;
  client: string;
}

/** @returns for how many milliseconds the process has served. */
export const uptimeMs = ({ options, runningSinceMs }: Pick<ChatServices, 'options' | 'runningSinceMs'>): number =>
  elapsedClock(options)() - runningSinceMs;

/** One moment's view for code without a caller. */
export function systemViewing<S extends ChatServices>(db: Reader, services: S, origin: string): SystemViewing<S> {
  const nowMs = services.options.clock();
  return { db, nowMs, now: Math.floor(nowMs / 1000), origin, services };
}

/**
 * A transaction's hands: what it announces is logged with it, and delivered once both are on disk.
 * @param requestId of the request that it serves, if it serves one.
 */
export function systemActing<S extends ChatServices>(
  tx: Transaction,
  services: S,
  origin: string,
  requestId: string | null = null,
): SystemActing<S> {
  const { eventLog, queues, activity } = services;
  const acting: SystemActing<S> = {
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
        activity.event(event, audience, { id: logged.event.id, requestId, queues: reached, json: logged.json });
      });
    },
    afterDurable: (fn) => tx.afterDurable(fn),
  };
  setAnnouncer(tx, acting.announce);
  return acting;
}

/** The address that links made outside a request start with. */
export const ownOrigin = ({ options }: ChatServices): string => localOrigin(options);
