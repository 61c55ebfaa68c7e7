/**
 * Pictures that belong to the organization rather than to a message: its icon, its logos, its own emoji. They are drawn
 * again from what was uploaded, to a bounded size, so that no uploaded byte is ever served. Files are below
 * uploads/<folder>/ under random names, complete and synced before anybody records them.
 */
import { join } from 'node:path';
import { mkdir, rename, rm } from '../file-access.ts';
import { syncFolder, uploadsRoot, writeSynced } from './files.ts';
import { drawPicture } from './picture-process.ts';
import { readPicture } from './read-picture.ts';

export type PictureFolder = 'emoji' | 'organization';

/** A file that a picture consists of. */
export interface PictureFile {
  /** Below uploads/, separated by "/". */
  path: string;
  bytes: number;
}

/** An emoji on disk: names below uploads/emoji, and the files; a still only for a moving picture. */
export interface KeptEmoji {
  source: string;
  still: string | null;
  files: readonly PictureFile[];
}

/** A picture on disk: what its row calls it, and its files. */
export interface KeptPicture {
  name: string;
  files: readonly PictureFile[];
}

const emojiSide = 64;

/** A file name as this module makes them: nothing else is ever joined to a path. */
const pictureName = /^[a-z0-9]{8,64}\.(?:png|gif)$/;

/** @returns where a picture is; undefined for anything that is not a picture's name. */
export function locatePicture(dataDir: string, folder: PictureFolder, name: string): string | undefined {
  return pictureName.test(name) ? join(uploadsRoot(dataDir), folder, name) : undefined;
}

/** Name of the folder with the sizes of one picture, as `keepAvatar` makes them. */
const avatarName = /^[0-9]{1,15}-[a-z0-9]{8,64}$/;

/** @returns where the sizes of a user's picture are; undefined for anything that is not the name of such a folder. */
export function locateAvatar(dataDir: string, name: string): string | undefined {
  return avatarName.test(name) ? join(uploadsRoot(dataDir), 'avatars', name) : undefined;
}

/**
 * Keeps an uploaded picture as a square emoji; a moving one gets a still beside it.
 * @param source path of the upload. @param random makes the names.
 * @throws ApiError BAD_REQUEST when it is not a picture that can be read.
 */
export async function keepEmoji(
  dataDir: string,
  source: string,
  random: { hex(bytes: number): string },
): Promise<KeptEmoji> {
  const square = { width: emojiSide, height: emojiSide, fit: 'contain', background: '#0000' } as const;
  const { still, isMoving } = await readPicture(source, async (draw, { pages = 1 }) => ({
    still: await draw([['autoOrient'], ['resize', square], ['png']]),
    isMoving: pages > 1,
  }));
  const moving = isMoving
    ? await readPicture(source, (draw) => draw([['resize', square], ['gif']]), { animated: true })
    : null;
  const kept = await keep(dataDir, 'emoji', still, `${random.hex(16)}.png`);
  if (moving === null) return { source: kept.name, still: null, files: kept.files };
  const whole = await keep(dataDir, 'emoji', moving, `${random.hex(16)}.gif`);
  return { source: whole.name, still: kept.name, files: [...whole.files, ...kept.files] };
}

/** Keeps an uploaded picture within a size, in pixels. @throws ApiError BAD_REQUEST when it cannot be read. */
export async function keepPicture(
  dataDir: string,
  source: string,
  size: { width: number; height: number },
  random: { hex(bytes: number): string },
): Promise<KeptPicture> {
  const png = await readPicture(source, (draw) =>
    draw([['autoOrient'], ['resize', { ...size, fit: 'inside' }], ['png']]),
  );
  return keep(dataDir, 'organization', png, `${random.hex(16)}.png`);
}

/** @returns an uploaded picture as square PNGs, in the order of `sides`, which are pixels. @throws ApiError BAD_REQUEST when it cannot be read. */
async function squarePictures(source: string, sides: readonly number[]): Promise<Buffer[]> {
  // Read once, at the largest size; the others are made of that.
  const side = Math.max(...sides);
  const largest = await readPicture(source, (draw) =>
    draw([['autoOrient'], ['resize', { width: side, height: side, fit: 'cover' }], ['png']]),
  );
  return Promise.all(
    sides.map(async (one) => (one === side ? largest : drawPicture(largest, [['resize', { width: one }], ['png']]))),
  );
}

/** Pixels of users' pictures; the larger one is for profiles. */
export const avatarSides = { small: 100, medium: 500 } as const;

/**
 * Keeps the sizes of a user's picture.
 * @param source path of a file, or the file itself. @param random makes the name.
 * @returns the picture, complete and on disk; its name is the folder of its sizes. @throws ApiError BAD_REQUEST when it is no picture that can be read.
 */
export async function keepAvatar(
  dataDir: string,
  userId: number,
  source: string | Buffer,
  random: { hex(bytes: number): string },
): Promise<KeptPicture> {
  const name = `${userId}-${random.hex(8)}`;
  const root = join(uploadsRoot(dataDir), 'avatars');
  const target = join(root, name);
  const part = `${target}.part`;
  try {
    await mkdir(part, { recursive: true });
    const path = typeof source === 'string' ? source : join(part, 'source');
    if (typeof source !== 'string') await writeSynced(path, source);
    const pictures = await squarePictures(path, Object.values(avatarSides));
    if (typeof source !== 'string') await rm(path, { force: true });
    const files: PictureFile[] = [];
    for (const [at, size] of Object.keys(avatarSides).entries()) {
      const bytes = pictures[at] ?? Buffer.alloc(0);
      await writeSynced(join(part, `${size}.png`), bytes);
      files.push({ path: `avatars/${name}/${size}.png`, bytes: bytes.length });
    }
    await syncFolder(part);
    await rename(part, target);
    await syncFolder(root);
    return { name, files };
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

/** Removes the sizes of a user's picture. @param name of their folder; null = there is none. */
export async function removeAvatar(dataDir: string, name: string | null): Promise<void> {
  const folder = locateAvatar(dataDir, name ?? '');
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}

/** Removes a picture. @param name as its row calls it; null = there is none. */
export async function removePicture(dataDir: string, folder: PictureFolder, name: string | null): Promise<void> {
  const path = locatePicture(dataDir, folder, name ?? '');
  if (path !== undefined) await rm(path, { force: true });
}

/** @returns an uploaded picture as a PNG within a square, for what is stored with data. @throws ApiError BAD_REQUEST when it cannot be read. */
export async function smallPicture(source: string, side: number): Promise<Buffer> {
  return readPicture(source, (draw) =>
    draw([['autoOrient'], ['resize', { width: side, height: side, fit: 'contain', background: '#0000' }], ['png']]),
  );
}

/** Draws an SVG of our own. */
export async function drawSvg(svg: string): Promise<Buffer> {
  return drawPicture(Buffer.from(svg), [['png']]);
}

async function keep(dataDir: string, folder: PictureFolder, bytes: Buffer, name: string): Promise<KeptPicture> {
  const directory = join(uploadsRoot(dataDir), folder);
  await mkdir(directory, { recursive: true });
  await writeSynced(join(directory, name), bytes);
  await syncFolder(directory);
  return { name, files: [{ path: `${folder}/${name}`, bytes: bytes.length }] };
}
