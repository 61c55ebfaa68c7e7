/** Everyone, what their profiles say, and the groups with all permissions, as tables of the archive. */
import { allGroups, groupSettings } from '../../domain/groups/rows.ts';
import type { UserRow } from '../../domain/users/rows.ts';
import { userSettings } from '../../domain/users/settings.shared.ts';
import type { GroupSettingValue } from '../../permissions/group-setting-value.ts';
import type { Reader } from '../../storage/database.ts';
import type { Addresses } from './addresses.ts';
import { personalSettings } from './settings.ts';
import { numbered, realm, withTruth, type Row, type Tables } from './tables.ts';

/** The server that takes the archive has these accounts itself; it knows them by their addresses. */
const systemBots: Record<string, string> = {
  'notification-bot': 'notification-bot@zulip.com',
  'welcome-bot': 'welcome-bot@zulip.com',
  'email-gateway': 'emailgateway@zulip.com',
};

/**
 * The importing server takes the number of a row of named groups for its own when it stores who created the group, and writes that
 * person into whichever group has this number there, in another organization as well. Numbers from here on no group has.
 */
const beyondGroups = 2_000_000_000;

/**
 * @param website the number of that client in the archive.
 * @returns tables of users. Passwords, keys and sessions stay here: people choose a password there.
 */
export function userTables(
  db: Reader,
  recipientOf: (userId: number) => number,
  website: number,
  addresses: Addresses,
): Tables {
  const users = db.all<UserRow>('SELECT * FROM users ORDER BY id');
  const bots = users.filter((user) => user.is_system_bot === 1);
  return {
    zerver_userprofile: users.filter((user) => user.is_system_bot === 0).map((user) => userRow(db, user, addresses)),
    zerver_userprofile_crossrealm: bots.map((bot) => ({
      id: bot.id,
      email: systemBots[bot.email.split('@', 1)[0] ?? ''] ?? 'notification-bot@zulip.com',
      recipient_id: recipientOf(bot.id),
    })),
    zerver_userprofile_mirrordummy: [],
    ...personalTables(db, website),
    // Places without the gaps that deleted fields leave: another server counts them anyway.
    zerver_customprofilefield: db
      .all<Row>(
        `SELECT id, name, hint, field_type, field_data, row_number() OVER (ORDER BY position, id) AS "order", display_in_profile_summary, required, editable_by_user
         FROM profile_fields ORDER BY id`,
      )
      .map((field) => ({ ...withTruth(field, ['display_in_profile_summary', 'required', 'editable_by_user']), realm })),
    zerver_customprofilefieldvalue: numbered(
      db.all<Row>('SELECT user_id AS user_profile, field_id AS field, value, rendered_value FROM profile_values'),
    ),
    zerver_alertword: numbered(
      db.all<Row>('SELECT user_id AS user_profile, word FROM alert_words').map((row) => ({ ...row, realm })),
    ),
    zerver_muteduser: numbered(
      db.all<Row>(
        'SELECT user_id AS user_profile, muted_user_id AS muted_user, timestamp AS date_muted FROM muted_users',
      ),
    ),
  };
}

/** What people keep for themselves, and where outgoing webhooks call: their tokens are made again there. */
function personalTables(db: Reader, website: number): Tables {
  return {
    zerver_savedsnippet: db
      .all<Row>('SELECT id, user_id AS user_profile, title, content, date_created FROM saved_snippets ORDER BY id')
      .map((row) => ({ ...row, realm })),
    zerver_navigationview: numbered(
      db
        .all<Row>('SELECT user_id AS user, fragment, is_pinned, name FROM navigation_views ORDER BY 1, 2')
        .map((row) => withTruth(row, ['is_pinned'])),
    ),
    zerver_userstatus: numbered(
      db
        .all<Row>(
          `SELECT user_id AS user_profile, updated_at AS timestamp, status_text, emoji_name, emoji_code,
                  CASE reaction_type WHEN '' THEN 'unicode_emoji' ELSE reaction_type END AS reaction_type
           FROM user_status WHERE status_text != '' OR emoji_name != ''`,
        )
        .map((row) => ({ ...row, client: website })),
    ),
    zerver_service: numbered(
      db.all<Row>(
        `SELECT b.bot_id AS user_profile, u.full_name AS name, b.base_url, b.interface, '' AS token
         FROM bot_services b JOIN users u ON u.id = b.bot_id ORDER BY 1`,
      ),
    ),
  };
}

function userRow(db: Reader, user: UserRow, addresses: Addresses): Row {
  return {
    id: user.id,
    realm,
    ...addresses.of(user),
    full_name: user.full_name,
    date_joined: user.date_joined,
    last_login: null,
    last_reminder: null,
    last_active_message_id: null,
    is_active: user.is_active === 1,
    is_bot: user.is_bot === 1,
    bot_type: user.bot_type,
    bot_owner: user.bot_owner_id,
    default_sending_stream: user.default_sending_stream_id,
    default_events_register_stream: user.default_events_register_stream_id,
    role: user.role,
    timezone: user.timezone,
    avatar_source: user.avatar_source,
    avatar_version: user.avatar_version,
    ...personalSettings(userSettings(db, user)),
    user_permissions: [],
    groups: [],
  };
}

/** Groups of people, and those without a name that permissions are made of. */
export class GroupTables {
  readonly #groups: Row[];
  readonly #members: Row[];
  readonly #subgroups: Row[];
  #lastId: number;

  constructor(db: Reader) {
    this.#groups = db.all<Row>('SELECT id FROM user_groups ORDER BY id');
    this.#lastId = Math.max(0, ...this.#groups.map(({ id }) => Number(id)));
    this.#members = db.all<Row>(
      `SELECT group_id AS user_group, user_id AS user_profile FROM user_group_members
       WHERE user_id IN (SELECT id FROM users WHERE is_system_bot = 0) ORDER BY 1, 2`,
    );
    this.#subgroups = db.all<Row>(
      'SELECT group_id AS supergroup, subgroup_id AS subgroup FROM user_group_subgroups ORDER BY 1, 2',
    );
  }

  /** @returns the group that a permission is: one of the groups, or a new one without a name. */
  groupOf(value: GroupSettingValue): number {
    if (typeof value === 'number') return value;
    this.#lastId += 1;
    const id = this.#lastId;
    this.#groups.push({ id });
    this.#members.push(...value.direct_members.map((user) => ({ user_group: id, user_profile: user })));
    this.#subgroups.push(...value.direct_subgroups.map((subgroup) => ({ supergroup: id, subgroup })));
    return id;
  }

  /** Every permission of a row, as groups. */
  permissionsOf(settings: Record<string, GroupSettingValue>): Row {
    return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, this.groupOf(value)]));
  }

  /** To be called last: permissions add groups. */
  tables(db: Reader): Tables {
    const named = allGroups(db).map((group) => ({
      id: beyondGroups + group.id,
      usergroup_ptr: group.id,
      realm_for_sharding: realm,
      name: group.name,
      description: group.description,
      is_system_group: group.is_system_group === 1,
      deactivated: group.deactivated === 1,
      creator: group.creator_id,
      date_created: group.date_created,
      ...this.permissionsOf(groupSettings(group)),
    }));
    return {
      zerver_namedusergroup: named,
      zerver_usergroup: this.#groups.map(({ id }) => ({ id, realm })),
      zerver_usergroupmembership: numbered(this.#members),
      zerver_groupgroupmembership: numbered(this.#subgroups),
    };
  }
}
