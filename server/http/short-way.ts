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
import { serve, takesFile, type Exchange, type Outgoing } from './dispatch.ts';
import type { Endpoint, RequestInfo } from './endpoint.ts';
import { errorAnswer } from './error-answer.ts';
import { Later } from './later.ts';
import { Pieces } from './pieces.ts';
import { isPlainForm, readPlainForm } from './plain-form.ts';
import { privacyOf, type Privacy } from './privacy.ts';
import { requestInfo } from './request-info.ts';
import { RequestSignals } from './request-signals.ts';
import { apiPath, apiPrefix } from './routes.ts';
import { after, rescued, type Soon } from './soon.ts';
import { endStalledAnswer, hasBody, patienceFor, throwAwayRest } from './unread-body.ts';

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

  return (request, response) => {
    const asked = split(request.url ?? '');
    const plain = plainOf(request, asked.path);
    if (plain === undefined) {
      longWay(request, response);
      return;
    }
    const caller = requestInfo(
      { id: randomUUID(), incoming: request, outgoing: response, path: asked.path },
      signals,
      options.proxies,
    );
    caller.route = plain.route;
    new PlainRequest(options, caller, request, response).answer(plain.endpoint, asked.querystring);
  };
}

/** One plain request under way: all that is kept of one that waits. */
class PlainRequest<C> {
  readonly #options: AppOptions<C>;
  readonly #caller: RequestInfo;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  readonly #started = performance.now();

  constructor(options: AppOptions<C>, caller: RequestInfo, incoming: IncomingMessage, outgoing: ServerResponse) {
    this.#options = options;
    this.#caller = caller;
    this.#incoming = incoming;
    this.#outgoing = outgoing;
  }

  /** Serves it: at once where it waits for nothing. */
  answer(endpoint: Endpoint<C>, querystring: string): void {
    const incoming = this.#incoming;
    const exchange: Exchange = {
      incoming,
      outgoing: this.#outgoing,
      readSent: (_reader, work) =>
        hasBody(incoming)
          ? after(readPlainForm(incoming), (body) => work({ querystring, body }))
          : work({ querystring }),
    };
    const made = rescued(
      () => this.#serve(endpoint, exchange),
      (error) => this.#failed(error),
    );
    if (made instanceof Promise) void made.then((served) => this.#take(served));
    else this.#take(made);
  }

  #serve(endpoint: Endpoint<C>, exchange: Exchange): Soon<Outgoing | Later<Outgoing>> {
    // What puts other data in place waits for all requests but the one that asked for it, which it knows by this.
    if (this.#incoming.method === 'POST') this.#outgoing.setHeader('X-Request-Id', this.#caller.id);
    this.#options.onVisit(this.#caller.ip);
    return serve(endpoint, {}, this.#caller, this.#options.host, exchange);
  }

  #take(made: Outgoing | Later<Outgoing>): void {
    if (!(made instanceof Later)) {
      this.#finish(made);
      return;
    }
    try {
      made.when((result) => this.#finish(this.#attempt(result)));
    } catch (error) {
      this.#giveUp(error);
    }
  }

  /** What gives an answer, or its error. */
  #attempt(make: () => Outgoing): Outgoing {
    try {
      return make();
    } catch (error) {
      return this.#failed(error);
    }
  }

  #failed(error: unknown): Outgoing & { code?: string } {
    return errorAnswer(this.#options, this.#incoming, this.#caller, error);
  }

  /** Sends what was made, and notes it. */
  #finish(made: Outgoing & { code?: string }): void {
    try {
      const { id: requestId, method, path, ip } = this.#caller;
      const { status, code, body } = made;
      const isUnread = hasBody(this.#incoming) && !this.#incoming.complete;
      const isWhole = !isUnread || made.headers['Connection'] === 'close';
      const shared = crossOriginHeaders(this.#incoming, path, this.#options.allowsOtherOrigins());
      send(this.#outgoing, requestId, made, shared, isWhole);
      if (this.#outgoing.writableLength > 0) endStalledAnswer(this.#outgoing, this.#options.stalledAnswerMs);
      if (isUnread) void this.#endUnread();
      const took = performance.now() - this.#started;
      noteAnswered(this.#options, this.#caller, { requestId, method, path, ip, status, took, code, body });
    } catch (error) {
      this.#giveUp(error);
    }
  }

  #giveUp(error: unknown): void {
    this.#options.errorLog.error({ err: error }, 'an answer could not be sent');
    this.#outgoing.destroy();
  }

  /** Ends an answer that came before its request had (unread-body.ts). */
  async #endUnread(): Promise<void> {
    await throwAwayRest(this.#incoming, patienceFor(this.#caller, this.#options.strangers));
    this.#outgoing.end();
  }
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

/** The path and the query of a request. */
interface SplitUrl {
  path: string;
  querystring: string;
}

/** A fragment, which no client sends, makes a path that no one knows. */
function split(url: string): SplitUrl {
  const mark = url.includes('#') ? -1 : url.indexOf('?');
  if (mark === -1) return { path: apiPath(url), querystring: '' };
  return { path: apiPath(url.slice(0, mark)), querystring: url.slice(mark + 1) };
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
  const parts = typeof body === 'string' ? [body] : body.written;
  response.writeHead(status, {
    'X-Request-Id': id,
    ...securityHeaders,
    ...shared,
    ...headers,
    'Content-Length': typeof body === 'string' ? Buffer.byteLength(body) : body.length,
  });
  const [only] = parts;
  if (isWhole && parts.length === 1) {
    response.end(only);
    return;
  }
  response.cork();
  for (const part of parts) response.write(part);
  if (isWhole) response.end();
  else response.uncork();
}
