/**
 * The short way of a plain read: a GET of a fixed path without a body, of which nothing is unusual, is answered before Koa makes
 * anything of it. Declaration, dispatch, errors and records are those of the long way (app.ts), which gets all else; that both answer
 * alike, byte for byte, is a test (short-way.test.ts).
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { noteAnswered } from './after-answer.ts';
import { securityHeaders, type AppOptions } from './app.ts';
import { crossOriginHeaders } from './cors.ts';
import { serve, type Outgoing } from './dispatch.ts';
import type { Endpoint, RequestInfo } from './endpoint.ts';
import { errorAnswer } from './error-answer.ts';
import { Later } from './later.ts';
import { Pieces } from './pieces.ts';
import { privacyOf, type Privacy } from './privacy.ts';
import { requestInfo } from './request-info.ts';
import { RequestSignals } from './request-signals.ts';
import { apiPath, apiPrefix } from './routes.ts';
import { hasBody } from './unread-body.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

interface Read<C> {
  endpoint: Endpoint<C>;
  route: { path: string; shownPath: string; isLongPoll: boolean; privacy: Privacy };
}

/** @returns what answers plain reads itself, and hands everything else to `longWay`. */
export function shortWay<C>(options: AppOptions<C>, longWay: Listener): Listener {
  const reads = plainReads(options.endpoints);
  const signals = new RequestSignals(options.stopping);

  function readOf(request: IncomingMessage, path: string): Read<C> | undefined {
    const read = reads.get(path);
    const { host, expect } = request.headers;
    const isPlain = request.method === 'GET' && host !== undefined && expect === undefined && !hasBody(request);
    // Faults reach every request: they have one way.
    if (read === undefined || !isPlain || options.mayFault() || !options.isKnownHost(host)) return undefined;
    return read;
  }

  async function answer(
    { endpoint, route }: Read<C>,
    { path, querystring }: Asked,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ): Promise<void> {
    const started = performance.now();
    const caller = requestInfo({ id: randomUUID(), incoming, outgoing, path }, signals);
    caller.route = route;
    options.onVisit(caller.ip);
    const failed = (error: unknown): Outgoing => errorAnswer(options, incoming, caller.id, error);
    const made = await serve(endpoint, {}, caller, options.host, {
      incoming,
      outgoing,
      readSent: async (_reader, work) => work({ querystring }),
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
      const { id: requestId, path, ip } = caller;
      const { status, code, body } = made;
      send(outgoing, requestId, made, crossOriginHeaders(incoming, path, options.allowsOtherOrigins()));
      const took = performance.now() - started;
      noteAnswered(options, caller, { requestId, method: 'GET', path, ip, status, took, code, body });
    } catch (error) {
      giveUp(outgoing, error);
    }
  }

  function giveUp(outgoing: ServerResponse, error: unknown): void {
    options.errorLog.error({ err: error }, 'an answer could not be sent');
    outgoing.destroy();
  }

  return (request, response) => {
    const asked = split(request.url ?? '');
    const read = readOf(request, asked.path);
    if (read === undefined) longWay(request, response);
    else answer(read, asked, request, response).catch((error: unknown) => giveUp(response, error));
  };
}

/** GET endpoints by path whose answer is JSON. */
function plainReads<C>(endpoints: readonly Endpoint<C>[]): Map<string, Read<C>> {
  const reads = new Map<string, Read<C>>();
  for (const endpoint of endpoints) {
    const { method, path, prefix = apiPrefix, aliases = [], answer, isLongPoll = false } = endpoint;
    if (method !== 'GET' || prefix !== apiPrefix || answer === 'file') continue;
    for (const one of [path, ...aliases].filter((each) => !each.includes('{'))) {
      const shownPath = apiPrefix + one;
      reads.set(shownPath, { endpoint, route: { path, shownPath, isLongPoll, privacy: privacyOf(endpoint) } });
    }
  }
  return reads;
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

/** Head and body in one write. */
function send(
  response: ServerResponse,
  id: string,
  { status, headers, body }: Outgoing,
  shared: Record<string, string>,
): void {
  if (typeof body !== 'string' && !(body instanceof Pieces)) throw new Error('a plain read answers with text');
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
  response.end();
}
