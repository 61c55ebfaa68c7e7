/** Account details for administrators beyond profiles: when people came last, and of one account where it is signed in, what it takes part in, what hangs on it. */
import type { AccountOverview, LastActive } from '../../contract/shapes/accounts.ts';
import type { GroupSettingValue } from '../../permissions/group-setting-value.ts';
import type { Reader } from '../../storage/database.ts';
import type { Viewing } from '../acting.ts';
import { canAccessMetadata } from '../channels/access.ts';
import { allChannels, findChannel, type ChannelRow } from '../channels/rows.ts';
import { channelSetting } from '../channels/settings.shared.ts';
import { subscriptionsOf } from '../channels/subscriptions/rows.ts';
import { settingMemberIds } from '../groups/membership.shared.ts';
import { allGroups, groupSettings, groupsWithMember } from '../groups/rows.ts';
import { organizationSetting } from '../organization/rows.ts';
import { modernPresence, sharesPresence, type PresenceRow } from '../presence/report.ts';
import type { UserRow } from '../users/rows.ts';
import { userSetting } from '../users/settings.shared.ts';
import { pendingReset } from './password-changes.ts';
import { openSessions } from './sessions.ts';

/** @returns what administrators see of an account; of its channels those that the caller may know of. */
export function accountOverview(viewing: Viewing, user: UserRow): AccountOverview {
  const { db, now } = viewing;
  const shares = sharesPresence(db, user);
  const channels = subscriptionsOf(db, user.id)
    .filter(({ active }) => active === 1)
    .flatMap(({ stream_id }) => findChannel(db, stream_id) ?? [])
    .filter(({ is_archived }) => is_archived === 0);
  const known = channels.filter((channel) => canAccessMetadata(viewing, channel));
  const link = pendingReset(db, user, now);
  return {
    user_id: user.id,
    email_address_visibility: userSetting(db, user, 'email_address_visibility'),
    last_seen: shares ? lastSeen(db, user.id) : null,
    shares_presence: shares,
    has_password: user.password_hash !== null,
    can_create_users: user.can_create_users === 1,
    password_link: link === undefined ? null : { ...link },
    sessions: openSessions(viewing, user.id),
    // A queue that keeps up says that someone is there, as presence would.
    event_queues: shares ? queuesOf(viewing, user.id) : [],
    push_devices: countOf(
      db,
      `SELECT (SELECT count(*) FROM push_tokens WHERE user_id = ?1) + (SELECT count(*) FROM push_devices WHERE user_id = ?1)
         + (SELECT count(*) FROM ntfy_devices WHERE user_id = ?1)
         + (SELECT count(*) FROM web_push_subscriptions WHERE user_id = ?1) AS n`,
      user.id,
    ),
    channels: known.map(channelWire).toSorted((a, b) => a.name.localeCompare(b.name)),
    hidden_channels: channels.length - known.length,
    group_ids: groupsWithMember(db, user.id),
    bot_ids: db
      .all<{ id: number }>('SELECT id FROM users WHERE bot_owner_id = ? AND is_bot = 1 AND is_active = 1', user.id)
      .map(({ id }) => id),
    pending_invitations: countOf(
      db,
      "SELECT count(*) AS n FROM invitations WHERE invited_by = ?1 AND status = 'pending'",
      user.id,
    ),
    only_administrator_of: onlyAdministratorOf(viewing, user),
  };
}

/** What is left without an administrator of its own when the account is deactivated. */
function onlyAdministratorOf(viewing: Viewing, user: UserRow): AccountOverview['only_administrator_of'] {
  const { db } = viewing;
  const isAlone = (administrators: GroupSettingValue): boolean => {
    const holders = settingMemberIds(db, administrators);
    return holders.size === 1 && holders.has(user.id);
  };
  const channels = allChannels(db)
    .filter((channel) => channel.is_archived === 0 && channel.invite_only === 1 && canAccessMetadata(viewing, channel))
    .map((channel) => ({
      stream_id: channel.id,
      name: channel.name,
      administrators: channelSetting(channel, 'can_administer_channel_group'),
    }));
  const groups = allGroups(db)
    .filter((group) => group.deactivated === 0 && group.is_system_group === 0)
    .map((group) => ({ id: group.id, name: group.name, administrators: groupSettings(group).can_manage_group }));
  return {
    channels: channels.filter(({ administrators }) => isAlone(administrators)),
    groups: groups.filter(({ administrators }) => isAlone(administrators)),
  };
}

const channelWire = ({ id, name, invite_only }: ChannelRow) => ({
  stream_id: id,
  name,
  invite_only: invite_only === 1,
});

const countOf = (db: Reader, sql: string, userId: number): number => db.get<{ n: number }>(sql, userId)?.n ?? 0;

function lastSeen(db: Reader, userId: number): number | null {
  const row = db.get<PresenceRow>('SELECT * FROM presence WHERE user_id = ?', userId);
  return row === undefined ? null : modernPresence(row).idle_timestamp;
}

function queuesOf({ services }: Viewing, userId: number): AccountOverview['event_queues'] {
  return services.queues
    .list()
    .filter((queue) => queue.userId === userId)
    .map((queue) => ({
      client: queue.options.client,
      created_at: Math.floor(queue.createdAtMs / 1000),
      backlog: queue.backlog,
    }));
}

/** When people were there last, and who has never come. @returns everyone but bots. Of those who share nothing only whether they have ever come. */
export function lastActiveOfAll(db: Reader): LastActive[] {
  const isDisabled = organizationSetting(db, 'presence_disabled');
  return db
    .all<{ user_id: number; last_active: number | null; has_signed_in: number; shares_presence: number }>(
      `SELECT u.id AS user_id,
         ifnull(json_extract(u.settings, '$.presence_enabled'), 1) AS shares_presence,
         nullif(max(ifnull(p.active_timestamp, 0), ifnull(p.idle_timestamp, 0)), 0) AS last_active,
         p.user_id IS NOT NULL OR EXISTS (SELECT 1 FROM known_devices d WHERE d.user_id = u.id)
           OR EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = u.id)
           OR EXISTS (SELECT 1 FROM messages m WHERE m.sender_id = u.id) AS has_signed_in
       FROM users u LEFT JOIN presence p ON p.user_id = u.id WHERE u.is_bot = 0 ORDER BY u.id`,
    )
    .map((row) => {
      const shares = row.shares_presence === 1 && !isDisabled;
      return {
        user_id: row.user_id,
        last_active: shares ? row.last_active : null,
        has_signed_in: row.has_signed_in === 1,
        shares_presence: shares,
      };
    });
}
