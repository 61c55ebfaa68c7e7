/** Picture jobs as plain data, and their execution. Runs in the picture process only: a damaged file may crash the library. */
import type {
  FlattenOptions,
  GifOptions,
  JpegOptions,
  Metadata,
  PngOptions,
  ResizeOptions,
  SharpInput,
  SharpOptions,
  WebpOptions,
} from 'sharp';
import { open } from '../file-access.ts';
import { pictureLibrary } from './picture-library.ts';

/** One operation on a picture, named as in the library. */
export type PictureStep =
  | ['autoOrient']
  | ['removeAlpha']
  | ['resize', ResizeOptions]
  | ['flatten', FlattenOptions]
  | ['jpeg', JpegOptions?]
  | ['png', PngOptions?]
  | ['webp', WebpOptions?]
  | ['gif', GifOptions?];

export interface PictureJob {
  /** A path, or the bytes of one picture or of several frames. */
  input: SharpInput | SharpInput[];
  options?: SharpOptions;
  /** `null` reads the metadata; otherwise the last step chooses the format. */
  steps: PictureStep[] | null;
}

export type PictureResult = { bytes: Uint8Array } | { metadata: Metadata };

/** What the picture process receives and answers. */
export interface PictureRequest {
  id: number;
  job: PictureJob;
}
export type PictureAnswer = { id: number } & ({ result: PictureResult } | { error: string });

/** @throws Error of the library, for a picture that it cannot read */
export async function runPictureJob({ input, options = {}, steps }: PictureJob): Promise<PictureResult> {
  if (typeof input === 'string') await untilReleased(input);
  const sharp = await pictureLibrary();
  const picture = sharp(asInput(input), options);
  if (steps === null) {
    // Raw metadata blocks (EXIF, colour profiles) are of no use to the server and may be large.
    const {
      exif: _exif,
      icc: _icc,
      iptc: _iptc,
      xmp: _xmp,
      tifftagPhotoshop: _tags,
      ...metadata
    } = await picture.metadata();
    return { metadata };
  }
  for (const [name, settings] of steps) Reflect.apply(picture[name] as () => unknown, picture, [settings]);
  return { bytes: await picture.toBuffer() };
}

/** The library opens the file itself, and takes one that another program holds for a moment for no picture. */
async function untilReleased(path: string): Promise<void> {
  const file = await open(path);
  await file.close();
}

/** Bytes arrive as Uint8Array from another process; the library takes a Buffer for what it is. */
function asInput(input: PictureJob['input']): PictureJob['input'] {
  if (Array.isArray(input)) return input.map((each) => asInput(each) as SharpInput);
  return input instanceof Uint8Array ? Buffer.from(input.buffer, input.byteOffset, input.byteLength) : input;
}
