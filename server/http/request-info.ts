/** Request data before its parameters are parsed. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestInfo } from './endpoint.ts';
import type { TrustedProxies } from './proxies.ts';
import type { RequestSignals } from './request-signals.ts';

/** The sockets and the address of one request, for both ways that requests are answered. */
export interface RequestSource {
  id: string;
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  /** Without its query. */
  path: string;
}

export function requestInfo(source: RequestSource, signals: RequestSignals, proxies: TrustedProxies): RequestInfo {
  return new SourcedRequest(source, signals, proxies);
}

/**
 * A class, because V8 keeps what accessors of an object literal hold on to, and with them every request and answer, until a collection
 * of the whole heap.
 */
class SourcedRequest implements RequestInfo {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly ip: string;
  client: string;
  userId: number | undefined = undefined;
  route: RequestInfo['route'] = undefined;
  sent: RequestInfo['sent'] = undefined;
  pathProblem: RequestInfo['pathProblem'] = undefined;
  isUnderstood = false;
  answerHeaders: RequestInfo['answerHeaders'] = undefined;
  readonly headers: RequestInfo['headers'];
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  readonly #signals: RequestSignals;
  readonly #proxies: TrustedProxies;
  #signal: AbortSignal | undefined;

  constructor({ id, incoming, outgoing, path }: RequestSource, signals: RequestSignals, proxies: TrustedProxies) {
    const { headers } = incoming;
    this.id = id;
    this.method = incoming.method ?? '';
    this.path = path;
    this.ip = proxies.addressOf(incoming);
    this.client = headers['x-hearth-client'] === explorer ? explorer : clientName(headers['user-agent'] ?? '');
    this.headers = headers;
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.#signals = signals;
    this.#proxies = proxies;
  }

  get origin(): string {
    return this.#proxies.originOf(this.#incoming);
  }

  get signal(): AbortSignal {
    return (this.#signal ??= this.#signals.of(this.#outgoing));
  }

  whenGone(listener: () => void): void {
    if (this.#outgoing.destroyed) listener();
    else this.#outgoing.on('close', listener);
  }
}

/** The API explorer of the console says who it is: what a person sends there is not what the page asks for itself. */
const explorer = 'API explorer';

/** "ZulipPython/0.9.0 (Linux)" -> "ZulipPython"; browsers are "website". */
function clientName(userAgent: string): string {
  if (userAgent.startsWith('Mozilla/')) return 'website';
  return /^([\w .-]{1,30}?)(?:\/|\s|$)/.exec(userAgent)?.[1] ?? 'unknown';
}
