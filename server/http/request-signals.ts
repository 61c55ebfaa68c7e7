/**
 * Abort signals of requests whose client has left. A signal is made when someone asks for it, and nothing
 * that lives longer than the request holds on to it: the server remembers only those of requests under way.
 */
import type { ServerResponse } from 'node:http';

export class RequestSignals {
  readonly #underWay = new Set<AbortController>();
  #isStopping = false;

  /** @param stopping aborts when the server stops. */
  constructor(stopping: AbortSignal) {
    stopping.addEventListener('abort', () => {
      this.#isStopping = true;
      for (const controller of this.#underWay) controller.abort();
    });
  }

  /** @returns a signal that aborts when the client has gone away, the answer is out, or the server stops. */
  of(response: ServerResponse): AbortSignal {
    const controller = new AbortController();
    if (this.#isStopping || response.destroyed) {
      controller.abort();
      return controller.signal;
    }
    this.#underWay.add(controller);
    response.once('close', () => {
      this.#underWay.delete(controller);
      controller.abort();
    });
    return controller.signal;
  }
}
