/** How many people are there now: a number for whoever looks at the server from outside, such as the desktop app's tray. */
import type { Reader } from '../../storage/database.ts';
import { presenceAndTyping } from '../organization/limits.ts';

/** @param now UNIX seconds. @returns active persons seen lately; those in invisible mode are not counted. */
export function countOnline(db: Reader, now: number): number {
  const row = db.get<{ count: number }>(
    `SELECT count(*) AS count FROM users u JOIN presence p ON p.user_id = u.id
     WHERE u.is_active = 1 AND u.is_bot = 0 AND ifnull(json_extract(u.settings, '$.presence_enabled'), 1) != 0
       AND max(ifnull(p.active_timestamp, 0), ifnull(p.idle_timestamp, 0)) >= ?`,
    now - presenceAndTyping.server_presence_offline_threshold_seconds,
  );
  return row?.count ?? 0;
}
