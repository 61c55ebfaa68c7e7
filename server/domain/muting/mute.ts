/** Users whom a user has muted (contract: MutedUser). Owns the table muted_users. */
import { badRequest } from '../../errors.ts';
import { toUser } from '../../events/audience.ts';
import type { Reader } from '../../storage/database.ts';
import type { Acting } from '../acting.ts';
import type { StateParts } from '../initial-state.ts';
import { markSenderRead } from '../messages/flags/mark.ts';
import { accessUser } from '../users/visibility.shared.ts';

export interface MutedUser {
  id: number;
  /** UNIX seconds. */
  timestamp: number;
}

/** Whom the user has muted, the first of them first. */
function mutedUsers(db: Reader, userId: number): MutedUser[] {
  return db.all<MutedUser>(
    'SELECT muted_user_id AS id, timestamp FROM muted_users WHERE user_id = ? ORDER BY timestamp, muted_user_id',
    userId,
  );
}

/** @throws ApiError BAD_REQUEST for oneself, someone unknown or not to be seen, or someone muted already. */
export function muteUser(acting: Acting, mutedUserId: number): void {
  if (mutedUserId === acting.user.id) throw badRequest('Cannot mute self');
  const muted = accessUser(acting, mutedUserId);
  if (mutedUsers(acting.db, acting.user.id).some((user) => user.id === muted.id))
    throw badRequest('User already muted');
  acting.tx.run(
    'INSERT INTO muted_users (user_id, muted_user_id, timestamp) VALUES (?, ?, ?)',
    acting.user.id,
    muted.id,
    acting.now,
  );
  announceMuted(acting);
  // As what comes from now on.
  markSenderRead(acting, acting.user.id, muted.id);
}

/** @throws ApiError BAD_REQUEST for someone unknown, or not muted. */
export function unmuteUser(acting: Acting, mutedUserId: number): void {
  const muted = accessUser(acting, mutedUserId);
  const { changes } = acting.tx.run(
    'DELETE FROM muted_users WHERE user_id = ? AND muted_user_id = ?',
    acting.user.id,
    muted.id,
  );
  if (changes === 0) throw badRequest('User is not muted');
  announceMuted(acting);
}

function announceMuted(acting: Acting): void {
  acting.announce({ type: 'muted_users', muted_users: mutedUsers(acting.db, acting.user.id) }, toUser(acting.user.id));
}

/** The part of registration, by the fetch_event_type that asks for it (contract: RegisterResponse). */
export const mutingState: StateParts = {
  muted_users: ({ db, user }) => ({ muted_users: mutedUsers(db, user.id) }),
};
