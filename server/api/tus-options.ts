/** Path and handler options of resumable uploads. */
import type { IncomingMessage } from 'node:http';
import type { ChatServices } from '../domain/acting.ts';
import type { ApiError } from '../errors.ts';
import type { Connections } from '../http/connections.ts';

export const tusPath = '/api/v1/tus';

export interface TusOptions {
  services: ChatServices;
  /** The error of storage or disk that the client gets; undefined for a defect. */
  translateError: (error: unknown) => ApiError | undefined;
  /** Who the request's credentials prove (Basic, or a session cookie with its CSRF token). @throws ApiError UNAUTHORIZED and the like. */
  authenticate: (request: Pick<IncomingMessage, 'headers' | 'method'>) => Promise<number>;
  /** Counts file uploads by account. */
  uploads: Pick<Connections, 'upload'>;
}
