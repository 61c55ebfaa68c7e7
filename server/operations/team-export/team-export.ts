/**
 * The whole team as an archive in the import format of the larger open-source server that speaks this API (README.md beside this
 * file): made of the state on disk, whether a server runs on the folder or not.
 */
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';
import { hasOrganization } from '../../domain/organization/rows.ts';
import { versionWire } from '../../domain/organization/version.ts';
import { createReadStream, createWriteStream, open, rename, rm } from '../../file-access.ts';
import type { Reader } from '../../storage/database.ts';
import { realDisk } from '../../storage/disk.ts';
import { outputRefusal, StartRefusedError } from '../../storage/errors.ts';
import { leavingRoom } from '../../storage/leaving-room.ts';
import { readFolder } from '../../storage/read-folder.ts';
import { Addresses } from './addresses.ts';
import { filesOf, pictureColumns, type ArchivedFile, type Files } from './files.ts';
import { Clients, messageTables, reactionRows, submessageRows } from './messages.ts';
import { exportNotes, type ExportNotes } from './notes.ts';
import { ownTables } from './own-tables.ts';
import { GroupTables, userTables } from './people.ts';
import { maxDomainLength, placeTables, Recipients } from './places.ts';
import { NewNumbers } from './rendered.ts';
import { scheduledRows } from './scheduled.ts';
import type { Row, Tables } from './tables.ts';

export interface ExportCounts extends ExportNotes {
  users: number;
  channels: number;
  messages: number;
  files: number;
}

/**
 * Writes the archive, a gzipped tar file, which appears whole or not at all.
 * @throws StorageError when the folder holds no organization, its data is damaged, or the file cannot be written
 */
export async function exportTeam(dataDir: string, outFile: string): Promise<ExportCounts> {
  const unfinished = `${outFile}.unfinished`;
  try {
    const counts = await readFolder(dataDir, async (db) => {
      if (!hasOrganization(db)) throw new StartRefusedError('foreign', `${dataDir} holds no team yet.`);
      const archive = pack();
      const written = pipeline(
        archive,
        createGzip(),
        (compressed) => leavingRoom(compressed, dirname(resolve(outFile)), dataDir),
        createWriteStream(unfinished, { mode: 0o600 }),
      );
      const filled = fill(archive, db, dataDir);
      filled.catch((error: unknown) => archive.destroy(error instanceof Error ? error : new Error(String(error))));
      const [done] = await Promise.all([filled, written]);
      return done;
    });
    const file = await open(unfinished, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, outFile);
    realDisk.syncFolderNow(dirname(resolve(outFile)));
    return counts;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw outputRefusal(error, outFile);
  }
}

async function fill(archive: Pack, db: Reader, dataDir: string): Promise<ExportCounts> {
  const files = await filesOf(db, dataDir);
  const recipients = new Recipients(db);
  const clients = new Clients(db);
  const addresses = new Addresses(db);
  const numbers = new NewNumbers(db);
  const team = teamTables({ db, recipients, clients, files, addresses, numbers });
  await addJson(archive, 'realm.json', { import_source: 'zulip', sort_by_date: false, ...team });
  let messages = 0;
  let file = 0;
  for (const tables of messageTables(db, recipients, clients, numbers)) {
    file += 1;
    messages += tables['zerver_message']?.length ?? 0;
    await addJson(archive, `messages-${String(file).padStart(6, '0')}.json`, tables);
  }
  await addJson(archive, 'attachment.json', { zerver_attachment: files.attachments });
  await addJson(archive, 'uploads/records.json', files.uploads);
  await addJson(archive, 'avatars/records.json', files.avatars);
  await addJson(archive, 'emoji/records.json', files.emoji);
  await addJson(archive, 'realm_icons/records.json', files.realmIcons);
  // The importing server compares the version, and only warns where no steps of its database are named.
  await addJson(archive, 'migration_status.json', { migrations_by_app: {}, zulip_version: versionWire.zulip_version });
  const notes = { ...notesOf(db, addresses), lacking: files.lacking };
  await addText(
    archive,
    'notes.txt',
    exportNotes(notes)
      .map((line) => `${line}\n`)
      .join(''),
  );
  for (const one of files.files) await addFile(archive, one);
  archive.finalize();
  return {
    users: team['zerver_userprofile']?.length ?? 0,
    channels: team['zerver_stream']?.length ?? 0,
    messages,
    files: files.files.length,
    ...notes,
  };
}

function notesOf(db: Reader, { replaced }: Addresses): Omit<ExportNotes, 'lacking'> {
  const domains = db.all<{ domain: string }>(
    'SELECT domain FROM realm_domains WHERE length(domain) > ? ORDER BY domain',
    maxDomainLength,
  );
  return { needAddress: replaced, leftOutDomains: domains.map(({ domain }) => domain) };
}

interface Parts {
  db: Reader;
  recipients: Recipients;
  clients: Clients;
  files: Files;
  addresses: Addresses;
  numbers: NewNumbers;
}

function teamTables({ db, recipients, clients, files, addresses, numbers }: Parts): Tables {
  const groups = new GroupTables(db);
  const people = userTables(db, recipients.ofPerson, clients.idOf('website'), addresses);
  // A custom emoji whose file is lost is not in the archive, and what would refer to it cannot be.
  const there = new Set(files.realmEmoji.map(({ id }) => String(id)));
  const isThere = (row: Row): boolean => row['reaction_type'] !== 'realm_emoji' || there.has(String(row['emoji_code']));
  const places = placeTables(db, groups);
  return {
    ...places,
    zerver_realm: places['zerver_realm']?.map((row) => ({ ...row, ...pictureColumns(db, files) })) ?? [],
    zerver_scheduledmessage: scheduledRows(db, recipients, clients, numbers),
    ...people,
    zerver_userstatus: people['zerver_userstatus']?.filter(isThere) ?? [],
    ...recipients.tables(db),
    ...groups.tables(db),
    zerver_client: clients.rows,
    zerver_realmemoji: files.realmEmoji,
    ...ownTables(db, addresses),
    zerver_reaction: reactionRows(db).filter(isThere),
    zerver_submessage: submessageRows(db),
    // Who was there, and when, is not carried over.
    zerver_userpresence: [],
    zerver_useractivity: [],
    zerver_useractivityinterval: [],
  };
}

async function addJson(archive: Pack, name: string, value: object): Promise<void> {
  // PostgreSQL stores no NUL in a text.
  const text = JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'string' ? each.replaceAll('\0', '') : each,
  );
  await addText(archive, name, text);
}

async function addText(archive: Pack, name: string, text: string): Promise<void> {
  await new Promise<void>((done, failed) => {
    archive.entry({ name, mode: 0o600 }, text, (error) => (error ? failed(error) : done()));
  });
}

async function addFile(archive: Pack, { from, bytes, to }: ArchivedFile): Promise<void> {
  const entry = archive.entry({ name: to, size: bytes, mode: 0o600 });
  await pipeline(createReadStream(from, { end: Math.max(0, bytes - 1) }), entry);
}
