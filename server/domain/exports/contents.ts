/**
 * What goes into an export, table by table, in pages, so that the server goes on answering while one is written.
 * Never in it: passwords, keys, sessions, tokens, queues, mail and the settings of the server itself.
 */
import type { Reader, SqlValue } from '../../storage/database.ts';
import { exportConsents, ExportType, type ExportTypeNumber } from './request.ts';
import { settingNames } from '../organization/rules.ts';
import { organizationPermissions } from '../organization/rows.ts';

/** One table: a query whose rows have a unique `_key`; the `?` of `where` are bound to `values`. */
export interface Part {
  table: string;
  /** Columns, comma separated. */
  columns: string;
  /** What orders and pages the rows; unique. */
  key: string;
  where: string;
  values: SqlValue[];
}

/** The parts of an export of one type, decided once, at its start. */
export function exportParts(db: Reader, type: ExportTypeNumber): Part[] {
  const consenting = JSON.stringify(
    type === ExportType.public ? [] : exportConsents(db).flatMap((each) => (each.consented ? [each.user_id] : [])),
  );
  const channels = `SELECT id FROM streams WHERE invite_only = 0
    UNION SELECT stream_id FROM subscriptions WHERE active = 1 AND user_id IN (SELECT value FROM json_each(?))`;
  const recipients = `SELECT id FROM recipients WHERE stream_id IN (${channels})
    UNION SELECT recipient_id FROM recipient_users WHERE user_id IN (SELECT value FROM json_each(?))`;
  const messages = `SELECT id FROM messages WHERE recipient_id IN (${recipients})`;
  const settings = JSON.stringify([...settingNames, ...organizationPermissions]);
  const all = { where: '1', values: [] };
  const inChannels = (column: string) => ({ where: `${column} IN (${channels})`, values: [consenting] });
  const inMessages = (column: string) => ({ where: `${column} IN (${messages})`, values: [consenting, consenting] });
  const ofConsenting = { where: 'user_id IN (SELECT value FROM json_each(?))', values: [consenting] };
  return [
    {
      table: 'realm_settings',
      columns: 'name, value',
      key: 'name',
      where: 'name IN (SELECT value FROM json_each(?))',
      values: [settings],
    },
    { table: 'realm_domains', columns: '*', key: 'domain', ...all },
    { table: 'users', columns: userColumns, key: 'id', ...all },
    { table: 'user_groups', columns: '*', key: 'id', ...all },
    { table: 'user_group_members', columns: '*', key: "printf('%d/%d', group_id, user_id)", ...all },
    { table: 'user_group_subgroups', columns: '*', key: "printf('%d/%d', group_id, subgroup_id)", ...all },
    { table: 'profile_fields', columns: '*', key: 'id', ...all },
    { table: 'profile_values', columns: '*', key: "printf('%d/%d', user_id, field_id)", ...all },
    { table: 'channel_folders', columns: '*', key: 'id', ...all },
    { table: 'streams', columns: '*', key: 'id', ...inChannels('id') },
    {
      table: 'subscriptions',
      columns: 'user_id, stream_id, active',
      key: "printf('%d/%d', user_id, stream_id)",
      ...inChannels('stream_id'),
    },
    { table: 'recipients', columns: '*', key: 'id', where: `id IN (${recipients})`, values: [consenting, consenting] },
    {
      table: 'messages',
      columns: '*',
      key: 'id',
      where: `recipient_id IN (${recipients})`,
      values: [consenting, consenting],
    },
    { table: 'reactions', columns: '*', key: 'id', ...inMessages('message_id') },
    {
      table: 'attachment_messages',
      columns: '*',
      key: "printf('%d/%d', attachment_id, message_id)",
      ...inMessages('message_id'),
    },
    {
      table: 'attachments',
      columns: '*',
      key: 'id',
      where: `id IN (SELECT attachment_id FROM attachment_messages WHERE message_id IN (${messages}))`,
      values: [consenting, consenting],
    },
    { table: 'message_flags', columns: '*', key: "printf('%d/%d', user_id, message_id)", ...ofConsenting },
    { table: 'user_topics', columns: '*', key: "printf('%d/%d/%s', user_id, stream_id, topic_key)", ...ofConsenting },
    { table: 'drafts', columns: '*', key: 'id', ...ofConsenting },
    { table: 'saved_snippets', columns: '*', key: 'id', ...ofConsenting },
    { table: 'linkifiers', columns: '*', key: 'id', ...all },
    { table: 'realm_emoji', columns: '*', key: 'id', ...all },
    { table: 'realm_playgrounds', columns: '*', key: 'id', ...all },
  ];
}

const userColumns =
  'id, email, full_name, role, is_active, is_bot, is_system_bot, bot_type, bot_owner_id, timezone, date_joined, avatar_source, avatar_version';

export type ExportedRow = Record<string, unknown> & { _key: SqlValue };

/** The next rows of a part, after those with the given key; the first ones after null. */
export function exportPage(db: Reader, part: Part, afterKey: SqlValue, limit: number): ExportedRow[] {
  const after = afterKey === null ? '1' : `${part.key} > ?`;
  return db.all(
    `SELECT ${part.columns}, ${part.key} AS _key FROM ${part.table} WHERE (${part.where}) AND ${after} ORDER BY ${part.key} LIMIT ?`,
    ...part.values,
    ...(afterKey === null ? [] : [afterKey]),
    limit,
  );
}
