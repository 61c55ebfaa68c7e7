/**
 * Mails about messages that someone has not seen: after the user's own pause, when they are away, still have not read them, and
 * want to be reported (settings `enable_*_email_notifications`, `email_notifications_batching_period_seconds`). Nothing is noted when a
 * message is sent: what is due follows from unread flags, presence and how far a user is settled, so that restarts, edits, moves
 * and deletions need no care here.
 */
import { daySecs, ifPast } from '../../durations.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import type { SystemActing, SystemViewing } from '../acting.ts';
import { isHeldBack } from '../do-not-disturb/state.shared.ts';
import { readableMessages } from '../messages/access.ts';
import { flagBits } from '../messages/flags/flags.shared.ts';
import { firstIdSince } from '../messages/message-time-rows.ts';
import { reasonToTell } from '../messages/notifying/reasons.shared.ts';
import type { Steps } from '../messages/reading/steps.ts';
import type { MessageRow } from '../messages/rows.ts';
import { sendsMail } from '../organization/delivery-settings.shared.ts';
import { isPresent, lastActive, presentSecs } from '../users/activity.shared.ts';
import { activePeople, findUser, type UserRow } from '../users/rows.ts';
import { userSetting } from '../users/settings.shared.ts';
import { usersSignedOutByProviders } from '../users/sign-in-check-rows.ts';
import { mailMissedMessages, type MissedMessage } from './missed-messages-mail.ts';
import { lastMailed, noteMailed, settledMessageId, settleMessages } from './rows.ts';

/** Its greeting is read when someone first signs in. */
const welcomeBot = 'welcome-bot@%';
/** So long after the last message nothing is mailed, in seconds: more may follow, or the user comes back. */
const quietSecs = 300;
/** Who is written to without such a pause is reported after this long all the same. */
const longestWaitSecs = 3600;
/** Mails to one user are so far apart, in seconds. */
const betweenMailsSecs = 900;
/** Of one user at one time; the others wait for the next turn. */
const maxLooked = 200;
/** Older messages are no news: a machine that was off over a long weekend still reports its Friday. */
const maxAgeSecs = 3 * daySecs;
/** What no one is informed of is looked at again for this long, as an edit may yet mention someone. */
const secondLookSecs = 600;

/** Ids of those for whom something is due now, a person a step. Reads only. */
export function* usersToSettle(viewing: SystemViewing): Steps<number[]> {
  const { db, now } = viewing;
  const since = firstIdSince(db, now - maxAgeSecs);
  const due: number[] = [];
  for (const user of activePeople(db)) {
    if (dueFor(viewing, user, since) !== null) due.push(user.id);
    yield;
  }
  return due;
}

/** Settles what is due for one user, and queues the mail if there is something to tell and a mail server to tell it by. */
export function settleUser(acting: SystemActing, userId: number): void {
  const user = findUser(acting.db, userId);
  if (user === undefined || user.is_active === 0) return;
  const due = dueFor(acting, user, firstIdSince(acting.db, acting.now - maxAgeSecs));
  if (due === null) return;
  settleMessages(acting.tx, userId, due.settledId);
  if (due.missed.length === 0 || !sendsMail(acting.db)) return;
  mailMissedMessages(acting, user, due.missed);
  noteMailed(acting.tx, userId, acting.now);
}

/**
 * Settles imported messages for those who had nothing unread to be mailed about. Who had something gets that mail: imported messages are
 * in no mail, settled or not.
 * @param newest the newest message of the import, which is noted by `noteImported`. @param now UNIX seconds
 */
export function settleImported(tx: Transaction, newest: number, now: number): void {
  const since = firstIdSince(tx, now - maxAgeSecs);
  for (const user of activePeople(tx))
    if (unreadSince(tx, user, Math.max(since - 1, settledMessageId(tx, user.id))).length === 0)
      settleMessages(tx, user.id, newest);
}

interface Due {
  missed: MissedMessage[];
  /** Up to which message the user is settled then. */
  settledId: number;
}

function dueFor(viewing: SystemViewing, user: UserRow, since: number): Due | null {
  const { db, now } = viewing;
  if (isPresent(db, user.id, now) || usersSignedOutByProviders(db).has(user.id)) return null;
  const unread = unreadSince(db, user, Math.max(since - 1, settledMessageId(db, user.id)));
  const missed = missedAmong(viewing, user, unread);
  const [oldest] = missed;
  if (oldest === undefined) {
    const settled = unread.findLast(({ timestamp }) => ifPast(timestamp, now) < now - secondLookSecs);
    return settled === undefined ? null : { missed, settledId: settled.id };
  }
  // The mail waits for the end of quiet time, unless one of its messages notifies all the same.
  if (missed.every(({ row }) => isHeldBack(viewing, user, row))) return null;
  const isReady = hasPaused(viewing, user, missed) && ifPast(lastMailed(db, user.id), now) + betweenMailsSecs <= now;
  return isReady ? { missed, settledId: unread.at(-1)?.id ?? 0 } : null;
}

/** Whether nothing more has come for five minutes, or for as long as the user's setting says where that is longer. */
function hasPaused({ db, now }: SystemViewing, user: UserRow, missed: readonly MissedMessage[]): boolean {
  const pauseSecs = Math.max(quietSecs, userSetting(db, user, 'email_notifications_batching_period_seconds'));
  const times = missed.map(({ row }) => ifPast(row.timestamp, now));
  return Math.max(...times) + pauseSecs <= now || Math.min(...times) + Math.max(pauseSecs, longestWaitSecs) <= now;
}

type UnreadRow = MessageRow & { flags: number };

function unreadSince(db: Reader, user: UserRow, afterId: number): UnreadRow[] {
  return db.all<UnreadRow>(
    `SELECT m.*, f.flags FROM message_flags f CROSS JOIN messages m ON m.id = f.message_id
     WHERE f.user_id = ? AND f.message_id > ? AND (f.flags & ?) != 0 AND m.sender_id <> ?
       AND m.sender_id NOT IN (SELECT id FROM users WHERE is_system_bot = 1 AND email LIKE ?)
       AND NOT EXISTS (SELECT 1 FROM imported_ranges WHERE f.message_id BETWEEN first_id AND last_id)
     ORDER BY f.message_id LIMIT ?`,
    user.id,
    afterId,
    flagBits.unread,
    user.id,
    welcomeBot,
    maxLooked,
  );
}

function missedAmong({ db, now }: SystemViewing, user: UserRow, unread: readonly UnreadRow[]): MissedMessage[] {
  const active = ifPast(lastActive(db, user.id), now);
  // A user who was at the computer after a message came has had the chance to see it.
  const unseen = unread.filter(({ timestamp }) => active <= timestamp + presentSecs);
  const bits = new Map(unseen.map((row) => [row.id, row.flags]));
  return readableMessages({ db, user }, unseen).flatMap((row) => {
    const reason = reasonToTell(db, 'email', user, row, bits.get(row.id) ?? 0);
    return reason === null ? [] : [{ row, reason }];
  });
}
