/**
 * Starts a server on a data folder, and swaps its data while it runs. Nothing here knows a rule of the API; everything here
 * knows an order.
 */
import { readdirSync } from 'node:fs';
import { ownOrigin } from './domain/acting.ts';
import { setCause } from './domain/audit/cause.ts';
import { storeServerSetting } from './domain/organization/rows.ts';
import { badRequest } from './errors.ts';
import { EventQueues } from './events/queues.ts';
import type { DataChange } from './operations/data-change.ts';
import { serverAudit } from './operations/server-audit.ts';
import { withServerClock } from './operations/server-clock.ts';
import { continueClocks, type ServerServices } from './operations/services.ts';
import { TeamNetwork } from './operations/team-network.ts';
import {
  completeOptions,
  defaultHost,
  defaultPort,
  storedNetwork,
  type ServerOptions,
  type StartOptions,
} from './options.ts';
import type { Workers } from './runtime/background.ts';
import { HttpListener, answerUnavailable } from './runtime/http-listener.ts';
import { openLogs, type Logs } from './runtime/logs.ts';
import { startRuntime, type Runtime } from './runtime/runtime.ts';
import { StorageMessages } from './runtime/storage-messages.ts';
import {
  deleteReplaced,
  forgetReplaced,
  incomingFolder,
  openStorage,
  swapIn,
  type Storage,
  type StorageOptions,
} from './storage/database.ts';
import { errorCode } from './storage/errors.ts';
import { refuseMoved } from './storage/moved-note.ts';
import { closeToOthers } from './storage/private-files.ts';

/** What a caller may set; tests bring a disk of their own. */
export type ServerStart = StartOptions & Pick<StorageOptions, 'disk' | 'compactIn'>;

export interface RunningServer {
  /** Where the main listener is: "http://127.0.0.1:7420". What is open beside it is known by `services.network`. */
  readonly url: string;
  readonly port: number;
  /** These four are of the data that is open now: ask again after a `reopen`. */
  readonly options: ServerOptions;
  readonly services: ServerServices;
  readonly workers: Workers;
  /** Path and fragment of the one-time set-up page; null once an organization exists. */
  readonly setupPath: string | null;
  reopen(change: DataChange): Promise<void>;
  /** Stops accepting, releases long polls, waits for what is under way, flushes. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * @param settle is done before anybody is answered; requests wait at the listener in the meantime.
 * @throws StartRefusedError when the data folder cannot be opened, ListenError when the port cannot be had; nothing on disk
 *   is changed by either.
 */
export async function startServer(
  asked: ServerStart,
  settle?: (services: ServerServices) => Promise<void>,
): Promise<RunningServer> {
  await refuseMoved(asked.dataDir, asked.usesMovedFolder === true);
  const given = withServerClock(asked);
  const listener = new HttpListener(given);
  // The port is taken before the folder is touched, unless only the folder knows it.
  const port = given.port ?? given.keepPort ?? (holdsNothing(given.dataDir) ? defaultPort : undefined);
  if (port !== undefined) await listener.listen(port, given.host);
  let storage: Storage | undefined;
  try {
    const log = new StorageMessages();
    storage = await openStorage({
      dataDir: given.dataDir,
      compactAtBytes: given.compactAtBytes,
      now: given.clock,
      log,
      watch: serverAudit(given.clock),
      disk: given.disk,
      compactIn: given.compactIn,
    });
    closeToOthers(given.dataDir);
    if (given.keepPort !== undefined) await keepPort(storage, given.keepPort);
    const options = completeOptions(given, await storage.read(storedNetwork));
    // What the settings say beyond loopback is the network's to open, and to close again (operations/team-network.ts).
    if (port === undefined) await listener.listen(options.port, given.host);
    options.port = listener.port;
    const logs = openLogs(options.dataDir, options.logLevel, options.clock);
    log.pass(logs.server);
    const server = new Server(listener, given, logs);
    await server.begin(storage, options, settle);
    return server;
  } catch (error) {
    await listener.close();
    await storage?.close();
    throw error;
  }
}

/** Whether a folder is new: then nothing is stored in it that a start would have to read first. */
function holdsNothing(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch (error) {
    return errorCode(error) === 'ENOENT';
  }
}

async function keepPort(storage: Storage, port: number): Promise<void> {
  await storage.transaction((tx) => {
    setCause(tx, { via: 'command_line' });
    storeServerSetting({ tx }, 'server_port', port);
  });
}

class Server implements RunningServer {
  readonly #listener: HttpListener;
  readonly #given: ServerStart;
  readonly #logs: Logs;
  readonly #network: TeamNetwork;
  #opened: Runtime | undefined;
  #changing: Promise<void> | undefined;
  #leaving: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;

  constructor(listener: HttpListener, given: ServerStart, logs: Logs) {
    this.#listener = listener;
    this.#network = new TeamNetwork(listener);
    this.#given = given;
    this.#logs = logs;
  }

  get #now(): Runtime {
    if (this.#opened === undefined) throw new Error('this server has not begun');
    return this.#opened;
  }

  get options(): ServerOptions {
    return this.#now.options;
  }
  get services(): ServerServices {
    return this.#now.services;
  }
  get workers(): Workers {
    return this.#now.workers;
  }
  get port(): number {
    return this.options.port;
  }
  get url(): string {
    const { host = defaultHost } = this.#given;
    const { port } = this;
    return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  }
  get setupPath(): string | null {
    const { current } = this.services.setupToken;
    return current === null ? null : `/console/setup#token=${current}`;
  }

  async begin(
    storage: Storage,
    options: ServerOptions,
    settle?: (services: ServerServices) => Promise<void>,
  ): Promise<void> {
    const services = await this.#open(storage, options);
    await settle?.(services);
    this.#answer();
    this.#logs.server.info({ port: options.port, host: options.host }, 'started');
  }

  async reopen(change: DataChange): Promise<void> {
    if (this.#changing !== undefined) throw badRequest('The data of this server is already being replaced');
    if (this.#stopped !== undefined) throw badRequest('The server is stopping');
    this.#changing = this.#change(change).finally(() => {
      this.#changing = undefined;
    });
    await this.#changing;
    // The next change may be asked for from here on, and waits until this one has parted with what was there.
    await this.#leaving;
  }

  async stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#opened?.services.importer.stop();
    await this.#changing?.catch(() => undefined);
    await this.#leaving;
    this.#opened?.release();
    // Also the requests that came in by sockets of the network, which the main listener does not count as its own.
    await this.#listener.drain(undefined);
    await Promise.all([this.#listener.close(), this.#network.close()]);
    await this.#opened?.close();
    await this.#logs.close();
  }

  async #change({ prepare, finish, settle, keep, requestId }: DataChange): Promise<void> {
    await this.#leaving;
    const before = this.#now;
    const { dataDir } = before.options;
    const incoming = await incomingFolder(dataDir);
    await prepare(incoming).catch(async (error: unknown) => {
      await deleteReplaced(dataDir);
      throw error;
    });
    this.#listener.hold();
    before.release();
    await this.#listener.drain(requestId);
    await before.close();
    let replaced: string;
    try {
      await finish?.(incoming);
      await swapIn(dataDir);
      const next = await this.#openFolder(true);
      continueClocks(next, before.services);
      await settle?.(next);
      replaced = await forgetReplaced(dataDir);
    } catch (error) {
      this.#logs.server.error({ err: error }, 'could not open the new data; restoring the previous data');
      await this.#putBack(before);
      throw error;
    }
    this.#answer();
    this.#logs.server.info('the data was replaced');
    this.#leaving = this.#leave(replaced, keep);
  }

  /** Parts with what was there before. A failure costs room on the disk, nothing else. */
  async #leave(replaced: string, keep: DataChange['keep']): Promise<void> {
    try {
      await keep?.(replaced);
      await deleteReplaced(this.#given.dataDir);
    } catch (error) {
      this.#logs.server.warn({ err: error }, 'could not remove the previous data');
    }
  }

  async #putBack({ services, options }: Runtime): Promise<void> {
    try {
      await this.#now.close();
      const next = await this.#openFolder(false);
      continueClocks(next, services);
    } catch (error) {
      this.#logs.server.fatal({ err: error, dataDir: options.dataDir }, 'the previous data cannot be opened either');
      this.#listener.open((_request, response) => answerUnavailable(response));
      throw error;
    }
    this.#answer();
  }

  /** @param isSwappedIn whether the content is new; otherwise a swap that did not end is put back first. */
  async #openFolder(isSwappedIn: boolean): Promise<ServerServices> {
    const { dataDir, compactAtBytes, clock, disk, compactIn } = this.#given;
    const storage = await openStorage({
      dataDir,
      compactAtBytes,
      now: clock,
      isSwappedIn,
      log: this.#logs.server,
      watch: serverAudit(clock),
      disk,
      compactIn,
    });
    try {
      // Event ids begin again with the data: a queue of before would wait for ids that come again.
      if (isSwappedIn) await storage.transaction((tx) => EventQueues.forgetAll(tx));
      const options = completeOptions(this.#given, await storage.read(storedNetwork));
      options.port = this.#listener.port;
      return await this.#open(storage, options);
    } catch (error) {
      await storage.close();
      throw error;
    }
  }

  async #open(storage: Storage, options: ServerOptions): Promise<ServerServices> {
    this.#opened = await startRuntime(storage, options, {
      logs: this.#logs,
      network: this.#network,
      connections: this.#listener.connections,
      proxies: this.#listener.proxies,
      onAnswered: (answered, requestId) => this.#opened?.services.activity.request(answered, requestId),
      reopen: async (change) => this.reopen(change),
    });
    return this.#opened.services;
  }

  #answer(): void {
    this.#now.start();
    this.#listener.open(this.#now.answer, this.#now.upgrade);
    if (this.setupPath !== null) this.#given.onSetupLink?.(`${ownOrigin(this.services)}${this.setupPath}`);
  }
}
