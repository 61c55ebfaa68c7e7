/** Zip files of generated exports, and the bytes of broken ones. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ZipFile, type Options } from 'yazl';

/** Content by path. */
export type ExportFiles = Map<string, string | Buffer>;

/** A fixed time, so that one seed gives the same bytes each time. */
const written = new Date('2024-06-01T00:00:00Z');

/** @param options of an entry: `mode`, `compress`, `forceZip64Format`. */
export async function zipTo(
  file: string,
  files: ExportFiles,
  options: (name: string) => Partial<Options> = () => ({}),
): Promise<void> {
  const zip = new ZipFile();
  for (const [name, content] of files)
    zip.addBuffer(Buffer.from(content), name, { mtime: written, compress: true, ...options(name) });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
}

/** Renames an entry in the bytes of a zip file to what no program would write. Each character is a byte. @param to of the same length */
export function renamed(zip: Buffer, from: string, to: string): Buffer {
  if (from.length !== to.length) throw new Error('names of different lengths');
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
}
