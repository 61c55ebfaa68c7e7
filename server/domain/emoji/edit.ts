/**
 * The organization's own emoji. Owns the table realm_emoji. Their pictures are files below uploads/emoji, made by
 * uploads/pictures.ts before the transaction that names them here.
 */
import { badRequest, doesNotExist, invalidParameter } from '../../errors.ts';
import { everyone } from '../../events/audience.ts';
import { findEmojiCode } from '../../markdown/emoji.ts';
import { isAdministrator } from '../../permissions/roles.ts';
import type { KeptEmoji } from '../../uploads/pictures.ts';
import type { Acting, Viewing } from '../acting.ts';
import { mayBy } from '../groups/membership.shared.ts';
import type { StateParts } from '../initial-state.ts';
import { checkShare } from '../organization/shares.shared.ts';
import { recordPictureFiles } from '../pictures/rows.ts';
import { type EmojiRow, realmEmoji, findCustomEmoji, normalizedName } from './rows.ts';

/** @throws ApiError BAD_REQUEST when the caller may not add emoji, or the name is wrong or in use. @returns the name as it is kept. */
export function checkNewEmoji(viewing: Viewing, name: string): string {
  if (!mayBy(viewing.db, viewing.user, 'can_add_custom_emoji_group')) throw badRequest('Insufficient permission');
  const normalized = normalizedName(name);
  if (!/^[a-z0-9_-]*[a-z0-9]$/.test(normalized) || normalized.length > 100) {
    throw invalidParameter(
      'emoji_name',
      'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores, and must end with either a letter or digit.',
    );
  }
  if (findCustomEmoji(viewing.db, normalized) !== undefined)
    throw invalidParameter('emoji_name', 'A custom emoji with this name already exists.');
  if (findEmojiCode(normalized) !== undefined && !isAdministrator(viewing.user)) {
    throw invalidParameter('emoji_name', 'Only administrators can override default emoji.');
  }
  checkShare(viewing, viewing.user, 'custom emoji');
  return normalized;
}

/** @throws as `checkNewEmoji` */
export function addEmoji(acting: Acting, name: string, files: KeptEmoji): void {
  const normalized = checkNewEmoji(acting, name);
  acting.tx.run(
    'INSERT INTO realm_emoji (name, author_id, file_name, still_file_name) VALUES (?, ?, ?, ?)',
    normalized,
    acting.user.id,
    files.source,
    files.still,
  );
  recordPictureFiles(acting.tx, files.files);
  announceEmoji(acting);
}

/** By its uploader or an administrator; messages and reactions that have it keep it. */
export function deactivateEmoji(acting: Acting, name: string): void {
  const row = acting.db.get<EmojiRow>(
    'SELECT * FROM realm_emoji WHERE name = ? AND deactivated = 0',
    normalizedName(name),
  );
  if (row === undefined) throw doesNotExist(`Emoji '${name}' does not exist`);
  if (row.author_id !== acting.user.id && !isAdministrator(acting.user)) {
    throw badRequest('Must be an organization administrator or emoji author');
  }
  acting.tx.run('UPDATE realm_emoji SET deactivated = 1 WHERE id = ?', row.id);
  announceEmoji(acting);
}

function announceEmoji(acting: Acting): void {
  acting.announce({ type: 'realm_emoji', op: 'update', realm_emoji: realmEmoji(acting.db) }, everyone);
}

/** The part of registration, by the fetch_event_type that asks for it (contract: RegisterResponse). */
export const emojiState: StateParts = {
  realm_emoji: ({ db }) => ({ realm_emoji: realmEmoji(db) }),
};
