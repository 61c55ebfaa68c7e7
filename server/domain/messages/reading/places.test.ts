/** Message place cache: entries read during a rolled-back write are dropped with it. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Reader, Storage, Transaction } from '../../../storage/database.ts';
import { shippedMigrations } from '../../../storage/migrate.ts';
import { FaultyDisk } from '../../../testing/faulty-disk.ts';
import { freezeClock, openOn } from '../../../testing/storage-kit.ts';
import { placesOf } from './places.ts';

freezeClock();

let disk: FaultyDisk;
let storage: Storage;
/** Of a range that is kept: later ones are given out. */
const ids = Array.from({ length: 100 }, (_, index) => index + 1);

beforeEach(async () => {
  disk = new FaultyDisk();
  storage = await openOn(disk, { migrations: shippedMigrations() });
  await storage.transaction((tx) => {
    tx.run(`INSERT INTO users (email, email_key, delivery_email, delivery_email_key, full_name, api_key, date_joined)
            VALUES ('a@b.c', 'a@b.c', 'a@b.c', 'a@b.c', 'Ada', 'key', 1)`);
    tx.run("INSERT INTO recipients (id, user_ids) VALUES (1, '1')");
    addMessages(tx, 1, null, 2000);
  });
});
afterEach(async () => storage.close());

function addMessages(tx: Transaction, recipientId: number, channelId: number | null, count: number): void {
  tx.run(
    `INSERT INTO messages (sender_id, recipient_id, stream_id, content, own_html, timestamp, client)
     SELECT 1, ?, ?, 'x', '=', 1, 'test' FROM json_each(?)`,
    recipientId,
    channelId,
    JSON.stringify(Array.from({ length: count })),
  );
}

const recipientOf = (db: Reader, id: number): number | undefined => placesOf(db, [...ids, id])(id)?.recipientId;

/** Runs both in one group, which the disk refuses. */
async function refused(write: (tx: Transaction) => void, lookUp: (tx: Transaction) => void): Promise<void> {
  disk.capacity = 0;
  const results = await Promise.allSettled([storage.transaction(write), storage.transaction(lookUp)]);
  disk.capacity = Infinity;
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
}

test('a message whose deletion the disk refused is where it was', async () => {
  // Something is remembered already, of another range.
  await storage.read((db) => placesOf(db, [2000])(2000));
  const seen: unknown[] = [];
  await refused(
    (tx) => tx.run('DELETE FROM messages WHERE id = 7'),
    (tx) => seen.push(recipientOf(tx, 7)),
  );
  expect(seen).toEqual([undefined]);
  expect(await storage.read((db) => recipientOf(db, 7))).toBe(1);
});

test('a conversation that was never there leaves nothing to the next one of its id', async () => {
  await storage.read((db) => recipientOf(db, 7));
  const add = (channelId: number | null) => (tx: Transaction) => {
    tx.run('INSERT INTO recipients (id, stream_id, user_ids) VALUES (2, ?, ?)', channelId, channelId ? null : '1,1');
    addMessages(tx, 2, channelId, 1);
  };
  const channelOf = (db: Reader): number | null | undefined => placesOf(db, [2001])(2001)?.channelId;
  const seen: unknown[] = [];
  await refused(add(9), (tx) => seen.push(channelOf(tx)));
  expect(seen).toEqual([9]);
  await storage.transaction(add(null));
  expect(await storage.read(channelOf)).toBe(null);
});
