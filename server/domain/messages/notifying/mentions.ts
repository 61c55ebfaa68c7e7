/** Whom a message calls: by name, by group, by wildcard, by alert word. As bits of their flags. */
import { AlertWords } from '../../../alert-words.ts';
import type { RenderedMessage } from '../../../markdown/render.ts';
import type { Reader } from '../../../storage/database.ts';
import type { SystemViewing } from '../../acting.ts';
import { groupMemberIds } from '../../groups/membership.shared.ts';
import { topicParticipants } from '../compose.ts';
import { flagBits } from '../flags/flags.shared.ts';

export interface NotifiedUsers {
  /** Bits beside unread, for those who have any. */
  bits: Map<number, number>;
  /** Called by name or by a group of theirs. */
  mentionedUserIds: number[];
}

/** What a message has that calls users. */
export type Calls = Pick<
  RenderedMessage,
  'mentionedUserIds' | 'mentionedGroupIds' | 'hasChannelWildcard' | 'hasTopicWildcard' | 'alertText'
>;

/**
 * @param place the channel and topic; null for direct messages.
 * @param recipientIds users who receive the message: no one else is called by it.
 */
export function notifiedUsers(
  viewing: SystemViewing,
  rendered: Calls,
  place: { channelId: number; topic: string } | null,
  recipientIds: readonly number[],
): NotifiedUsers {
  const { db } = viewing;
  const bits = new Map<number, number>();
  const recipients = new Set(recipientIds);
  const add = (ids: Iterable<number>, bit: number): void => {
    for (const id of ids) if (recipients.has(id)) bits.set(id, (bits.get(id) ?? 0) | bit);
  };
  const mentioned = new Set([
    ...rendered.mentionedUserIds,
    ...rendered.mentionedGroupIds.flatMap((id) => [...groupMemberIds(db, id)]),
  ]);
  add(mentioned, flagBits.mentioned);
  if (rendered.hasChannelWildcard) add(recipientIds, flagBits.stream_wildcard_mentioned);
  if (rendered.hasTopicWildcard && place !== null) {
    add(topicParticipants(viewing, place.channelId, place.topic), flagBits.topic_wildcard_mentioned);
  }
  add(alertedUserIds(db, rendered.alertText), flagBits.has_alert_word);
  return { bits, mentionedUserIds: [...mentioned].filter((id) => recipients.has(id)) };
}

/** Alert words that occur in a text, of any user. */
export function alertWordsIn(db: Reader, text: string): string[] {
  const words = db.remember(
    'alert words',
    () =>
      new AlertWords(
        db.all<{ word_key: string }>('SELECT DISTINCT word_key FROM alert_words').map((row) => row.word_key),
      ),
  );
  return words.foundIn(text);
}

function alertedUserIds(db: Reader, text: string): number[] {
  const found = alertWordsIn(db, text);
  if (found.length === 0) return [];
  return db
    .all<{ user_id: number }>(
      'SELECT DISTINCT user_id FROM alert_words WHERE word_key IN (SELECT value FROM json_each(?))',
      JSON.stringify(found),
    )
    .map((row) => row.user_id);
}
