/**
 * Audited tables, and the description of a changed row: what kind of thing it is, what it is called, which
 * fields count. The law of the audit log has every other table and column with the reason why it is none of these.
 */
import { permissionRules, type RealmPermission } from '../../permissions/group-settings.ts';
import type { Reader, SqlValue } from '../../storage/database.ts';
import { forEachProperty } from '../channels/property-rules.ts';
import { findChannel } from '../channels/rows.ts';
import { findGroup, findGroupByName } from '../groups/rows.ts';
import { organizationSettings } from '../organization/rules.ts';
import { findUser, type UserRow } from '../users/rows.ts';
import { builtInSettings } from '../users/settings.shared.ts';
import type { AuditKind } from './rows.ts';

/**
 * How a column is read: a `flag` is 0 or 1; `json` holds one value, `settings` several fields by their names; of an `address` only
 * its beginning is kept; `private` values are never kept; `context` helps to read the row and is no field.
 */
type Column = 'value' | 'flag' | 'json' | 'settings' | 'address' | 'private' | 'context';
type Row = Readonly<Record<string, SqlValue>>;

/** What a row is about; null where its change is nothing to write down. */
export interface Subject {
  kind: AuditKind;
  id: number | null;
  name: string;
  /** The field, where a row is one field of its subject. */
  field?: string;
  /** What stood for it before the row was there. */
  fallback?: unknown;
}

export interface AuditedTable {
  key: string;
  columns: Readonly<Record<string, Column>>;
  /** Whether deleted rows count: some are only swept away when they are old. */
  forgets?: true;
  /** @param row as it is now, or as it was before it went. */
  subject(db: Reader, row: Row, key: string | number): Subject | null;
}

type AuditedTables = Readonly<Record<string, AuditedTable>>;

/** Settings that the chat itself does not know, with their defaults, by what they are about. */
export type ServerSettings = Partial<Record<AuditKind, Readonly<Record<string, unknown>>>>;

const text = (value: SqlValue | undefined): string => (typeof value === 'string' ? value : '');

/** A table whose rows are things of their own, called by a column. */
function things(kind: AuditKind, name: string, columns: AuditedTable['columns']): AuditedTable {
  return { key: 'id', columns, subject: (_db, row, key) => ({ kind, id: Number(key), name: text(row[name]) }) };
}

/** Fields whose changes are who came and who went: ids, not a whole list. */
export const membershipFields: ReadonlySet<string> = new Set(['members', 'subgroups']);

/** Rows of `user_group_members` and `user_group_subgroups`. System groups follow from roles. */
function membership(field: string, column: string): AuditedTable {
  return {
    key: 'group_id',
    columns: { [column]: 'context' },
    subject(db, _row, key) {
      const group = findGroup(db, Number(key));
      if (group === undefined || group.is_system_group === 1) return null;
      return { kind: 'group', id: group.id, name: group.name, field };
    },
  };
}

function account(db: Reader, id: number): Subject | null {
  const user = findUser(db, id);
  if (user === undefined || user.is_system_bot === 1) return null;
  return { kind: accountKind(user), id, name: user.full_name };
}

/** What an account is in the log. */
export const accountKind = (user: UserRow): AuditKind => (user.is_bot === 1 ? 'bot' : 'user');

/** What an organization has once: its rules, and the lists that it keeps. */
const organizationTables: AuditedTables = {
  realm_domains: {
    key: 'domain',
    columns: { allow_subdomains: 'flag' },
    subject: (_db, _row, key) => ({ kind: 'domain', id: null, name: String(key) }),
  },
  user_settings_defaults: {
    key: 'name',
    columns: { value: 'json' },
    subject: (_db, _row, key) => ({
      kind: 'user_defaults',
      id: null,
      name: '',
      field: String(key),
      fallback: (builtInSettings as Record<string, unknown>)[key],
    }),
  },
  profile_fields: things('profile_field', 'name', {
    name: 'value',
    hint: 'value',
    field_type: 'value',
    field_data: 'value',
    position: 'value',
    display_in_profile_summary: 'flag',
    required: 'flag',
    editable_by_user: 'flag',
  }),
  linkifiers: things('linkifier', 'pattern', { pattern: 'value', url_template: 'value', position: 'value' }),
  realm_emoji: things('emoji', 'name', { name: 'value', deactivated: 'flag' }),
  realm_playgrounds: things('playground', 'name', {
    name: 'value',
    pygments_language: 'value',
    url_template: 'value',
  }),
  realm_exports: {
    key: 'id',
    columns: { export_type: 'value', deleted_timestamp: 'value', failed_timestamp: 'value' },
    subject: (_db, _row, key) => ({ kind: 'export', id: Number(key), name: '' }),
  },
};

/** Who belongs to it, in which groups, and who was invited. */
const peopleTables: AuditedTables = {
  users: {
    key: 'id',
    columns: {
      full_name: 'value',
      delivery_email: 'private',
      role: 'value',
      is_active: 'flag',
      bot_type: 'value',
      bot_owner_id: 'value',
      default_sending_stream_id: 'value',
      default_events_register_stream_id: 'value',
      default_all_public_streams: 'flag',
      can_create_users: 'flag',
      api_key: 'private',
      password_hash: 'private',
    },
    subject: (db, _row, key) => account(db, Number(key)),
  },
  sign_in_providers: things('sign_in_provider', 'name', {
    slug: 'value',
    name: 'value',
    kind: 'context',
    issuer: 'value',
    client_id: 'value',
    client_secret: 'private',
    is_enabled: 'flag',
    links_automatically: 'flag',
    join_policy: 'value',
    join_domains: 'json',
    join_group: 'value',
    groups_claim: 'value',
    group_mappings: 'json',
    icon: 'private',
  }),
  sign_in_links: {
    key: 'id',
    columns: { issuer: 'value', user_id: 'context' },
    subject(db, row) {
      const about = account(db, Number(row['user_id']));
      return about === null ? null : { ...about, field: 'sign_in_link' };
    },
  },
  password_resets: {
    key: 'user_id',
    columns: { created_by: 'context', created_at: 'context' },
    forgets: true,
    subject(db, row, key) {
      const about = account(db, Number(key));
      return about === null || row['created_by'] === key ? null : { ...about, kind: 'password' };
    },
  },
  bot_services: {
    key: 'bot_id',
    columns: { base_url: 'address', token: 'private', interface: 'value', triggers: 'json' },
    subject: (db, _row, key) => account(db, Number(key)),
  },
  user_groups: {
    key: 'id',
    columns: { name: 'value', description: 'value', deactivated: 'flag', settings: 'settings' },
    subject: (_db, row, key) => ({ kind: 'group', id: Number(key), name: text(row['name']) }),
  },
  user_group_members: membership('members', 'user_id'),
  user_group_subgroups: membership('subgroups', 'subgroup_id'),
  invitations: {
    key: 'id',
    columns: {
      is_multiuse: 'flag',
      email: 'context',
      invited_as: 'value',
      invited_at: 'context',
      expires_at: 'value',
      status: 'value',
    },
    forgets: true,
    subject: (_db, row, key) => ({ kind: 'invitation', id: Number(key), name: text(row['email']) }),
  },
};

/** Where people write. */
const channelTables: AuditedTables = {
  streams: things('channel', 'name', {
    name: 'value',
    description: 'value',
    invite_only: 'flag',
    is_web_public: 'flag',
    history_public_to_subscribers: 'flag',
    is_default: 'flag',
    is_archived: 'flag',
    ...forEachProperty<Column>(() => 'value'),
    settings: 'settings',
  }),
  channel_links: {
    key: 'id',
    columns: { title: 'context', url: 'value', stream_id: 'context' },
    subject(db, row) {
      const id = Number(row['stream_id']);
      return { kind: 'channel', id, name: findChannel(db, id)?.name ?? '', field: 'link', fallback: null };
    },
  },
  channel_folders: things('channel_folder', 'name', {
    name: 'value',
    description: 'value',
    position: 'value',
    is_archived: 'flag',
  }),
};

/**
 * @returns the tables whose changes the log records, and what it calls each row.
 * @param serverSettings names of settings that are of the server, not of the organization.
 */
export function auditedTables(serverSettings: ServerSettings): AuditedTables {
  return {
    realm_settings: {
      key: 'name',
      columns: { value: 'json' },
      subject: (db, _row, key) => setting(db, String(key), serverSettings),
    },
    ...organizationTables,
    ...peopleTables,
    ...channelTables,
  };
}

/** A setting of the organization or of its server. What the server only notes for itself is none. */
function setting(db: Reader, name: string, serverSettings: ServerSettings): Subject | null {
  for (const [kind, defaults] of Object.entries(serverSettings))
    if (name in defaults) return { kind: kind as AuditKind, id: null, name: '', field: name, fallback: defaults[name] };
  const about = { kind: 'organization', id: null, name: '', field: name } as const;
  if (name in organizationSettings)
    return { ...about, fallback: organizationSettings[name as keyof typeof organizationSettings].default };
  if (!(name in permissionRules.realm)) return null;
  const { default_group_name: group } = permissionRules.realm[name as RealmPermission];
  return { ...about, fallback: findGroupByName(db, group)?.id };
}
