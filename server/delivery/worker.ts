/**
 * Sends what is in the delivery queue: several at once, never two of one lane (a bot, the mail server), each tried again
 * after growing pauses. What was not finished when the server stopped is tried again after the next start.
 */
import { messageOf } from '../errors.ts';
import type { Reader } from '../storage/database.ts';
import type { DueTurns, Schedule } from './due-work.ts';
import {
  dueDeliveries,
  finishDelivery,
  nextDelivery,
  postponeDelivery,
  type DeliveryKind,
  type DeliveryRow,
  type Enqueuing,
} from './queue.ts';

/** What came of a delivery; `follow` runs in the transaction that marks it done (a bot's reply, for one). */
export interface Delivered<A> {
  status?: number;
  response?: string;
  follow?: (acting: A) => void;
}

/** Why an attempt failed. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  /** HTTP status of the other side, if it came to that. */
  readonly status: number | undefined;
  /** Trying again cannot help. */
  readonly permanent: boolean;
  readonly response: string | undefined;

  constructor(
    message: string,
    details: { status?: number; permanent?: boolean; response?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.status = details.status;
    this.permanent = details.permanent ?? false;
    this.response = details.response;
  }
}

/** How deliveries of one kind are sent. `A` is what a transaction of the server hands to those who write. */
export interface DeliveryHandler<A> {
  kind: DeliveryKind;
  /** Pauses after each failed attempt, in milliseconds; one attempt more than pauses is made. */
  pausesMs: readonly number[];
  /** @throws DeliveryError, or anything: then it is tried again. */
  send(delivery: DeliveryRow, signal: AbortSignal): Promise<Delivered<A>>;
  /** Runs in the transaction that marks the delivery as failed for good. */
  failed?(acting: A, delivery: DeliveryRow, error: DeliveryError): void;
}

interface WorkerOptions<A> {
  handlers: readonly DeliveryHandler<A>[];
  read<T>(fn: (db: Reader) => T): Promise<T>;
  writeAsSystem<T>(fn: (acting: A) => T): Promise<T>;
  nowMs: () => number;
  schedule: Schedule;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
}

const atOnce = 8;

export class DeliveryWorker<A extends Enqueuing> {
  readonly #options: WorkerOptions<A>;
  readonly #handlers: ReadonlyMap<DeliveryKind, DeliveryHandler<A>>;
  readonly #turns: DueTurns;
  readonly #lanes = new Map<string, Promise<void>>();
  #stopping = new AbortController();

  constructor(options: WorkerOptions<A>) {
    this.#options = options;
    this.#handlers = new Map(options.handlers.map((handler) => [handler.kind, handler]));
    this.#turns = options.schedule({ name: 'the delivery queue', run: async () => this.#startDue() });
  }

  start(): void {
    this.#stopping = new AbortController();
    this.#turns.start();
  }

  /** Looks for due deliveries now. */
  wake(): void {
    this.#turns.wake();
  }

  /** Ends attempts under way; they stay in the queue and count as not made. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#turns.stop();
    await Promise.all(this.#lanes.values());
  }

  /** Resolves when everything that is due has been tried. */
  async settled(): Promise<void> {
    // Both in one look: a lane that ends between two has begun another run, for the next of it.
    while (this.#turns.isRunning || this.#lanes.size > 0)
      await (this.#turns.isRunning ? this.#turns.settled() : Promise.race(this.#lanes.values()));
  }

  async #startDue(): Promise<number | null> {
    const nowMs = this.#options.nowMs();
    const { due, next } = await this.#options.read((db) => ({
      due: dueDeliveries(db, nowMs),
      next: nextDelivery(db, nowMs),
    }));
    for (const delivery of due) {
      const { lane } = delivery;
      if (this.#lanes.size >= atOnce || this.#lanes.has(lane) || this.#stopping.signal.aborted) continue;
      const done = this.#attempt(delivery).finally(() => {
        this.#lanes.delete(lane);
        this.#turns.wake();
      });
      this.#lanes.set(lane, done);
    }
    return next;
  }

  async #attempt(delivery: DeliveryRow): Promise<void> {
    const handler = this.#handlers.get(delivery.kind);
    try {
      if (handler === undefined) throw new DeliveryError(`Nothing delivers ${delivery.kind}.`, { permanent: true });
      const { status, response, follow } = await handler.send(delivery, this.#stopping.signal);
      await this.#options
        .writeAsSystem((acting) => {
          finishDelivery(acting, delivery, { error: null, status, response });
          follow?.(acting);
        })
        // It has left the machine: what then goes wrong here is no reason to send it again.
        .catch((error: unknown) => {
          throw new DeliveryError(messageOf(error), { permanent: true, status, response, cause: error });
        });
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      await this.#recordFailure(delivery, handler, error).catch((failure: unknown) =>
        this.#options.log.error({ err: failure, delivery: delivery.id }, 'could not record a failed delivery'),
      );
    }
  }

  async #recordFailure(delivery: DeliveryRow, handler: DeliveryHandler<A> | undefined, thrown: unknown): Promise<void> {
    const error = thrown instanceof DeliveryError ? thrown : new DeliveryError(messageOf(thrown), { cause: thrown });
    const pauseMs = handler?.pausesMs[delivery.attempts];
    this.#options.log.warn(
      { delivery: delivery.id, kind: delivery.kind, attempt: delivery.attempts + 1, reason: error.message },
      'delivery failed',
    );
    const { status, response } = error;
    const attempted = { error: error.message, status, response };
    if (pauseMs !== undefined && !error.permanent) {
      await this.#options.writeAsSystem((acting) =>
        postponeDelivery(acting, delivery, { ...attempted, untilMs: acting.nowMs + pauseMs }),
      );
      return;
    }
    await this.#options
      .writeAsSystem((acting) => {
        finishDelivery(acting, delivery, attempted);
        handler?.failed?.(acting, delivery, error);
      })
      .catch(async (failure: unknown) => {
        // Without an end it would be sent again at once, and again.
        await this.#options.writeAsSystem((acting) => finishDelivery(acting, delivery, attempted));
        throw failure;
      });
  }
}
