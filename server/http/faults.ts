/**
 * Faults on demand: requests that match are delayed, refused, or dropped, so that clients can be seen to cope. Nothing here
 * knows what an endpoint does; whether a server has faults at all is decided by the user who makes `Faults`. Rules end by
 * themselves, and a restart ends all of them.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Context as KoaContext } from 'koa';
import { internalError, rateLimitHit } from '../errors.ts';
import type { RequestInfo } from './endpoint.ts';

/**
 * `latency` waits before the work; `rate_limit` and `server_error` answer instead of it; `drop` ends the connection instead of it,
 * `drop_answer` after it, so that the client cannot know whether it was done.
 */
export const faultKinds = ['latency', 'rate_limit', 'server_error', 'drop', 'drop_answer'] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface FaultRule {
  kind: FaultKind;
  /** null = a user who asks. */
  userId: number | null;
  /** null = every method. */
  method: string | null;
  /** A declared path, "/messages/{message_id}"; null = every one. */
  route: string | null;
  /** From 0 to 1, of each request that matches. */
  probability: number;
  /** Whether requests of chat pages, which have a session and no API key, are hit as well. */
  browsers: boolean;
  /** So many requests are hit; null = no bound. */
  times: number | null;
  /** Of `latency`: how long; of `rate_limit`: when to come again. Milliseconds. */
  ms: number;
}

export interface Fault extends FaultRule {
  id: number;
  /** Requests hit so far. */
  hits: number;
  /** UNIX milliseconds. */
  endsAtMs: number;
}

/** The status that is remembered of a request that was never answered. */
const droppedStatus = 499;

export class Faults {
  readonly #nowMs: () => number;
  readonly #chance: () => number;
  #rules: Fault[] = [];
  #lastId = 0;

  /** @param chance from 0 to below 1. */
  constructor(nowMs: () => number, chance: () => number) {
    this.#nowMs = nowMs;
    this.#chance = chance;
  }

  /** Those that have not ended, the oldest first. */
  list(): readonly Fault[] {
    const nowMs = this.#nowMs();
    this.#rules = this.#rules.filter(
      ({ endsAtMs, times, hits }) => endsAtMs > nowMs && (times === null || hits < times),
    );
    return this.#rules;
  }

  add(rule: FaultRule, lastsMs: number): Fault {
    this.#lastId += 1;
    const fault = { ...rule, id: this.#lastId, hits: 0, endsAtMs: this.#nowMs() + lastsMs };
    this.#rules = [...this.list(), fault];
    return fault;
  }

  /** @returns whether there was one. */
  remove(id: number): boolean {
    const before = this.list().length;
    this.#rules = this.#rules.filter((fault) => fault.id !== id);
    return this.#rules.length < before;
  }

  clear(): void {
    this.#rules = [];
  }

  /** The first fault that hits a request, which counts as a hit. */
  take(request: {
    userId: number | undefined;
    method: string;
    route: string;
    /** Whether a page of this server sent it, with a session. */
    isOfPage: boolean;
  }): Fault | undefined {
    const fault = this.list().find(
      (one) =>
        (one.browsers || !request.isOfPage) &&
        (one.userId === null || one.userId === request.userId) &&
        (one.method === null || one.method === request.method) &&
        (one.route === null || one.route === request.route) &&
        this.#chance() < one.probability,
    );
    if (fault !== undefined) fault.hits += 1;
    return fault;
  }
}

/** Serves a request under a fault. @param serve the work. @throws ApiError for the kinds that answer instead. */
export async function underFault(
  fault: Fault,
  ctx: KoaContext,
  request: RequestInfo,
  serve: () => Promise<void>,
): Promise<void> {
  request.fault = fault.kind;
  switch (fault.kind) {
    case 'latency':
      await wait(fault.ms, undefined, { signal: request.signal }).catch(() => undefined);
      return serve();
    case 'rate_limit':
      throw rateLimitHit(fault.ms / 1000);
    case 'server_error':
      throw internalError(request.id);
    case 'drop':
      return drop(ctx);
    default:
      await serveUnheard(ctx, serve);
      return drop(ctx);
  }
}

/** Work that writes its answer on its own ends with the connection, at the first word of that answer. */
async function serveUnheard(ctx: KoaContext, serve: () => Promise<void>): Promise<void> {
  const { req, res } = ctx;
  const ended = new Promise<void>((resolve) => res.once('close', () => resolve()));
  res.writeHead = () => {
    req.socket.destroy();
    return res;
  };
  await Promise.race([serve().catch(() => undefined), ended]);
}

/** Ends the connection without a word. */
function drop(ctx: KoaContext): void {
  ctx.status = droppedStatus;
  ctx.respond = false;
  ctx.req.socket.destroy();
}
