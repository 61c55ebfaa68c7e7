/**
 * Export contents, table by table, in pages, so that the server goes on answering while one is written.
 * Never in it: passwords, keys, sessions, tokens, queues, mail and the settings of the server itself.
 */
import type { Reader, SqlValue } from '../../storage/database.ts';
import type { HistoryEntry } from '../messages/history-rules.ts';
import { organizationPermissions } from '../organization/rows.ts';
import { settingNames } from '../organization/rules.ts';
import { exportConsents, ExportType, type ExportTypeNumber } from './request.ts';

/** One table: a query whose rows have a unique `_key`; the `?` of `where` are bound to `values`. */
export interface Part {
  table: string;
  /** Columns, comma separated. */
  columns: string;
  /** What orders and pages the rows; unique. */
  key: string;
  where: string;
  values: SqlValue[];
  /** What of a row may be taken; left out: all of it. */
  reduce?: (row: ExportedRow) => ExportedRow;
}

/** Which rows: the `?` are bound to `values`. */
type Rows = Pick<Part, 'where' | 'values'>;

/** The rows that people allow to be taken, or that everyone sees. */
interface Scope {
  /** By the column that names the channel. */
  inChannels(column: string): Rows;
  /** By the column that names the recipient. */
  toRecipients(column: string): Rows;
  /** Those that may be read. */
  messages: Rows;
  /** A message's history without what is from before a move out of a channel that is not in the export. */
  shortened(history: string): string;
  /** By the column that names the message. */
  inMessages(column: string): Rows;
  attached: Rows;
  /** What belongs to those who allow it. */
  ofConsenting: Rows;
  /** Settings, as far as they may leave the server. */
  settings: Rows;
}

const all: Rows = { where: '1', values: [] };

const both = (one: Rows, other: Rows): Rows => ({
  where: `(${one.where}) AND (${other.where})`,
  values: [...one.values, ...other.values],
});

/** The parts of an export of one type, decided once, at its start. */
export function exportParts(db: Reader, type: ExportTypeNumber): Part[] {
  const scope = scopeOf(db, type);
  return [...organizationParts(scope), ...messageParts(scope), ...personalParts(scope), ...listParts];
}

function scopeOf(db: Reader, type: ExportTypeNumber): Scope {
  const consenting = JSON.stringify(
    type === ExportType.public ? [] : exportConsents(db).flatMap((each) => (each.consented ? [each.user_id] : [])),
  );
  const among = 'IN (SELECT value FROM json_each(?))';
  const subscribed = `SELECT stream_id FROM subscriptions WHERE active = 1 AND user_id ${among}`;
  const channels = `SELECT id FROM streams WHERE invite_only = 0 UNION ${subscribed}`;
  const recipients = `SELECT id FROM recipients WHERE stream_id IN (${channels})
    UNION SELECT recipient_id FROM recipient_users WHERE user_id ${among}`;
  // Where the history is not for newcomers, only what someone who allows it received (messages/access.ts).
  const closed = 'SELECT id FROM streams WHERE invite_only = 1 AND history_public_to_subscribers = 0';
  const received = `EXISTS (SELECT 1 FROM subscription_spans span JOIN subscriptions s
      ON s.user_id = span.user_id AND s.stream_id = span.stream_id AND s.active = 1
    WHERE span.stream_id = messages.stream_id AND span.user_id ${among}
      AND span.after_id < messages.id AND messages.id <= ifnull(span.until_id, messages.id))`;
  const readable = `messages.recipient_id IN (${recipients})
    AND (messages.stream_id IS NULL OR messages.stream_id NOT IN (${closed}) OR ${received})`;
  const messages = `SELECT id FROM messages WHERE ${readable}`;
  const attachments = `SELECT attachment_id FROM attachment_messages WHERE message_id IN (${messages})`;
  const open = new Set(
    db.all<{ id: number }>(`SELECT id FROM (${channels}) WHERE id NOT IN (${closed})`, consenting).map(({ id }) => id),
  );
  const twice = [consenting, consenting];
  const thrice = [...twice, consenting];
  return {
    inChannels: (column) => ({ where: `${column} IN (${channels})`, values: [consenting] }),
    toRecipients: (column) => ({ where: `${column} IN (${recipients})`, values: twice }),
    messages: { where: readable, values: thrice },
    shortened: (history) => historySince(history, open),
    inMessages: (column) => ({ where: `${column} IN (${messages})`, values: thrice }),
    attached: { where: `id IN (${attachments})`, values: thrice },
    ofConsenting: { where: `user_id ${among}`, values: [consenting] },
    settings: { where: `name ${among}`, values: [JSON.stringify([...settingNames, ...organizationPermissions])] },
  };
}

/** The organization, its people and its channels. */
function organizationParts({ settings, inChannels }: Scope): Part[] {
  return [
    { table: 'realm_settings', columns: 'name, value', key: 'name', ...settings },
    { table: 'realm_domains', columns: '*', key: 'domain', ...all },
    { table: 'users', columns: userColumns, key: 'id', ...all },
    { table: 'user_groups', columns: '*', key: 'id', ...all },
    { table: 'user_group_members', columns: '*', key: "printf('%d/%d', group_id, user_id)", ...all },
    { table: 'user_group_subgroups', columns: '*', key: "printf('%d/%d', group_id, subgroup_id)", ...all },
    { table: 'profile_fields', columns: '*', key: 'id', ...all },
    { table: 'profile_values', columns: '*', key: "printf('%d/%d', user_id, field_id)", ...all },
    { table: 'channel_folders', columns: '*', key: 'id', ...all },
    { table: 'streams', columns: '*', key: 'id', ...inChannels('id') },
    { table: 'channel_links', columns: '*', key: 'id', ...inChannels('stream_id') },
    {
      table: 'subscriptions',
      columns: 'user_id, stream_id, active',
      key: "printf('%d/%d', user_id, stream_id)",
      ...inChannels('stream_id'),
    },
  ];
}

/** What was written, with what belongs to it. */
function messageParts({ toRecipients, messages, shortened, inMessages, attached }: Scope): Part[] {
  const reduce = (row: ExportedRow): ExportedRow =>
    typeof row['edit_history'] === 'string' ? { ...row, edit_history: shortened(row['edit_history']) } : row;
  return [
    { table: 'recipients', columns: '*', key: 'id', ...toRecipients('id') },
    { table: 'messages', columns: '*', key: 'id', ...messages, reduce },
    { table: 'pinned_messages', columns: '*', key: 'message_id', ...inMessages('message_id') },
    { table: 'reactions', columns: '*', key: 'id', ...inMessages('message_id') },
    {
      table: 'attachment_messages',
      columns: '*',
      key: "printf('%d/%d', attachment_id, message_id)",
      ...inMessages('message_id'),
    },
    { table: 'attachments', columns: '*', key: 'id', ...attached },
  ];
}

/** What only its owner sees. */
function personalParts({ ofConsenting, inChannels }: Scope): Part[] {
  // Policies stay when a user leaves a channel, and name its topics.
  const inExported = both(ofConsenting, inChannels('stream_id'));
  return [
    { table: 'message_flags', columns: '*', key: "printf('%d/%d', user_id, message_id)", ...ofConsenting },
    { table: 'user_topics', columns: '*', key: "printf('%d/%d/%s', user_id, stream_id, topic_key)", ...inExported },
    { table: 'drafts', columns: '*', key: 'id', ...ofConsenting },
    { table: 'saved_snippets', columns: '*', key: 'id', ...ofConsenting },
  ];
}

/** The lists that an organization keeps. */
const listParts: Part[] = ['linkifiers', 'realm_emoji', 'realm_playgrounds'].map((table) => ({
  table,
  columns: '*',
  key: 'id',
  ...all,
}));

const userColumns =
  'id, email, full_name, role, is_active, is_bot, is_system_bot, bot_type, bot_owner_id, timezone, date_joined, avatar_source, avatar_version';

export type ExportedRow = Record<string, unknown> & { _key: SqlValue };

/** The next rows of a part, after those with the given key; the first ones after null. */
export function exportPage(db: Reader, part: Part, afterKey: SqlValue, limit: number): ExportedRow[] {
  const after = afterKey === null ? '1' : `${part.key} > ?`;
  const rows = db.all<ExportedRow>(
    `SELECT ${part.columns}, ${part.key} AS _key FROM ${part.table} WHERE (${part.where}) AND ${after} ORDER BY ${part.key} LIMIT ?`,
    ...part.values,
    ...(afterKey === null ? [] : [afterKey]),
    limit,
  );
  return part.reduce === undefined ? rows : rows.map(part.reduce);
}

/** @param history JSON of HistoryEntry[], newest first. @param open channels whose whole history is in the export. */
function historySince(history: string, open: ReadonlySet<number>): string {
  const entries = JSON.parse(history) as HistoryEntry[];
  const hidden = entries.findIndex(({ prev_stream: from }) => from !== undefined && !open.has(from));
  return hidden === -1 ? history : JSON.stringify(entries.slice(0, hidden));
}
