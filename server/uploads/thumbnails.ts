/**
 * Smaller forms of uploaded pictures, made on first demand and kept beside the uploads; they can be thrown away at any time.
 * Few are made at once, so that a page full of pictures does not take the machine.
 */
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { thumbnailsRoot } from './files.ts';

/** The forms offered (contract: `server_thumbnail_formats`); the name is the last part of a thumbnail's path. */
export interface ThumbnailFormat {
  name: string;
  max_width: number;
  max_height: number;
  format: string;
  animated: boolean;
}

export const thumbnailFormats: readonly ThumbnailFormat[] = [
  { name: '840x560.webp', max_width: 840, max_height: 560, format: 'webp', animated: false },
  { name: '840x560-anim.webp', max_width: 840, max_height: 560, format: 'webp', animated: true },
  { name: '300x200.jpg', max_width: 300, max_height: 200, format: 'jpg', animated: false },
];

// Cached, the library would keep files open, and pictures in memory, long after they are gone.
sharp.cache(false);

// Files are what people uploaded: only these formats of them are read. A drawing (SVG) is a program of sorts, and may name
// other files; those that we draw ourselves are never in a file.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadHeif',
    'VipsForeignLoadSvgBuffer',
  ],
});

// A picture within the upload limit may still unpack to gigabytes.
const maxPixels = 100_000_000;
const atOnce = 2;

export class Thumbnails {
  readonly #root: string;
  readonly #making = new Map<string, Promise<string>>();
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  constructor(dataDir: string) {
    this.#root = thumbnailsRoot(dataDir);
  }

  /**
   * @param source the picture. @param pathId a checked path id.
   * @returns the path of the thumbnail. @throws Error when the picture cannot be read.
   */
  async file(source: string, pathId: string, format: ThumbnailFormat): Promise<string> {
    const target = join(this.#root, ...pathId.split('/'), format.name);
    const making =
      this.#making.get(target) ?? this.#make(source, target, format).finally(() => this.#making.delete(target));
    this.#making.set(target, making);
    return making;
  }

  async #make(source: string, target: string, format: ThumbnailFormat): Promise<string> {
    const known = await sharp(target)
      .metadata()
      .catch(() => undefined);
    if (known !== undefined) return target;
    await this.#turn();
    try {
      await mkdir(dirname(target), { recursive: true });
      await makeThumbnail(source, `${target}.part`, format);
      await rename(`${target}.part`, target);
      return target;
    } finally {
      this.#busy -= 1;
      this.#waiting.shift()?.();
    }
  }

  async #turn(): Promise<void> {
    while (this.#busy >= atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#busy += 1;
  }
}

async function makeThumbnail(source: string, target: string, format: ThumbnailFormat): Promise<void> {
  const picture = sharp(source, { animated: format.animated, limitInputPixels: maxPixels })
    .autoOrient()
    .resize({ width: format.max_width, height: format.max_height, fit: 'inside', withoutEnlargement: true });
  await (
    format.format === 'jpg'
      ? picture.flatten({ background: '#ffffff' }).jpeg({ quality: 80 })
      : picture.webp({ quality: 75 })
  ).toFile(target);
}

/** @returns an uploaded picture as a square PNG. @throws Error when it cannot be read. */
export async function squarePicture(source: string, side: number): Promise<Buffer> {
  return sharp(source, { limitInputPixels: maxPixels })
    .autoOrient()
    .resize(side, side, { fit: 'cover' })
    .png()
    .toBuffer();
}
