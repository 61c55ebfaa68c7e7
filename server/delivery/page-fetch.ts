/**
 * One bounded GET of a page or picture of someone else: only from addresses that the guard lets pass, each redirect checked like the first
 * address, with limits of time, bytes and types.
 */
import { inTime } from './http-post.ts';
import type { NetworkGuard } from './network-guard.ts';

export interface FetchLimits {
  /** Accepted content types. */
  types: RegExp;
  maxBytes: number;
  /** The beginning of something larger is enough; else it is refused. */
  takesPart: boolean;
}

export interface FetchedFile {
  /** After redirects. */
  url: string;
  /** The Content-Type header. */
  contentType: string;
  bytes: Buffer;
}

const mostRedirects = 3;
const timeoutMs = 8000;

/**
 * @returns null for what is not there, of another type, too large, or not in time.
 * @throws AddressRefused, or whatever the connection meets.
 */
export async function fetchFile(
  url: string,
  limits: FetchLimits,
  guard: NetworkGuard,
  signal: AbortSignal,
): Promise<FetchedFile | null> {
  return inTime(signal, (ended) => follow(new URL(url), limits, guard, ended), timeoutMs);
}

async function follow(
  first: URL,
  limits: FetchLimits,
  guard: NetworkGuard,
  signal: AbortSignal,
): Promise<FetchedFile | null> {
  const { request } = await import('undici');
  let target = first;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    await guard.check(target);
    const { statusCode, headers, body } = await request(target, {
      method: 'GET',
      headers: { 'user-agent': 'Hearth', accept: '*/*', 'accept-encoding': 'identity' },
      dispatcher: guard.dispatcher,
      signal,
    });
    // What is left of it is not wanted: ended early it reports that to someone.
    body.on('error', () => undefined);
    const header = (name: string): string => [headers[name]].flat()[0] ?? '';
    const location = header('location');
    if (statusCode >= 300 && statusCode < 400 && URL.canParse(location, target.href)) {
      body.destroy();
      target = new URL(location, target);
      continue;
    }
    const contentType = header('content-type');
    const isEncoded = !['', 'identity'].includes(header('content-encoding').toLowerCase());
    const isWanted = statusCode === 200 && !isEncoded && limits.types.test(contentType);
    const bytes = isWanted ? await boundedBytes(body, limits) : null;
    body.destroy();
    return bytes === null ? null : { url: target.href, contentType, bytes };
  }
  return null;
}

async function boundedBytes(body: AsyncIterable<Buffer>, { maxBytes, takesPart }: FetchLimits): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length <= maxBytes) continue;
    if (!takesPart) return null;
    break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}
