/** Error response of a failed request: the error that it threw, or for a defect one that reports nothing about it. */
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
  /** What a browser shows that opened an address which cannot be answered. */
  errorPage: (error: PageError) => { type: string; headers: Record<string, string>; body: string };
}

/** An error for a person. */
export interface PageError {
  status: number;
  /** In their language. */
  message: string;
  language: string;
}

/** Whether a browser asks for a page to show: programs, and the scripts of pages, get JSON. */
export function isForPeople({ headers, url = '' }: Pick<IncomingMessage, 'headers' | 'url'>): boolean {
  return (headers.accept ?? '').includes('text/html') && !url.startsWith('/api/');
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
  { errorLog, translateError, errorPage }: ErrorHandling,
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
  const spoken = language ?? languageOf(incoming.headers['accept-language']);
  const { status, code } = answer;
  const said = inLanguage(answer.body, spoken);
  if (isForPeople(incoming)) {
    // The page says how to sign in: the browser's own question would take a name and a password that it cannot use.
    delete headers['WWW-Authenticate'];
    const page = errorPage({ status, message: String(said.msg), language: spoken });
    return { status, headers: { ...headers, ...page.headers, 'Content-Type': page.type }, body: page.body, code };
  }
  return { status, headers, body: JSON.stringify(said), code };
}

/** No one is there to read it any more, but what is remembered of the request says that it was no defect. */
function cutOff(incoming: IncomingMessage, error: unknown): ApiError | undefined {
  return error === incoming.errored ? malformedRequest('the connection ended before the body did') : undefined;
}
