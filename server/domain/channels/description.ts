/**
 * Channel and folder descriptions, and what people write of themselves: a line of Markdown and its HTML. Channels are looked
 * up as everyone sees them, people as the writer does.
 */
import type { RenderContext } from '../../markdown/render.ts';
import { renderDescription } from '../../markdown/render.ts';
import type { SystemViewing, Viewing } from '../acting.ts';
import { findCustomEmoji } from '../emoji/rows.ts';
import { findGroupByName } from '../groups/rows.ts';
import { compiledLinkifiers } from '../linkifiers/compiled.shared.ts';
import { isOwnOrigin } from '../organization/addresses.shared.ts';
import { checkHtmlShare } from '../organization/shares.shared.ts';
import { findUser, type UserRow } from '../users/rows.ts';
import { canAccessUser } from '../users/visibility.shared.ts';
import { findChannelByName } from './rows.ts';

/** A description is one line, because lists of channels show it so. In linear time, whatever it is. */
export const oneLine = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');

/**
 * The HTML of a description; it notifies no one. @param viewing with the writer, where there is one.
 * @throws ApiError BAD_REQUEST when the writer has too many long ones
 */
export function descriptionHtml(viewing: SystemViewing & Partial<Pick<Viewing, 'user'>>, description: string): string {
  if (description === '') return '';
  const html = renderDescription(description, descriptionContext(viewing));
  if (viewing.user !== undefined) checkHtmlShare(viewing.db, viewing.user.id, 'descriptions', html);
  return html;
}

function descriptionContext(viewing: SystemViewing & Partial<Pick<Viewing, 'user'>>): RenderContext {
  const { db, user: writer } = viewing;
  const shown = (user: UserRow | undefined) =>
    user === undefined || (writer !== undefined && !canAccessUser({ db, user: writer }, user))
      ? undefined
      : { id: user.id, fullName: user.full_name };
  return {
    findUserByName: (name) =>
      shown(db.get<UserRow>('SELECT * FROM users WHERE full_name = ? AND is_active = 1 ORDER BY id', name)),
    findUserById: (id) => shown(findUser(db, id)),
    findGroupByName: (name) => findGroupByName(db, name),
    // Naming a private channel would tell its name to all who see this one.
    findChannelByName: (name) => {
      const channel = findChannelByName(db, name);
      return channel?.invite_only === 0 ? { id: channel.id, name: channel.name } : undefined;
    },
    findCustomEmoji: (name) => {
      const emoji = findCustomEmoji(db, name);
      return emoji === undefined ? undefined : { url: emoji.source_url };
    },
    linkifiers: compiledLinkifiers(db),
    isMeAllowed: false,
    isOwnOrigin: (origin) => isOwnOrigin(viewing, origin),
  };
}
