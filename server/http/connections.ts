/**
 * Connections and uploads under way, bounded by the file descriptors of the process: some are kept for files, whatever clients do.
 * When few are left, connections without a request of an account are closed, those of the address with the most first.
 */
import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { rateLimitHit, type ApiError } from '../errors.ts';
import type { TrustedProxies } from './proxies.ts';
import { placeOf } from './rate-limit.ts';

/** The share of one address: an office may sit behind one, and others still get in. */
const shareOfAddress = 0.75;
/** The share of one account, from all its addresses: others still get in. */
const shareOfAccount = 0.5;
/** File uploads that one account may send at once. */
const uploadsPerAccount = 16;
/** For files: a quarter of all descriptors, within these bounds. */
const reserve = { least: 96, most: 1024 };
const leastConnections = 16;
/** How long a refusal is worth an alert, and how often the log says it, in milliseconds. */
const alertMs = 3_600_000;
const logEveryMs = 60_000;

const tooMany = 'Too many connections. Please try again in a moment.';
const refusal = JSON.stringify({ result: 'error', msg: tooMany, code: 'TOO_MANY_CONNECTIONS' });
const refusalHead = `HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: ${refusal.length}\r\nRetry-After: 5\r\nConnection: close\r\n\r\n`;

/** Answers a request of a client that has too many under way. */
export function answerTooMany(response: ServerResponse): void {
  response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '5', Connection: 'close' });
  response.end(refusal);
}

/** Emits `close` when a request is over: its answer, or the connection that it took over. */
type Ending = Pick<EventEmitter, 'once'>;

interface Place {
  open: Set<Socket>;
  /** Without a request of an account, the one that has been so for longest first. */
  idle: Set<Socket>;
  /** A trusted proxy has no share: it is many clients. */
  isProxy: boolean;
}

/** An open connection. */
interface Line {
  readonly connections: Connections;
  /** The one that is counted and closed: below the encryption, where there is one. */
  readonly socket: Socket;
  readonly place: Place;
  /** Whose request is under way on it. */
  account: number | undefined;
}

/** Of each open connection: looked up for every request. */
const lines = new WeakMap<Socket, Line>();

/**
 * Counts a request as one of an account until its answer has left: its connection is not closed for others.
 * @throws ApiError RATE_LIMIT_HIT when the account has its share of connections
 */
export function countForAccount({ socket }: IncomingMessage, userId: number): void {
  const line = lines.get(socket);
  line?.connections.countForAccount(line, userId);
}

/** Notes that the connection of a request under way is not closed for others: its account is counted where it belongs. */
export function noteKept({ socket }: IncomingMessage): void {
  const line = lines.get(socket);
  line?.place.idle.delete(line.socket);
}

/** Notes that a request has its answer, though not all of it has come: its connection may be closed for others. */
export function noteAnswered({ socket }: IncomingMessage): void {
  const line = lines.get(socket);
  if (line?.place.open.has(line.socket) === true) line.place.idle.add(line.socket);
}

/** Notes that a connection which is counted is encrypted: its requests come by `encrypted`. */
export function noteEncrypted(socket: Socket, encrypted: Socket): void {
  const line = lines.get(socket);
  if (line !== undefined) lines.set(encrypted, line);
}

export class Connections {
  readonly #proxies: TrustedProxies;
  readonly #most: number;
  readonly #mostUploads: number;
  readonly #places = new Map<string, Place>();
  /** Requests under way of clients behind trusted proxies, by their address. */
  readonly #proxied = new Map<string, number>();
  /** Requests under way by account. */
  readonly #accounts = new Map<number, number>();
  readonly #uploads = new Map<number, number>();
  #count = 0;
  #uploading = 0;
  #refused = { count: 0, atMs: -Infinity, saidAtMs: -Infinity };
  #say: (refused: number) => void = () => undefined;

  /** @param descriptors that the process may have open; null where the system does not bound them */
  constructor(descriptors: number | null, proxies: TrustedProxies) {
    this.#proxies = proxies;
    const kept = Math.min(reserve.most, Math.max(reserve.least, Math.floor((descriptors ?? Infinity) / 4)));
    this.#most = Math.max(leastConnections, (descriptors ?? Infinity) - kept);
    this.#mostUploads = Math.floor(kept / 4);
  }

  /** How many connections may be open. */
  get most(): number {
    return this.#most;
  }

  /** Whether connections were refused within the last hour. */
  get wereRefused(): boolean {
    return performance.now() - this.#refused.atMs < alertMs;
  }

  /** @param say is reported now and then how many connections were refused since it was informed last */
  onRefused(say: (refused: number) => void): void {
    this.#say = say;
  }

  /** Counts a new connection, and refuses it when there are too many that have a request of an account under way. */
  admit(socket: Socket): void {
    const name = placeOf(socket.remoteAddress ?? '');
    const isProxy = this.#proxies.isTrusted(socket.remoteAddress);
    const place = this.#places.get(name) ?? { open: new Set(), idle: new Set(), isProxy };
    if (place.open.has(socket) || socket.destroyed) return;
    if (!isProxy && place.open.size >= this.#most * shareOfAddress && !closeOldest(place)) return this.#refuse(socket);
    if (this.#count >= this.#most && !this.#closeAnyIdle()) return this.#refuse(socket);
    this.#places.set(name, place);
    lines.set(socket, { connections: this, socket, place, account: undefined });
    place.open.add(socket);
    place.idle.add(socket);
    this.#count += 1;
    socket.once('close', () => {
      this.#count -= 1;
      place.open.delete(socket);
      place.idle.delete(socket);
      if (place.open.size === 0) this.#places.delete(name);
    });
  }

  /**
   * Notes that a request of a connection is under way until its answer has left.
   * @returns false when its client, behind a trusted proxy, has as many under way as one address may have connections
   */
  begin(request: IncomingMessage, response: Ending): boolean {
    const line = lines.get(request.socket);
    if (line?.place.open.has(line.socket) !== true) return true;
    if (line.place.isProxy && !this.#countProxied(request, response)) return false;
    becomeNewestIdle(line);
    response.once('close', () => this.#endRequest(line));
    return true;
  }

  /** As the function of this name. */
  countForAccount(line: Line, userId: number): void {
    const underWay = this.#accounts.get(userId) ?? 0;
    if (underWay >= this.#most * shareOfAccount) {
      this.#noteRefused();
      throw rateLimitHit(5, tooMany);
    }
    if (line.account !== undefined) return;
    line.account = userId;
    this.#accounts.set(userId, underWay + 1);
    line.place.idle.delete(line.socket);
  }

  #endRequest(line: Line): void {
    const { account, place, socket } = line;
    line.account = undefined;
    if (account !== undefined) countDown(this.#accounts, account);
    if (place.open.has(socket) && !socket.destroyed) becomeNewestIdle(line);
  }

  /** A proxy that does not say for which client it asks is not limited. */
  #countProxied(request: IncomingMessage, response: Ending): boolean {
    const address = this.#proxies.addressOf(request);
    if (this.#proxies.isTrusted(address)) return true;
    const client = placeOf(address);
    const underWay = this.#proxied.get(client) ?? 0;
    if (underWay >= this.#most * shareOfAddress) {
      this.#noteRefused();
      return false;
    }
    this.#proxied.set(client, underWay + 1);
    response.once('close', () => countDown(this.#proxied, client));
    return true;
  }

  /** Counts a file upload of an account. @returns what ends it. @throws ApiError when the account, or all together, send too many */
  upload(userId: number): () => void {
    const own = this.#uploads.get(userId) ?? 0;
    if (own >= uploadsPerAccount || this.#uploading >= this.#mostUploads) throw tooManyUploads();
    this.#uploads.set(userId, own + 1);
    this.#uploading += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#uploading -= 1;
      countDown(this.#uploads, userId);
    };
  }

  #closeAnyIdle(): boolean {
    const places = [...this.#places.values()].filter(({ idle }) => idle.size > 0);
    // A proxy may be about to send a request on its connections: those of other addresses are closed before.
    const direct = places.filter(({ isProxy }) => !isProxy);
    const [first, ...others] = direct.length > 0 ? direct : places;
    if (first === undefined) return false;
    return closeOldest(others.reduce((most, one) => (one.open.size > most.open.size ? one : most), first));
  }

  #refuse(socket: Socket): void {
    this.#noteRefused();
    // TLS has not begun on such a connection, or says it encrypted; either way it ends at once.
    socket.on('error', () => undefined);
    socket.end(refusalHead + refusal, () => socket.destroy());
  }

  #noteRefused(): void {
    const now = performance.now();
    this.#refused.count += 1;
    this.#refused.atMs = now;
    if (now - this.#refused.saidAtMs >= logEveryMs) {
      this.#refused.saidAtMs = now;
      this.#say(this.#refused.count);
      this.#refused.count = 0;
    }
  }
}

function becomeNewestIdle({ place: { idle }, socket }: Line): void {
  idle.delete(socket);
  idle.add(socket);
}

function countDown<Key>(counts: Map<Key, number>, key: Key): void {
  const left = (counts.get(key) ?? 1) - 1;
  if (left > 0) counts.set(key, left);
  else counts.delete(key);
}

/** Closes the connection of an address that has been without a request of an account for longest. @returns whether there is one */
function closeOldest({ open, idle }: Place): boolean {
  const [oldest] = idle;
  if (oldest === undefined) return false;
  idle.delete(oldest);
  open.delete(oldest);
  oldest.destroy();
  return true;
}

const tooManyUploads = (): ApiError => rateLimitHit(5, 'Too many uploads at once. Please wait until some have ended.');
