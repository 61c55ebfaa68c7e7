/**
 * Hearth-only data of an export, in tables of Hearth's own: another Hearth takes them, other servers do not read
 * them. Times are UNIX seconds.
 */
import { organization } from '../../domain/organization/rows.ts';
import type { Reader } from '../../storage/database.ts';
import type { Addresses } from './addresses.ts';
import { maxDomainLength } from './places.ts';
import { numbered, withTruth, type Row, type Tables } from './tables.ts';

export function ownTables(db: Reader, addresses: Addresses): Tables {
  const { presence_disabled, giphy_rating } = organization(db);
  return {
    hearth_realm: [{ id: 1, presence_disabled, giphy_rating }],
    hearth_realmdomain: numbered(
      db
        .all<Row>(
          `SELECT domain, allow_subdomains FROM realm_domains WHERE length(domain) > ${maxDomainLength} ORDER BY domain`,
        )
        .map((row) => withTruth(row, ['allow_subdomains'])),
    ),
    hearth_userprofile: numbered(
      addresses.replaced.map(({ id, address }) => ({ user_profile: id, delivery_email: address })),
    ),
    ...channelTables(db),
    ...personTables(db),
    ...botTables(db),
  };
}

function channelTables(db: Reader): Tables {
  const pins = db.all<Row>(
    `SELECT message_id AS message, pinned_by AS user_profile, pinned_at AS date_pinned, pinned_to IS stream_id AS to_channel
     FROM pinned_messages ORDER BY message_id`,
  );
  return {
    hearth_pinnedmessage: numbered(pins.map((row) => withTruth(row, ['to_channel']))),
    hearth_channellink: numbered(
      db.all<Row>(
        `SELECT stream_id AS stream, title, url, added_by AS user_profile, added_at AS date_added
         FROM channel_links WHERE stream_id IN (SELECT id FROM streams) ORDER BY id`,
      ),
    ),
    hearth_removedpreview: numbered(
      db.all<Row>(
        `SELECT message_id AS message, url FROM message_link_previews
         WHERE is_removed = 1 AND message_id IN (SELECT id FROM messages) ORDER BY 1, 2`,
      ),
    ),
  };
}

/** What users keep for themselves. The importing server gives messages other numbers, so that reminders cannot be among its own. */
function personTables(db: Reader): Tables {
  const lists = (row: Row, names: readonly string[]): Row => ({
    ...row,
    ...Object.fromEntries(names.map((name) => [name, JSON.parse(String(row[name])) as unknown])),
  });
  return {
    hearth_donotdisturb: numbered(
      db
        .all<Row>(
          `SELECT user_id AS user_profile, until, resumed_until, chosen_at, quiet_hours, allowed_user_ids AS users,
                  allowed_channel_ids AS streams, status_ends_at, follows_status FROM do_not_disturb ORDER BY user_id`,
        )
        .map((row) => withTruth(lists(row, ['quiet_hours', 'users', 'streams']), ['follows_status'])),
    ),
    hearth_draft: db
      .all<Row>(
        `SELECT id, user_id AS user_profile, type, recipients AS "to", topic, content, timestamp AS date_edited
         FROM drafts ORDER BY id`,
      )
      .map((row) => lists(row, ['to'])),
    hearth_reminder: numbered(
      db
        .all<Row>(
          `SELECT sender_id AS user_profile, reminder_target_message_id AS message, content, note, client,
                  scheduled_delivery_timestamp AS date_due, failed, failure_message
           FROM scheduled_messages WHERE kind = 'reminder' ORDER BY id`,
        )
        .map((row) => withTruth(row, ['failed'])),
    ),
  };
}

function botTables(db: Reader): Tables {
  return {
    hearth_service: numbered(
      db
        .all<Row>('SELECT bot_id AS user_profile, triggers FROM bot_services ORDER BY bot_id')
        .map((row) => ({ ...row, triggers: JSON.parse(String(row['triggers'])) as unknown })),
    ),
    hearth_botstorage: numbered(
      db.all<Row>('SELECT bot_id AS user_profile, key, value FROM bot_storage ORDER BY 1, 2'),
    ),
  };
}
