/** The middleware of every request, in order, on one screen. */
import { randomUUID } from 'node:crypto';
import type { Router } from '@koa/router';
import Koa, { type Context, type Middleware } from 'koa';
import { type ApiError, expectationFailed, hostRefused, malformedRequest, noSuchEndpoint } from '../errors.ts';
import { noteAnswered, type Recording } from './after-answer.ts';
import { bodyParser, sentBy, type BodyLimits } from './body.ts';
import { answerToPreflight, crossOriginHeaders } from './cors.ts';
import { serve, type Host } from './dispatch.ts';
import type { Endpoint, RequestInfo } from './endpoint.ts';
import { errorAnswer, type ErrorHandling } from './error-answer.ts';
import { underFault, type Fault } from './faults.ts';
import { Later } from './later.ts';
import { Pieces } from './pieces.ts';
import { privacyOf, shownPathOf } from './privacy.ts';
import type { TrustedProxies } from './proxies.ts';
import { readablePath } from './readable-path.ts';
import { requestInfo, type RequestSource } from './request-info.ts';
import { RequestSignals } from './request-signals.ts';
import { filesAndMounts, type Mount } from './router.ts';
import { apiPath, apiPrefix, choose, isOfApi, RouteTable, takesPayload, type FoundRoute } from './routes.ts';
import { answerBeforeBody, endStalledAnswer, hasBody, patienceFor, throwAwayRest } from './unread-body.ts';

export interface AppOptions<C> extends BodyLimits, Recording, ErrorHandling {
  endpoints: readonly Endpoint<C>[];
  host: Host<C>;
  /** Serves what is not the API: the console, health. Runs after the host check. */
  pages: Router;
  mounts: readonly Mount[];
  /** Told of every request before it is answered. @param ip of the user who sent it. */
  onVisit: (ip: string) => void;
  /** Whether there are faults on demand at all. */
  mayFault: () => boolean;
  /** The fault on demand that hits a request; undefined for none. */
  faultFor: (request: RequestInfo, route: string) => Promise<Fault | undefined>;
  /** Whether pages of other origins may call the API, by key. */
  allowsOtherOrigins: () => boolean;
  /** Proxies whose word about a client counts. */
  proxies: TrustedProxies;
  /** Milliseconds for which a client may take nothing of an answer. */
  stalledAnswerMs: number;
  /** Aborts when the server stops. */
  stopping: AbortSignal;
  /** Whether the server answers to a name. @param host the Host header. */
  isKnownHost: (host: string | undefined) => boolean;
}

/** @returns a Koa application that answers every request, wrong ones with JSON (spec: Conventions 3 and 5). */
export function makeApp<C>(options: AppOptions<C>): Koa {
  const app = new Koa();
  const signals = new RequestSignals(options.stopping);
  app.silent = true;
  app.use(endUntakenAnswer(options.stalledAnswerMs));
  app.use(endUnreadBody(options));
  app.use(withRequestId(options, options.proxies));
  app.use(answerErrors(options));
  app.use(setSecurityHeaders);
  app.use(checkHost(options.isKnownHost));
  app.use(normalizePath);
  app.use(letOtherOrigins(options.allowsOtherOrigins));
  app.use(noteVisit(options.onVisit));
  const answerFound = endpointAnswerer(options, signals);
  app.use(api(options, answerFound));
  app.use(filesAndMounts(options, { file: answerFound, mount: handOver(options, signals) }).routes());
  app.use(options.pages.routes());
  app.use(async (ctx) => {
    throw noSuchEndpoint(ctx.path);
  });
  return app;
}

const endUntakenAnswer =
  (stalledAnswerMs: number): Middleware =>
  async (ctx, next) => {
    await next();
    endStalledAnswer(ctx.res, stalledAnswerMs);
  };

/** An answer does not wait for the rest of a body that no one reads, and the connection does not for long. */
function endUnreadBody({ strangers }: BodyLimits): Middleware {
  return async (ctx, next) => {
    if (hasBody(ctx.req))
      ctx.res.once('finish', () => void throwAwayRest(ctx.req, patienceFor(callerOf(ctx), strangers)));
    await next();
  };
}

const pathProblemOf = (ctx: Context): ApiError | undefined => ctx.state['pathProblem'] as ApiError | undefined;

const callerOf = (ctx: Context): RequestInfo | undefined => ctx.state['caller'] as RequestInfo | undefined;

/** Gives the request an id, and notes it when it is done: no query string, no headers, no keys in its path. */
function withRequestId(recording: Recording, proxies: TrustedProxies): Middleware {
  return async (ctx, next) => {
    const started = performance.now();
    const requestId = randomUUID();
    ctx.state['requestId'] = requestId;
    ctx.set('X-Request-Id', requestId);
    ctx.request.ip = proxies.addressOf(ctx.req);
    const { path } = ctx;
    await next();
    const { method, ip, status, body } = ctx;
    const answer = ctx.state['answer'] as unknown;
    const code = ctx.state['errorCode'] as string | undefined;
    const took = performance.now() - started;
    noteAnswered(recording, callerOf(ctx), {
      requestId,
      method,
      path,
      ip,
      status,
      took,
      code,
      body: answer instanceof Pieces ? answer : body,
    });
  };
}

function answerErrors<C>(options: AppOptions<C>): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const answer = errorAnswer(
        options,
        ctx.req,
        { id: ctx.state['requestId'] as string, language: callerOf(ctx)?.language },
        error,
      );
      ctx.state['errorCode'] = answer.code;
      ctx.status = answer.status;
      ctx.set(answer.headers);
      answerBeforeBody(ctx, answer.body, patienceFor(callerOf(ctx), options.strangers));
    }
  };
}

export const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  'X-Frame-Options': 'DENY',
} as const;

const setSecurityHeaders: Middleware = async (ctx, next) => {
  ctx.set(securityHeaders);
  await next();
};

const noteVisit =
  (onVisit: (ip: string) => void): Middleware =>
  async (ctx, next) => {
    onVisit(ctx.ip);
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

/** Repeated and trailing slashes do not matter. A path that cannot be read is one that can be from here on, with what is wrong of it. */
const normalizePath: Middleware = async (ctx, next) => {
  const { path, problem } = readablePath(ctx.path);
  if (problem !== undefined) ctx.path = path;
  ctx.state['pathProblem'] = problem;
  if (/^\/(?:api|json)?\//.test(ctx.path))
    ctx.path = apiPath(ctx.path.replaceAll(/\/{2,}/g, '/').replace(/(.)\/$/, '$1'));
  await next();
};

function letOtherOrigins(isAllowed: () => boolean): Middleware {
  return async (ctx, next) => {
    const preflight = answerToPreflight(ctx.req, ctx.path, isAllowed());
    if (preflight === undefined) {
      ctx.set(crossOriginHeaders(ctx.req, ctx.path, isAllowed()));
      return next();
    }
    ctx.set(preflight);
    ctx.status = 204;
  };
}

type AnswerFound<C> = (ctx: Context, found: FoundRoute<C>) => Promise<void>;

function handOver(
  { mayFault, faultFor, proxies }: Pick<AppOptions<never>, 'mayFault' | 'faultFor' | 'proxies'>,
  signals: RequestSignals,
): (ctx: Context, mount: Mount) => Promise<void> {
  return async (ctx, mount) => {
    const request = requestInfo(sourceOf(ctx), signals, proxies);
    if (mount.secretPaths === undefined) ctx.state['caller'] = request;
    const work = async (): Promise<void> => {
      ctx.respond = false;
      try {
        await mount.handle(ctx.req, ctx.res, request);
      } catch (error) {
        // Otherwise its client would wait for an answer that never comes.
        ctx.respond = !ctx.res.headersSent;
        throw error;
      }
    };
    const fault = mayFault() ? await faultFor(request, mount.prefix.slice(apiPrefix.length)) : undefined;
    return fault === undefined ? work() : underFault(fault, ctx, request, work);
  };
}

function sourceOf({ req, res, path, state }: Context): RequestSource {
  return { id: state['requestId'] as string, incoming: req, outgoing: res, path };
}

function api<C>({ endpoints }: AppOptions<C>, answerFound: AnswerFound<C>): Middleware {
  const table = new RouteTable(endpoints.filter(isOfApi));
  return async (ctx, next) => {
    const problem = pathProblemOf(ctx);
    const found = table.find(ctx.path);
    // The bot that a service calls is known by its key: its owner is notified of the call.
    if (problem !== undefined && !takesPayload(found, ctx.method)) throw problem;
    return found === undefined ? next() : answerFound(ctx, found);
  };
}

function endpointAnswerer<C>(options: AppOptions<C>, signals: RequestSignals): AnswerFound<C> {
  const readBody = bodyParser(options);
  return async (ctx, found) => {
    const { endpoint, params } = choose(found, ctx.method);
    const request = requestInfo(sourceOf(ctx), signals, options.proxies);
    request.pathProblem = pathProblemOf(ctx);
    const privacy = privacyOf(endpoint);
    const shownPath = shownPathOf(found.route.pattern, params, privacy);
    request.route = { path: endpoint.path, shownPath, isLongPoll: endpoint.isLongPoll === true, privacy };
    ctx.state['caller'] = request;
    const work = async (): Promise<void> => {
      if (endpoint.takesStream === true) request.body = ctx.req;
      const served = await serve(endpoint, params, request, options.host, {
        incoming: ctx.req,
        outgoing: ctx.res,
        readSent: (reader, read) =>
          endpoint.takesStream === true ? read(sentBy(ctx)) : readBody(ctx, reader, async () => read(sentBy(ctx))),
      });
      const answer = served instanceof Later ? await served.promised() : served;
      ctx.status = answer.status;
      ctx.set(answer.headers);
      ctx.state['answer'] = answer.body;
      ctx.body = answer.body instanceof Pieces ? answer.body.bytes : answer.body;
    };
    const fault = options.mayFault() ? await options.faultFor(request, endpoint.path) : undefined;
    return fault === undefined ? work() : underFault(fault, ctx, request, work);
  };
}
