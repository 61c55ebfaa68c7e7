/** Importer of the larger server for each table of a team's archive when it takes it in: gives numbers, looks references up. */
import type { Row } from '../operations/team-export/tables.ts';

export type Data = Record<string, Row[]>;

/** The importing server's own numbers: other ones than ours, so that a number that was not looked up is found out. */
export class Importer {
  readonly #numbers = new Map<string, Map<unknown, number>>();
  #next = 100_000;

  table(data: Data, name: string): Row[] {
    const rows = data[name];
    if (rows === undefined) throw new Error(`there is no ${name}`);
    return rows;
  }

  known(kind: string): Map<unknown, number> {
    const map = this.#numbers.get(kind) ?? new Map<unknown, number>();
    this.#numbers.set(kind, map);
    return map;
  }

  /** New numbers for the rows of a table. */
  renumber(rows: readonly Row[], kind: string): void {
    for (const row of rows) {
      this.#next += 1;
      this.known(kind).set(field(row, 'id', kind), this.#next);
      row['id'] = this.#next;
    }
  }

  /** A reference: the field becomes FIELD_id. Null is no one; anything else has to be known. */
  refer(rows: readonly Row[], name: string, kind: string): void {
    for (const row of rows) {
      row[`${name}_id`] = this.lookUp(field(row, name, kind), kind);
      delete row[name];
    }
  }

  lookUp(old: unknown, kind: string): number | null {
    if (old === null) return null;
    const found = this.known(kind).get(old);
    if (found === undefined) throw new Error(`${kind} ${String(old)} is not known`);
    return found;
  }

  dates(rows: readonly Row[], ...names: string[]): void {
    for (const row of rows)
      for (const name of names) {
        const value = field(row, name, 'date');
        if (value !== null && (typeof value !== 'number' || value < 1e9 || value > 5e9))
          throw new Error(`${name}: ${String(value)}`);
      }
  }
}

/** @throws Error where it is missing. */
export function field(row: Row, name: string, where: string): unknown {
  if (!(name in row)) throw new Error(`a row of ${where} lacks ${name}: ${JSON.stringify(row).slice(0, 200)}`);
  return row[name];
}

/** The permissions that version 11 of that server has, each of which it looks up: no more and no less. */
const permissions = {
  realm:
    'create_multiuse_invite_group can_access_all_users_group can_add_custom_emoji_group can_add_subscribers_group can_create_bots_group can_create_groups can_create_private_channel_group can_create_public_channel_group can_create_web_public_channel_group can_create_write_only_bots_group can_delete_any_message_group can_delete_own_message_group can_invite_users_group can_manage_all_groups can_manage_billing_group can_mention_many_users_group can_move_messages_between_channels_group can_move_messages_between_topics_group can_resolve_topics_group can_set_delete_message_policy_group can_set_topics_policy_group can_summarize_topics_group direct_message_initiator_group direct_message_permission_group',
  stream:
    'can_add_subscribers_group can_administer_channel_group can_delete_any_message_group can_delete_own_message_group can_move_messages_out_of_channel_group can_move_messages_within_channel_group can_remove_subscribers_group can_resolve_topics_group can_send_message_group can_subscribe_group',
  group:
    'can_add_members_group can_join_group can_leave_group can_manage_group can_mention_group can_remove_members_group',
};

function permissionsOf(importer: Importer, rows: readonly Row[], kind: keyof typeof permissions): void {
  const names = permissions[kind].split(' ');
  for (const name of names) importer.refer(rows, name, 'group');
  const unknown = rows.flatMap((row) => Object.keys(row).filter((name) => /^can_.*(group|groups)$/.test(name)));
  if (unknown.length > 0) throw new Error(`permissions that are not known there: ${unknown.join(' ')}`);
}

/** Everything but messages and files, in its order. @param data is given its new numbers. */
export function takeIn(importer: Importer, data: Data): void {
  const rows = (name: string): Row[] => importer.table(data, name);
  data['zerver_userprofile'] = [...rows('zerver_userprofile'), ...rows('zerver_userprofile_mirrordummy')];
  for (const client of rows('zerver_client')) importer.known('client').set(field(client, 'id', 'clients'), 7);
  for (const bot of rows('zerver_userprofile_crossrealm')) {
    if (!/^(notification-bot|welcome-bot|emailgateway)@zulip\.com$/.test(String(bot['email'])))
      throw new Error('an unknown bot');
    importer.known('user').set(bot['id'], 11);
    importer.known('recipient').set(field(bot, 'recipient_id', 'bots'), 12);
  }
  const numbers = {
    realm: 'realm',
    stream: 'stream',
    userprofile: 'user',
    usergroup: 'group',
    channelfolder: 'folder',
  };
  for (const [name, kind] of Object.entries(numbers)) importer.renumber(rows(`zerver_${name}`), kind);
  takeInPlaces(importer, rows);
  takeInPeople(importer, rows);
  takeInRecipients(importer, rows);
  takeInPersonal(importer, rows);
}

type Rows = (name: string) => Row[];

function takeInPlaces(importer: Importer, rows: Rows): void {
  const [realm, groups, channels] = [rows('zerver_realm'), rows('zerver_namedusergroup'), rows('zerver_stream')];
  for (const name of ['moderation_request_channel', 'new_stream_announcements_stream', 'signup_announcements_stream'])
    importer.refer(realm, name, 'stream');
  importer.refer(realm, 'zulip_update_announcements_stream', 'stream');
  permissionsOf(importer, realm, 'realm');
  importer.dates(realm, 'date_created');
  importer.refer(rows('zerver_usergroup'), 'realm', 'realm');
  importer.refer(groups, 'creator', 'user');
  importer.dates(groups, 'date_created');
  importer.refer(groups, 'usergroup_ptr', 'group');
  importer.refer(groups, 'realm_for_sharding', 'realm');
  permissionsOf(importer, groups, 'group');
  for (const name of ['name', 'description', 'is_system_group', 'deactivated'])
    for (const group of groups) field(group, name, 'groups');
  const folders = rows('zerver_channelfolder');
  importer.dates(folders, 'date_created');
  importer.refer(folders, 'realm', 'realm');
  importer.refer(folders, 'creator', 'user');
  importer.dates(channels, 'date_created');
  importer.refer(channels, 'realm', 'realm');
  importer.refer(channels, 'creator', 'user');
  importer.refer(channels, 'folder', 'folder');
  permissionsOf(importer, channels, 'stream');
}

function takeInPeople(importer: Importer, rows: Rows): void {
  const users = rows('zerver_userprofile');
  importer.dates(users, 'date_joined', 'last_login', 'last_reminder');
  importer.refer(users, 'realm', 'realm');
  importer.refer(users, 'bot_owner', 'user');
  importer.refer(users, 'default_sending_stream', 'stream');
  importer.refer(users, 'default_events_register_stream', 'stream');
  for (const user of users) {
    for (const name of ['last_active_message_id', 'user_permissions', 'groups', 'is_bot', 'translate_emoticons'])
      field(user, name, 'users');
    for (const name of ['email', 'delivery_email'])
      if (!/^[\w.+-]+@([\w-]+\.)+[a-z-]{2,}$/.test(String(user[name])))
        throw new Error(`no address: ${String(user[name])}`);
  }
  importer.refer(rows('zerver_defaultstream'), 'stream', 'stream');
  importer.refer(rows('zerver_realmemoji'), 'author', 'user');
  for (const name of [
    'realmauthenticationmethod',
    'defaultstream',
    'realmemoji',
    'realmdomain',
    'realmfilter',
    'realmplayground',
  ]) {
    importer.refer(rows(`zerver_${name}`), 'realm', 'realm');
    importer.renumber(rows(`zerver_${name}`), name);
  }
}

function takeInRecipients(importer: Importer, rows: Rows): void {
  const [huddles, recipients, subscriptions] = [
    rows('zerver_huddle'),
    rows('zerver_recipient'),
    rows('zerver_subscription'),
  ];
  importer.renumber(huddles, 'huddle');
  const groupOf = new Map<unknown, unknown>();
  for (const recipient of recipients) {
    const kind = { 1: 'user', 2: 'stream', 3: 'huddle' }[Number(field(recipient, 'type', 'recipients'))] ?? 'nothing';
    recipient['type_id'] = importer.lookUp(field(recipient, 'type_id', 'recipients'), kind);
    if (kind === 'huddle') groupOf.set(recipient['id'], recipient['type_id']);
  }
  importer.refer(subscriptions, 'user_profile', 'user');
  for (const { id, group_size: size } of huddles) {
    const members = subscriptions.filter((one) => groupOf.get(one['recipient']) === id);
    if (members.length !== size || members.length < 3)
      throw new Error(`a group of ${members.length} instead of ${String(size)}`);
  }
  importer.renumber(recipients, 'recipient');
  importer.refer(subscriptions, 'recipient', 'recipient');
}

function takeInPersonal(importer: Importer, rows: Rows): void {
  const references: Record<string, Record<string, string>> = {
    alertword: { user_profile: 'user', realm: 'realm' },
    navigationview: { user: 'user' },
    savedsnippet: { user_profile: 'user', realm: 'realm' },
    usertopic: { user_profile: 'user', stream: 'stream', recipient: 'recipient' },
    muteduser: { user_profile: 'user', muted_user: 'user' },
    service: { user_profile: 'user' },
    usergroupmembership: { user_group: 'group', user_profile: 'user' },
    groupgroupmembership: { supergroup: 'group', subgroup: 'group' },
    userpresence: { user_profile: 'user', realm: 'realm' },
    useractivity: { user_profile: 'user', client: 'client' },
    useractivityinterval: { user_profile: 'user' },
    customprofilefield: { realm: 'realm' },
    userstatus: { user_profile: 'user', client: 'client' },
  };
  for (const [table, fields] of Object.entries(references)) {
    for (const [name, kind] of Object.entries(fields)) importer.refer(rows(`zerver_${table}`), name, kind);
    importer.renumber(rows(`zerver_${table}`), table);
  }
  importer.dates(rows('zerver_savedsnippet'), 'date_created');
  importer.dates(rows('zerver_usertopic'), 'last_updated');
  importer.dates(rows('zerver_muteduser'), 'date_muted');
  importer.dates(rows('zerver_userstatus'), 'timestamp');
  const values = rows('zerver_customprofilefieldvalue');
  importer.refer(values, 'user_profile', 'user');
  importer.refer(values, 'field', 'customprofilefield');
  const ofPeople = new Set(
    rows('zerver_customprofilefield').flatMap((one) => (one['field_type'] === 6 ? [one['id']] : [])),
  );
  for (const value of values.filter((one) => ofPeople.has(one['field_id'])))
    value['value'] = (JSON.parse(String(value['value'])) as number[]).map((id) => importer.lookUp(id, 'user'));
}
