/**
 * Link previews as they are stored: what pages say of themselves (link_previews, a bounded cache that is also the queue of what is to be
 * fetched), and the messages that link to them (message_link_previews).
 */
import { daySecs } from '../../durations.ts';
import type { Reader, Transaction } from '../../storage/database.ts';

/** What a page says of itself. */
export interface PagePreview {
  title: string;
  /** Empty where it has none. */
  description: string;
  /** Name of its picture in the cache of pictures; null without one. */
  image: string | null;
}

/** The cache has so many pages; the oldest go first. */
const mostPreviews = 500;
/** So many wait to be fetched at most: what is linked beyond has no preview. */
const mostWaiting = 100;
const freshForSecs = 7 * daySecs;
const failedForSecs = daySecs;

/** @returns the preview of a page, once it was fetched. */
export function findPreview(db: Reader, url: string): PagePreview | undefined {
  return db.get<PagePreview>(
    "SELECT title, description, image FROM link_previews WHERE url = ? AND state = 'found'",
    url,
  );
}

/** @returns the state of the page's entry, and when it was asked for (UNIX seconds). */
function findEntry(db: Reader, url: string): { state: string; asked_at: number } | undefined {
  return db.get('SELECT state, asked_at FROM link_previews WHERE url = ?', url);
}

/** Queues a page, unless it was fetched in the last days or too many wait. @returns whether it waits. @param now UNIX seconds. */
export function queuePage({ db, tx, now }: { db: Reader; tx: Transaction; now: number }, url: string): boolean {
  const entry = findEntry(db, url);
  if (entry?.state === 'waiting') return true;
  const age = entry === undefined ? Infinity : Math.abs(now - entry.asked_at);
  if (age < (entry?.state === 'found' ? freshForSecs : failedForSecs)) return false;
  const waiting = db.get<{ count: number }>(
    "SELECT count(*) AS count FROM link_previews WHERE state = 'waiting'",
  )?.count;
  if ((waiting ?? 0) >= mostWaiting) return false;
  tx.run(
    `INSERT INTO link_previews (url, state, asked_at) VALUES (?, 'waiting', ?)
       ON CONFLICT (url) DO UPDATE SET state = 'waiting', asked_at = excluded.asked_at`,
    url,
    now,
  );
  return true;
}

/** @returns pages that wait to be fetched, the oldest first. */
export function waitingPages(db: Reader, limit: number): string[] {
  return db
    .all<{ url: string }>("SELECT url FROM link_previews WHERE state = 'waiting' ORDER BY asked_at, url LIMIT ?", limit)
    .map(({ url }) => url);
}

/** Writes what became of a page. @param preview null: it has none. @returns names of pictures that are unused now. */
export function settlePage(
  { db, tx }: { db: Reader; tx: Transaction },
  url: string,
  preview: PagePreview | null,
): string[] {
  const before = db.get<{ image: string | null }>('SELECT image FROM link_previews WHERE url = ?', url)?.image ?? null;
  tx.run(
    'UPDATE link_previews SET state = ?, title = ?, description = ?, image = ? WHERE url = ?',
    preview === null ? 'none' : 'found',
    preview?.title ?? '',
    preview?.description ?? '',
    preview?.image ?? null,
    url,
  );
  const old = db.all<{ url: string; image: string | null }>(
    "SELECT url, image FROM link_previews WHERE state <> 'waiting' ORDER BY asked_at DESC, url LIMIT -1 OFFSET ?",
    mostPreviews,
  );
  for (const row of old) tx.run('DELETE FROM link_previews WHERE url = ?', row.url);
  return [before, ...old.map(({ image }) => image)].filter(
    (image) => image !== null && image !== preview?.image,
  ) as string[];
}

/** The message links to these pages, and to no others. What its author removed stays removed. */
export function linkToPages(tx: Transaction, messageId: number, urls: readonly string[]): void {
  const json = JSON.stringify(urls);
  tx.run(
    'DELETE FROM message_link_previews WHERE message_id = ? AND url NOT IN (SELECT value FROM json_each(?))',
    messageId,
    json,
  );
  tx.run(
    'INSERT OR IGNORE INTO message_link_previews (message_id, url) SELECT ?, value FROM json_each(?)',
    messageId,
    json,
  );
}

/** The author of a message does not want its previews. @returns whether there were any. */
export function removePages(tx: Transaction, messageId: number): boolean {
  return (
    tx.run('UPDATE message_link_previews SET is_removed = 1 WHERE message_id = ? AND is_removed = 0', messageId)
      .changes > 0
  );
}

/** @returns pages whose preview the author of a message removed. */
export function removedPages(db: Reader, messageId: number): Set<string> {
  const rows = db.all<{ url: string }>(
    'SELECT url FROM message_link_previews WHERE message_id = ? AND is_removed = 1',
    messageId,
  );
  return new Set(rows.map(({ url }) => url));
}

/** @returns ids of the newest messages that show a page. */
export function messagesWithPage(db: Reader, url: string, limit: number): number[] {
  return db
    .all<{ message_id: number }>(
      'SELECT message_id FROM message_link_previews WHERE url = ? AND is_removed = 0 ORDER BY message_id DESC LIMIT ?',
      url,
      limit,
    )
    .map(({ message_id: id }) => id);
}
