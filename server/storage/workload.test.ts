/** Long random workloads against a model, and what only real disks show: a full one, and how long commits take. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildFolder, sendMessage } from '../bench/parts/storage-folder.ts';
import { seededRandom } from '../demo/random.ts';
import { FaultyDisk } from '../testing/faulty-disk.ts';
import { addNote, freshFolder, noteTexts, openOn, openReal } from '../testing/storage-kit.ts';
import { openStorage, StorageWriteError } from './database.ts';
import { Engine } from './engine.ts';
import type { Storage } from './interface.ts';
import { createMemoryImage } from './memory-image.ts';

interface Row {
  text: string;
  n: number;
}

/** One random transaction on the database and, if it is acknowledged, on the model. */
async function step(storage: Storage, model: Map<number, Row>, random: () => number): Promise<void> {
  const kind = random();
  const id = 1 + Math.floor(random() * 40);
  const row = { text: `t${Math.floor(random() * 1e9)}`, n: Math.floor(random() * 100) };
  const fails = random() < 0.15;
  const change = storage.transaction((tx) => {
    if (kind < 0.5) {
      const inserted = tx.run(
        'INSERT INTO notes (id, text, n) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET text = excluded.text, n = excluded.n',
        id,
        row.text,
        row.n,
      );
      if (inserted.changes !== 1) throw new Error('the insert changed nothing');
    } else if (kind < 0.7) tx.run('UPDATE notes SET n = n + 1 WHERE id >= ?', id);
    else if (kind < 0.85) tx.returning('DELETE FROM notes WHERE id = ? RETURNING id', id);
    else {
      tx.run('DELETE FROM notes WHERE id > ?', id);
      tx.run('INSERT INTO notes (id, text, n) VALUES (?, ?, ?)', id + 1, row.text, row.n);
    }
    tx.afterDurable(() => apply(model, kind, id, row));
    if (fails) throw new Error('on purpose');
  });
  await change.catch((error: unknown) => {
    if (!(error instanceof Error) || error.message !== 'on purpose') throw error;
  });
}

function apply(model: Map<number, Row>, kind: number, id: number, row: Row): void {
  if (kind < 0.5) model.set(id, { ...row });
  else if (kind < 0.7) {
    for (const [key, value] of model) if (key >= id) value.n += 1;
  } else if (kind < 0.85) model.delete(id);
  else {
    for (const key of model.keys()) if (key > id) model.delete(key);
    model.set(id + 1, { ...row });
  }
}

async function rows(storage: Storage): Promise<[number, Row][]> {
  const found = await storage.read((view) =>
    view.all<Row & { id: number }>('SELECT id, text, n FROM notes ORDER BY id'),
  );
  return found.map(({ id, text, n }) => [id, { text, n }]);
}

test.each([1, 2, 3, 4])('random transactions, compactions and crashes agree with a model (seed %i)', async (seed) => {
  const random = seededRandom(seed);
  const model = new Map<number, Row>();
  let disk = new FaultyDisk();
  for (let life = 0; life < 6; life += 1) {
    const storage = await openOn(disk);
    for (let turn = 0; turn < 25; turn += 1) {
      await Promise.all(Array.from({ length: 1 + Math.floor(random() * 5) }, () => step(storage, model, random)));
      expect(await rows(storage)).toEqual([...model].sort(([a], [b]) => a - b));
      if (random() < 0.1) await storage.compact();
    }
    const isCrash = random() >= 0.5;
    if (!isCrash) await storage.close();
    disk = disk.afterCrash('some sectors', random);
    // What a process held ends with it: on the disk of before, which no one reads any more.
    if (isCrash) await storage.close();
  }
  const last = await openOn(disk);
  expect(await rows(last)).toEqual([...model].sort(([a], [b]) => a - b));
  expect(model.size).toBeGreaterThan(3);
  await last.close();
});

test('compaction in the worker while eight writers go on keeps everything, and the journal shrinks', async () => {
  const dataDir = freshFolder();
  const storage = await openReal(dataDir);
  const acknowledged = new Set<string>();
  const stopping = new AbortController();
  const stop = stopping.signal;
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let index = 0; !stop.aborted; index += 1) {
      await addNote(storage, `${writer}/${index}`);
      acknowledged.add(`${writer}/${index}`);
    }
  });
  await storage.compact();
  await storage.compact();
  stopping.abort();
  await Promise.all(writers);
  expect(storage.stats().journalBytes).toBeGreaterThan(0);
  await storage.compact();
  expect(storage.stats().journalBytes).toBe(0);
  expect(new Set(await noteTexts(storage))).toEqual(acknowledged);
  await storage.close();
  expect(new Set(await noteTexts(await openReal(dataDir)))).toEqual(acknowledged);
  expect(acknowledged.size).toBeGreaterThan(100);
});

test('who asks for a compaction while one is under way gets one of what was written since', async () => {
  const storage = await openReal(freshFolder());
  const first = storage.compact();
  await addNote(storage, 'after it began');
  await storage.compact();
  await first;
  expect(storage.stats()).toMatchObject({ compacting: false, journalBytes: 0 });
});

test('a compaction starts on its own when the journal is big, and after a day', async () => {
  let now = 1_000_000_000_000;
  const disk = new FaultyDisk();
  const storage = await openOn(disk, { compactAtBytes: 3000, now: () => now });
  const settled = async (): Promise<void> => {
    while (storage.stats().compacting) await new Promise((resolve) => setImmediate(resolve));
  };
  for (let index = 0; index < 30; index += 1) await addNote(storage, `big ${index}`);
  await settled();
  expect(storage.stats().lastCompaction).toBe(now);
  now += 24 * 3600 * 1000 + 1;
  await addNote(storage, 'a day later');
  await settled();
  expect(storage.stats().lastCompaction).toBe(now);
  await storage.close();
});

test('closing does not wait for a compaction, and loses nothing by it', async () => {
  const dataDir = freshFolder();
  const storage = await openReal(dataDir);
  for (let index = 0; index < 50; index += 1) await addNote(storage, `n${index}`);
  const compaction = storage.compact().catch(() => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  await storage.close();
  await compaction;
  expect(await noteTexts(await openReal(dataDir))).toHaveLength(50);
});

test('on a really full disk (a small tmpfs) writes are refused, reads go on, and room makes writes work', async (context) => {
  const folder = freshFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    context.skip(
      `not run: a tmpfs cannot be mounted here (${error instanceof Error ? error.message.split('\n')[0] : String(error)})`,
    );
  }
  try {
    const dataDir = join(folder, 'data');
    const storage = await openReal(dataDir);
    const ballast = join(folder, 'ballast');
    execFileSync('fallocate', ['-l', '500k', ballast]);
    const kept: string[] = [];
    const texts = Array.from({ length: 2000 }, (_, index) => `${index} ${'x'.repeat(1000)}`);
    const refusal: unknown = await (async () => {
      for (const text of texts) {
        await addNote(storage, text);
        kept.push(text);
      }
    })().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StorageWriteError);
    expect(refusal).toMatchObject({ code: 'ENOSPC' });
    expect(kept.length).toBeGreaterThan(50);
    expect(await noteTexts(storage)).toEqual(kept);
    await expect(storage.compact()).rejects.toThrow('ENOSPC');
    execFileSync('rm', [ballast]);
    await addNote(storage, 'room again');
    expect(storage.stats().state).toBe('ok');
    await storage.close();
    const again = await openReal(dataDir);
    expect(await noteTexts(again)).toEqual([...kept, 'room again']);
    await again.close();
  } finally {
    execFileSync('umount', [folder]);
  }
});

test('a database that grows is never copied by sql.js: the image stays the one that was handed to it', async () => {
  const engine = await Engine.open();
  engine.run('CREATE TABLE big (id INTEGER PRIMARY KEY, text TEXT)', []);
  const text = 'x'.repeat(1024 * 1024);
  for (let round = 0; round < 40; round += 1) {
    engine.begin();
    engine.run('INSERT INTO big (text) VALUES (?)', [`${round}${text}`]);
    engine.commit();
  }
  const bytes = engine.imageBytes();
  expect(bytes).toBeGreaterThan(40 * 1024 * 1024);
  const copy = createMemoryImage(bytes);
  copy.view(bytes).set(engine.image.view(bytes));
  const second = await Engine.open(copy);
  expect(second.get('SELECT count(*) AS n FROM big', [])).toEqual({ n: 40 });
  expect(second.get('PRAGMA integrity_check', [])).toEqual({ integrity_check: 'ok' });
  second.close();
  engine.close();
});

test('with the schema that is shipped, replay in any grouping gives the same rows and the same search index', async () => {
  const dataDir = join(freshFolder(), 'data');
  await buildFolder(dataDir, 500);
  const first = await openStorage({ dataDir });
  for (let turn = 0; turn < 60; turn += 1) {
    const group = Array.from({ length: 1 + (turn % 9) }, (_, index) =>
      first.transaction((tx) => sendMessage(tx, turn * 10 + index)),
    );
    await Promise.all(group);
    if (turn === 30) await first.compact();
    await first.transaction((tx) => {
      tx.run('DELETE FROM search_words WHERE message_id = ?', 501 + turn);
      tx.run('DELETE FROM messages WHERE id = ?', 501 + turn);
      // As a bucket of the index is written: many rows from one value.
      const postings = Array.from({ length: 50 }, (_, index) => [`word${turn}é${index}`, '`0\\~']);
      tx.run(
        "INSERT INTO search_postings (generation, word, places) SELECT ?, json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(?)",
        turn,
        JSON.stringify(postings),
      );
    });
  }
  const found = (storage: Storage): Promise<unknown> =>
    storage.read((view) => [
      view.all('SELECT * FROM messages ORDER BY id'),
      view.all('SELECT * FROM message_flags ORDER BY message_id, user_id'),
      view.all('SELECT * FROM search_words ORDER BY message_id'),
      view.all('SELECT * FROM search_postings ORDER BY generation, word'),
    ]);
  const before = await found(first);
  await first.close();
  const second = await openStorage({ dataDir });
  expect(await found(second)).toEqual(before);
  expect(JSON.stringify(before).length).toBeGreaterThan(100_000);
  const check = await second.read((view) => view.get('PRAGMA integrity_check'));
  expect(check).toEqual({ integrity_check: 'ok' });
  await second.close();
});
