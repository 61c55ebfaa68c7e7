/**
 * The port: taken before the data folder is touched, opened when there is someone to answer, held while the data is swapped,
 * closed within bounds.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { storageUnavailable } from '../errors.ts';
import { dropForeignSession, noteOwnPort } from '../http/auth.ts';
import { ConnectionTurns } from '../http/connection-turns.ts';
import { answerTooMany, Connections, noteEncrypted } from '../http/connections.ts';
import { TrustedProxies } from '../http/proxies.ts';
import { endStalledBody } from '../http/unread-body.ts';
import { answerBadHttp, httpOptions, originForm } from '../network/http-server.ts';
import { listenError } from '../network/listen-error.ts';
import { openFileLimit } from '../open-file-limit.ts';
import { defaultLimits, type StartOptions } from '../options.ts';

/** How long open requests may take to end when the server stops or its data is swapped, in milliseconds. */
const graceMs = 3000;
/** How many requests wait at a held listener, and how long, in milliseconds; others are told to come again. */
const maxHeld = 2000;
const holdPatienceMs = 30_000;

export type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;
/** Takes a connection over for a WebSocket. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

interface Held {
  request: IncomingMessage;
  response: ServerResponse;
  patience: NodeJS.Timeout;
}

/** The listening socket: it opens before the server behind it is ready, and holds requests until then. */
export class HttpListener {
  readonly #server: Server;
  readonly proxies: TrustedProxies;
  readonly #stalledBodyMs: number;
  readonly connections: Connections;
  #answer: Answer | undefined;
  #upgrade: Upgrade | undefined;
  readonly #turns = new ConnectionTurns((request, response) => {
    if (!this.connections.begin(request, response)) answerTooMany(response);
    else if (this.#answer === undefined) this.#hold(request, response);
    else this.#answer(request, response);
  });
  readonly #held = new Set<Held>();

  /** @param options that count before the data is opened */
  constructor({ trustedProxies = [], limits }: Pick<StartOptions, 'trustedProxies' | 'limits'> = {}) {
    this.#stalledBodyMs = limits?.stalledBodyMs ?? defaultLimits.stalledBodyMs;
    this.proxies = new TrustedProxies(trustedProxies);
    this.connections = new Connections(openFileLimit(), this.proxies);
    this.#server = createServer(httpOptions, (request, response) => this.handle(request, response));
    this.#server.on('connection', (socket: Socket) => this.admit(socket));
    this.#server.on('upgrade', (request, socket, head) => this.upgrade(request, socket, head));
    answerBadHttp(this.#server);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** @throws ListenError */
  async listen(port: number, host = '127.0.0.1'): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ port, host }, () => {
        this.#server.off('error', reject);
        // A connection that cannot be accepted, such as for want of files, is lost; the others go on.
        this.#server.on('error', () => undefined);
        resolve();
      });
    }).catch(async (error: NodeJS.ErrnoException) => {
      throw await listenError(error, port, host);
    });
  }

  /** Takes over a connection that came in by a socket of someone else. */
  accept(socket: Socket): void {
    this.#server.emit('connection', socket);
  }

  /** Counts a connection to a server of someone else, whose requests are answered here. */
  admit(socket: Socket): void {
    this.connections.admit(socket);
  }

  /** Notes that a counted connection is encrypted. */
  encrypt(socket: Socket, encrypted: Socket): void {
    noteEncrypted(socket, encrypted);
  }

  /** Answers a request that came in by a server of someone else. */
  handle(request: IncomingMessage, response: ServerResponse): void {
    request.url = originForm(request.url ?? '/');
    noteOwnPort(request);
    dropForeignSession(request, this.proxies);
    endStalledBody(request, response, this.#stalledBodyMs);
    this.#turns.take(request, response);
  }

  /** Takes over a connection for a WebSocket; while there is no data, or too many are open, its client comes again. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Node has let go of the connection: an error of it is its client's, which has gone.
    socket.on('error', () => socket.destroy());
    // A client that was refused may stay connected, or have vanished. A WebSocket that is accepted clears the time-out.
    if ('setTimeout' in socket) (socket as Socket).setTimeout(this.#stalledBodyMs, () => socket.destroy());
    if (this.#upgrade === undefined || !this.connections.begin(request, socket)) socket.destroy();
    else this.#upgrade(request, socket, head);
  }

  /** Passes on the requests that wait, and those that come. */
  open(answer: Answer, upgrade?: Upgrade): void {
    this.#answer = answer;
    this.#upgrade = upgrade;
    for (const held of this.#held) {
      clearTimeout(held.patience);
      answer(held.request, held.response);
    }
    this.#held.clear();
  }

  /** From now on requests wait, until `open`. */
  hold(): void {
    this.#answer = undefined;
    this.#upgrade = undefined;
  }

  /**
   * Waits for the requests under way, and cuts off those that take longer than `graceMs`.
   * @param except the X-Request-Id of the one that this is done for: it is not waited for.
   */
  async drain(except: string | undefined): Promise<void> {
    const held = (response: ServerResponse): boolean => [...this.#held].some((one) => one.response === response);
    const others = (): ServerResponse[] =>
      this.#turns
        .underWay()
        .filter((response) => except === undefined || response.getHeader('X-Request-Id') !== except)
        .filter((response) => !held(response));
    const ended = Promise.all(
      others().map((response) => new Promise<void>((resolve) => void response.once('close', resolve))),
    );
    const cutOff = setTimeout(() => {
      for (const response of others()) response.destroy();
    }, graceMs);
    await ended;
    clearTimeout(cutOff);
  }

  /** Stops accepting and waits for open requests, at most `graceMs`. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    this.#server.closeIdleConnections();
    const idle = setInterval(() => this.#server.closeIdleConnections(), 50);
    const force = setTimeout(() => this.#server.closeAllConnections(), graceMs);
    await closed;
    clearInterval(idle);
    clearTimeout(force);
    for (const { patience } of this.#held) clearTimeout(patience);
  }

  #hold(request: IncomingMessage, response: ServerResponse): void {
    if (this.#held.size >= maxHeld) {
      answerUnavailable(response);
      return;
    }
    const giveUp = (): void => {
      this.#held.delete(held);
      answerUnavailable(response);
    };
    const held: Held = { request, response, patience: setTimeout(giveUp, holdPatienceMs) };
    this.#held.add(held);
    response.once('close', () => {
      clearTimeout(held.patience);
      this.#held.delete(held);
    });
  }
}

/** The answer while there is no data to answer from. */
export function answerUnavailable(response: ServerResponse): void {
  const { body } = storageUnavailable('The server is opening its data. Try again in a moment.');
  response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '2', Connection: 'close' });
  response.end(JSON.stringify(body));
}
