/**
 * Requests of one connection are served one after the other, each when the answer before it has left: whoever sends many at once
 * and reads none makes the server put one answer together, not all of them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many requests of a connection may wait; one with more is cut off. */
const maxWaiting = 100;

export class ConnectionTurns {
  readonly #lines = new WeakMap<Socket, (() => void)[]>();

  /** Calls `serve` when the answers to all earlier requests of the connection have left; never when it ends before. */
  take({ socket }: IncomingMessage, response: ServerResponse, serve: () => void): void {
    const line = this.#lines.get(socket);
    const turn = (): void => {
      response.once('close', () => this.#next(socket));
      serve();
    };
    if (line === undefined) {
      this.#lines.set(socket, []);
      turn();
    } else if (line.length < maxWaiting) line.push(turn);
    else socket.destroy();
  }

  #next(socket: Socket): void {
    const turn = this.#lines.get(socket)?.shift();
    if (turn === undefined || socket.destroyed) this.#lines.delete(socket);
    // Not at once: what others have sent meanwhile comes between.
    else setImmediate(turn);
  }
}
