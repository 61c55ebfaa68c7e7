/**
 * Do-not-disturb state of a user: the one rule that the ntfy app, web push, the push relay and mail ask, and what
 * clients are informed of for notifications on the screen.
 */
import type { components } from '../../contract/types.ts';
import { toUser, type Audience } from '../../events/audience.ts';
import type { Reader } from '../../storage/database.ts';
import type { SystemActing, SystemViewing, Viewing } from '../acting.ts';
import { isVisitor, type UserRow } from '../users/rows.ts';
import { timeZoneOf } from '../users/settings.shared.ts';
import { audienceOf, visibleUserIds } from '../users/visibility.shared.ts';
import { isQuiet, nextChange, quietUntil, withClock } from './quiet-rules.ts';
import { findChoice, noChoice, shownTimes, storeChoice, storeShown } from './rows.ts';

export type DoNotDisturbWire = components['schemas']['DoNotDisturb'];

/** Whether a user is not to be notified of a message now: they want quiet, and allowed neither its sender nor its channel. */
export function isHeldBack(
  { db, now }: Pick<SystemViewing, 'db' | 'now'>,
  user: UserRow,
  message: { sender_id: number; stream_id: number | null },
): boolean {
  const choice = findChoice(db, user.id);
  if (choice === undefined || !isQuiet(choice, timeZoneOf(user), now)) return false;
  const isAllowed =
    choice.allowed_user_ids.includes(message.sender_id) ||
    (message.stream_id !== null && choice.allowed_channel_ids.includes(message.stream_id));
  return !isAllowed;
}

/** What a user chose, as the user reads it. */
export function doNotDisturbWire(db: Reader, userId: number): DoNotDisturbWire {
  const choice = findChoice(db, userId) ?? noChoice;
  return {
    until: choice.until,
    quiet_hours: choice.quiet_hours.map((period) => ({ ...period, days: [...period.days] })),
    allowed_user_ids: [...choice.allowed_user_ids],
    allowed_channel_ids: [...choice.allowed_channel_ids],
    status_ends_at: choice.status_ends_at,
    follows_status: choice.follows_status === 1,
  };
}

/** Users who want no notifications, as the caller was informed of them: until when, by user id. */
export function quietUsers(viewing: Viewing): Record<string, number> {
  if (isVisitor(viewing.user)) return {};
  const visible = visibleUserIds(viewing);
  return Object.fromEntries(
    shownTimes(viewing.db)
      .filter(({ user_id: id }) => visible?.has(id) ?? true)
      .map(({ user_id: id, until }) => [id, until]),
  );
}

/** Informs all who may see a user whether the user wants notifications, where that has changed. */
export function showDoNotDisturb(acting: SystemActing, user: UserRow): void {
  const { tx, now } = acting;
  const stored = findChoice(acting.db, user.id);
  if (stored === undefined) return;
  const choice = withClock(stored, now);
  if (choice !== stored) {
    storeChoice(tx, user.id, choice);
    announceChoice(acting, user.id);
  }
  const timeZone = timeZoneOf(user);
  const until = quietUntil(choice, timeZone, now);
  const changesAt = nextChange(choice, timeZone, now);
  storeShown(tx, user.id, { shown_until: until, changes_at: changesAt, noted_at: now, time_zone: user.timezone });
  if (until !== choice.shown_until) announce(acting, user, until, audienceOf(acting.db, user));
}

/** Someone came back, or came into someone's sight. */
export function announceQuietOfArrived(acting: SystemActing, user: UserRow, audience?: Audience): void {
  const until = findChoice(acting.db, user.id)?.shown_until ?? null;
  if (user.is_active === 1 && until !== null) announce(acting, user, until, audience ?? audienceOf(acting.db, user));
}

function announce(acting: SystemActing, user: UserRow, until: number | null, audience: Audience): void {
  acting.announce(
    { type: 'do_not_disturb', op: 'status', user_id: user.id, until },
    { ...audience, withCapability: 'do_not_disturb' },
  );
}

/** Informs all clients of a user of what the user chose. */
export function announceChoice(acting: SystemActing, userId: number): void {
  acting.announce(
    { type: 'do_not_disturb', op: 'settings', settings: doNotDisturbWire(acting.db, userId) },
    { ...toUser(userId), withCapability: 'do_not_disturb' },
  );
}
