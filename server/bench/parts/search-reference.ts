/**
 * Reference engine for search benches: the same text in SQLite's own word index, FTS5 of better-sqlite3 where that is installed
 * (`npm run bench -- storage` and the long form fetch it), else FTS4 of sql.js. It knows words alone, and no one who reads.
 */
import type { Storage } from '../../storage/database.ts';
import { Engine } from '../../storage/engine.ts';
import { fetchReference, installedReference, type Reference } from './storage-reference.ts';
import { isLong } from './targets.ts';

const messagesAtOnce = 5000;

interface Text {
  id: number;
  content: string;
}

/** @returns runs one search, in the text of SQLite, for the newest hundred. */
export async function openSearchReference(storage: Storage): Promise<(match: string) => void> {
  const Database = isLong ? fetchReference() : installedReference();
  process.stderr.write(`Compared with ${Database === null ? 'FTS4 of sql.js' : 'FTS5 of better-sqlite3'}.\n`);
  return Database === null ? inFts4(storage) : inFts5(Database, storage);
}

async function inFts5(Database: Reference, storage: Storage): Promise<(match: string) => void> {
  const database = new Database(':memory:');
  database.exec("CREATE VIRTUAL TABLE plain USING fts5(text, content='', tokenize='unicode61')");
  const insert = database.prepare('INSERT INTO plain (rowid, text) VALUES (?, ?)');
  await eachPart(storage, (texts) =>
    database.transaction(() => texts.forEach(({ id, content }) => insert.run(id, content)))(),
  );
  database.exec("INSERT INTO plain (plain) VALUES ('optimize')");
  const search = database.prepare('SELECT rowid FROM plain WHERE plain MATCH ? ORDER BY rowid DESC LIMIT 100');
  return (match) => void search.all(match);
}

async function inFts4(storage: Storage): Promise<(match: string) => void> {
  const engine = await Engine.open();
  engine.run('CREATE VIRTUAL TABLE plain USING fts4(content="", order=desc, tokenize=unicode61, text)', []);
  await eachPart(storage, (texts) => {
    engine.begin();
    for (const { id, content } of texts) engine.run('INSERT INTO plain (docid, text) VALUES (?, ?)', [id, content]);
    engine.commit();
  });
  engine.run("INSERT INTO plain (plain) VALUES ('optimize')", []);
  return (match) => {
    engine.all('SELECT docid FROM plain WHERE plain MATCH ? ORDER BY docid DESC LIMIT 100', [match]);
  };
}

async function eachPart(storage: Storage, take: (texts: readonly Text[]) => void): Promise<void> {
  for (let from = 0; ;) {
    const after = from;
    const texts = await storage.read((db) =>
      db.all<Text>('SELECT id, content FROM messages WHERE id > ? ORDER BY id LIMIT ?', after, messagesAtOnce),
    );
    const last = texts.at(-1);
    if (last === undefined) return;
    take(texts);
    from = last.id;
  }
}
