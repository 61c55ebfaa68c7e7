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
import type { Endpoint } from './endpoint.ts';
import { errorAnswer } from './error-answer.ts';
import { Pieces } from './pieces.ts';
import { privacyOf, type Privacy } from './privacy.ts';
import { addressOf, requestInfo } from './request-info.ts';
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
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ): Promise<void> {
    const started = performance.now();
    const id = randomUUID();
    const [sentPath = '', querystring = ''] = split(incoming.url ?? '');
    const path = apiPath(sentPath);
    const ip = addressOf(incoming);
    options.onVisit(ip);
    const caller = requestInfo({ id, incoming, outgoing, path }, signals);
    caller.route = route;
    const made = await serve(endpoint, {}, caller, options.host, {
      incoming,
      outgoing,
      readSent: async (_reader, work) => work({ querystring }),
    }).catch((error: unknown) => errorAnswer(options, incoming, id, error));
    send(outgoing, id, made, crossOriginHeaders(incoming, path, options.allowsOtherOrigins()));
    const { status, body } = made;
    const code = 'code' in made ? made.code : undefined;
    const took = performance.now() - started;
    noteAnswered(options, caller, { requestId: id, method: 'GET', path, ip, status, took, code, body });
  }

  return (request, response) => {
    const [path = ''] = split(request.url ?? '');
    const read = readOf(request, apiPath(path));
    if (read === undefined) longWay(request, response);
    else
      answer(read, request, response).catch((error: unknown) => {
        options.errorLog.error({ err: error }, 'an answer could not be sent');
        response.destroy();
      });
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

/** Path and query; a fragment, which no client sends, makes a path that nobody knows. */
function split(url: string): string[] {
  if (url.includes('#')) return [url];
  const mark = url.indexOf('?');
  return mark === -1 ? [url] : [url.slice(0, mark), url.slice(mark + 1)];
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
