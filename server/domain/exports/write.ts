/**
 * Writes an export: one gzipped file of JSON lines. The first line says what it is; then a line a row, `{"table", "row"}`;
 * then uploaded files in pieces, `{"file", "offset", "base64"}`; and a last line that says how many, so that a file cut short
 * is known for what it is. Complete and synced before anybody is reported about it.
 */
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createReadStream, createWriteStream, mkdir, open, readdir, rename, rm } from '../../file-access.ts';
import type { SqlValue } from '../../storage/database.ts';
import { leavingRoom } from '../../storage/leaving-room.ts';
import { locateUpload } from '../../uploads/files.ts';
import { systemActing, type ChatServices } from '../acting.ts';
import { exportPage, exportParts, type ExportedRow } from './contents.ts';
import { endExport, type ExportTypeNumber } from './request.ts';

const rowsAtOnce = 500;
/** Bytes of a file in one line; a multiple of 3, so that base64 has no padding in the middle. */
const pieceBytes = 768 * 1024;
const exportName = /^[a-z0-9]{32}\.jsonl\.gz$/;

/** @returns where an export is; undefined for anything that is not an export's name. */
export function locateExport(dataDir: string, name: string): string | undefined {
  return exportName.test(name) ? join(dataDir, 'exports', name) : undefined;
}

/** Writes an export that has begun and says how it ended. Never throws: failures are logged and recorded. */
export async function writeExport(
  services: ChatServices,
  id: number,
  type: ExportTypeNumber,
  origin: string,
): Promise<void> {
  const folder = join(services.options.dataDir, 'exports');
  const name = `${services.random.hex(16)}.jsonl.gz`;
  const part = join(folder, `${name}.part`);
  const end = (fileName: string | null) =>
    services.storage.transaction((tx) => endExport(systemActing(tx, services, origin), id, fileName));
  try {
    await mkdir(folder, { recursive: true });
    await pipeline(
      Readable.from(lines(services, type)),
      createGzip(),
      (compressed: AsyncIterable<Buffer>) => leavingRoom(compressed, folder, services.options.dataDir),
      createWriteStream(part, { mode: 0o600 }),
    );
    const file = await open(part, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, join(folder, name));
    await end(name);
  } catch (error) {
    services.log.error({ err: error, export: id }, 'an export could not be written');
    // A disk that refused the file may refuse this, too.
    await rm(part, { force: true }).catch(() => undefined);
    await end(null).catch((failure: unknown) =>
      services.log.error({ err: failure, export: id }, 'nor could that be recorded'),
    );
  }
}

/** Files that are of use only while they are written, or handed over; team.tar.gz is the one of operations/team-export. */
const passing = /\.(?:part|unfinished)$|^team\.tar\.gz$/;

/** At the start: takes the files of exports away that a crash cut short. What is reported about those exports follows from their rows. */
export async function clearLeftOverExports(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'exports');
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => passing.test(each))) await rm(join(folder, name), { force: true });
}

async function* lines(services: ChatServices, type: ExportTypeNumber): AsyncGenerator<string> {
  const { storage, options } = services;
  const parts = await storage.read((db) => exportParts(db, type));
  yield line({ format: 'hearth-export', version: 1, export_type: type, tables: parts.map((part) => part.table) });
  let rows = 0;
  let files = 0;
  for (const part of parts) {
    let after: SqlValue = null;
    for (;;) {
      const last: SqlValue = after;
      const page: ExportedRow[] = await storage.read((db) => exportPage(db, part, last, rowsAtOnce));
      for (const { _key: key, ...row } of page) {
        after = key;
        rows += 1;
        yield line({ table: part.table, row });
        if (part.table !== 'attachments') continue;
        files += 1;
        yield* fileLines(options.dataDir, String(row['path_id']), Number(row['size']));
      }
      if (page.length < rowsAtOnce) break;
    }
  }
  yield line({ end: true, rows, files });
}

/** A file that is missing, or has other bytes than its row says, is reported as missing. */
async function* fileLines(dataDir: string, pathId: string, size: number): AsyncGenerator<string> {
  const path = locateUpload(dataDir, pathId);
  let offset = 0;
  try {
    if (path === undefined) throw new Error('not a path of an upload');
    for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
      yield line({ file: pathId, offset, base64: (piece as Buffer).toString('base64') });
      offset += (piece as Buffer).length;
    }
    if (offset !== size) throw new Error(`it has ${offset} bytes instead of ${size}`);
  } catch (error) {
    yield line({ file: pathId, offset, missing: error instanceof Error ? error.message : 'unknown' });
  }
}

const line = (value: object): string => `${JSON.stringify(value)}\n`;
