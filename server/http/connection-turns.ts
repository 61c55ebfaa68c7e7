/**
 * Requests of one connection are served one after the other, each when the answer before it has left: a user who sends many at once
 * and reads none makes the server put one answer together, not all of them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many requests of a connection may wait; one with more is cut off. */
const maxWaiting = 100;

/** A request, and the way to answer it. */
type Turn = [request: IncomingMessage, response: ServerResponse];

/**
 * A connection: it has one for as long as it is there. A table of requests under way would change with each of them, and tables that a
 * map has outgrown hold on to what they had until a collection of the whole heap.
 */
interface Line {
  /** Whose answer has not left yet. */
  response: ServerResponse | undefined;
  waiting: Turn[];
  /** Whether a request is under way, or the next one about to be. */
  isBusy: boolean;
}

export class ConnectionTurns {
  readonly #serve: (request: IncomingMessage, response: ServerResponse) => void;
  readonly #lines = new Map<Socket, Line>();

  constructor(serve: (request: IncomingMessage, response: ServerResponse) => void) {
    this.#serve = serve;
  }

  /** The answers that have been begun, or will be, and have not left yet; of each connection its first. */
  underWay(): ServerResponse[] {
    return [...this.#lines.values()].flatMap(({ response }) => response ?? []);
  }

  /** Has a request served when the answers to all earlier ones of its connection have left; never when it ends before. */
  take(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const line = this.#lines.get(socket) ?? this.#begin(socket);
    if (!line.isBusy) this.#go(line, request, response);
    else if (line.waiting.length < maxWaiting) line.waiting.push([request, response]);
    else socket.destroy();
  }

  #begin(socket: Socket): Line {
    const line = { response: undefined, waiting: [], isBusy: false };
    if (socket.closed) return line;
    this.#lines.set(socket, line);
    socket.once('close', () => this.#lines.delete(socket));
    return line;
  }

  #go(line: Line, request: IncomingMessage, response: ServerResponse): void {
    line.isBusy = true;
    line.response = response;
    response.on('close', () => this.#left(line, request.socket));
    this.#serve(request, response);
  }

  #left(line: Line, socket: Socket): void {
    line.response = undefined;
    const next = line.waiting.shift();
    line.isBusy = next !== undefined && !socket.destroyed;
    // Not at once: what others have sent meanwhile comes between.
    if (next !== undefined && line.isBusy) setImmediate(() => this.#go(line, ...next));
  }
}
