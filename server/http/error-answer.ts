/** What a request is answered with that failed: the error that it threw, or for a defect one that reports nothing about it. */
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { ApiError, internalError, malformedRequest } from '../errors.ts';
import { jsonType, type Outgoing } from './dispatch.ts';

export interface ErrorHandling {
  /** Defects, with all their detail. */
  errorLog: Logger;
  /** Turns what storage throws into an API error; undefined = a defect. */
  translateError: (error: unknown) => ApiError | undefined;
}

/** @returns the answer, and the code that is remembered. */
export function errorAnswer(
  { errorLog, translateError }: ErrorHandling,
  incoming: IncomingMessage,
  requestId: string,
  error: unknown,
): Outgoing & { code: string; body: string } {
  const known = error instanceof ApiError ? error : (cutOff(incoming, error) ?? translateError(error));
  if (known === undefined) errorLog.error({ request: requestId, err: error }, 'a request failed by a defect');
  const answer = known ?? internalError(requestId);
  const headers: Record<string, string> = { ...answer.headers, ...jsonType };
  // A browser would ask for a password on its own, and hold the page's own request until it got one.
  if ((incoming.headers['x-requested-with'] ?? '') !== '') delete headers['WWW-Authenticate'];
  return { status: answer.status, headers, body: JSON.stringify(answer.body), code: answer.code };
}

/** No one is there to read it any more, but what is remembered of the request says that it was no defect. */
function cutOff(incoming: IncomingMessage, error: unknown): ApiError | undefined {
  return error === incoming.errored ? malformedRequest('the connection ended before the body did') : undefined;
}
