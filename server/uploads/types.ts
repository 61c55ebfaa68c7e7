/**
 * File types of uploads, and whether they are shown inline. The extension decides, a readable picture decides over it;
 * only kinds that cannot carry scripts are shown in place, all others are offered for download.
 */
import contentDisposition from 'content-disposition';
import { lookup } from 'mime-types';
import { isReadable, pictureMetadata } from './read-picture.ts';

const unknown = 'application/octet-stream';
const shownInPlace =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf|text\/plain)$/;
const pictureTypes: Record<string, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  heif: 'image/avif',
};

/** Nothing in an uploaded file may run, load or submit anything, even when it is opened on its own. */
export const uploadPolicy = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox";

export interface FileKind {
  contentType: string;
  /** Pixels of a picture as shown, null for everything else. */
  width: number | null;
  height: number | null;
  /** A picture of several frames that can be shown moving. */
  isAnimated: boolean;
}

const noPicture = { width: null, height: null, isAnimated: false };

/** @param path where the file is now. @param declared the content type that the client sent. */
export async function kindOfFile(path: string, name: string, declared: string): Promise<FileKind> {
  const byName = lookup(name);
  const contentType = byName === false ? checkedType(declared) : byName;
  if (!contentType.startsWith('image/') || contentType === 'image/svg+xml') return { contentType, ...noPicture };
  const picture = await kindOfPicture(path);
  // Named like a picture but none: never shown as one.
  if (picture === undefined) return { contentType: unknown, ...noPicture };
  return picture;
}

/** @returns a content type that a client sent, without its parameters; that of unknown bytes for what is none. */
export function checkedType(declared: string): string {
  // Nothing that is longer is a type (RFC 6838), and what is short is matched at once.
  const plain = declared.slice(0, 255).split(';')[0]?.trim().toLowerCase() ?? '';
  return /^[\w.+-]{1,127}\/[\w.+-]{1,127}$/.test(plain) ? plain : unknown;
}

async function kindOfPicture(path: string): Promise<FileKind | undefined> {
  try {
    const { format, width, height, autoOrient, pages = 1 } = await pictureMetadata(path);
    const contentType = pictureTypes[format];
    if (contentType === undefined) return undefined;
    const isAnimated = pages > 1 && (await isReadable(path, { animated: true }));
    return { contentType, width: autoOrient.width ?? width, height: autoOrient.height ?? height, isAnimated };
  } catch {
    return undefined; // sharp's only way of saying that this is no picture it can read
  }
}

/** Pictures that thumbnails can be made of. */
export function isPicture(contentType: string): boolean {
  return Object.values(pictureTypes).includes(contentType);
}

/** The Content-Type header of a stored type. */
export function contentTypeHeader(contentType: string): string {
  // A page of this origin may load its own scripts: an uploaded file is never one.
  if (isScript(contentType)) return unknown;
  return contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType;
}

/** Types that browsers execute as a script (WHATWG MIME Sniffing, "JavaScript MIME type"), and modules of them. */
const isScript = (contentType: string): boolean =>
  /^(?:text|application)\/(?:(?:x-)?(?:java|ecma)script|javascript1\.[0-5]|jscript|livescript|wasm)$/.test(contentType);

/** The Content-Disposition header (RFC 6266): in place only for harmless kinds. */
export function dispositionHeader(name: string, contentType: string, download: boolean): string {
  // Old programs read only this one, and not all of them as the same alphabet.
  const fallback = name
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .trim();
  return contentDisposition(name, {
    fallback: fallback === '' ? 'file' : fallback,
    type: !download && shownInPlace.test(contentType) ? 'inline' : 'attachment',
  });
}
