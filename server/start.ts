/**
 * Starts a server on a data folder: the one file that ties everything together.
 * Nothing here knows a rule of the API; everything here knows an order.
 */
import { join } from 'node:path';
import { endpoints } from './api/index.ts';
import { mountTus, tusPath } from './api/tus.ts';
import { ownOrigin, systemActing, type Services } from './domain/acting.ts';
import { versionWire } from './domain/organization/version.ts';
import { everyone } from './events/audience.ts';
import { FrontDoor } from './front-door.ts';
import { makeApp } from './http/app.ts';
import { RequestLimiter } from './http/rate-limit.ts';
import { Housekeeping } from './housekeeping.ts';
import { callerOf, makeHost, translateStorageError } from './host.ts';
import { openLogs } from './logs.ts';
import { completeOptions, storedNetwork, type ServerOptions, type StartOptions } from './options.ts';
import { pages } from './pages.ts';
import { makeServices } from './services.ts';
import { makeWorkers, type Workers } from './workers.ts';
import { openStorage, type Storage } from './storage/database.ts';

export interface RunningServer {
  /** "http://127.0.0.1:7420" */
  url: string;
  port: number;
  options: ServerOptions;
  services: Services;
  workers: Workers;
  /** Path and fragment of the one-time set-up page; null once an organization exists. */
  setupPath: string | null;
  /** Stops accepting, releases long polls, waits for what is under way, flushes. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * @throws StartRefusedError when the data folder cannot be opened, ListenError when the port cannot be had; nothing on disk
 *   is changed by either.
 */
export async function startServer(given: StartOptions): Promise<RunningServer> {
  const front = new FrontDoor();
  // The port is taken before the folder is touched, where the caller names one.
  if (given.port !== undefined) await front.listen(given.port, given.host);
  let storage: Storage | undefined;
  try {
    storage = await openStorage({ dataDir: given.dataDir, compactAtBytes: given.compactAtBytes });
    const options = completeOptions(given, await storage.read(storedNetwork));
    if (given.port === undefined) await front.listen(options.port, options.host);
    options.port = front.port;
    return await run(front, storage, options);
  } catch (error) {
    await front.close();
    await storage?.close();
    throw error;
  }
}

async function run(front: FrontDoor, storage: Storage, options: ServerOptions): Promise<RunningServer> {
  const logs = openLogs(options.dataDir, options.logLevel);
  const services = await makeServices(storage, options, logs.server);
  const stopping = new AbortController();
  const limiter = new RequestLimiter();
  const housekeeping = new Housekeeping(logs.server);
  const workers = makeWorkers(services);
  const app = makeApp({
    endpoints,
    host: makeHost(services, limiter),
    pages: pages(options.consoleDir, async () => health(services)),
    mounts: [
      { prefix: tusPath, handle: mountTus({ services, authenticate: async (request) => callerOf(services, request) }) },
    ],
    log: logs.access,
    onAnswered: (answered, requestId) => services.activity.request(answered, requestId),
    errorLog: logs.server,
    stopping: stopping.signal,
    allowedHosts: () => options.allowedHosts,
    maxBodyBytes: options.limits.maxBodyBytes,
    maxFileBytes: options.limits.maxFileUploadSizeMib * 1024 * 1024,
    tempDir: join(options.dataDir, 'uploads', 'incoming'),
    translateError: translateStorageError,
  });
  await announceRestart(services);
  front.open(app.callback());
  housekeeping.start([
    { name: 'event queues', everyMs: 15_000, run: async () => services.queues.tidy() },
    ...workers.jobs,
  ]);
  workers.start();

  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    services.queues.stop();
    stopping.abort();
    await front.close();
    await housekeeping.stop();
    await workers.stop();
    await services.queues.tidy().catch((error: unknown) => logs.server.error({ err: error }, 'queues were not tidied'));
    const backups = services.backups.stop();
    await storage.close();
    await backups;
    await logs.close();
  };
  logs.server.info({ port: options.port, host: options.host }, 'started');
  return {
    url: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${options.port}`,
    port: options.port,
    options,
    services,
    workers,
    setupPath: services.setupToken.current === null ? null : `/console/setup#token=${services.setupToken.current}`,
    stop: async () => (stopped ??= stop()),
  };
}

/** Tells the queues that were given back that the server they wait on is a new one (contract, event `restart`). */
async function announceRestart(services: Services): Promise<void> {
  await services.storage.transaction((tx) => {
    const acting = systemActing(tx, services, ownOrigin(services));
    acting.announce({ type: 'restart', ...versionWire, server_generation: acting.now }, everyone);
  });
}

/** For monitors: that the server answers, and whether its disk takes writes. */
async function health(services: Services): Promise<object> {
  const stats = services.storage.stats();
  return {
    status: stats.state === 'ok' ? 'ok' : stats.state,
    uptime_seconds: Math.floor((services.options.clock() - services.startedAtMs) / 1000),
  };
}
