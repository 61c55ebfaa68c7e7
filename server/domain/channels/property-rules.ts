/**
 * Properties of a channel: one row each, by the name of its column, its parameter and its field (contract: create-channel,
 * update-stream). Requests, columns, events, the wire form, the audit log and team exports follow from the row.
 */
import { badRequest } from '../../errors.ts';
import type { RealmPermission } from '../../permissions/group-settings.ts';
import type { Reader } from '../../storage/database.ts';
import { findFolder } from './folders/rows.ts';

export interface PropertyRules<Sent, Stored> {
  /** How requests send it: one of several words, a line of text, or an id that a change may set to null. */
  form: { words: readonly Sent[] } | { line: { min: number; max: number } } | 'id';
  doc: string;
  default: Stored;
  /** @throws ApiError BAD_REQUEST for what cannot be read. */
  read(sent: Sent): Stored;
  /** Who chooses another value than the default; all who make or administer the channel where nothing is said. */
  by?: 'owner' | RealmPermission;
  /** Changed only by users who read the channel. */
  isForReaders?: true;
  /** @param channel undefined for a new one. @returns the sentence of the refusal */
  objection?(db: Reader, value: Stored, channel: { id: number } | undefined): string | undefined;
  /** Its column in a team export; `read` is undefined for an id, which is another one after an import. */
  archive: { column: string; write(value: Stored): unknown; read?(archived: unknown): Stored | undefined };
}

const rules = <Sent, Stored = Sent>(row: PropertyRules<Sent, Stored>): PropertyRules<Sent, Stored> => row;

/** The channel's own word, or the organization's. Team exports number them in this order, from 1. */
export const topicsPolicies = ['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'] as const;
type TopicsPolicy = (typeof topicsPolicies)[number];

const keepForever = -1;
/** The topic in which the server informs a channel about itself; lower case. */
export const eventsTopic = 'channel events';

export const channelProperties = {
  /** Days; null = the organization's setting, -1 = kept for ever. */
  message_retention_days: rules<string, number | null>({
    form: { line: { min: 1, max: 40 } },
    doc: 'Days, "realm_default" or "unlimited"; only owners choose another than "realm_default".',
    default: null,
    read(sent) {
      const word = sent.replace(/^"(.*)"$/s, '$1');
      if (word === 'realm_default') return null;
      if (word === 'unlimited') return keepForever;
      if (!/^[1-9]\d{0,5}$/.test(word)) throw badRequest("Bad value for 'message_retention_days'");
      return Number(word);
    },
    by: 'owner',
    archive: {
      column: 'message_retention_days',
      write: (days) => days,
      read: (days) => (Number.isInteger(days) && (days === -1 || Number(days) > 0) ? Number(days) : undefined),
    },
  }),
  folder_id: rules<number | null>({
    form: 'id',
    doc: 'Folder of the channel.',
    default: null,
    read: (id) => id,
    objection: (db, id) =>
      id === null || findFolder(db, id)?.is_archived === 0 ? undefined : 'Invalid channel folder ID',
    archive: { column: 'folder', write: (id) => id },
  }),
  topics_policy: rules<TopicsPolicy>({
    form: { words: topicsPolicies },
    doc: 'Whether messages need a topic.',
    default: 'inherit',
    read: (policy) => policy,
    by: 'can_set_topics_policy_group',
    isForReaders: true,
    objection: (db, policy, channel) =>
      policy === 'empty_topic_only' && channel !== undefined && hasNamedTopics(db, channel.id)
        ? 'To enable this configuration, all messages in this channel must be in the general chat topic.'
        : undefined,
    archive: {
      column: 'topics_policy',
      write: (policy) => topicsPolicies.indexOf(policy) + 1,
      read: (number) => topicsPolicies[Number(number) - 1],
    },
  }),
};

export type PropertyName = keyof typeof channelProperties;
export const propertyNames = Object.keys(channelProperties) as PropertyName[];

/** The properties as the columns of a channel. */
export type ChannelProperties = {
  [Name in PropertyName]: (typeof channelProperties)[Name] extends PropertyRules<infer _, infer Stored>
    ? Stored
    : never;
};

/** The properties that a request chose; undefined = the default, or as it is. */
export type SentProperties = {
  [Name in PropertyName]?:
    | ((typeof channelProperties)[Name] extends PropertyRules<infer Sent, infer _> ? Sent : never)
    | undefined;
};

/** One value for each property. */
export const forEachProperty = <T>(make: (name: PropertyName) => T): Record<PropertyName, T> =>
  Object.fromEntries(propertyNames.map((name) => [name, make(name)])) as Record<PropertyName, T>;

/** Those of a channel that nothing was chosen for. */
export const defaultProperties = forEachProperty((name) => channelProperties[name].default) as ChannelProperties;

/** The properties of a channel as stored, without its other columns. */
export const propertiesOf = (channel: ChannelProperties): ChannelProperties =>
  forEachProperty((name) => channel[name]) as ChannelProperties;

/** The columns of a team export. */
export const archivedProperties = (channel: ChannelProperties): Record<string, unknown> =>
  Object.fromEntries(
    propertyNames.map((name) => {
      const { archive }: PropertyRules<unknown, unknown> = channelProperties[name];
      return [archive.column, archive.write(channel[name])];
    }),
  );

/** What the columns of a team export say; a value that cannot be is left out. */
export const propertiesFromArchive = (row: Readonly<Record<string, unknown>>): Partial<ChannelProperties> =>
  Object.fromEntries(
    propertyNames.flatMap((name) => {
      const { archive }: PropertyRules<unknown, unknown> = channelProperties[name];
      const value = archive.read?.(row[archive.column]);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** `empty_topic_only` needs all messages in the empty topic; what the server itself wrote about the channel does not count. */
function hasNamedTopics(db: Reader, channelId: number): boolean {
  const sql = `SELECT 1 AS found FROM messages WHERE stream_id = ? AND topic_key > ''
    AND (topic_key <> ? OR sender_id NOT IN (SELECT id FROM users WHERE is_system_bot = 1)) LIMIT 1`;
  return db.get(sql, channelId, eventsTopic) !== undefined;
}
