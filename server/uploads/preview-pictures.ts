/**
 * Pictures of linked pages: drawn again from what was fetched, to a small size, and kept beside the thumbnails. They can be thrown away at
 * any time: the preview then has no picture.
 */
import { join } from 'node:path';
import { mkdir, rename, rm, writeFile } from '../file-access.ts';
import { thumbnailsRoot } from './files.ts';
import { readPicture } from './read-picture.ts';

const pictureName = /^[a-f0-9]{32}\.webp$/;
const size = { width: 300, height: 200, fit: 'inside', withoutEnlargement: true } as const;

const folderOf = (dataDir: string): string => join(thumbnailsRoot(dataDir), 'link-previews');

/** @returns where a picture is; undefined for anything that is not a picture's name. */
export function locatePreviewPicture(dataDir: string, name: string): string | undefined {
  return pictureName.test(name) ? join(folderOf(dataDir), name) : undefined;
}

/** @param random makes the name. @returns the name of the picture. @throws ApiError BAD_REQUEST when it is none. */
export async function keepPreviewPicture(
  dataDir: string,
  bytes: Buffer,
  random: { hex(bytes: number): string },
): Promise<string> {
  const name = `${random.hex(16)}.webp`;
  const target = join(folderOf(dataDir), name);
  await mkdir(folderOf(dataDir), { recursive: true });
  try {
    await writeFile(`${target}.source`, bytes);
    const drawn = await readPicture(`${target}.source`, (draw) => draw([['autoOrient'], ['resize', size], ['webp']]));
    await writeFile(`${target}.part`, drawn);
    await rename(`${target}.part`, target);
  } finally {
    await rm(`${target}.source`, { force: true });
  }
  return name;
}

export async function removePreviewPicture(dataDir: string, name: string): Promise<void> {
  const path = locatePreviewPicture(dataDir, name);
  if (path !== undefined) await rm(path, { force: true });
}
