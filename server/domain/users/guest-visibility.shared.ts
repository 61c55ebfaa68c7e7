/** Tells guests of users whom they come to see or lose sight of (contract: `realm_user` add and remove). */
import { toUser } from '../../events/audience.ts';
import { Role } from '../../permissions/roles.ts';
import type { Reader } from '../../storage/database.ts';
import type { SystemActing } from '../acting.ts';
import { activeIdsByRole, allUsers, findUser, findUsers, type UserRow } from './rows.ts';
import { announceStatusOfArrived } from './status-wire.ts';
import { limitedGuestIds, sharingWith, visibleUserIds } from './visibility.shared.ts';
import { userWire } from './wire.ts';

/**
 * Runs a change of who shares a channel or a direct conversation with whom, and tells the guests whom it concerns. Looks only
 * at those whom the change concerns, and costs next to nothing where there are no guests of limited sight.
 * @param changing users who come or go.
 * @param meeting all whom they may meet or leave by it, themselves among them; only those of a list where one is given.
 */
export function withVisibilityEvents<T>(
  acting: SystemActing,
  changing: readonly number[],
  meeting: (among: readonly number[] | null) => readonly number[],
  change: () => T,
): T {
  const guests = limitedGuestIds(acting.db);
  if (guests.length === 0) return change();
  const limited = new Set(guests);
  // What somebody who sees everybody shares matters to guests alone.
  const guestsMet = meeting(guests);
  const asked = new Map(
    people(acting.db, changing).map(({ id }) => [id, limited.has(id) ? meeting(null) : guestsMet] as const),
  );
  const look = (): Map<number, Set<number>> =>
    new Map([...asked].map(([id, others]) => [id, new Set(sharingWith(acting.db, id, others))]));
  const before = look();
  const result = change();
  const now = look();
  tellGuests(newToGuests(before, now, limited), (guestId, ids) => announceGained(acting, guestId, ids));
  tellGuests(newToGuests(now, before, limited), (guestId, ids) => announceLost(acting, guestId, ids));
  return result;
}

/** Whom each guest shares something with in `now` and not in `before`; sharing is mutual, so both sides are looked at. */
function newToGuests(
  before: ReadonlyMap<number, ReadonlySet<number>>,
  now: ReadonlyMap<number, ReadonlySet<number>>,
  limited: ReadonlySet<number>,
): Map<number, Set<number>> {
  const found = new Map<number, Set<number>>();
  const add = (guestId: number, id: number): void => {
    if (limited.has(guestId) && guestId !== id) found.set(guestId, (found.get(guestId) ?? new Set()).add(id));
  };
  for (const [userId, others] of now) {
    for (const other of others) {
      if (before.get(userId)?.has(other) === true) continue;
      add(userId, other);
      add(other, userId);
    }
  }
  return found;
}

function tellGuests(
  news: ReadonlyMap<number, ReadonlySet<number>>,
  tell: (guestId: number, userIds: number[]) => void,
): void {
  for (const [guestId, ids] of [...news].toSorted(([a], [b]) => a - b)) tell(guestId, [...ids]);
}

/** Runs a change of a user's role and tells that user whom they see now, or see no more: guests see less. */
export function withOwnVisibilityEvents<T>(acting: SystemActing, userId: number, change: () => T): T {
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

/** Runs a change of whether guests see everybody, and tells each guest whom they see now, or see no more. */
export function withSightOfGuestsEvents(acting: SystemActing, change: () => void): void {
  const guests = activeIdsByRole(acting.db, Role.guest, Role.guest);
  const last = guests.reduce<() => void>((inner, id) => () => withOwnVisibilityEvents(acting, id, inner), change);
  last();
}

function sightOf(db: Reader, userId: number): Set<number> {
  const user = findUser(db, userId);
  const visible = user === undefined ? null : visibleUserIds({ db, user });
  return visible ?? new Set(allUsers(db).map(({ id }) => id));
}

/** Bots are known to everybody: they neither come nor go. */
const people = (db: Reader, ids: readonly number[]): UserRow[] =>
  findUsers(db, ids).filter((user) => user.is_bot === 0);

function announceGained(acting: SystemActing, guestId: number, userIds: number[]): void {
  const guest = findUser(acting.db, guestId);
  // Somebody who has just become a guest of a large channel comes to see thousands: not put together when nobody listens.
  if (guest === undefined || !acting.services.queues.mayBeWanted('realm_user', toUser(guestId))) return;
  for (const user of people(acting.db, userIds)) {
    const person = userWire({ db: acting.db, user: guest }, user, {
      clientGravatar: false,
      includeCustomProfileFields: true,
    });
    acting.announce({ type: 'realm_user', op: 'add', person }, toUser(guestId));
    announceStatusOfArrived(acting, user, toUser(guestId));
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
