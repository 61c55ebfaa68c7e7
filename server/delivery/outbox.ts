/** The outbox: mail as .eml files in the data folder, for as long as there is no mail server. Any mail program opens them. */
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';

export const outboxDir = (dataDir: string): string => join(dataDir, 'outbox');

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
