/**
 * The short way of a plain request: a GET of a fixed path without a body, or a POST of one with a short form, of which nothing is
 * unusual, is answered before Koa makes anything of it. Declaration, dispatch, errors and records are those of the long way (app.ts),
 * which gets all else; that both answer alike, byte for byte, is a test (short-way.test.ts).
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { noteAnswered } from './after-answer.ts';
import { securityHeaders, type AppOptions } from './app.ts';
import { crossOriginHeaders } from './cors.ts';
import { serve, takesFile, type Outgoing } from './dispatch.ts';
import type { Endpoint, RequestInfo } from './endpoint.ts';
import { errorAnswer } from './error-answer.ts';
import { Later } from './later.ts';
import { Pieces } from './pieces.ts';
import { isPlainForm, readPlainForm } from './plain-form.ts';
import { privacyOf, type Privacy } from './privacy.ts';
import { requestInfo } from './request-info.ts';
import { RequestSignals } from './request-signals.ts';
import { apiPath, apiPrefix } from './routes.ts';
import { hasBody, patienceFor, throwAwayRest } from './unread-body.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

interface Plain<C> {
  endpoint: Endpoint<C>;
  route: { path: string; shownPath: string; isLongPoll: boolean; privacy: Privacy };
}

/** @returns what answers plain requests itself, and hands everything else to `longWay`. */
export function shortWay<C>(options: AppOptions<C>, longWay: Listener): Listener {
  const gets = plainRoutes(options.endpoints, 'GET');
  const posts = plainRoutes(options.endpoints, 'POST');
  const signals = new RequestSignals(options.stopping);

  function plainOf(request: IncomingMessage, path: string): Plain<C> | undefined {
    const plain = request.method === 'GET' ? gets.get(path) : request.method === 'POST' ? posts.get(path) : undefined;
    if (plain === undefined) return undefined;
    const { host, expect } = request.headers;
    const isUsual =
      !hasBody(request) || (request.method === 'POST' && isPlainForm(request, options.strangers.maxBodyBytes));
    // Faults reach every request: they have one way.
    if (host === undefined || expect !== undefined || !isUsual || options.mayFault() || !options.isKnownHost(host))
      return undefined;
    return plain;
  }

  async function answer(
    { endpoint, route }: Plain<C>,
    { path, querystring }: Asked,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ): Promise<void> {
    const started = performance.now();
    const caller = requestInfo({ id: randomUUID(), incoming, outgoing, path }, signals);
    caller.route = route;
    // What puts other data in place waits for all requests but the one that asked for it, which it knows by this.
    if (incoming.method === 'POST') outgoing.setHeader('X-Request-Id', caller.id);
    options.onVisit(caller.ip);
    const failed = (error: unknown): Outgoing => errorAnswer(options, incoming, caller.id, error);
    const made = await serve(endpoint, {}, caller, options.host, {
      incoming,
      outgoing,
      readSent: async (_reader, work) =>
        work(hasBody(incoming) ? { querystring, body: await readPlainForm(incoming) } : { querystring }),
    }).catch(failed);
    if (made instanceof Later)
      made.when((result) => finish(caller, started, incoming, outgoing, attempt(result, failed)));
    else finish(caller, started, incoming, outgoing, made);
  }

  /** Sends what was made, and notes it. */
  function finish(
    caller: RequestInfo,
    started: number,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    made: Outgoing & { code?: string },
  ): void {
    try {
      const { id: requestId, method, path, ip } = caller;
      const { status, code, body } = made;
      const isUnread = hasBody(incoming) && !incoming.complete;
      const isWhole = !isUnread || made.headers['Connection'] === 'close';
      send(outgoing, requestId, made, crossOriginHeaders(incoming, path, options.allowsOtherOrigins()), isWhole);
      if (isUnread) void endUnread(caller, incoming, outgoing);
      const took = performance.now() - started;
      noteAnswered(options, caller, { requestId, method, path, ip, status, took, code, body });
    } catch (error) {
      giveUp(outgoing, error);
    }
  }

  /** Ends an answer that came before its request had (unread-body.ts). */
  async function endUnread(caller: RequestInfo, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    await throwAwayRest(incoming, patienceFor(caller, options.strangers));
    outgoing.end();
  }

  function giveUp(outgoing: ServerResponse, error: unknown): void {
    options.errorLog.error({ err: error }, 'an answer could not be sent');
    outgoing.destroy();
  }

  return (request, response) => {
    const asked = split(request.url ?? '');
    const plain = plainOf(request, asked.path);
    if (plain === undefined) longWay(request, response);
    else answer(plain, asked, request, response).catch((error: unknown) => giveUp(response, error));
  };
}

/**
 * Endpoints of a method by path that take no file, no stream and no foreign payload, and whose answer is JSON. Bodies of strangers have
 * bounds of their own (body.ts).
 */
function plainRoutes<C>(endpoints: readonly Endpoint<C>[], wanted: 'GET' | 'POST'): Map<string, Plain<C>> {
  const routes = new Map<string, Plain<C>>();
  for (const endpoint of endpoints) {
    const { method, path, prefix = apiPrefix, aliases = [], answer, isLongPoll = false } = endpoint;
    if (method !== wanted || prefix !== apiPrefix || answer === 'file') continue;
    if (method === 'POST' && (endpoint.access === 'anonymous' || endpoint.anonymous !== undefined)) continue;
    if (endpoint.takesStream === true || endpoint.takesPayload === true || takesFile(endpoint)) continue;
    for (const one of [path, ...aliases].filter((each) => !each.includes('{'))) {
      const shownPath = apiPrefix + one;
      routes.set(shownPath, { endpoint, route: { path, shownPath, isLongPoll, privacy: privacyOf(endpoint) } });
    }
  }
  return routes;
}

/** What the address of a request says. */
interface Asked {
  path: string;
  querystring: string;
}

/** A fragment, which no client sends, makes a path that nobody knows. */
function split(url: string): Asked {
  const mark = url.includes('#') ? -1 : url.indexOf('?');
  if (mark === -1) return { path: apiPath(url), querystring: '' };
  return { path: apiPath(url.slice(0, mark)), querystring: url.slice(mark + 1) };
}

/** What gives an answer, or its error. */
function attempt(make: () => Outgoing, failed: (error: unknown) => Outgoing): Outgoing {
  try {
    return make();
  } catch (error) {
    return failed(error);
  }
}

/** Head and body in one write. @param isWhole whether that ends the answer. */
function send(
  response: ServerResponse,
  id: string,
  { status, headers, body }: Outgoing,
  shared: Record<string, string>,
  isWhole: boolean,
): void {
  if (typeof body !== 'string' && !(body instanceof Pieces)) throw new Error('a plain request is answered with text');
  const parts = typeof body === 'string' ? [body] : body.parts;
  response.writeHead(status, {
    'X-Request-Id': id,
    ...securityHeaders,
    ...shared,
    ...headers,
    'Content-Length': typeof body === 'string' ? Buffer.byteLength(body) : body.length,
  });
  response.cork();
  for (const part of parts) response.write(part);
  if (isWhole) response.end();
  else response.uncork();
}
