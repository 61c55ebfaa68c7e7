/**
 * Everyone's presence at a glance, for administrators: the status that others compute, since when, with which client, and
 * both formats of the API side by side. Of users in invisible mode nothing is reported but that (report.ts).
 */
import type { PresenceOverview } from '../../contract/shapes/activity.ts';
import type { EventQueue } from '../../events/queue.ts';
import type { Reader } from '../../storage/database.ts';
import type { SystemViewing } from '../acting.ts';
import { organizationSetting } from '../organization/rows.ts';
import { isRecent, presentSecs } from '../users/activity.shared.ts';
import { legacyPresence, modernPresence, statusOf, type PresenceRow } from './report.ts';

interface Row extends Omit<PresenceRow, 'update_id'> {
  id: number;
  full_name: string;
  shares: number;
  update_id: number | null;
  /** Of the latest stretch (history.ts). */
  started_at: number | null;
  is_active: number | null;
  reported_by: string | null;
}

/** Active persons with their presence. Times are UNIX seconds; `now` is the server's. */
export function presenceOverview(viewing: SystemViewing): PresenceOverview {
  const { db, services, now } = viewing;
  const rows = db.all<Row>(
    `SELECT u.id, u.full_name, ifnull(json_extract(u.settings, '$.presence_enabled'), 1) AS shares, p.*,
       s.started_at, s.is_active, s.client AS reported_by
     FROM users u LEFT JOIN presence p ON p.user_id = u.id
     LEFT JOIN presence_stretches s ON s.user_id = u.id
       AND s.started_at = (SELECT max(started_at) FROM presence_stretches WHERE user_id = u.id)
     WHERE u.is_active = 1 AND u.is_bot = 0 ORDER BY u.id`,
  );
  const queues = byUser(services.queues.list());
  const isDisabled = organizationSetting(db, 'presence_disabled');
  return {
    now,
    presence_disabled: isDisabled,
    users: rows.map((row) =>
      // What was reported before presence was turned off says nothing of today.
      userPresence(viewing, isDisabled ? { ...row, update_id: null } : row, queues.get(row.id) ?? []),
    ),
  };
}

function userPresence({ now }: SystemViewing, row: Row, queues: EventQueue[]): PresenceOverview['users'][number] {
  const who = { user_id: row.id, full_name: row.full_name };
  const nothing = { since: null, last_seen: null, clients: [], update_id: null, modern: null, legacy: null };
  if (row.shares === 0) return { ...who, status: 'invisible', ...nothing };
  if (row.update_id === null) return { ...who, status: 'offline', ...nothing };
  const presence = { ...row, update_id: row.update_id };
  const { status, timestamp } = statusOf(presence);
  const lastSeen = modernPresence(presence).idle_timestamp;
  const isGone = !isRecent(lastSeen, now);
  const isOneStretch = row.started_at !== null && (row.is_active === 1 ? 'active' : 'idle') === status;
  const reporter = isGone || row.reported_by === null ? [] : [row.reported_by];
  return {
    ...who,
    status: isGone ? 'offline' : status,
    since: isGone ? lastSeen : isOneStretch ? row.started_at : timestamp,
    last_seen: lastSeen,
    clients: [...new Set([...reporter, ...queues.map(({ options }) => options.client)])].slice(0, 10),
    update_id: row.update_id,
    modern: { ...modernPresence(presence) },
    legacy: legacyPresence(presence),
  };
}

function byUser(queues: readonly EventQueue[]): Map<number, EventQueue[]> {
  const found = new Map<number, EventQueue[]>();
  for (const queue of queues) found.set(queue.userId, [...(found.get(queue.userId) ?? []), queue]);
  return found;
}

/**
 * How many people are there now, for the user who looks at the server from outside, such as the desktop app's tray.
 * @param now UNIX seconds. @returns active persons seen lately; those in invisible mode are not counted.
 */
export function countOnline(db: Reader, now: number): number {
  if (organizationSetting(db, 'presence_disabled')) return 0;
  const row = db.get<{ count: number }>(
    `SELECT count(*) AS count FROM users u JOIN presence p ON p.user_id = u.id
     WHERE u.is_active = 1 AND u.is_bot = 0 AND ifnull(json_extract(u.settings, '$.presence_enabled'), 1) != 0
       AND max(ifnull(p.active_timestamp, 0), ifnull(p.idle_timestamp, 0)) BETWEEN ? AND ?`,
    now - presentSecs,
    now + presentSecs,
  );
  return row?.count ?? 0;
}
