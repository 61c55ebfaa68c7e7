/** One bounded POST to someone else's server: guarded address, time limits, no redirects, a limited answer. */
import { messageOf } from '../errors.ts';
import { phrase, type Phrase } from '../translation.ts';
import { connectionFailure } from './connection-failures.ts';
import { decodedText } from './decoded-text.ts';
import { AddressRefused, type NetworkGuard } from './network-guard.ts';
import { DeliveryError } from './worker.ts';

/** No more of an answer is read; a bot's reply is at most a message long. */
const maxResponseBytes = 256 * 1024;
const timeoutMs = 20_000;

export interface PostAnswer {
  status: number;
  text: string;
}

/** Posts JSON. @throws DeliveryError as `post`. */
export async function postJson(
  url: string,
  body: object,
  guard: NetworkGuard,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): Promise<PostAnswer> {
  const sent = { 'content-type': 'application/json', ...headers };
  return post(url, { text: JSON.stringify(body), headers: sent }, guard, signal);
}

/** Posts nothing but headers. @throws DeliveryError as `post`. */
export async function postEmpty(
  url: string,
  headers: Record<string, string>,
  guard: NetworkGuard,
  signal: AbortSignal,
): Promise<PostAnswer> {
  return post(url, { text: '', headers }, guard, signal);
}

/** Posts bytes. @throws DeliveryError as `post`. */
export async function postBytes(
  url: string,
  bytes: Buffer,
  headers: Record<string, string>,
  guard: NetworkGuard,
  signal: AbortSignal,
): Promise<PostAnswer> {
  return post(url, { text: bytes, headers }, guard, signal);
}

/** Posts the fields of a form. @throws DeliveryError as `post`. */
export async function postForm(
  url: string,
  fields: Readonly<Record<string, string>>,
  guard: NetworkGuard,
  signal: AbortSignal,
): Promise<PostAnswer> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return post(url, { text: new URLSearchParams(fields).toString(), headers }, guard, signal);
}

/** @throws DeliveryError: permanent for a refused address and for 4xx answers (except 408, 425 and 429). */
async function post(
  url: string,
  body: { text: string | Buffer; headers: Record<string, string> },
  guard: NetworkGuard,
  signal: AbortSignal,
): Promise<PostAnswer> {
  try {
    const target = new URL(url);
    await guard.check(target);
    const { status, location, text } = await inTime(signal, async (ended) => {
      const { request } = await import('undici');
      const response = await request(target, {
        method: 'POST',
        headers: { 'user-agent': 'Hearth', ...body.headers },
        body: body.text,
        dispatcher: guard.dispatcher,
        signal: ended,
      });
      return {
        status: response.statusCode,
        location: response.headers.location,
        text: await boundedText(response.body, charsetOf(response.headers['content-type'])),
      };
    });
    if (status >= 200 && status < 300) return { status, text };
    const permanent = status < 500 && ![408, 425, 429].includes(status);
    throw new DeliveryError(refusal(status, target, location), {
      status,
      permanent,
      response: text.slice(0, 2000),
    });
  } catch (error) {
    if (error instanceof DeliveryError) throw error;
    const refused =
      error instanceof AddressRefused || (error instanceof Error && error.cause instanceof AddressRefused);
    throw new DeliveryError(reasonOf(error), {
      permanent: refused || error instanceof TypeError,
      cause: error,
    });
  }
}

/** @returns why there is no answer, in the system's own words where it is no failure of the connection */
function reasonOf(error: unknown): string {
  const code = (error as { code?: unknown }).code;
  return unreachable(typeof code === 'string' ? code : '') ?? (messageOf(error) || String(error));
}

function unreachable(code: string): Phrase | undefined {
  switch (connectionFailure(code)) {
    case 'no-name':
      return phrase('The host name of the URL was not found.');
    case 'refused':
      return phrase('No server accepts connections at this URL.');
    case 'no-answer':
      return phrase('The server does not answer.');
    case 'no-network':
      return phrase('This computer has no network connection to the server.');
    case 'closed':
      return phrase('The server closed the connection.');
    default:
      return undefined;
  }
}

/** @param location of a redirect; only its origin is named, as the rest may hold secrets */
function refusal(status: number, asked: URL, location: unknown): string {
  if (![301, 302, 303, 307, 308].includes(status)) return phrase(`The server responded with status ${status}.`);
  const to = typeof location === 'string' && URL.canParse(location, asked) ? new URL(location, asked) : undefined;
  return to === undefined || !['http:', 'https:'].includes(to.protocol)
    ? phrase(
        `The server responded with a redirect (status ${status}). Redirects are not followed: enter the final URL.`,
      )
    : phrase(
        `The server responded with a redirect to ${to.origin} (status ${status}). Redirects are not followed: enter the final URL.`,
      );
}

/**
 * Runs `work` with a signal that aborts with another or after `limitMs`. It is the work's own and lets go of the other, which
 * lives as long as the server: `AbortSignal.any` would leave something in it each time.
 */
export async function inTime<T>(
  signal: AbortSignal,
  work: (ended: AbortSignal) => Promise<T>,
  limitMs = timeoutMs,
): Promise<T> {
  const ending = new AbortController();
  const follow = (): void => ending.abort(signal.reason);
  const seconds = limitMs / 1000;
  const timer = setTimeout(() => ending.abort(new Error(phrase(`No answer within ${seconds} seconds.`))), limitMs);
  signal.addEventListener('abort', follow);
  if (signal.aborted) follow();
  try {
    return await work(ending.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', follow);
  }
}

/** The charset that an answer says it has. */
const charsetOf = (type: string | string[] | undefined): string | undefined =>
  /;\s*charset=["']?([\w.:-]+)/i.exec(String(type ?? ''))?.[1];

async function boundedText(body: AsyncIterable<Buffer>, charset: string | undefined): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxResponseBytes)
      throw new DeliveryError(`The answer is longer than ${maxResponseBytes} bytes.`, { permanent: true });
    chunks.push(chunk);
  }
  return decodedText(Buffer.concat(chunks), charset);
}
