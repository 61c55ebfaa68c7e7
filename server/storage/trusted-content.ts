/**
 * Allowed content of a foreign backup: files that a backup has, the schema that the migrations give, and an owner. A file can
 * name itself a backup and carry a key, a trigger or a database that no one can sign in to.
 */
import { isEmailAddress } from '../address-list.ts';
import { article } from '../errors.ts';
import { phrase, type Phrase } from '../translation.ts';
import { Engine } from './engine.ts';
import { dataPaths, isData, isServersOwn } from './file-names.ts';
import { makeFirstImage } from './first-image.ts';
import { createMemoryImage } from './memory-image.ts';
import { dataVersion, isMadeBy, shippedMigrations } from './migrate.ts';

/** Folders and files of the data beside the database, as a backup has them. */
const folders = new Set(['uploads', 'uploads-unfinished', 'thumbnails', 'outbox', 'exports']);
/** Makes an organization one for training, with every API key on the screen. */
const demoMark = 'hearth-demo.json';

/** What is asked of a backup that may come from elsewhere. */
export interface OutsideRules {
  /** Reads `email` and `key`, by which a sign-in finds the account, of each active owner. */
  ownersSql: string;
  /** Whether the mark of a demo is taken along: only into a demo. */
  keepsDemo: boolean;
  /** Tables of earlier migrations that servers of that time dropped themselves, with what SQLite makes for a virtual table. */
  droppedTables: readonly string[];
}

/** @param path as in the archive, with slashes. @returns whether a backup has such a file. */
export function isOfBackup(path: string, { keepsDemo }: OutsideRules): boolean {
  const { snapshot, manifest } = dataPaths('');
  if (path === snapshot(1) || path === manifest(1)) return true;
  if (path === demoMark) return keepsDemo;
  const [folder = '', ...rest] = path.split('/');
  return folders.has(folder) && rest.length > 0;
}

/** @returns whether no backup ever had such a file: the server would take it for its own. */
export function isIntruder(path: string): boolean {
  const top = (path.split('/', 1)[0] ?? '').toLowerCase();
  return path !== demoMark && !folders.has(top) && (isServersOwn(top) || isData(top));
}

/** @returns why a database is not one that this program made, in a sentence; undefined when it is. */
export async function whyForeign(
  engine: Engine,
  { ownersSql, droppedTables }: OutsideRules,
): Promise<Phrase | undefined> {
  const known = shippedMigrations();
  if (dataVersion(engine) === 0 || !isMadeBy(engine, known)) return phrase('Its database is of another program.');
  const expected = await schemaOf(dataVersion(engine));
  const found = schemaIn(engine);
  const other = [...found].find(([name, sql]) => expected.get(name) !== sql)?.[0];
  const isDropped = (name: string): boolean =>
    droppedTables.some((table) => name === `table ${table}` || name.startsWith(`table ${table}_`));
  const missing = [...expected.keys()].find((name) => !found.has(name) && !isDropped(name));
  if (other !== undefined) {
    const thing = `${article(other)} ${other}`;
    return phrase(`Its database has ${thing} that Hearth does not have.`);
  }
  if (missing !== undefined) return phrase(`Its database lacks the ${missing}.`);
  const owners = engine.all<Owner>(ownersSql, []);
  if (owners.length === 0) return phrase('It has no organization with an owner.');
  if (!owners.some((owner) => canBeFound(owner)))
    return phrase('It has no active owner with a valid email address, so no one could sign in and administer it.');
  return undefined;
}

interface Owner {
  email: unknown;
  key: unknown;
}

/** Whether a sign-in, or a link for a new password, finds the account of an owner. */
const canBeFound = ({ email, key }: Owner): boolean =>
  typeof email === 'string' && isEmailAddress(email) && key === email.toLowerCase();

async function schemaOf(version: number): Promise<Map<string, string>> {
  const image = await makeFirstImage(shippedMigrations().filter(({ number }) => number <= version));
  const memory = createMemoryImage(image.bytes.length);
  memory.view(image.bytes.length).set(image.bytes);
  const engine = await Engine.open(memory);
  try {
    return schemaIn(engine);
  } finally {
    engine.close();
  }
}

/**
 * Tables, indexes, triggers and views, by kind and name. Left out is only what SQLite makes for itself: a crafted file can give a
 * trigger or a view a name that begins as those do.
 */
function schemaIn(engine: Engine): Map<string, string> {
  const rows = engine.all<{ type: string; name: string; tbl_name: string; sql: string | null }>(
    `SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE NOT (
       (type = 'index' AND sql IS NULL AND substr(name, 1, 17) = 'sqlite_autoindex_')
       OR (type = 'table' AND name IN ('sqlite_sequence', 'sqlite_stat1', 'sqlite_stat4')))`,
    [],
  );
  return new Map(rows.map((row) => [`${row.type} ${row.name}`, `${row.tbl_name} ${(row.sql ?? '').trim()}`]));
}
