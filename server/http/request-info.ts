/** What is known of a request before anybody has looked at its parameters. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestInfo } from './endpoint.ts';
import type { RequestSignals } from './request-signals.ts';

/** A request as it came, whichever way it is answered. */
export interface Came {
  id: string;
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  /** Without its query. */
  path: string;
}

export function requestInfo({ id, incoming, outgoing, path }: Came, signals: RequestSignals): RequestInfo {
  let signal: AbortSignal | undefined;
  return {
    id,
    method: incoming.method ?? '',
    path,
    get origin() {
      return `${'encrypted' in incoming.socket ? 'https' : 'http'}://${incoming.headers.host ?? ''}`;
    },
    ip: addressOf(incoming),
    client:
      incoming.headers['x-hearth-client'] === explorer ? explorer : clientName(incoming.headers['user-agent'] ?? ''),
    userId: undefined,
    headers: incoming.headers,
    get signal() {
      return (signal ??= signals.of(outgoing));
    },
    whenGone: (listener) => {
      if (outgoing.destroyed) listener();
      else outgoing.once('close', listener);
    },
  };
}

/** The other end of the connection. */
export const addressOf = ({ socket }: IncomingMessage): string => socket.remoteAddress ?? '';

/** The API explorer of the console says who it is: what a person sends there is not what the page asks for itself. */
const explorer = 'API explorer';

/** "ZulipPython/0.9.0 (Linux)" -> "ZulipPython"; browsers are "website". */
function clientName(userAgent: string): string {
  if (userAgent.startsWith('Mozilla/')) return 'website';
  return /^([\w .-]{1,30}?)(?:\/|\s|$)/.exec(userAgent)?.[1] ?? 'unknown';
}
