/** Links at the top of a channel, Hearth's own: users who administer the channel choose them. */
import { badRequest, invalidParameter } from '../../errors.ts';
import { canAdministerChannel } from '../../permissions/channels.ts';
import type { Reader } from '../../storage/database.ts';
import type { Acting } from '../acting.ts';
import { checkNotArchived, standingIn } from './access.ts';
import { deleteLink, insertLink, isWebAddress } from './link-rows.ts';
import { announcePins } from './pins.shared.ts';
import type { ChannelRow } from './rows.ts';

export interface ChannelLink {
  id: number;
  title: string;
  url: string;
  /** Id of a user. */
  added_by: number;
}

export const mostLinks = 20;

/** In the order in which they were added. */
export const linksWire = (db: Reader, channelId: number): ChannelLink[] =>
  db.all<ChannelLink>('SELECT id, title, url, added_by FROM channel_links WHERE stream_id = ? ORDER BY id', channelId);

/**
 * @returns its id.
 * @throws ApiError BAD_REQUEST for an address that is not of the web, where there are too many, and as checkMayChange.
 */
export function addLink(acting: Acting, channel: ChannelRow, title: string, url: string): number {
  checkMayChange(acting, channel);
  if (!isWebAddress(url)) throw invalidParameter('url', 'Enter a web address that begins with https:// or http://.');
  if (linksWire(acting.db, channel.id).length >= mostLinks)
    throw badRequest(`A channel can have ${mostLinks} links. Remove one first.`);
  const id = insertLink(acting.tx, {
    stream_id: channel.id,
    title,
    url,
    added_by: acting.user.id,
    added_at: acting.now,
  });
  announcePins(acting, channel.id);
  return id;
}

/** @throws ApiError BAD_REQUEST for a link that the channel does not have, and as checkMayChange. */
export function removeLink(acting: Acting, channel: ChannelRow, id: number): void {
  checkMayChange(acting, channel);
  if (!linksWire(acting.db, channel.id).some((link) => link.id === id))
    throw invalidParameter('link_id', 'Invalid link');
  deleteLink(acting.tx, id);
  announcePins(acting, channel.id);
}

/** @throws ApiError BAD_REQUEST for a user who does not administer the channel, and for an archived one. */
function checkMayChange(acting: Acting, channel: ChannelRow): void {
  if (!canAdministerChannel(acting.user, standingIn(acting, channel)))
    throw badRequest('You do not have permission to administer this channel.');
  checkNotArchived(channel);
}
