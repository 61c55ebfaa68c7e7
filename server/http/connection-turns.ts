/**
 * Requests of one connection are served one after the other, each when the answer before it has left: whoever sends many at once
 * and reads none makes the server put one answer together, not all of them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many requests of a connection may wait; one with more is cut off. */
const maxWaiting = 100;

/** A request, and the way to answer it. */
type Turn = [request: IncomingMessage, response: ServerResponse];

/** Nobody waits behind the request under way: so it is with nearly every connection. */
const nobody: Turn[] = [];

/** Who serves, and is told when an answer has left or its connection has ended. */
export interface Served {
  serve(request: IncomingMessage, response: ServerResponse): void;
  left(response: ServerResponse): void;
}

export class ConnectionTurns {
  readonly #served: Served;
  /** Who waits, by the connections that have a request under way. */
  readonly #lines = new Map<Socket, Turn[]>();

  constructor(served: Served) {
    this.#served = served;
  }

  /** Has a request served when the answers to all earlier ones of its connection have left; never when it ends before. */
  take(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const line = this.#lines.get(socket);
    if (line === undefined) {
      this.#lines.set(socket, nobody);
      this.#serve(request, response);
    } else if (line === nobody) this.#lines.set(socket, [[request, response]]);
    else if (line.length < maxWaiting) line.push([request, response]);
    else socket.destroy();
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    response.on('close', () => {
      this.#served.left(response);
      this.#next(socket);
    });
    this.#served.serve(request, response);
  }

  #next(socket: Socket): void {
    const next = this.#lines.get(socket)?.shift();
    if (next === undefined || socket.destroyed) this.#lines.delete(socket);
    // Not at once: what others have sent meanwhile comes between.
    else setImmediate(() => this.#serve(...next));
  }
}
