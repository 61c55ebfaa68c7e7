/**
 * Fixtures of the storage tests: a small schema, a workload with a model of what must be there, and a folder on the
 * real disk. No behaviour of its own.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished, vi } from 'vitest';
import { openStorage } from '../storage/database.ts';
import type { Storage, StorageOptions } from '../storage/interface.ts';
import type { Migration } from '../storage/migrate.ts';
import type { FaultyDisk } from './faulty-disk.ts';

export const notes: Migration[] = [
  {
    number: 1,
    name: 'notes',
    sql: `CREATE TABLE notes (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL UNIQUE, data BLOB, parent INTEGER REFERENCES notes(id), n REAL CHECK (n > -1));
          CREATE TABLE totals (name TEXT PRIMARY KEY, value INTEGER NOT NULL);`,
  },
];

/**
 * For a whole test file: what is written, and together with what, must not depend on how busy the machine is (a group ends after
 * 10 ms, and what was written is sealed half a second after it).
 */
export function freezeClock(): void {
  beforeAll(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
  afterAll(() => void vi.useRealTimers());
}

/** A fresh folder on the real disk (find-build.mjs keeps others in memory), gone after the test. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(process.env['HEARTH_TEST_DISK'] ?? tmpdir(), 'hearth-storage-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Opens on the real disk; closed after the test. */
export async function openReal(dataDir: string, options: Partial<StorageOptions> = {}): Promise<Storage> {
  const storage = await openStorage({ dataDir, migrations: notes, segmentBytes: 64 * 1024, ...options });
  onTestFinished(() => storage.close());
  return storage;
}

/** Opens on a disk in memory. */
export function openOn(disk: FaultyDisk, options: Partial<StorageOptions> = {}): Promise<Storage> {
  return openStorage({
    dataDir: '/data',
    disk,
    migrations: notes,
    segmentBytes: 2048,
    compactIn: 'inline',
    ...options,
  });
}

/** Files as texts, a character a byte: whole files are compared at once, not byte by byte. */
export const textsOf = (contents: ReadonlyMap<string, Uint8Array>): Map<string, string> =>
  new Map([...contents].map(([path, bytes]) => [path, Buffer.from(bytes).toString('latin1')]));

/** Adds a note, and counts it in another table: half a transaction would show. */
export function addNote(storage: Storage, text: string): Promise<number> {
  return storage.transaction((tx) => {
    const { lastId } = tx.run(
      'INSERT INTO notes (text, data, n) VALUES (?, ?, ?)',
      text,
      new Uint8Array([1, 2, 3]),
      text.length / 3,
    );
    tx.run(
      'INSERT INTO totals (name, value) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET value = value + 1',
      'notes',
    );
    return lastId;
  });
}

/** The texts of all notes in order; throws if the two tables disagree. */
export function noteTexts(storage: Storage): Promise<string[]> {
  return storage.read((view) => {
    const texts = view.all<{ text: string }>('SELECT text FROM notes ORDER BY id').map((row) => row.text);
    const total = view.get<{ value: number }>('SELECT value FROM totals WHERE name = ?', 'notes')?.value ?? 0;
    if (total !== texts.length) throw new Error(`half a transaction: ${texts.length} notes, ${total} counted`);
    const sound = view.get<{ integrity_check: string }>('PRAGMA integrity_check')?.integrity_check;
    if (sound !== 'ok') throw new Error(`SQLite found ${sound}`);
    return texts;
  });
}
