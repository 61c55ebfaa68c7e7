/** Tells guests of users whom they come to see or lose sight of (contract: `realm_user` add and remove). */
import { toUser } from '../events/audience.ts';
import type { Reader } from '../storage/database.ts';
import type { SystemActing } from './acting.ts';
import { guestSight, visibleUserIds } from './user-sight.ts';
import { userWire } from './user-wire.ts';
import { allUsers, findUser, findUsers, type UserRow } from './users.ts';

/**
 * Runs a change of who shares a channel or a direct conversation with whom, and tells the guests whom it concerns.
 * Costs nothing where there are no guests of limited sight.
 */
export function announcingSight<T>(acting: SystemActing, change: () => T): T {
  const before = guestSight(acting.db);
  if (before.size === 0) return change();
  const result = change();
  for (const [guestId, now] of guestSight(acting.db)) {
    const earlier = before.get(guestId);
    if (earlier === undefined) continue;
    announceGained(
      acting,
      guestId,
      [...now].filter((id) => !earlier.has(id)),
    );
    announceLost(
      acting,
      guestId,
      [...earlier].filter((id) => !now.has(id)),
    );
  }
  return result;
}

/** Runs a change of a user's role and tells that user whom they see now, or see no more: guests see less. */
export function announcingOwnSight<T>(acting: SystemActing, userId: number, change: () => T): T {
  const before = sightOf(acting.db, userId);
  const result = change();
  const now = sightOf(acting.db, userId);
  announceGained(
    acting,
    userId,
    [...now].filter((id) => !before.has(id)),
  );
  announceLost(
    acting,
    userId,
    [...before].filter((id) => !now.has(id)),
  );
  return result;
}

function sightOf(db: Reader, userId: number): Set<number> {
  const user = findUser(db, userId);
  const visible = user === undefined ? null : visibleUserIds({ db, user });
  return visible ?? new Set(allUsers(db).map(({ id }) => id));
}

/** The server's own bots are known to everybody and are no users of the organization: they neither come nor go. */
const people = (db: Reader, ids: readonly number[]): UserRow[] =>
  findUsers(db, ids).filter((user) => user.is_system_bot === 0);

function announceGained(acting: SystemActing, guestId: number, userIds: number[]): void {
  const guest = findUser(acting.db, guestId);
  if (guest === undefined) return;
  for (const user of people(acting.db, userIds)) {
    const person = userWire({ db: acting.db, user: guest }, user, {
      clientGravatar: false,
      includeCustomProfileFields: true,
    });
    acting.announce({ type: 'realm_user', op: 'add', person }, toUser(guestId));
  }
}

function announceLost(acting: SystemActing, guestId: number, userIds: number[]): void {
  for (const user of people(acting.db, userIds)) {
    acting.announce(
      { type: 'realm_user', op: 'remove', person: { user_id: user.id, full_name: user.full_name } },
      toUser(guestId),
    );
  }
}
