/**
 * Files that an export of Slack only links to, brought with a token of the workspace: from Slack's own hosts alone, with a bound on
 * their size and their time, and one after the other.
 */
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { createWriteStream } from '../../file-access.ts';
import type { TakeFile } from './records.ts';
import { MissingFile, type Downloads } from './source.ts';

/** Files of messages need the token, pictures do not. */
const withToken = /^(?:files\.|[a-z0-9-]+\.)?slack\.com$/;
const withoutToken = /^(?:emoji|avatars|ca|a|files)\.slack-edge\.com$/;

const most = { bytes: 2 * 1024 * 1024 * 1024, redirects: 5, tries: 3, waitSeconds: 60 };
/** Milliseconds for one file. */
const timeoutMs = 10 * 60_000;

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export class SlackDownloads implements Downloads {
  readonly #token: string;
  readonly #signal: AbortSignal;
  readonly #fetch: Fetch;

  /** @param get for tests, which reach no host outside. */
  constructor(token: string, signal: AbortSignal, get: Fetch = fetch) {
    this.#token = token;
    this.#signal = signal;
    this.#fetch = get;
  }

  // A page in place of a file is one that asks to sign in.
  take(url: string, contentType: string | null): TakeFile | undefined {
    if (hostOf(url) === undefined) return undefined;
    return async (path) => {
      const response = await this.#get(url);
      const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
      if (!response.ok || response.body === null || (isPage && contentType !== 'text/html')) {
        await response.body?.cancel();
        throw new MissingFile();
      }
      return save(response.body, path);
    };
  }

  /** Empty where the token may not read them. */
  async emoji(): Promise<Map<string, string>> {
    try {
      const response = await this.#get('https://slack.com/api/emoji.list');
      const answer = (await response.json()) as { emoji?: unknown };
      const listed = typeof answer.emoji === 'object' && answer.emoji !== null ? Object.entries(answer.emoji) : [];
      return new Map(listed.flatMap(([name, at]) => (typeof at === 'string' ? [[name, at] as const] : [])));
    } catch (error) {
      if (this.#signal.aborted) throw error;
      return new Map();
    }
  }

  /** Follows redirects to hosts of Slack alone, and waits where Slack asks to. @throws MissingFile */
  async #get(url: string): Promise<Response> {
    let [at, tries] = [url, 1];
    for (let redirects = 0; redirects <= most.redirects;) {
      const host = hostOf(at);
      if (host === undefined) throw new MissingFile();
      const response = await this.#ask(at, withToken.test(host));
      const to = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && to !== null) {
        at = new URL(to, at).href;
        redirects += 1;
      } else if (response.status === 429 && tries < most.tries) {
        tries += 1;
        const seconds = Number(response.headers.get('retry-after') ?? '1') || 1;
        await wait(Math.min(seconds, most.waitSeconds) * 1000, undefined, { signal: this.#signal });
      } else return response;
      await response.body?.cancel();
    }
    throw new MissingFile();
  }

  async #ask(url: string, isTrusted: boolean): Promise<Response> {
    try {
      return await this.#fetch(url, {
        redirect: 'manual',
        signal: AbortSignal.any([this.#signal, AbortSignal.timeout(timeoutMs)]),
        ...(isTrusted && { headers: { authorization: `Bearer ${this.#token}` } }),
      });
    } catch (error) {
      if (this.#signal.aborted) throw error;
      throw new MissingFile();
    }
  }
}

/** @returns the host of an address that is Slack's own; undefined for all others. */
function hostOf(url: string): string | undefined {
  const { protocol, hostname, port } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '', port: '' };
  if (protocol !== 'https:' || port !== '') return undefined;
  return withToken.test(hostname) || withoutToken.test(hostname) ? hostname : undefined;
}

/** Whether an address is one of Slack's own; all others are not asked. */
export const isAtSlack = (url: string): boolean => hostOf(url) !== undefined;

/** @returns bytes that were written. @throws MissingFile where there are too many, or the connection ends too early */
async function save(body: ReadableStream<Uint8Array>, path: string): Promise<number> {
  let bytes = 0;
  const bound = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > most.bytes ? new MissingFile() : null, chunk);
    },
  });
  const target = createWriteStream(path);
  let failure: unknown;
  target.on('error', (error) => (failure = error));
  try {
    await pipeline(body, bound, target);
    return bytes;
  } catch {
    if (failure !== undefined) throw failure;
    throw new MissingFile();
  }
}
