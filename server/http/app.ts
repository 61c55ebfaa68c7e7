/** The middleware of every request, in order, on one screen. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Router } from '@koa/router';
import Koa, { type Context, type Middleware } from 'koa';
import type { Logger } from 'pino';
import { answeredRequest, type AnsweredRequest, loggedPath } from './recorded-request.ts';
import { bodyParser, type BodyLimits } from './body.ts';
import { serve, type Host } from './dispatch.ts';
import type { Endpoint, RequestInfo } from './endpoint.ts';
import { underFault, type Fault } from './faults.ts';
import { ApiError, expectationFailed, hostRefused, internalError, malformedRequest, notFound } from '../errors.ts';
import { RequestSignals } from './request-signals.ts';
import { privacyOf, shownPathOf } from './privacy.ts';
import { apiPrefix, choose, routesOf } from './routes.ts';
import { answerBeforeBody, hasBody, throwAwayRest } from './unread-body.ts';

/** A handler that answers requests below a path by itself: a protocol of its own, such as resumable uploads. */
export interface Mount {
  prefix: string;
  /** @param info gets the caller's id once it is proved. */
  handle(request: IncomingMessage, response: ServerResponse, info: RequestInfo): Promise<void>;
}

export interface AppOptions<C> extends BodyLimits {
  endpoints: readonly Endpoint<C>[];
  host: Host<C>;
  /** Serves what is not the API: the console, health. Runs after the host check. */
  pages: Middleware;
  mounts: readonly Mount[];
  /** One line a request. */
  log: Logger;
  /** The fault on demand that hits a request; undefined for none. */
  faultFor: (request: RequestInfo, route: string) => Promise<Fault | undefined>;
  /** Whether what was answered is kept with the request: it may be anybody's. */
  keepsAnswers: boolean;
  /** Told of every request of the API when it has been answered, without its secrets; null for the console's own looking. */
  onAnswered: (answered: AnsweredRequest | null, requestId: string) => void;
  /** Told how long each operation took, in milliseconds, long polls apart. */
  onTimed: (operation: string, ms: number, status: number) => void;
  /** Defects, with all their detail. */
  errorLog: Logger;
  /** Aborts when the server stops. */
  stopping: AbortSignal;
  /** Whether the server answers to a name. @param host the Host header. */
  isKnownHost: (host: string | undefined) => boolean;
  /** Turns what storage throws into an API error; undefined = a defect. */
  translateError: (error: unknown) => ApiError | undefined;
}

/** @returns a Koa application that answers every request, wrong ones with JSON (api-v1.md, Conventions 3 and 5). */
export function makeApp<C>(options: AppOptions<C>): Koa {
  const app = new Koa();
  const signals = new RequestSignals(options.stopping);
  app.silent = true;
  app.use(endUnreadBody(options));
  app.use(withRequestId(options));
  app.use(answerErrors(options));
  app.use(securityHeaders);
  app.use(checkHost(options.isKnownHost));
  app.use(normalizePath);
  app.use(handOver(options, signals));
  app.use(options.pages);
  app.use(apiRouter(options, signals).routes());
  app.use(async (ctx) => {
    throw notFound(ctx.path);
  });
  return app;
}

/** An answer does not wait for the rest of a body that nobody reads, and the connection does not for long. */
function endUnreadBody({ strangers }: BodyLimits): Middleware {
  return async (ctx, next) => {
    if (hasBody(ctx.req)) ctx.res.once('finish', () => void throwAwayRest(ctx.req, patienceFor(ctx, strangers)));
    await next();
  };
}

/** How long the rest of a body may take that nobody reads, in milliseconds. */
function patienceFor(ctx: Context, strangers: BodyLimits['strangers']): number {
  const isKnown = (ctx.state['caller'] as RequestInfo | undefined)?.userId !== undefined;
  return isKnown ? Math.max(strangers.patienceMs, 60_000) : strangers.patienceMs;
}

/** Gives the request an id and writes one line about it when it is done: no query string, no headers, no keys in its path. */
function withRequestId({
  log,
  onAnswered,
  onTimed,
  keepsAnswers,
}: Pick<AppOptions<never>, 'log' | 'onAnswered' | 'onTimed' | 'keepsAnswers'>): Middleware {
  return async (ctx, next) => {
    const started = performance.now();
    ctx.state['requestId'] = randomUUID();
    ctx.set('X-Request-Id', ctx.state['requestId'] as string);
    const path = ctx.path;
    await next();
    const caller = ctx.state['caller'] as RequestInfo | undefined;
    const took = performance.now() - started;
    const ms = Math.round(took);
    if (caller?.route?.isLongPoll === false) onTimed(`${ctx.method} ${caller.route.path}`, took, ctx.status);
    onAnswered(
      caller === undefined || isLooking(caller) ? null : answered(ctx, caller, ms, keepsAnswers),
      ctx.state['requestId'] as string,
    );
    log.info({
      request: ctx.state['requestId'] as string,
      method: ctx.method,
      path: loggedPath({ path, route: caller?.route }),
      status: ctx.status,
      ms,
      ip: ctx.ip,
      user: caller?.userId,
    });
  };
}

/** What the console asks to show something is not what it shows. */
function isLooking({ method, path }: RequestInfo): boolean {
  return method === 'GET' && path.startsWith(`${apiPrefix}/console/`);
}

function answered(ctx: Context, caller: RequestInfo, ms: number, keepsAnswer: boolean): AnsweredRequest {
  return answeredRequest(caller, {
    status: ctx.status,
    code: (ctx.state['errorCode'] as string | undefined) ?? null,
    ms,
    body: keepsAnswer ? ctx.body : undefined,
  });
}

function answerErrors<C>({ errorLog, translateError, strangers }: AppOptions<C>): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const requestId = ctx.state['requestId'] as string;
      const known = error instanceof ApiError ? error : (cutOff(ctx, error) ?? translateError(error));
      if (known === undefined) errorLog.error({ request: requestId, err: error }, 'a request failed by a defect');
      const answer = known ?? internalError(requestId);
      ctx.state['errorCode'] = answer.code;
      ctx.status = answer.status;
      ctx.set(answer.headers);
      // A browser would ask for a password by itself, and hold the page's own request until it got one.
      if (ctx.get('X-Requested-With') !== '') ctx.remove('WWW-Authenticate');
      ctx.type = 'application/json';
      answerBeforeBody(ctx, JSON.stringify(answer.body), patienceFor(ctx, strangers));
    }
  };
}

/** Nobody is there to read it any more, but what is remembered of the request says that it was no defect. */
function cutOff(ctx: Context, error: unknown): ApiError | undefined {
  return error === ctx.req.errored ? malformedRequest('the connection ended before the body did') : undefined;
}

const securityHeaders: Middleware = async (ctx, next) => {
  ctx.set({
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    'X-Frame-Options': 'DENY',
  });
  await next();
};

function checkHost(isKnownHost: (host: string | undefined) => boolean): Middleware {
  return async (ctx, next) => {
    const { host, expect } = ctx.req.headers;
    if (host === undefined) throw malformedRequest('it has no Host header');
    if (!isKnownHost(host)) throw hostRefused(host);
    if (expect !== undefined && expect.toLowerCase() !== '100-continue') throw expectationFailed();
    await next();
  };
}

/** Repeated and trailing slashes do not matter (client-requirements.md 3). */
const normalizePath: Middleware = async (ctx, next) => {
  try {
    decodeURIComponent(ctx.path);
  } catch {
    throw malformedRequest('the path has malformed percent-encoding');
  }
  if (ctx.path.includes('%00')) throw malformedRequest('the path has a null byte');
  if (ctx.path.startsWith('/api/') || ctx.path.startsWith('//'))
    ctx.path = ctx.path.replaceAll(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
  await next();
};

function handOver(
  { mounts, faultFor }: Pick<AppOptions<never>, 'mounts' | 'faultFor'>,
  signals: RequestSignals,
): Middleware {
  return async (ctx, next) => {
    const mount = mounts.find(({ prefix }) => ctx.path === prefix || ctx.path.startsWith(`${prefix}/`));
    if (mount === undefined) return next();
    const request = requestInfo(ctx, signals);
    ctx.state['caller'] = request;
    const work = async (): Promise<void> => {
      ctx.respond = false;
      await mount.handle(ctx.req, ctx.res, request);
    };
    const fault = await faultFor(request, mount.prefix.slice(apiPrefix.length));
    return fault === undefined ? work() : underFault(fault, ctx, request, work);
  };
}

function apiRouter<C>(options: AppOptions<C>, signals: RequestSignals): Router {
  const router = new Router();
  const readBody = bodyParser(options);
  for (const route of routesOf(options.endpoints)) {
    router.all(route.pattern, async (ctx) => {
      const values = Object.values(ctx.params as Record<string, string>);
      const { endpoint, params } = choose(route, ctx.method, values);
      const request = requestInfo(ctx, signals);
      const privacy = privacyOf(endpoint);
      const shownPath = shownPathOf(route.pattern, params, privacy);
      request.route = { path: endpoint.path, shownPath, isLongPoll: endpoint.isLongPoll === true, privacy };
      ctx.state['caller'] = request;
      const work = async (): Promise<void> =>
        serve(ctx, endpoint, params, request, options.host, async (reader, next) => readBody(ctx, reader, next));
      const fault = await options.faultFor(request, endpoint.path);
      if (fault === undefined) return work();
      return underFault(fault, ctx, request, work);
    });
  }
  return router;
}

function requestInfo(ctx: Context, signals: RequestSignals): RequestInfo {
  let signal: AbortSignal | undefined;
  return {
    id: ctx.state['requestId'] as string,
    method: ctx.method,
    path: ctx.path,
    origin: `${ctx.protocol}://${ctx.host}`,
    ip: ctx.ip,
    client: clientName(ctx.get('user-agent')),
    userId: undefined,
    headers: ctx.req.headers,
    get signal() {
      return (signal ??= signals.of(ctx.res));
    },
  };
}

/** "ZulipPython/0.9.0 (Linux)" -> "ZulipPython"; browsers are "website". */
function clientName(userAgent: string): string {
  if (userAgent.startsWith('Mozilla/')) return 'website';
  return /^([\w .-]{1,30}?)(?:\/|\s|$)/.exec(userAgent)?.[1] ?? 'unknown';
}
