/** Changing when a user wants no notifications, and informing others as time passes. */
import { badRequest, checking, invalidParameter } from '../../errors.ts';
import type { Reader } from '../../storage/database.ts';
import type { Acting, SystemActing } from '../acting.ts';
import { accessChannel } from '../channels/access.ts';
import type { StateParts } from '../initial-state.ts';
import { findUser, type UserRow } from '../users/rows.ts';
import { timeZoneOf } from '../users/settings.shared.ts';
import { findStatus, noStatus } from '../users/status-wire.ts';
import { setStatus } from '../users/status.ts';
import { accessUser } from '../users/visibility.shared.ts';
import { longestSecs, quietUntil, type QuietPeriod } from './quiet-rules.ts';
import { findChoice, noChoice, storeChoice, usersToLookAt, type Choice } from './rows.ts';
import { announceChoice, doNotDisturbWire, quietUsers, showDoNotDisturb } from './state.shared.ts';

/** What a request changes. */
export interface DoNotDisturbChange {
  /** UNIX seconds; 0 turns notifications on, also for the rest of quiet hours. */
  until?: number | undefined;
  quiet_hours?: readonly QuietPeriod[] | undefined;
  allowed_user_ids?: readonly number[] | undefined;
  allowed_channel_ids?: readonly number[] | undefined;
  /** UNIX seconds; 0: not by time. */
  status_ends_at?: number | undefined;
  /** Notifications are off until the status ends, or is changed. */
  follows_status?: boolean | undefined;
}

/** @throws ApiError BAD_REQUEST for a time that has passed or is too far ahead, and for users and channels that the caller may not see. */
export function changeDoNotDisturb(acting: Acting, change: DoNotDisturbChange): void {
  const before = findChoice(acting.db, acting.user.id) ?? noChoice;
  const after: Choice = {
    ...before,
    ...(change.quiet_hours !== undefined && { quiet_hours: change.quiet_hours, resumed_until: null }),
    ...(change.allowed_user_ids !== undefined && {
      allowed_user_ids: accessed(change.allowed_user_ids, before.allowed_user_ids, 'allowed_user_ids', (id) =>
        accessUser(acting, id),
      ),
    }),
    ...(change.allowed_channel_ids !== undefined && {
      allowed_channel_ids: accessed(
        change.allowed_channel_ids,
        before.allowed_channel_ids,
        'allowed_channel_ids',
        (id) => accessChannel(acting, id),
      ),
    }),
  };
  const byHand = change.until === undefined ? after : turned(acting, after, change.until);
  storeChoice(acting.tx, acting.user.id, withStatus(acting, byHand, change));
  showDoNotDisturb(acting, acting.user);
  announceChoice(acting, acting.user.id);
}

/** A status was set or cleared: what lasted as long as the one before is over. */
export function statusChanged(acting: SystemActing, user: UserRow): void {
  const choice = findChoice(acting.db, user.id);
  if (choice === undefined || (choice.status_ends_at === null && choice.follows_status === 0)) return;
  const followed = choice.follows_status === 1 ? { until: null, resumed_until: null, chosen_at: acting.now } : {};
  storeChoice(acting.tx, user.id, { ...choice, ...followed, status_ends_at: null, follows_status: 0 });
  showDoNotDisturb(acting, user);
  announceChoice(acting, user.id);
}

/** The choice with what is bound to the status. Notifications that are turned off or on by hand follow no status. */
function withStatus({ now, user, db }: Acting, choice: Choice, change: DoNotDisturbChange): Choice {
  const { status_ends_at: end, follows_status: follows, until } = change;
  if (end === undefined && follows === undefined)
    return until === undefined ? choice : { ...choice, follows_status: 0 };
  const { status_text: text, emoji_name: emoji } = findStatus(db, user.id) ?? noStatus;
  const isBound = follows === true || (end !== undefined && end !== 0);
  if (isBound && text === '' && emoji === '') throw badRequest('Set a status first.');
  if (end !== undefined && end !== 0) checkAhead('status_ends_at', end, now);
  const endsAt = end === undefined ? choice.status_ends_at : end === 0 ? null : end;
  const bound: Choice = { ...choice, status_ends_at: endsAt, chosen_at: now };
  if (follows !== true) return { ...bound, follows_status: follows === undefined ? choice.follows_status : 0 };
  return { ...bound, follows_status: 1, until: endsAt ?? now + longestSecs, resumed_until: null };
}

/** @throws ApiError BAD_REQUEST for a time that has passed or is too far ahead. */
function checkAhead(name: string, time: number, now: number): void {
  if (time <= now) throw invalidParameter(name, 'Choose a time in the future.');
  if (time > now + longestSecs) throw invalidParameter(name, 'Choose a time within a year.');
}

/** The choice with notifications turned off until a time, or on. */
function turned({ user, now }: Acting, choice: Choice, until: number): Choice {
  if (until !== 0) {
    checkAhead('until', until, now);
    return { ...choice, until, resumed_until: null, chosen_at: now };
  }
  const rest = quietUntil({ ...choice, until: null, resumed_until: null }, timeZoneOf(user), now);
  return { ...choice, until: null, resumed_until: rest, chosen_at: now };
}

/** Who was allowed before may be out of sight since then: only what is new is checked. */
const accessed = (
  ids: readonly number[],
  before: readonly number[],
  name: string,
  access: (id: number) => { id: number },
): number[] => [...new Set(ids)].map((id) => (before.includes(id) ? id : checking(name, () => access(id).id)));

/** Users of whom others may have to be informed now. */
export const usersToShow = (db: Reader, now: number): number[] => usersToLookAt(db, now);

/** Informs others of one such user, whose status may have ended. */
export function showUser(acting: SystemActing, userId: number): void {
  const user = findUser(acting.db, userId);
  if (user === undefined) return;
  const endsAt = findChoice(acting.db, userId)?.status_ends_at ?? null;
  if (endsAt !== null && endsAt <= acting.now) {
    setStatus(acting, user, { status_text: '', emoji_name: '' });
    statusChanged(acting, user);
  }
  showDoNotDisturb(acting, user);
}

/** The part of registration, by the fetch_event_type that asks for it: only for clients that know it. */
export const doNotDisturbState: StateParts = {
  do_not_disturb: (viewing, { capabilities }) =>
    capabilities.do_not_disturb === true
      ? { do_not_disturb: { settings: doNotDisturbWire(viewing.db, viewing.user.id), users: quietUsers(viewing) } }
      : {},
};
