/** Guest visibility events for users who become visible or hidden (contract: `realm_user` add and remove). */
import { toUser } from '../../events/audience.ts';
import type { Reader } from '../../storage/database.ts';
import type { SystemActing } from '../acting.ts';
import { announceQuietOfArrived } from '../do-not-disturb/state.shared.ts';
import { allUsers, findUser, findUsers, type UserRow } from '../users/rows.ts';
import { announceStatusOfArrived } from '../users/status-wire.ts';
import { limitedGuestIds, sharingWith, visibleUserIds } from '../users/visibility.shared.ts';
import { userWire } from '../users/wire.ts';

/**
 * Who shares a channel or a direct conversation with whom, for the guests whom a change of it concerns. Looks only at those whom
 * the change concerns, and costs next to nothing where there are no guests of limited sight.
 * @param changing users who come or go, with the guests of limited sight at hand.
 * @param meeting all whom they may meet or leave by it, themselves among them; only those of a list where one is given.
 */
export function watchMeetings(
  acting: SystemActing,
  changing: (guests: readonly number[]) => readonly number[],
  meeting: (among: readonly number[] | null) => readonly number[],
): () => void {
  const guests = limitedGuestIds(acting.db);
  if (guests.length === 0) return () => undefined;
  const limited = new Set(guests);
  // What someone who sees everyone shares matters to guests alone.
  const guestsMet = meeting(guests);
  const asked = new Map(
    people(acting.db, changing(guests)).map(({ id }) => [id, limited.has(id) ? meeting(null) : guestsMet] as const),
  );
  const look = (): Map<number, Set<number>> =>
    new Map([...asked].map(([id, others]) => [id, new Set(sharingWith(acting.db, id, others))]));
  const before = look();
  return () => {
    const now = look();
    tellGuests(newToGuests(before, now, limited), (guestId, ids) => announceGained(acting, guestId, ids));
    tellGuests(newToGuests(now, before, limited), (guestId, ids) => announceLost(acting, guestId, ids));
  };
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

/** Whom a user sees: guests see less. */
export function watchUsersSeenBy(acting: SystemActing, userId: number): () => void {
  const before = visibleTo(acting.db, userId);
  return () => {
    const now = visibleTo(acting.db, userId);
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
  };
}

function visibleTo(db: Reader, userId: number): Set<number> {
  const user = findUser(db, userId);
  const visible = user === undefined ? null : visibleUserIds({ db, user });
  return visible ?? new Set(allUsers(db).map(({ id }) => id));
}

/** Bots are known to everyone: they neither come nor go. */
const people = (db: Reader, ids: readonly number[]): UserRow[] =>
  findUsers(db, ids).filter((user) => user.is_bot === 0);

function announceGained(acting: SystemActing, guestId: number, userIds: number[]): void {
  const guest = findUser(acting.db, guestId);
  // Someone who has just become a guest of a large channel comes to see thousands: not put together when no one listens.
  if (guest === undefined || !acting.services.queues.mayBeWanted('realm_user', toUser(guestId))) return;
  for (const user of people(acting.db, userIds)) {
    const person = userWire({ db: acting.db, user: guest }, user, {
      clientGravatar: false,
      includeCustomProfileFields: true,
    });
    acting.announce({ type: 'realm_user', op: 'add', person }, toUser(guestId));
    announceStatusOfArrived(acting, user, toUser(guestId));
    announceQuietOfArrived(acting, user, toUser(guestId));
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
