/**
 * Name, size and kind of files at the server, for chips and cards: asked for together, and kept for a while, so that a view full of files
 * is one request.
 */
import type { AnswerOf } from './api.ts';
import { request } from './request.ts';

export type FileDetails = AnswerOf<'GET', '/files/details'>['files'][number];

/** Files of one request at most, as the server takes them. */
const together = 100;
const keptForMs = 60_000;
const mostKept = 500;
/** What is asked for within this time goes together. Milliseconds. */
const gatheredMs = 20;

interface Kept {
  at: number;
  details: Promise<FileDetails | null>;
}

const kept = new Map<string, Kept>();
let waiting = new Map<string, (details: Promise<FileDetails | null>) => void>();

/** @param url a path below `/user_uploads/`. @returns null for a file that is deleted, or not for the reader. */
export function fileDetails(url: string): Promise<FileDetails | null> {
  const known = kept.get(url);
  if (known !== undefined && Date.now() - known.at < keptForMs) return known.details;
  const details = new Promise<FileDetails | null>((resolve) => {
    if (waiting.size === 0) setTimeout(ask, gatheredMs);
    waiting.set(url, resolve);
  });
  kept.delete(url);
  kept.set(url, { at: Date.now(), details });
  const oldest = kept.keys().next();
  if (kept.size > mostKept && oldest.done === false) kept.delete(oldest.value);
  // What could not be asked is asked again by the next reader.
  details.catch(() => kept.delete(url));
  return details;
}

function ask(): void {
  const asked = [...waiting];
  waiting = new Map();
  for (let at = 0; at < asked.length; at += together) {
    const part = asked.slice(at, at + together);
    const answer = request('GET', '/files/details', { urls: part.map(([url]) => url) });
    for (const [url, resolve] of part)
      resolve(answer.then(({ files }) => files.find((file) => file.url === url) ?? null));
  }
}
