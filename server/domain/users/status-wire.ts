/** Status reads and events: for users who may see a user, and at registration (contract: UserStatus). */
import type { components } from '../../contract/types.ts';
import type { Audience } from '../../events/audience.ts';
import type { Reader } from '../../storage/database.ts';
import type { SystemActing, Viewing } from '../acting.ts';
import { isVisitor, type UserRow } from './rows.ts';
import { userSetting } from './settings.shared.ts';
import { audienceOf, visibleUserIds } from './visibility.shared.ts';

export type UserStatusWire = components['schemas']['UserStatus'];
export type ReactionType = 'unicode_emoji' | 'realm_emoji' | 'service_extra_emoji';

/** What of a status is stored; all of it may be empty. */
export interface StatusRow {
  status_text: string;
  emoji_name: string;
  emoji_code: string;
  reaction_type: ReactionType | '';
}

export const noStatus: StatusRow = { status_text: '', emoji_name: '', emoji_code: '', reaction_type: '' };

/** @returns undefined for a user who has set none. */
export const findStatus = (db: Reader, userId: number): StatusRow | undefined =>
  db.get<StatusRow>(
    'SELECT status_text, emoji_name, emoji_code, reaction_type FROM user_status WHERE user_id = ?',
    userId,
  );

/** Tells everyone who may see the user, or those that are given, what their status now is. */
export function announceStatus(
  acting: SystemActing,
  user: UserRow,
  audience: Audience = audienceOf(acting.db, user),
): void {
  const away = !userSetting(acting.db, user, 'presence_enabled');
  const status = findStatus(acting.db, user.id) ?? noStatus;
  acting.announce({ type: 'user_status', user_id: user.id, away, ...status }, audience);
}

/** Someone came, came back, or came into someone's sight: what they say of themselves is reported where they say something. */
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
  return wire(findStatus(db, user.id) ?? noStatus, !userSetting(db, user, 'presence_enabled'));
}

/** Statuses of those who have one, by user id: the field `user_status` of registration. */
export function allStatuses(viewing: Viewing): Record<string, UserStatusWire> {
  if (isVisitor(viewing.user)) return {};
  const visible = visibleUserIds(viewing);
  return Object.fromEntries(setStatuses(viewing.db).filter(([id]) => visible?.has(id) ?? true));
}

/** Statuses of active users that say something. */
function setStatuses(db: Reader): readonly (readonly [userId: number, status: UserStatusWire])[] {
  return db.remember('statuses', () =>
    db
      .all<StatusRow & { id: number; is_invisible: number }>(
        `SELECT u.id, ifnull(s.status_text, '') AS status_text, ifnull(s.emoji_name, '') AS emoji_name, ifnull(s.emoji_code, '') AS emoji_code,
           ifnull(s.reaction_type, '') AS reaction_type, ifnull(json_extract(u.settings, '$.presence_enabled'), 1) = 0 AS is_invisible
         FROM users u LEFT JOIN user_status s ON s.user_id = u.id WHERE u.is_active = 1 ORDER BY u.id`,
      )
      .map((row) => [row.id, wire(row, row.is_invisible === 1)] as const)
      .filter(([, status]) => Object.keys(status).length > 0),
  );
}
