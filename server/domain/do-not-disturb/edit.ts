/** Changing when a user wants no notifications, and informing others as time passes. */
import { checking, invalidParameter } from '../../errors.ts';
import type { Reader } from '../../storage/database.ts';
import type { Acting, SystemActing } from '../acting.ts';
import { accessChannel } from '../channels/access.ts';
import type { StateParts } from '../initial-state.ts';
import { findUser } from '../users/rows.ts';
import { timeZoneOf } from '../users/settings.shared.ts';
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
  storeChoice(acting.tx, acting.user.id, change.until === undefined ? after : turned(acting, after, change.until));
  showDoNotDisturb(acting, acting.user);
  announceChoice(acting, acting.user.id);
}

/** The choice with notifications turned off until a time, or on. */
function turned({ user, now }: Acting, choice: Choice, until: number): Choice {
  if (until !== 0) {
    if (until <= now) throw invalidParameter('until', 'Choose a time in the future.');
    if (until > now + longestSecs) throw invalidParameter('until', 'Choose a time within a year.');
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

/** Informs others of one such user. */
export function showUser(acting: SystemActing, userId: number): void {
  const user = findUser(acting.db, userId);
  if (user !== undefined) showDoNotDisturb(acting, user);
}

/** The part of registration, by the fetch_event_type that asks for it: only for clients that know it. */
export const doNotDisturbState: StateParts = {
  do_not_disturb: (viewing, { capabilities }) =>
    capabilities.do_not_disturb === true
      ? { do_not_disturb: { settings: doNotDisturbWire(viewing.db, viewing.user.id), users: quietUsers(viewing) } }
      : {},
};
