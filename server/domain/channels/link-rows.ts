/** Links at the top of channels, as rows. */
import type { Transaction } from '../../storage/database.ts';

/** Longest title, in characters. */
export const mostTitle = 60;

export interface LinkRow {
  stream_id: number;
  title: string;
  url: string;
  added_by: number;
  /** UNIX seconds. */
  added_at: number;
}

/** @returns its id. */
export function insertLink(tx: Transaction, link: LinkRow): number {
  return tx.run(
    'INSERT INTO channel_links (stream_id, title, url, added_by, added_at) VALUES (?, ?, ?, ?, ?)',
    link.stream_id,
    link.title,
    link.url,
    link.added_by,
    link.added_at,
  ).lastId;
}

/** Removes a link. */
export function deleteLink(tx: Transaction, id: number): void {
  tx.run('DELETE FROM channel_links WHERE id = ?', id);
}

/** Other addresses would run scripts, or lead nowhere. */
export const isWebAddress = (url: string): boolean =>
  URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
