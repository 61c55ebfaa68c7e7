/** Runtime on opened data, behind a listener: services, workers, the app, and the order in which they begin and end. */
import { callerOf, callHost, type Call, type RequestShares } from '../api/endpoint.ts';
import { endpoints, endpointsBySubject } from '../api/index.ts';
import { tusMount } from '../api/tus-mount.ts';
import { findDemo } from '../demo/keeper.ts';
import { sampleData } from '../demo/sample.ts';
import { ownOrigin, systemActing, uptimeMs } from '../domain/acting.ts';
import { clearLeftOverExports } from '../domain/exports/write.ts';
import { serverSetting, storeServerSetting } from '../domain/organization/rows.ts';
import { versionWire } from '../domain/organization/version.ts';
import { respellTopics } from '../domain/topics/spellings.ts';
import { diskRefusal, storageUnavailable, type ApiError } from '../errors.ts';
import { everyone } from '../events/audience.ts';
import { gateBefore, gateSize } from '../file-gates.ts';
import { makeApp, type AppOptions } from '../http/app.ts';
import { readCredentials } from '../http/auth.ts';
import type { Connections } from '../http/connections.ts';
import type { RequestInfo } from '../http/endpoint.ts';
import type { Fault } from '../http/faults.ts';
import { PollCount } from '../http/poll-count.ts';
import type { TrustedProxies } from '../http/proxies.ts';
import type { AnsweredRequest } from '../http/recorded-request.ts';
import { isOfConsole } from '../http/routes.ts';
import { shortWay } from '../http/short-way.ts';
import { isKnownHost } from '../network/host-check.ts';
import type { NtfyServer } from '../ntfy/server.ts';
import { errorPage } from '../operations/plain-pages/connecting.ts';
import { makeServices, type ServerParts, type ServerServices } from '../operations/services.ts';
import type { TeamNetwork } from '../operations/team-network.ts';
import type { ServerOptions } from '../options.ts';
import type { Storage } from '../storage/database.ts';
import { isRefusedByDisk, StorageError } from '../storage/errors.ts';
import { clearIncoming } from '../uploads/cleanup.ts';
import { incomingUploadsDir, thumbnailsRoot, unfinishedUploadsDir, uploadsRoot } from '../uploads/files.ts';
import { makeWorkers, type Workers } from './background.ts';
import { loadLibraries } from './descriptors.ts';
import type { Answer, Upgrade } from './http-listener.ts';
import type { Logs } from './logs.ts';
import { pages } from './pages.ts';
import { makePhones, ntfyMount, ntfyUpgrade } from './phones.ts';
import { requestShares } from './request-shares.ts';
import { Scheduler } from './scheduler.ts';

export interface Runtime {
  options: ServerOptions;
  services: ServerServices;
  workers: Workers;
  answer: Answer;
  upgrade: Upgrade;
  /** Starts what works beside the requests. */
  start(): void;
  /** Answers the long polls that wait, and those to come, at once. */
  release(): void;
  /** Ends everything and flushes; requests have been answered. Safe to call twice. */
  close(): Promise<void>;
}

/** What is handed in by the user who holds the listener. */
export interface RuntimeOptions {
  logs: Logs;
  /** Told of every request when it is answered, which may be after this data was closed. */
  onAnswered: (answered: AnsweredRequest | null, requestId: string) => void;
  reopen: ServerServices['reopen'];
  network: TeamNetwork;
  connections: Connections;
  proxies: TrustedProxies;
}

/** Where it is stored when hourly jobs ran last. */
const jobTimesSetting = 'housekeeping_times';

/** Wakes workers that are made later. */
const wakeOf = (workers: () => Workers): ServerServices['wake'] => ({
  deliveries: () => workers().deliveries.wake(),
  scheduledMessages: () => workers().scheduledMessages.wake(),
  linkPreviews: () => workers().linkPreviews.wake(),
});

/** Makes what runs on a database; nothing of it works before `start`. It owns `storage` from here on. */
export async function startRuntime(storage: Storage, options: ServerOptions, around: RuntimeOptions): Promise<Runtime> {
  const { logs } = around;
  const stopping = new AbortController();
  const wake = wakeOf(() => workers);
  const { streams, server: phones } = makePhones({ options, around, services: () => services });
  const ofServer = { ...(await serverParts(storage, options, around, stopping.signal)), phones: streams, wake };
  const services: ServerServices = await makeServices(storage, options, logs.server, ofServer);
  around.connections.onRefused((refused) =>
    logs.server.warn({ refused }, 'too many connections: new ones are refused'),
  );
  if (options.loadsLibraries) await loadLibraries();
  const scheduler = await makeScheduler(services);
  const workers = makeWorkers(services, scheduler, stopping.signal);
  const polls = new PollCount(logs.access, options.clock);
  const shares = await requestShares(storage, options);
  const appOptions = appOptionsOf(services, around, { polls, shares, phones, stopping: stopping.signal });
  const longWay = makeApp(appOptions).callback();
  await settleData(services);
  await services.network.use(services);

  const release = (): void => {
    services.queues.stop();
    streams.stop();
    stopping.abort();
  };
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    release();
    services.health.loopDelay.stop();
    await Promise.all([workers.stop(), scheduler.stop(), services.demo?.stop()]);
    polls.tell();
    await services.queues
      .tidy()
      .catch((error: unknown) => logs.server.error({ err: error }, 'could not clean up event queues'));
    await keepTime(services);
    await services.unwritten.close();
    await shares.job
      .run()
      .catch((error: unknown) => logs.server.warn({ err: error }, 'could not store request shares'));
    const backups = services.backups.stop();
    await storage.close();
    await backups;
  };
  return {
    options,
    services,
    workers,
    answer: shortWay(appOptions, (request, response) => void longWay(request, response)),
    upgrade: ntfyUpgrade(phones, services, around.proxies),
    start() {
      scheduler.start([...workers.jobs, shares.job]);
      workers.start();
      services.health.loopDelay.start();
    },
    release,
    close: async () => (closed ??= close()),
  };
}

/** Keeps a drive that hangs below uploaded files from taking all threads, and logs that it does. */
function guardFiles({ dataDir, ioThreads }: Pick<ServerOptions, 'dataDir' | 'ioThreads'>, { server }: Logs): void {
  const folders = [uploadsRoot(dataDir), unfinishedUploadsDir(dataDir), thumbnailsRoot(dataDir)] as const;
  gateBefore([...folders], gateSize(ioThreads)).onChange = (isHanging) => {
    if (isHanging) server.warn('The disk with the uploaded files does not respond.');
    else server.info('The disk with the uploaded files responds again.');
  };
}

/** @returns a scheduler that goes on where the last one of this data ended. */
async function makeScheduler({ storage, options, log }: ServerServices): Promise<Scheduler> {
  return new Scheduler({
    log,
    nowMs: options.clock,
    timers: options.timers,
    times: await storage.read((db) => serverSetting(db, jobTimesSetting, {})),
    store: async (times) => storage.transaction((tx) => storeServerSetting({ tx }, jobTimesSetting, times)),
  });
}

/** What services have only where a server runs. */
async function serverParts(
  storage: Storage,
  { clock: nowMs, dataDir, ioThreads }: ServerOptions,
  { network, connections, reopen, logs }: RuntimeOptions,
  stopping: AbortSignal,
): Promise<Omit<ServerParts, 'wake' | 'phones'>> {
  guardFiles({ dataDir, ioThreads }, logs);
  const demo = await findDemo({ dataDir, storage, nowMs, log: logs.server });
  return { network, connections, reopen, demo, sample: sampleData(nowMs, stopping), endpoints: endpointsBySubject };
}

/** What the HTTP side is handed in: who calls, what is answered, and who wants to hear of it. */
function appOptionsOf(
  services: ServerServices,
  around: RuntimeOptions,
  {
    polls,
    shares,
    phones,
    stopping,
  }: { polls: PollCount; shares: RequestShares; phones: NtfyServer; stopping: AbortSignal },
) {
  const { options } = services;
  return {
    endpoints,
    host: callHost(services, shares),
    pages: pages(options.consoleDir, services, { health: async () => health(services), proxies: around.proxies }),
    mounts: [
      tusMount({
        services,
        translateError: translateStorageError,
        authenticate: async (request) => callerOf(services, request),
        uploads: around.connections,
      }),
      ntfyMount(phones),
    ],
    log: around.logs.access,
    faultFor: async (request, route) => faultFor(services, request, route),
    keepsAnswers: services.demo !== null,
    onAnswered: around.onAnswered,
    recordsPolls: () => services.demo !== null || services.activity.isWatched,
    polls,
    onVisit: (ip) => services.network.noteVisit(ip),
    mayFault: () => services.faults.list().length > 0,
    onTimed: (operation, ms, status) => services.health.timings.note(operation, ms, status),
    errorLog: around.logs.server,
    stopping,
    proxies: around.proxies,
    stalledAnswerMs: options.limits.stalledAnswerMs,
    allowsOtherOrigins: () => services.network.allowsOtherOrigins,
    isKnownHost: (host) => isKnownHost(host, services.network.names),
    maxBodyBytes: options.limits.maxBodyBytes,
    maxFileBytes: options.limits.maxFileUploadSizeMib * 1024 * 1024,
    strangers: { maxBodyBytes: options.limits.maxStrangerBodyBytes, patienceMs: options.limits.strangerPatienceMs },
    tempDir: incomingUploadsDir(options.dataDir),
    uploads: around.connections,
    translateError: translateStorageError,
    errorPage,
  } satisfies AppOptions<Call<never, never, ServerServices>>;
}

/** A disk that takes no writes is reported elsewhere. */
async function keepTime({ options, log }: ServerServices): Promise<void> {
  await options.timekeeper
    ?.keep()
    .catch((error: unknown) => log.warn({ err: error }, 'could not store the time of the last run'));
}

/** What is done to opened data before anybody is answered. */
async function settleData(services: ServerServices): Promise<void> {
  await respellTopics(services.storage);
  await announceRestart(services);
  await clearLeftOverExports(services.options.dataDir);
  // They cost room on the disk, nothing else.
  await clearIncoming(services.options.dataDir).catch((error: unknown) =>
    services.log.warn({ err: error }, 'files of interrupted requests could not be deleted'),
  );
}

/** Tells the queues that were given back that the server they wait on is a new one (contract, event `restart`). */
async function announceRestart(services: ServerServices): Promise<void> {
  await services.storage.transaction((tx) => {
    const acting = systemActing(tx, services, ownOrigin(services));
    acting.announce({ type: 'restart', ...versionWire, server_generation: acting.now }, everyone);
  });
}

/** The console's own calls are never hit: it has to be able to end the faults. */
async function faultFor(services: ServerServices, request: RequestInfo, route: string): Promise<Fault | undefined> {
  if (isOfConsole(route)) return undefined;
  const isOfPage = readCredentials(request.headers).kind === 'session';
  if (isOfPage && !isFromChat(request)) return undefined;
  // Wrong credentials are answered as ever, if no fault for everyone comes first.
  request.userId = await callerOf(services, request, 'sender').catch(() => undefined);
  return services.faults.take({ userId: request.userId, method: request.method, route, isOfPage });
}

/** Whether a page of the chat sent a request: pages name themselves to their own server (Referrer-Policy). */
function isFromChat({ headers }: RequestInfo): boolean {
  const { referer } = headers;
  return typeof referer === 'string' && URL.canParse(referer) && new URL(referer).pathname.startsWith('/chat/');
}

/** For monitors: that the server answers, whether its disk takes writes, and whether the end of the journal was cut off when it started. */
async function health(services: ServerServices): Promise<object> {
  const stats = services.storage.stats();
  return {
    status: stats.state === 'ok' ? 'ok' : stats.state,
    torn_bytes: stats.tornBytes,
    uptime_seconds: Math.floor(uptimeMs(services) / 1000),
  };
}

/** What the client gets for a failed write; undefined for anything that is a defect. */
function translateStorageError(error: unknown): ApiError | undefined {
  if (error instanceof StorageError && error.kind === 'taken-over')
    return storageUnavailable('Another server took over this data folder. Restart this server.');
  return isRefusedByDisk(error) ? storageUnavailable() : diskRefusal(error);
}
