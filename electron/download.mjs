/**
 * Downloads a file for @electron/get: resumes where an earlier start stopped, and ends only when the server is silent, however long the
 * file takes. What has arrived stays beside node_modules until it is whole; @electron/get then compares its checksum.
 */
import { createWriteStream, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** @typedef {{folder: string, silenceMs: number, signal: AbortSignal, onProgress: (share: number) => void}} DownloadOptions */

/** @param {string} path @returns {number} */
const sizeOf = (path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** @param {DownloadOptions} options */
export const resumingDownloader = (options) => ({
  /** @param {string} url @param {string} target */
  download: (url, target) => download(url, target, options),
});

/** @electron/get uses a proxy of the environment only when it is asked to. @param {NodeJS.ProcessEnv} env changed here */
export function allowProxy(env) {
  const hasProxy = ['https_proxy', 'http_proxy'].some((name) => env[name] || env[name.toUpperCase()]);
  if (hasProxy) env['ELECTRON_GET_USE_PROXY'] ??= 'true';
}

/**
 * @template T @param {Promise<T>} work @param {number} limitMs
 * @returns {Promise<T | null>} null when the work takes longer; it goes on
 */
export async function finishedWithin(work, limitMs) {
  const limit = new AbortController();
  try {
    return await Promise.race([work, wait(limitMs, null, { signal: limit.signal })]);
  } finally {
    limit.abort();
  }
}

/** @param {string} url @param {string} target @param {DownloadOptions} options @returns {Promise<void>} */
async function download(url, target, { folder, silenceMs, signal, onProgress }) {
  mkdirSync(folder, { recursive: true });
  const part = join(folder, `${basename(new URL(url).pathname)}.part`);
  const silence = new AbortController();
  const isSilent = () => silence.abort(new Error(`nothing arrived for ${silenceMs / 1000} s`));
  let timer = setTimeout(isSilent, silenceMs);
  try {
    const had = sizeOf(part);
    const headers = had > 0 ? { range: `bytes=${had}-` } : undefined;
    const response = await fetch(url, { headers, signal: AbortSignal.any([signal, silence.signal]) });
    if (response.status === 416) {
      rmSync(part, { force: true });
      clearTimeout(timer);
      return await download(url, target, { folder, silenceMs, signal, onProgress });
    }
    if (!response.ok || response.body === null) throw new Error(`${url} answered ${response.status}`);
    const isResumed = response.status === 206;
    let done = isResumed ? had : 0;
    const total = done + Number(response.headers.get('content-length') ?? Number.NaN);
    const count = async function* (/** @type {AsyncIterable<Uint8Array>} */ source) {
      for await (const chunk of source) {
        clearTimeout(timer);
        timer = setTimeout(isSilent, silenceMs);
        done += chunk.length;
        if (total > 0) onProgress(done / total);
        yield chunk;
      }
    };
    const body = /** @type {import('node:stream/web').ReadableStream} */ (response.body);
    await pipeline(Readable.fromWeb(body), count, createWriteStream(part, { flags: isResumed ? 'a' : 'w' }));
    mkdirSync(dirname(target), { recursive: true });
    renameSync(part, target);
  } catch (error) {
    throw silence.signal.aborted ? silence.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}
