/** Words that users want to be told of (api-v1.md, Events, alert_words). Owns the table alert_words. */
import { toUser } from '../../events/audience.ts';
import { badRequest } from '../../errors.ts';
import type { Reader } from '../../storage/database.ts';
import type { Acting } from '../acting.ts';

/** Characters of one word or phrase. */
const maxWordLength = 100;
/** Every message is looked through for everybody's words. */
const maxWords = 500;

/** A user's words as written, in the order in which they were added. */
export function alertWords(db: Reader, userId: number): string[] {
  return db
    .all<{ word: string }>('SELECT word FROM alert_words WHERE user_id = ? ORDER BY id', userId)
    .map((row) => row.word);
}

/** The words of each of these users who has any. */
export function alertWordsOf(db: Reader, userIds: Iterable<number>): Map<number, string[]> {
  const rows = db.all<{ user_id: number; word: string }>(
    'SELECT user_id, word FROM alert_words WHERE user_id IN (SELECT value FROM json_each(?)) ORDER BY id',
    JSON.stringify([...userIds]),
  );
  const byUser = new Map<number, string[]>();
  for (const { user_id: userId, word } of rows) {
    const known = byUser.get(userId);
    if (known === undefined) byUser.set(userId, [word]);
    else known.push(word);
  }
  return byUser;
}

/** Adds words; of those that differ in capitals only, the last spelling stays. @throws ApiError BAD_REQUEST for one that is too long. */
export function addAlertWords(acting: Acting, words: readonly string[]): string[] {
  const { tx, user } = acting;
  for (const word of words.map((sent) => sent.trim()).filter((trimmed) => trimmed !== '')) {
    if ([...word].length > maxWordLength)
      throw badRequest(`alert_words is too long (limit: ${maxWordLength} characters)`);
    const sql =
      'INSERT INTO alert_words (user_id, word, word_key) VALUES (?, ?, ?) ON CONFLICT (user_id, word_key) DO UPDATE SET word = excluded.word';
    tx.run(sql, user.id, word, word.toLowerCase());
  }
  if (alertWords(acting.db, user.id).length > maxWords)
    throw badRequest(`A user can have at most ${maxWords} alert words.`);
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
  const words = alertWords(acting.db, acting.user.id);
  acting.announce({ type: 'alert_words', alert_words: words }, toUser(acting.user.id));
  return words;
}
