/** Alert words of users (spec: Events, alert_words). Owns the table alert_words. */
import { invalidParameter } from '../../errors.ts';
import { toUser } from '../../events/audience.ts';
import type { Reader } from '../../storage/database.ts';
import type { Acting } from '../acting.ts';

/** Characters of one word or phrase. */
const maxWordLength = 100;
/** Every message is looked through for everyone's words. */
const maxWords = 500;

/** A user's words as written, in the order in which they were added. */
export function alertWordsOf(db: Reader, userId: number): string[] {
  return db
    .all<{ word: string }>('SELECT word FROM alert_words WHERE user_id = ? ORDER BY id', userId)
    .map((row) => row.word);
}

/** Adds words; of those that differ in capitals only, the last spelling stays. @throws ApiError BAD_REQUEST for one that is too long. */
export function addAlertWords(acting: Acting, words: readonly string[]): string[] {
  const { tx, user } = acting;
  for (const word of words.map((sent) => sent.trim()).filter((trimmed) => trimmed !== '')) {
    if ([...word].length > maxWordLength)
      throw invalidParameter('alert_words', `alert_words is too long (limit: ${maxWordLength} characters)`);
    const sql =
      'INSERT INTO alert_words (user_id, word, word_key) VALUES (?, ?, ?) ON CONFLICT (user_id, word_key) DO UPDATE SET word = excluded.word';
    tx.run(sql, user.id, word, word.toLowerCase());
  }
  if (alertWordsOf(acting.db, user.id).length > maxWords)
    throw invalidParameter('alert_words', `A user can have at most ${maxWords} alert words.`);
  return announced(acting);
}

/** Removes words, in whatever capitals; those that are not there do no harm. */
export function removeAlertWords(acting: Acting, words: readonly string[]): string[] {
  for (const word of words)
    acting.tx.run(
      'DELETE FROM alert_words WHERE user_id = ? AND word_key = ?',
      acting.user.id,
      word.trim().toLowerCase(),
    );
  return announced(acting);
}

function announced(acting: Acting): string[] {
  const words = alertWordsOf(acting.db, acting.user.id);
  acting.announce({ type: 'alert_words', alert_words: words }, toUser(acting.user.id));
  return words;
}
