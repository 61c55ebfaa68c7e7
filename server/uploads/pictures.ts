/**
 * Pictures that belong to the organization rather than to a message: its icon, its logos, its own emoji. They are drawn
 * anew from what was uploaded, to a bounded size, so that no uploaded byte is ever served. Files are below
 * uploads/<folder>/ under random names, complete and synced before anybody records them.
 */
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { uploadsRoot } from './files.ts';

export type PictureFolder = 'emoji' | 'organization';

// A picture within the upload limit may still unpack to gigabytes.
const maxPixels = 50_000_000;
const emojiSide = 64;

/** A file name as this module makes them: nothing else is ever joined to a path. */
const pictureName = /^[a-z0-9]{8,64}\.(?:png|gif)$/;

/** @returns where a picture is; undefined for anything that is not a picture's name. */
export function locatePicture(dataDir: string, folder: PictureFolder, name: string): string | undefined {
  return pictureName.test(name) ? join(uploadsRoot(dataDir), folder, name) : undefined;
}

/**
 * Keeps an uploaded picture as a square emoji; a moving one gets a still beside it.
 * @param source path of the upload. @param random makes the names.
 * @returns names of the files. @throws Error when it is not a picture that can be read.
 */
export async function keepEmoji(
  dataDir: string,
  source: string,
  random: { hex(bytes: number): string },
): Promise<{ source: string; still: string | null }> {
  const { pages = 1 } = await sharp(source, { limitInputPixels: maxPixels }).metadata();
  const square = { width: emojiSide, height: emojiSide, fit: 'contain', background: '#0000' } as const;
  const still = await sharp(source, { limitInputPixels: maxPixels }).autoOrient().resize(square).png().toBuffer();
  const stillName = await keep(dataDir, 'emoji', still, `${random.hex(16)}.png`);
  if (pages <= 1) return { source: stillName, still: null };
  const moving = await sharp(source, { animated: true, limitInputPixels: maxPixels }).resize(square).gif().toBuffer();
  return { source: await keep(dataDir, 'emoji', moving, `${random.hex(16)}.gif`), still: stillName };
}

/** Keeps an uploaded picture within a size, in pixels. @returns its file name. @throws Error when it cannot be read. */
export async function keepPicture(
  dataDir: string,
  source: string,
  size: { width: number; height: number },
  random: { hex(bytes: number): string },
): Promise<string> {
  const picture = sharp(source, { limitInputPixels: maxPixels }).autoOrient();
  const png = await picture
    .resize({ ...size, fit: 'inside' })
    .png()
    .toBuffer();
  return keep(dataDir, 'organization', png, `${random.hex(16)}.png`);
}

/** Draws an SVG of our own. */
export async function drawSvg(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).png().toBuffer();
}

async function keep(dataDir: string, folder: PictureFolder, bytes: Buffer, name: string): Promise<string> {
  const directory = join(uploadsRoot(dataDir), folder);
  await mkdir(directory, { recursive: true });
  const file = await open(join(directory, name), 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  return name;
}
