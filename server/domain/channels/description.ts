/** Channel and folder descriptions: one line of Markdown and its HTML. What they name is looked up as everybody sees it. */
import type { RenderContext } from '../../markdown/render.ts';
import { renderDescription } from '../../markdown/render.ts';
import type { Reader } from '../../storage/database.ts';
import type { SystemViewing } from '../acting.ts';
import { findCustomEmoji } from '../emoji.ts';
import { findGroupByName } from '../groups.ts';
import { compiledLinkifiers } from '../linkifiers.ts';
import { findUser } from '../users.ts';
import { findChannelByName } from './rows.ts';

/** A description is one line, because lists of channels show it so. */
export const oneLine = (text: string): string => text.replaceAll(/\s*[\r\n]+\s*/g, ' ').trim();

/** The HTML of a description; it notifies nobody. */
export function descriptionHtml(viewing: SystemViewing, description: string): string {
  return description === '' ? '' : renderDescription(description, descriptionContext(viewing.db, viewing.origin));
}

function descriptionContext(db: Reader, origin: string): RenderContext {
  return {
    findUserByName: (name) =>
      db.get<{ id: number; fullName: string }>(
        'SELECT id, full_name AS fullName FROM users WHERE full_name = ? AND is_active = 1 ORDER BY id',
        name,
      ),
    findUserById: (id) => {
      const user = findUser(db, id);
      return user === undefined ? undefined : { id, fullName: user.full_name };
    },
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
    ownOrigins: [origin],
  };
}
