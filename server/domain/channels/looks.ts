/** Names of channels that look like those of others: they are refused, since people would write to the wrong one. */
import { looksLike } from '../../errors.ts';
import { Lookalikes } from '../../names.ts';
import type { Reader } from '../../storage/database.ts';
import { canAccessMetadata, type Viewer } from './access.ts';
import { findChannel } from './rows.ts';

export type ChannelLookalikes = Lookalikes<{ id: number; name: string }>;

/** Channels in use, by how their names look. @param own the one that gets a name */
export function channelLookalikes(db: Reader, own?: number): ChannelLookalikes {
  const sql = 'SELECT id, name FROM streams WHERE is_archived = 0 AND id <> ?';
  return new Lookalikes(db.all<{ id: number; name: string }>(sql, own ?? 0));
}

/** @throws ApiError BAD_REQUEST for a name that looks like that of another channel, which is named to those who may know of it. */
export function checkLooks(viewer: Viewer, name: string, others: ChannelLookalikes): void {
  const alike = others.find(name);
  if (alike === undefined) return;
  const channel = findChannel(viewer.db, alike.id);
  // Without a row it is asked for by the same request.
  const isKnown = channel === undefined || canAccessMetadata(viewer, channel);
  throw looksLike('channel', isKnown ? alike.name : undefined).about('name');
}
