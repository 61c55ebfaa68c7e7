/** Puts together what every request and worker is given: part of the composition root, also for a folder without a server. */
import type { DemoWire, SnapshotWire } from '../contract/shapes/training.ts';
import { UnwrittenSignIns } from '../domain/accounts/unwritten.ts';
import type { ChatServices } from '../domain/acting.ts';
import { hasOrganization } from '../domain/organization/rows.ts';
import { SingleSignOnFlows } from '../domain/single-sign-on/flows.ts';
import { TwoFactorMemory } from '../domain/two-factor/memory.ts';
import { EventLog } from '../events/event-log.ts';
import { fixedQueueLimits } from '../events/queue-limits.ts';
import { EventQueues } from '../events/queues.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { Faults } from '../http/faults.ts';
import { SignInLimiter } from '../http/rate-limit.ts';
import { Timings } from '../http/timings.ts';
import { elapsedClock, type ServerOptions } from '../options.ts';
import type { Storage } from '../storage/database.ts';
import { ActivityLog } from './activity.ts';
import { BackupKeeper } from './backups/keeper.ts';
import { Restorer } from './backups/restorer.ts';
import { tellConsoles } from './console-news.ts';
import type { DataChange } from './data-change.ts';
import { DirectoryService } from './directory.ts';
import { FollowedCertificate } from './followed-certificate.ts';
import { LoopDelay } from './loop-delay.ts';
import { PublicCertificate } from './public-certificate.ts';
import { SignInChecks } from './sign-in-checks.ts';
import { SleepWatch } from './sleep-watch.ts';
import { Importer } from './team-import/importer.ts';
import { TeamNetwork } from './team-network.ts';
import type { WebhookInspector } from './webhook-inspector.ts';

/** What running this server takes beside the chat. */
export interface ServerServices extends ChatServices {
  /** What the server has lately done, for the console. */
  activity: ActivityLog;
  /** The organization's directory. */
  directory: DirectoryService;
  /** Whether people who signed in with a provider may stay. */
  signInChecks: SignInChecks;
  /** How others reach the server, and whether they may. */
  network: TeamNetwork;
  /** The files that the certificate for HTTPS is read from, where an owner named some. */
  followedCertificate: FollowedCertificate;
  /** The certificate that an authority issues, where an owner wants one. */
  publicCertificate: PublicCertificate;
  /** Whether connections were refused lately, because too many were open. */
  connections: { readonly wereRefused: boolean };
  /** How the process does, in memory. */
  health: { timings: Timings; loopDelay: LoopDelay };
  backups: BackupKeeper;
  restorer: Restorer;
  /** Brings a team from another chat. */
  importer: Importer;
  /** When this computer slept. */
  sleeps: SleepWatch;
  /** The one-time token of the set-up link; null once an organization exists. */
  setupToken: { current: string | null };
  /** What an empty server can be filled with, for someone who looks around. */
  sample: Sample;
  /** The keeper of a demo organization's folder; null in any other. */
  demo: Demo | null;
  /** Every endpoint of the API by its subject: what the explorer shows. */
  endpoints: ReadonlyMap<string, readonly Endpoint<never>[]>;
  /** Faults on demand; only a demo's are ever set. */
  faults: Faults;
  /**
   * Swaps the data under the server. New requests wait at the listener, long polls are answered, event queues of before are gone,
   * and all services are made again: nothing of these may be used afterwards.
   * @throws ApiError when it is being swapped already; what `prepare`, opening or `settle` threw: the old data is then back.
   */
  reopen(change: DataChange): Promise<void>;
}

/** What the services of a running server are made with; a folder without a server has none of it. */
export type ServerParts = Pick<
  ServerServices,
  'network' | 'connections' | 'phones' | 'reopen' | 'sample' | 'demo' | 'endpoints' | 'wake'
>;

/**
 * @param parts of the running server; undefined without one: then no log of activity is kept.
 * @returns services whose queues are restored.
 */
export async function makeServices(
  storage: Storage,
  options: ServerOptions,
  log: ServerServices['log'],
  parts?: ServerParts,
): Promise<ServerServices> {
  const eventLog = await storage.read((db) => new EventLog(db));
  await storage.transaction((tx) => eventLog.reserve(tx));
  const { random, clock, dataDir } = options;
  const activity = new ActivityLog({ nowMs: clock, isOn: parts !== undefined });
  const queues = makeQueues(storage, options, log, eventLog, activity);
  await queues.restore();
  const backups = new BackupKeeper({
    storage,
    dataDir,
    nowMs: clock,
    log,
    isClockSettled: () => options.timekeeper?.isSettled ?? true,
    onChange: () => void tellConsoles(services, 'backups'),
  });
  const isNew = !(await storage.read(hasOrganization));
  const receiving = { dataDir, newId: () => random.token(16), diskRoom: () => backups.dataRoom(), nowMs: clock };
  const services: ServerServices = {
    options,
    storage,
    eventLog,
    queues,
    activity,
    signIns: new SignInLimiter(clock),
    directory: new DirectoryService(() => services),
    signInChecks: new SignInChecks(() => services),
    singleSignOn: new SingleSignOnFlows(random, clock, elapsedClock(options)),
    twoFactor: new TwoFactorMemory(random, clock, elapsedClock(options)),
    unwritten: new UnwrittenSignIns(storage, log),
    health: { timings: new Timings(), loopDelay: new LoopDelay() },
    backups,
    restorer: new Restorer(receiving),
    importer: new Importer({ ...receiving, log }),
    followedCertificate: new FollowedCertificate(),
    publicCertificate: new PublicCertificate(),
    sleeps: new SleepWatch({ nowMs: clock, dataDir, log }),
    setupToken: { current: isNew ? random.token(32) : null },
    startedAtMs: clock(),
    runningSinceMs: elapsedClock(options)(),
    random,
    log,
    faults: new Faults(clock, () => Number.parseInt(random.hex(4), 16) / 2 ** 32),
    ...(parts ?? withoutServer()),
  };
  return services;
}

/** After other data was opened: the process runs as long as it did, and no time names two openings. */
export function continueClocks(next: ServerServices, before: ServerServices): void {
  next.startedAtMs = Math.max(next.startedAtMs, before.startedAtMs + 1);
  next.runningSinceMs = before.runningSinceMs;
}

const noServer = async (): Promise<never> => Promise.reject(new Error('no server runs on this data'));

/** A folder without a server: it sends nothing, takes no connections, and its data is not replaced. */
const withoutServer = (): ServerParts => ({
  network: new TeamNetwork(null),
  connections: { wereRefused: false },
  phones: { wake: () => undefined, connections: () => 0 },
  reopen: noServer,
  sample: { build: noServer, ownerEmail: '', password: '' },
  demo: null,
  endpoints: new Map(),
  wake: { deliveries: () => undefined, scheduledMessages: () => undefined, linkPreviews: () => undefined },
});

function makeQueues(
  storage: Storage,
  { limits, random, clock, timekeeper }: ServerOptions,
  log: ServerServices['log'],
  eventLog: EventLog,
  activity: ActivityLog,
): EventQueues {
  return new EventQueues({
    storage,
    log: eventLog,
    limits: {
      ...fixedQueueLimits,
      heartbeatMs: limits.heartbeatMs,
      maxBytes: limits.backlogMaxBytes,
      maxBytesPerUser: limits.backlogMaxBytesPerUser,
    },
    nowMs: clock,
    jumpedAtMs: () => timekeeper?.jumpedAtMs ?? 0,
    newQueueId: () => random.hex(16),
    onAcknowledged: (queue, eventId) => activity.acknowledged(queue.id, queue.userId, eventId),
    onDropped: ({ id, userId, backlog }) =>
      log.warn({ queue: id, user: userId, events: backlog }, 'an event queue was dropped: too much waits to be read'),
  });
}

/** What the data can be put back to. */
export type Target = { scenario: string; language?: string } | { snapshot: string };

/** The keeper of a demo's folder. */
export interface Demo {
  /** Chosen at the first run of a server (sample.ts). */
  isSample: boolean;
  state(): Promise<DemoWire>;
  /** Fills an empty folder. @throws ApiError BAD_REQUEST when there is no such scenario or snapshot. */
  fill(folder: string, target: Target): Promise<void>;
  /** Keeps the present data. @throws ApiError BAD_REQUEST when the name is taken, or there is no room. */
  save(name: string): Promise<SnapshotWire>;
  /** Makes a folder with what was there before a reset a snapshot of its own, in place of the one before: a reset can be undone. */
  keepBefore(folder: string): Promise<void>;
  /** @throws ApiError BAD_REQUEST when there is none. */
  forget(name: string): Promise<void>;
  /** Builds what is not ready, one after the other, beside the server, while the machine has time. */
  buildAhead(): Promise<void>;
  stop(): Promise<void>;
  webhookInspector: WebhookInspector;
}

/** Made in the composition root, which knows the demo. */
export interface Sample {
  /** Fills an empty folder. @param language a tag; English where the sample has no texts in it. */
  build(folder: string, language: string): Promise<void>;
  ownerEmail: string;
  /** Everyone's, until it is chosen at the first run of a server. */
  password: string;
}
