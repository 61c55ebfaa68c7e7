/**
 * Smaller forms of uploaded pictures, made on first demand and kept beside the uploads; they can be thrown away at any time.
 */
import { dirname, join } from 'node:path';
import { mkdir, readFile, rename, rm } from '../file-access.ts';
import { thumbnailsRoot, writeSynced } from './files.ts';
import type { PictureStep } from './picture-jobs.ts';
import { readPicture } from './read-picture.ts';

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

export class Thumbnails {
  readonly #root: string;
  readonly #making = new Map<string, Promise<string>>();

  constructor(dataDir: string) {
    this.#root = thumbnailsRoot(dataDir);
  }

  /**
   * @param source the picture. @param pathId a checked path id.
   * @returns the path of the thumbnail. @throws ApiError BAD_REQUEST when the picture cannot be read.
   */
  async file(source: string, pathId: string, format: ThumbnailFormat): Promise<string> {
    const target = join(this.#root, ...pathId.split('/'), format.name);
    const making =
      this.#making.get(target) ?? this.#make(source, target, format).finally(() => this.#making.delete(target));
    this.#making.set(target, making);
    return making;
  }

  async #make(source: string, target: string, format: ThumbnailFormat): Promise<string> {
    if (await isWhole(target)) return target;
    const bytes = await drawThumbnail(source, format);
    const folder = dirname(target);
    await mkdir(folder, { recursive: true });
    await rm(target, { recursive: true, force: true });
    await writeSynced(`${target}.part`, bytes);
    await rename(`${target}.part`, target);
    return target;
  }
}

/** A WebP file has its length at its start, a JPEG file a mark at its end: a part of one is made again. */
async function isWhole(path: string): Promise<boolean> {
  const bytes = await readFile(path).catch(() => Buffer.alloc(0));
  if (bytes.length < 12) return false;
  if (bytes.toString('latin1', 0, 4) === 'RIFF') return bytes.readUInt32LE(4) + 8 === bytes.length;
  return bytes.readUInt16BE(0) === 0xffd8 && bytes.readUInt16BE(bytes.length - 2) === 0xffd9;
}

async function drawThumbnail(source: string, { animated, format, max_width, max_height }: ThumbnailFormat) {
  const smaller: PictureStep[] = [
    ['autoOrient'],
    ['resize', { width: max_width, height: max_height, fit: 'inside', withoutEnlargement: true }],
  ];
  const encoded: PictureStep[] =
    format === 'jpg'
      ? [
          ['flatten', { background: '#ffffff' }],
          ['jpeg', { quality: 80 }],
        ]
      : [['webp', { quality: 75 }]];
  return readPicture(source, (draw) => draw([...smaller, ...encoded]), { animated });
}
