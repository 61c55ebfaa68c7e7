/** Status texts and emoji of users (contract: UserStatus). Owns the table user_status. */
import { badRequest, invalidParameter } from '../../errors.ts';
import { findEmojiCode, findNamedEmoji } from '../../markdown/emoji.ts';
import type { SystemActing, SystemViewing } from '../acting.ts';
import { findCustomEmoji, findCustomEmojiById } from '../emoji/rows.ts';
import type { UserRow } from './rows.ts';
import { announceStatus, findStatus, noStatus, type StatusRow } from './status-wire.ts';

/** Characters of a status text. */
const maxTextLength = 60;

/** What a request changes; '' clears a text or an emoji. */
export interface StatusChange {
  status_text?: string | undefined;
  emoji_name?: string | undefined;
  emoji_code?: string | undefined;
  reaction_type?: string | undefined;
}

/** @throws ApiError BAD_REQUEST for every case that the contract names, and for accounts that are out of use. */
export function setStatus(acting: SystemActing, user: UserRow, change: StatusChange): void {
  if (user.is_active === 0) throw badRequest('User is deactivated');
  const before = findStatus(acting.db, user.id) ?? noStatus;
  const after: StatusRow = { ...before, ...textOf(change), ...emojiOf(acting, change) };
  acting.tx.run(
    `INSERT INTO user_status (user_id, status_text, emoji_name, emoji_code, reaction_type, updated_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (user_id) DO UPDATE SET status_text = excluded.status_text, emoji_name = excluded.emoji_name,
       emoji_code = excluded.emoji_code, reaction_type = excluded.reaction_type, updated_at = excluded.updated_at`,
    user.id,
    after.status_text,
    after.emoji_name,
    after.emoji_code,
    after.reaction_type,
    acting.now,
  );
  announceStatus(acting, user);
}

function textOf({ status_text: text }: StatusChange): Partial<StatusRow> {
  if (text === undefined) return {};
  if ([...text.trim()].length > maxTextLength)
    throw invalidParameter('status_text', `status_text is too long (limit: ${maxTextLength} characters)`);
  return { status_text: text.trim() };
}

function emojiOf(viewing: SystemViewing, change: StatusChange): Partial<StatusRow> {
  const { emoji_name: name, emoji_code: code, reaction_type: type } = change;
  if (name === undefined) {
    if (code !== undefined || type !== undefined)
      throw invalidParameter(
        'emoji_name, emoji_code, reaction_type',
        'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
      );
    return {};
  }
  if (name === '') return { emoji_name: '', emoji_code: '', reaction_type: '' };
  return knownEmoji(viewing, name, code, type);
}

/** The emoji of the given name, and of the given code and kind where they are given. */
function knownEmoji(
  { db }: SystemViewing,
  name: string,
  code: string | undefined,
  type: string | undefined,
): Partial<StatusRow> {
  if (!/^[\p{L}\p{M}\d.+_-]+$/u.test(name)) throw invalidParameter('emoji_name', 'Invalid characters in emoji name');
  if (type === undefined || type === 'realm_emoji') {
    const custom = code === undefined ? findCustomEmoji(db, name) : findCustomEmojiById(db, code);
    if (
      custom !== undefined &&
      !custom.deactivated &&
      custom.name === name &&
      (type !== undefined || code === undefined)
    ) {
      return { emoji_name: name, emoji_code: custom.id, reaction_type: 'realm_emoji' };
    }
    if (type === 'realm_emoji') throw invalidParameter('emoji_code', 'Invalid custom emoji.');
  }
  if (type !== undefined && type !== 'unicode_emoji') throw invalidParameter('reaction_type', 'Invalid emoji type.');
  const found = code === undefined ? findEmojiCode(name) : findNamedEmoji(name, code);
  if (code === undefined && found === undefined) throw invalidParameter('emoji_name', `Emoji '${name}' does not exist`);
  if (found === undefined) throw invalidParameter('emoji_name', 'Invalid emoji name.');
  return { emoji_name: name, emoji_code: found, reaction_type: 'unicode_emoji' };
}
