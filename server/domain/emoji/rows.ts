/** Custom emoji: the table realm_emoji, and the shape on the wire. */
import type { Reader } from '../../storage/database.ts';

export interface EmojiRow {
  id: number;
  name: string;
  author_id: number | null;
  file_name: string;
  still_file_name: string | null;
  deactivated: number;
}

/** `path` below the data folder of every emoji's files, without their bytes. */
export const emojiFilesSql = `SELECT 'uploads/emoji/' || file_name AS path, NULL AS bytes FROM realm_emoji
  UNION SELECT 'uploads/emoji/' || still_file_name, NULL FROM realm_emoji WHERE still_file_name IS NOT NULL`;

/** Contract: RealmEmoji. */
export interface RealmEmojiWire {
  id: string;
  name: string;
  source_url: string;
  still_url: string | null;
  deactivated: boolean;
  author_id: number | null;
}

/** Every emoji that ever was, by id: old messages still show the deactivated ones. */
export function realmEmoji(db: Reader): Record<string, RealmEmojiWire> {
  const rows = db.all<EmojiRow>('SELECT * FROM realm_emoji ORDER BY id');
  return Object.fromEntries(rows.map((row) => [String(row.id), emojiWire(row)]));
}

/** The emoji in use under a name; `id` is its code in reactions. */
export function findCustomEmoji(db: Reader, name: string): RealmEmojiWire | undefined {
  const row = db.get<EmojiRow>('SELECT * FROM realm_emoji WHERE name = ? AND deactivated = 0', normalizedName(name));
  return row === undefined ? undefined : emojiWire(row);
}

/** By the code that reactions carry; deactivated ones too. */
export function findCustomEmojiById(db: Reader, id: string): RealmEmojiWire | undefined {
  const row = /^\d{1,15}$/.test(id)
    ? db.get<EmojiRow>('SELECT * FROM realm_emoji WHERE id = ?', Number(id))
    : undefined;
  return row === undefined ? undefined : emojiWire(row);
}

/** Capitals do not matter, and a space is an underscore (contract: emoji_name). */
export function normalizedName(name: string): string {
  return name.trim().toLowerCase().replaceAll(' ', '_');
}

function emojiWire(row: EmojiRow): RealmEmojiWire {
  return {
    id: String(row.id),
    name: row.name,
    source_url: `/realm/emoji/${row.file_name}`,
    still_url: row.still_file_name === null ? null : `/realm/emoji/${row.still_file_name}`,
    deactivated: row.deactivated === 1,
    author_id: row.author_id,
  };
}
