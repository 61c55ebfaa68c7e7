/** What a request is answered with that failed: the error that it threw, or for a defect one that reports nothing about it. */
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { ApiError, internalError, malformedRequest, type ErrorFields } from '../errors.ts';
import { languageOf, texts } from '../texts.ts';
import { jsonType, type Outgoing } from './dispatch.ts';

export interface ErrorHandling {
  /** Defects, with all their detail. */
  errorLog: Logger;
  /** Turns what storage throws into an API error; undefined = a defect. */
  translateError: (error: unknown) => ApiError | undefined;
}

/** Who sent the request, as far as an error concerns them. */
interface Asker {
  /** Of the request. */
  id: string;
  /** The language of the user; undefined while the caller is not known: then the request names it. */
  language?: string | undefined;
}

/** The sentences of an error in a language; its code and its other fields are the same in each. */
function inLanguage(body: ErrorFields, language: string): ErrorFields {
  const say = (value: unknown): unknown => {
    if (typeof value === 'string') return texts.ofError(value, language);
    if (Array.isArray(value)) return value.map(say);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, say(one)]));
  };
  const { msg, errors } = body;
  return { ...body, msg: say(msg), ...(errors !== undefined && { errors: say(errors) }) };
}

/** @returns the answer, and the code that is remembered. */
export function errorAnswer(
  { errorLog, translateError }: ErrorHandling,
  incoming: IncomingMessage,
  { id, language }: Asker,
  error: unknown,
): Outgoing & { code: string; body: string } {
  const known = error instanceof ApiError ? error : (cutOff(incoming, error) ?? translateError(error));
  if (known === undefined) errorLog.error({ request: id, err: error }, 'a request failed by a defect');
  const answer = known ?? internalError(id);
  const headers: Record<string, string> = { ...answer.headers, ...jsonType };
  // A browser would ask for a password on its own, and hold the page's own request until it got one.
  if ((incoming.headers['x-requested-with'] ?? '') !== '') delete headers['WWW-Authenticate'];
  return {
    status: answer.status,
    headers,
    body: JSON.stringify(inLanguage(answer.body, language ?? languageOf(incoming.headers['accept-language']))),
    code: answer.code,
  };
}

/** No one is there to read it any more, but what is remembered of the request says that it was no defect. */
function cutOff(incoming: IncomingMessage, error: unknown): ApiError | undefined {
  return error === incoming.errored ? malformedRequest('the connection ended before the body did') : undefined;
}
