/** Current failures of webhooks and push; that of mail is in queue.ts. For the list of what needs attention. */
import { daySecs } from '../durations.ts';
import type { Reader } from '../storage/database.ts';

/** A bot whose calls have failed within a day, with no success since. */
export interface WebhookFailure {
  bot_id: number;
  full_name: string;
  failed: number;
  error: string;
}

export function webhookFailures(db: Reader, now: number): WebhookFailure[] {
  return db.all<WebhookFailure>(
    `SELECT f.bot_id, u.full_name, f.failed, ifnull(d.last_error, '') AS error
     FROM (SELECT subject_id AS bot_id, count(*) AS failed, max(id) AS newest FROM deliveries
           WHERE status = 'failed' AND finished_at > ? AND finished_at <= ? AND kind = 'webhook' GROUP BY subject_id) f
     JOIN deliveries d ON d.id = f.newest
     JOIN users u ON u.id = f.bot_id AND u.is_active = 1
     WHERE NOT EXISTS (SELECT 1 FROM deliveries l WHERE l.kind = 'webhook' AND l.subject_id = f.bot_id AND l.id > f.newest AND l.status = 'done')
     ORDER BY f.newest DESC LIMIT 20`,
    now - daySecs,
    // A time from the future is of a clock that was wrong then.
    now,
  );
}

/** What the last push met, when it failed within a day; null otherwise. */
export function pushFailure(db: Reader, now: number): string | null {
  const last = db.get<{ status: string; last_error: string | null; finished_at: number }>(
    "SELECT status, last_error, finished_at FROM deliveries WHERE kind = 'push' AND status <> 'pending' ORDER BY id DESC LIMIT 1",
  );
  return last?.status === 'failed' && last.finished_at > now - daySecs && last.finished_at <= now
    ? last.last_error
    : null;
}
