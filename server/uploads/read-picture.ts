/**
 * The one way from an uploaded picture to its pixels. A file of a few hundred kilobytes may unpack to gigabytes: what it
 * will take is looked up before, has a bound, and all pictures of the server share one queue.
 */
import type { Metadata } from 'sharp';
import { invalidParameter } from '../errors.ts';
import { Turns } from '../turns.ts';
import type { PictureStep } from './picture-jobs.ts';
import { drawPicture, readMetadata } from './picture-process.ts';

/** Bytes that the pictures being read take together, and any of them alone: a photograph of 100 million pixels fits. */
const mostBytes = 400 * 1024 * 1024;
/** Of the four threads that also write files. */
const atOnce = 2;
const turns = new Turns(atOnce, mostBytes);

/**
 * Reads an uploaded picture when its turn comes.
 * @param use is given a function that draws the picture in these steps. @param animated all its frames, one below the other.
 * @throws ApiError BAD_REQUEST when it is no picture that can be read, or one that unpacks to more than may be.
 */
export async function readPicture<T>(
  source: string,
  use: (draw: (steps: PictureStep[]) => Promise<Buffer>, metadata: Metadata) => Promise<T>,
  { animated = false }: { animated?: boolean } = {},
): Promise<T> {
  const metadata = await pictureMetadata(source, { animated }).catch(notAPicture);
  const bytes = bytesToRead(metadata);
  if (bytes > mostBytes)
    throw invalidParameter('file, filename', 'This picture has too many pixels. Please make it smaller first.');
  const draw = async (steps: PictureStep[]): Promise<Buffer> => drawPicture(source, steps, { animated });
  return turns.run(bytes, async () => use(draw, metadata).catch(notAPicture));
}

/** What the head of a file says, without its pixels. @throws Error when it is no picture of a known format. */
export async function pictureMetadata(source: string, { animated = false } = {}): Promise<Metadata> {
  return readMetadata(source, { animated });
}

/** True when `readPicture` would take it. @throws Error when it is no picture of a known format. */
export async function isReadable(source: string, { animated = false } = {}): Promise<boolean> {
  return bytesToRead(await pictureMetadata(source, { animated })) <= mostBytes;
}

function notAPicture(): never {
  throw invalidParameter('file, filename', 'Could not decode image; did you upload an image file?');
}

/** What reading takes: the pixels, times what the readers of the formats were measured to need for each. */
function bytesToRead({ width, height, channels, depth, format, isProgressive }: Metadata): number {
  const bytesPerPixel = channels * (depth === 'uchar' ? 1 : 2);
  return width * height * bytesPerPixel * overhead(format, isProgressive);
}

function overhead(format: Metadata['format'], isProgressive: boolean): number {
  switch (format) {
    case 'heif':
      return 7;
    case 'webp':
    case 'gif':
      return 3;
    case 'jpeg':
      // Line by line, unless it is made to appear in ever finer passes.
      return isProgressive ? 1.5 : 0.5;
    default:
      return isProgressive ? 1.5 : 1;
  }
}
