/** When people were there last, and who has never come: what an administrator asks of a list of accounts. */
import type { LastActive } from '../../contract/shapes/accounts.ts';
import type { Reader } from '../../storage/database.ts';

/** @returns everybody but bots. Of those in invisible mode only whether they have ever come. */
export function lastActive(db: Reader): LastActive[] {
  return db
    .all<{ user_id: number; last_active: number | null; has_signed_in: number }>(
      `SELECT u.id AS user_id,
         CASE WHEN ifnull(json_extract(u.settings, '$.presence_enabled'), 1) = 0 THEN NULL
           ELSE nullif(max(ifnull(p.active_timestamp, 0), ifnull(p.idle_timestamp, 0)), 0) END AS last_active,
         p.user_id IS NOT NULL OR EXISTS (SELECT 1 FROM known_devices d WHERE d.user_id = u.id)
           OR EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = u.id)
           OR EXISTS (SELECT 1 FROM messages m WHERE m.sender_id = u.id) AS has_signed_in
       FROM users u LEFT JOIN presence p ON p.user_id = u.id WHERE u.is_bot = 0 ORDER BY u.id`,
    )
    .map((row) => ({ ...row, has_signed_in: row.has_signed_in === 1 }));
}
