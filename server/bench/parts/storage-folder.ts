/**
 * Data folders of any size for measuring: built straight into an image and published as a snapshot, with the schema that
 * is shipped and messages of ordinary length. Text is repeatable.
 */
import { rmSync } from 'node:fs';
import { realDisk } from '../../storage/disk.ts';
import { Engine, type SqlValue } from '../../storage/engine.ts';
import { dataPaths } from '../../storage/file-names.ts';
import { applyMigration, lastNumber, shippedMigrations } from '../../storage/migrate.ts';
import { writeSnapshot } from '../../storage/snapshot.ts';
import type { Transaction } from '../../storage/transaction.ts';

const people = 50;
const channels = 20;
const vocabulary = Array.from(
  { length: 4000 },
  (_, index) => `${syllable(index)}${syllable(index * 7 + 3)}${index % 5 ? '' : syllable(index + 11)}`,
);

/** Builds a folder with `messages` messages; gives the bytes of its snapshot. */
export async function buildFolder(dataDir: string, messages: number): Promise<number> {
  rmSync(dataDir, { recursive: true, force: true });
  const engine = await Engine.open();
  const migrations = shippedMigrations();
  engine.begin();
  const run = (sql: string, ...params: SqlValue[]): unknown => engine.run(sql, params);
  for (const [index, migration] of migrations.entries()) applyMigration(run, migration, 0, index === 0);
  for (let id = 1; id <= people; id += 1) {
    const email = `person${id}@example.org`;
    run(
      'INSERT INTO users (id, email, email_key, delivery_email, delivery_email_key, full_name, api_key, date_joined) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      id,
      email,
      email,
      email,
      email,
      `Person ${id}`,
      `key${id}`,
      0,
    );
  }
  for (let id = 1; id <= channels; id += 1) run('INSERT INTO recipients (id, stream_id) VALUES (?, ?)', id, id);
  engine.commit();
  const perCommit = 20_000;
  for (let at = 1; at <= messages; at += perCommit) {
    engine.begin();
    for (let id = at; id < Math.min(at + perCommit, messages + 1); id += 1) insertMessage(run, id);
    engine.commit();
  }
  const bytes = engine.imageBytes();
  const paths = dataPaths(dataDir);
  realDisk.makeFolderNow(paths.journal);
  writeSnapshot(realDisk, paths, engine.image.view(bytes), {
    snapshot: 1,
    history: '00112233445566778899aabbccddeeff',
    nextTransaction: 2,
    dataVersion: lastNumber(migrations),
    madeAt: Date.now(),
  });
  engine.close();
  return bytes;
}

/** What sending one message writes: its row, its place in the search index, an unread flag for some. */
export function sendMessage(tx: Transaction, number: number): void {
  const id = insertMessage((sql, ...params) => tx.run(sql, ...params), number, true);
  tx.run('INSERT INTO search_words (message_id, words) SELECT id, content FROM messages WHERE id = ?', id);
  for (let user = 1; user <= 3; user += 1)
    tx.run('INSERT INTO message_flags (user_id, message_id, flags) VALUES (?, ?, ?)', user, id, 8);
}

function insertMessage(run: (sql: string, ...params: SqlValue[]) => unknown, number: number, newId = false): number {
  const channel = 1 + (number % channels);
  const topic = `Topic ${number % 400}`;
  const text = words(number);
  const result = run(
    `INSERT INTO messages (id, sender_id, recipient_id, stream_id, topic, topic_key, content, own_html, timestamp, client)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    newId ? null : number,
    1 + (number % people),
    channel,
    channel,
    topic,
    topic.toLowerCase(),
    text,
    '=',
    1_700_000_000 + number,
    'bench',
  );
  return typeof result === 'object' && result !== null && 'lastId' in result ? Number(result.lastId) : 0;
}

function words(number: number): string {
  const count = 5 + (number % 14);
  return Array.from(
    { length: count },
    (_, index) =>
      vocabulary[(number * 31 + index * index * 17 + ((number * 2654435761) >>> (index + 4))) % vocabulary.length],
  ).join(' ');
}

function syllable(index: number): string {
  return `${'bcdfghjklmnprstvw'[index % 17]}${'aeiou'[index % 5]}${'nlrst'[(index >> 3) % 5]}`;
}
