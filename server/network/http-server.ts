/** HTTP server settings of every port: bounds, and an answer in the API's form to whatever is no request. */
import { IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Paths of WebSockets (ntfy/server.ts). */
const webSocketPath = /^\/[^/?]*hearth-[^/?]*\/ws(?:\?|$)/;

/**
 * Only such a path takes its connection over: to Node, once someone listens for `upgrade`, every request with an Upgrade header would,
 * and some programs send one with each request ("h2c"), with a body that would be lost.
 */
class PlainlyUpgrading extends IncomingMessage {
  static readonly #upgrading = new WeakSet<IncomingMessage>();

  /** Read and written by Node's server. */
  get upgrade(): boolean {
    return PlainlyUpgrading.#upgrading.has(this) && webSocketPath.test(this.url ?? '');
  }

  set upgrade(isAsked: boolean | null) {
    if (isAsked === true) PlainlyUpgrading.#upgrading.add(this);
    else PlainlyUpgrading.#upgrading.delete(this);
  }
}

export const httpOptions = {
  IncomingMessage: PlainlyUpgrading,
  /**
   * Bytes of address and headers together. Lists in the address are long: the 5000 ids that GET /messages takes (spec:
   * Limits) are 65 kB of it when their numbers are high.
   */
  maxHeaderSize: 128 * 1024,
  /** How long a request may take to arrive whole: large uploads over slow links take their time. Strangers get less (http/body.ts). */
  requestTimeout: 600_000,
  headersTimeout: 60_000,
  keepAliveTimeout: 65_000,
  // The app says what is missing, as it says everything.
  requireHostHeader: false,
} satisfies ServerOptions;

/** What a request to a proxy, or one that is no request, names before its path. */
const beforePath = /^https?:\/\/[^/?#]*/i;

/**
 * @param target what a request asks for, in any form (RFC 9112, 3.2)
 * @returns its path and query, from "/" on: "*" and what names a host alone are paths that do not exist
 */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const path = target.replace(beforePath, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/** How long a client may take to read the answer after which its connection ends, in milliseconds. */
const lastWordsMs = 5000;

/** Has `server` answer what Node would end with an empty body or none. */
export function answerBadHttp(server: Pick<Server, 'on' | 'emit'>): void {
  // What is not HTTP, or too long, gets a short answer and is cut off.
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const [status, msg] =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? ['431 Request Header Fields Too Large', 'Address and headers of a request are too long']
        : ['400 Bad Request', 'Malformed HTTP request'];
    const body = JSON.stringify({ result: 'error', msg, code: 'BAD_REQUEST' });
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
    // A client that has vanished never acknowledges it: the system would keep the connection for a quarter of an hour.
    setTimeout(() => socket.destroy(), lastWordsMs).unref();
  });
  // The app refuses an expectation that it cannot meet, as it refuses everything.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
}
