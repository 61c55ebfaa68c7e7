/** Messages to search: words as frequent as in English, in channels, topics and direct conversations. Repeatable. */
import { seededRandom } from '../../demo/random.ts';
import { openStorage, type Storage } from '../../storage/database.ts';

export const common =
  'the a to of and in is it you that he was for on are with as i his they be at one have this'.split(' ');
const vocabularySize = 60_000;
const messagesAtOnce = 5000;
const topics = 4000;

/** The word of a rank: the most common ones of English, then made ones, no two alike. */
export function wordOfRank(rank: number): string {
  const known = common[rank];
  if (known !== undefined) return known;
  let rest = rank * 2_654_435_761;
  let word = '';
  for (let index = 0; index < 3; index += 1) {
    word += 'bcdfghjklmnprstvw'[rest % 17] ?? '';
    rest = Math.floor(rest / 17);
    word += 'aeiou'[rest % 5] ?? '';
    rest = Math.floor(rest / 5);
  }
  return `${word}${rank.toString(36)}`;
}

/** A rank as often as words of that rank occur (Zipf). */
const rankOf = (chance: number): number => Math.floor(vocabularySize ** chance) - 1;

interface Place {
  recipientId: number;
  channelId: number | null;
}

/** Fills the folder of an organization. @returns bytes of all texts. */
export async function fillCorpus(dataDir: string, messages: number): Promise<number> {
  const storage = await openStorage({ dataDir, compactAtBytes: 2 ** 32 });
  const next = seededRandom(1);
  const { people, places } = await storage.transaction((tx) => {
    const users = tx.all<{ id: number }>('SELECT id FROM users WHERE is_bot = 0 ORDER BY id').map(({ id }) => id);
    const channels = tx.all<Place>('SELECT recipient_id AS recipientId, id AS channelId FROM streams ORDER BY id');
    const direct = users.slice(1).map((id): Place => {
      const both = [users[0] ?? 0, id].toSorted((a, b) => a - b);
      const { lastId } = tx.run('INSERT INTO recipients (user_ids) VALUES (?)', both.join());
      for (const user of both)
        tx.run('INSERT INTO recipient_users (user_id, recipient_id) VALUES (?, ?)', user, lastId);
      return { recipientId: lastId, channelId: null };
    });
    return { people: users, places: { channels, direct } };
  });
  let bytes = 0;
  for (let done = 0; done < messages; done += messagesAtOnce) {
    const rows = Array.from({ length: Math.min(messagesAtOnce, messages - done) }, (_, index) => {
      const length = 4 + Math.floor(next() * 24);
      const text = Array.from({ length }, () => wordOfRank(rankOf(next()))).join(' ');
      bytes += text.length;
      const among = next() < 0.02 ? places.direct : places.channels;
      const { recipientId, channelId } = among[Math.floor(next() ** 2 * among.length)] as Place;
      const topic = channelId === null ? '' : `topic ${Math.floor(next() ** 2 * topics)}`;
      const sender = people[Math.floor(next() ** 2 * people.length)] ?? 0;
      const has = (share: number): number => (next() < share ? 1 : 0);
      return [sender, recipientId, channelId, topic, text, done + index, has(0.05), has(0.01), has(0.01), has(0.1)];
    });
    await insertRows(storage, rows);
  }
  // Everything is unread for the first, and some of it starred.
  await storage.transaction((tx) => {
    tx.run('INSERT INTO message_flags (user_id, message_id, flags) SELECT ?, id, 1 FROM messages', people[1] ?? 0);
    tx.run(
      'INSERT INTO message_flags (user_id, message_id, flags) SELECT ?, id, CASE WHEN id % 200 = 0 THEN 2 ELSE 1 END FROM messages WHERE id % 50 = 0',
      people[0] ?? 0,
    );
    tx.run("UPDATE search_state SET renderer = (SELECT coalesce(max(renderer), '') FROM search_buckets)");
  });
  await storage.compact();
  await storage.close();
  return bytes;
}

async function insertRows(storage: Storage, rows: readonly unknown[][]): Promise<void> {
  const at = (index: number): string => `json_extract(value, '$[${index}]')`;
  await storage.transaction((tx) =>
    tx.run(
      `INSERT INTO messages (sender_id, recipient_id, stream_id, topic, topic_key, content, own_html, timestamp, client,
         has_link, has_image, has_attachment, has_reaction)
       SELECT ${at(0)}, ${at(1)}, ${at(2)}, ${at(3)}, ${at(3)}, ${at(4)}, '=', ${at(5)}, 'bench',
         ${at(6)}, ${at(7)}, ${at(8)}, ${at(9)} FROM json_each(?)`,
      JSON.stringify(rows),
    ),
  );
}
