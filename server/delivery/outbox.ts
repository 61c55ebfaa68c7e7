/** The outbox: mail as .eml files in the data folder, for as long as there is no mail server. Any mail program opens them. */
import { join } from 'node:path';
import { mkdir, open, readFile, readdir, rename } from '../file-access.ts';

const outboxDir = (dataDir: string): string => join(dataDir, 'outbox');

/**
 * Writes one mail; it is complete and on disk when this resolves.
 * @param id of the delivery: writing the same one again replaces it.
 * @returns the file's name.
 */
export async function writeToOutbox(dataDir: string, id: number, createdAt: number, message: Buffer): Promise<string> {
  const folder = outboxDir(dataDir);
  const day = new Date(createdAt * 1000).toISOString().slice(0, 10);
  const name = `${day}-${String(id).padStart(6, '0')}.eml`;
  await mkdir(folder, { recursive: true });
  const part = join(folder, `${name}.part`);
  const file = await open(part, 'w');
  try {
    await file.writeFile(message);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, join(folder, name));
  return name;
}

/** What the outbox writes; nothing else in the folder is read, and no name leads out of it. */
const fileName = /^\d{4}-\d{2}-\d{2}-\d{6,16}\.eml$/;

/** Names of the mails in the outbox, the newest first. */
export async function listOutbox(dataDir: string): Promise<string[]> {
  const names = await readdir(outboxDir(dataDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => fileName.test(name)).toSorted((a, b) => b.localeCompare(a));
}

/** @returns the mail as it was written; null when the outbox has no mail of that name. */
export async function readFromOutbox(dataDir: string, name: string): Promise<Buffer | null> {
  if (!fileName.test(name)) return null;
  return readFile(join(outboxDir(dataDir), name)).catch((error: NodeJS.ErrnoException) => {
    if (['ENOENT', 'EISDIR', 'ELOOP'].includes(error.code ?? '')) return null;
    throw error;
  });
}
