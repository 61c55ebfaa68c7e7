/** Reactions as they are stored, by message. */
import type { components } from '../../../contract/types.ts';
import type { Reader } from '../../../storage/database.ts';

export type ReactionWire = components['schemas']['EmojiReaction'];

/** Reactions of messages, by message, in the order in which they were given. */
export function reactionsOf(db: Reader, messageIds: readonly number[]): Map<number, ReactionWire[]> {
  if (messageIds.length === 0) return new Map();
  const rows = db.all<Emoji & { message_id: number; user_id: number }>(
    'SELECT message_id, emoji_name, emoji_code, reaction_type, user_id FROM reactions WHERE message_id IN (SELECT value FROM json_each(?)) ORDER BY message_id, id',
    JSON.stringify(messageIds),
  );
  const found = new Map<number, ReactionWire[]>();
  for (const { message_id: id, ...reaction } of rows) {
    const known = found.get(id);
    if (known === undefined) found.set(id, [reaction]);
    else known.push(reaction);
  }
  return found;
}

export interface Emoji {
  emoji_name: string;
  emoji_code: string;
  reaction_type: 'unicode_emoji' | 'realm_emoji';
}
