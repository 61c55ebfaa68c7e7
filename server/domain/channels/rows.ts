/** Rows of the table `streams`, and every statement that writes it. Knows nothing of permissions or events. */
import { nameOf } from '../../names.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import { insertChannelRecipient, setRecipientChannel } from '../messages/recipient-rows.ts';
import type { ChannelProperties } from './property-rules.ts';

/** A row of `streams`; booleans are 0 or 1, times UNIX seconds. */
export interface ChannelRow extends ChannelProperties {
  id: number;
  recipient_id: number;
  name: string;
  /** Lower-cased name: names are unique without regard to case. */
  name_key: string;
  description: string;
  rendered_description: string;
  date_created: number;
  creator_id: number | null;
  invite_only: number;
  is_web_public: number;
  history_public_to_subscribers: number;
  is_default: number;
  is_archived: number;
  first_message_id: number | null;
  /** Active subscriptions of active users. */
  subscriber_count: number;
  /** JSON of ChannelSettings. */
  settings: string;
}

/** What a change may set; `id`, `recipient_id` and counts are not among it. */
export type ChannelChange = Partial<
  Omit<ChannelRow, 'id' | 'recipient_id' | 'date_created' | 'creator_id' | 'subscriber_count'>
>;

/** An archived one too. */
export function findChannel(db: Reader, id: number): ChannelRow | undefined {
  return db.remember(`channel ${id}`, () => db.get<ChannelRow>('SELECT * FROM streams WHERE id = ?', id));
}

/** By name, without regard to case, surrounding space and composition. A name of old data may be stored as it was sent. */
export function findChannelByName(db: Reader, name: string): ChannelRow | undefined {
  const [asSent, key] = [name.trim().toLowerCase(), nameKey(name)];
  return findByKey(db, asSent) ?? (asSent === key ? undefined : findByKey(db, key));
}

const findByKey = (db: Reader, key: string): ChannelRow | undefined =>
  db.remember(`channel named ${key}`, () => db.get<ChannelRow>('SELECT * FROM streams WHERE name_key = ?', key));

/** Every channel, archived ones too, by id. */
export function allChannels(db: Reader): readonly ChannelRow[] {
  return db.remember('all channels', () =>
    db.all<ChannelRow>('SELECT * FROM streams ORDER BY id').map((row) => Object.freeze(row)),
  );
}

/** Ids of archived channels. */
export function archivedChannelIds(db: Reader): ReadonlySet<number> {
  return db.remember(
    'archived channels',
    () => new Set(allChannels(db).flatMap(({ id, is_archived: isArchived }) => (isArchived === 1 ? [id] : []))),
  );
}

/** Default channels for new users, by id; never an archived one. */
export function defaultChannels(db: Reader): ChannelRow[] {
  return db.all<ChannelRow>('SELECT * FROM streams WHERE is_default = 1 AND is_archived = 0 ORDER BY id');
}

/** What names of channels are compared by. */
export function nameKey(name: string): string {
  return nameOf(name).toLowerCase();
}

/** Inserts a channel and its recipient; the caller has made sure that the name is free, and the id that it may ask for. */
export function insertChannel(
  tx: Transaction,
  channel: Omit<ChannelRow, 'id' | 'recipient_id' | 'name_key' | 'first_message_id' | 'subscriber_count'>,
  wantedId?: number,
): number {
  const recipientId = insertChannelRecipient(tx);
  const row = { id: wantedId ?? null, recipient_id: recipientId, name_key: nameKey(channel.name), ...channel };
  const places = Object.keys(row).map(() => '?');
  const { lastId: id } = tx.run(
    `INSERT INTO streams (${Object.keys(row).join(', ')}) VALUES (${places.join(', ')})`,
    ...Object.values(row),
  );
  setRecipientChannel(tx, recipientId, id);
  return id;
}

/** Writes the given columns of one channel. */
export function updateChannelRow(tx: Transaction, id: number, change: ChannelChange): void {
  const columns = Object.entries(change);
  if (columns.length === 0) return;
  const assignments = columns.map(([column]) => `${column} = ?`).join(', ');
  tx.run(`UPDATE streams SET ${assignments} WHERE id = ?`, ...columns.map(([, value]) => value), id);
}

/** Adds to the number of active subscribers; negative takes away. */
export function addToSubscriberCount(tx: Transaction, id: number, by: number): void {
  if (by !== 0) tx.run('UPDATE streams SET subscriber_count = subscriber_count + ? WHERE id = ?', by, id);
}

/** Called with the first message that is sent to a channel: a user who gets it knows. */
export function noteFirstMessage(tx: Transaction, id: number, messageId: number): void {
  tx.run('UPDATE streams SET first_message_id = ? WHERE id = ?', messageId, id);
}
