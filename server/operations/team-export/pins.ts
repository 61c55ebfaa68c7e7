/** Pinned messages and links of channels: tables of Hearth's own, which other importing servers do not read. */
import type { Reader } from '../../storage/database.ts';
import { numbered, type Row, type Tables } from './tables.ts';

/** Times are UNIX seconds. */
export function pinTables(db: Reader): Tables {
  const pins = db.all<Row>(
    `SELECT message_id AS message, pinned_by AS user_profile, pinned_at AS date_pinned, pinned_to IS stream_id AS to_channel
     FROM pinned_messages ORDER BY message_id`,
  );
  return {
    hearth_pinnedmessage: numbered(pins.map((row) => ({ ...row, to_channel: row['to_channel'] === 1 }))),
    hearth_channellink: numbered(
      db.all<Row>(
        `SELECT stream_id AS stream, title, url, added_by AS user_profile, added_at AS date_added
         FROM channel_links WHERE stream_id IN (SELECT id FROM streams) ORDER BY id`,
      ),
    ),
  };
}
