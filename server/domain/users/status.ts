/** Status texts and emoji of users (contract: UserStatus). Owns the table user_status. */
import type { components } from '../../contract/types.ts';
import { badRequest } from '../../errors.ts';
import type { Audience } from '../../events/audience.ts';
import { findEmojiCode, isEmojiName } from '../../markdown/emoji.ts';
import type { Reader } from '../../storage/database.ts';
import type { SystemActing, SystemViewing, Viewing } from '../acting.ts';
import { userSetting } from './settings.ts';
import { audienceOf, visibleUserIds } from './visibility.ts';
import { isVisitor, type UserRow } from './rows.ts';
import { findCustomEmoji, findCustomEmojiById } from '../emoji/rows.ts';

export type UserStatusWire = components['schemas']['UserStatus'];
type ReactionType = 'unicode_emoji' | 'realm_emoji' | 'service_extra_emoji';

interface StatusRow {
  status_text: string;
  emoji_name: string;
  emoji_code: string;
  reaction_type: ReactionType | '';
}

const none: StatusRow = { status_text: '', emoji_name: '', emoji_code: '', reaction_type: '' };

/** Characters of a status text. */
const maxTextLength = 60;

const findStatus = (db: Reader, userId: number): StatusRow | undefined =>
  db.get<StatusRow>(
    'SELECT status_text, emoji_name, emoji_code, reaction_type FROM user_status WHERE user_id = ?',
    userId,
  );

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
  const before = findStatus(acting.db, user.id) ?? none;
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
    throw badRequest(`status_text is too long (limit: ${maxTextLength} characters)`);
  return { status_text: text.trim() };
}

function emojiOf(viewing: SystemViewing, change: StatusChange): Partial<StatusRow> {
  const { emoji_name: name, emoji_code: code, reaction_type: type } = change;
  if (name === undefined) {
    if (code !== undefined || type !== undefined)
      throw badRequest('Client must pass emoji_name if they pass either emoji_code or reaction_type.');
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
  if (!/^[\p{L}\p{M}\d.+_-]+$/u.test(name)) throw badRequest('Invalid characters in emoji name');
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
    if (type === 'realm_emoji') throw badRequest('Invalid custom emoji.');
  }
  if (type !== undefined && type !== 'unicode_emoji') throw badRequest('Invalid emoji type.');
  const found = findEmojiCode(name);
  if (code === undefined && found === undefined) throw badRequest(`Emoji '${name}' does not exist`);
  if (found === undefined || !isEmojiName(name, code ?? found)) throw badRequest('Invalid emoji name.');
  return { emoji_name: name, emoji_code: found, reaction_type: 'unicode_emoji' };
}

/** Tells everybody who may see the user, or those that are given, what their status now is. */
export function announceStatus(
  acting: SystemActing,
  user: UserRow,
  audience: Audience = audienceOf(acting.db, user),
): void {
  const away = !userSetting(acting.db, user, 'presence_enabled');
  const status = findStatus(acting.db, user.id) ?? none;
  acting.announce({ type: 'user_status', user_id: user.id, away, ...status }, audience);
}

/** Somebody came, came back, or came into somebody's sight: what they say of themselves is told where they say something. */
export function announceStatusOfArrived(acting: SystemActing, user: UserRow, audience?: Audience): void {
  const saysNothing = Object.keys(statusWire(acting.db, user)).length === 0;
  if (user.is_active === 1 && !saysNothing) announceStatus(acting, user, audience);
}

function wire({ status_text, emoji_name, emoji_code, reaction_type }: StatusRow, isInvisible: boolean): UserStatusWire {
  return {
    ...(isInvisible && { away: true }),
    ...(status_text !== '' && { status_text }),
    ...(reaction_type !== '' && { emoji_name, emoji_code, reaction_type }),
  };
}

/** One user's status; only what is set (contract: GET /users/{user_id}/status). */
export function statusWire(db: Reader, user: UserRow): UserStatusWire {
  return wire(findStatus(db, user.id) ?? none, !userSetting(db, user, 'presence_enabled'));
}

/** Statuses of those who have one, by user id: the field `user_status` of registration. */
export function allStatuses(viewing: Viewing): Record<string, UserStatusWire> {
  if (isVisitor(viewing.user)) return {};
  const rows = viewing.db.all<StatusRow & { id: number; is_invisible: number }>(
    `SELECT u.id, ifnull(s.status_text, '') AS status_text, ifnull(s.emoji_name, '') AS emoji_name, ifnull(s.emoji_code, '') AS emoji_code,
       ifnull(s.reaction_type, '') AS reaction_type, ifnull(json_extract(u.settings, '$.presence_enabled'), 1) = 0 AS is_invisible
     FROM users u LEFT JOIN user_status s ON s.user_id = u.id WHERE u.is_active = 1 ORDER BY u.id`,
  );
  const visible = visibleUserIds(viewing);
  const statuses = rows
    .filter((row) => visible?.has(row.id) ?? true)
    .map((row) => [row.id, wire(row, row.is_invisible === 1)] as const);
  return Object.fromEntries(statuses.filter(([, status]) => Object.keys(status).length > 0));
}
