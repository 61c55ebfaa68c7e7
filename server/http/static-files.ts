/**
 * Built files of the console as answers: in the smallest form that was made of them at build time and the client reads,
 * revalidated by their content, and kept for good where their name has a hash in it. They are the same for everyone; nothing
 * that the API answers is ever compressed, where secrets could be guessed by the length (BREACH).
 */
import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize, relative, sep } from 'node:path';
import type { Context } from 'koa';
import { noSuchEndpoint } from '../errors.ts';
import { readInPieces } from '../file-access.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

/** The forms beside a file, the smallest first (vite.config.ts makes them). Browsers ask for "br" over HTTPS only. */
const forms = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Sends a folder's files; a path that is none of them is one of the page's screens and gets the page, but not one below `assets/`. */
export class StaticFiles {
  readonly #folder: string;
  readonly #page: string;
  /** By path; as many as the folder has files. */
  readonly #tags = new Map<string, { mtimeMs: number; size: number; tag: string }>();

  /** @param page its file in the folder, e.g. "console/index.html". */
  constructor(folder: string, page: string) {
    this.#folder = folder;
    this.#page = join(folder, page);
  }

  /** @param path below the folder, as it stands in the address. @throws ApiError NOT_FOUND for a hashed name that is no file. A Range header is passed over: parts of these files are of no use. */
  async send(ctx: Context, path: string): Promise<void> {
    const { file, info } = await this.#find(path);
    ctx.status = 200;
    ctx.vary('Accept-Encoding');
    ctx.set(
      'Cache-Control',
      isHashed(relative(this.#folder, file)) ? 'public, max-age=31536000, immutable' : 'no-cache',
    );
    ctx.set('ETag', await this.#tag(file, info));
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    const form = await formFor(ctx, file);
    ctx.type = types[extname(file)] ?? 'application/octet-stream';
    if (form !== undefined) ctx.set('Content-Encoding', form.encoding);
    const { path: sent, bytes } = form ?? { path: file, bytes: info.size };
    ctx.body = readInPieces(sent, { end: bytes - 1 });
    ctx.length = bytes;
  }

  async #find(path: string): Promise<{ file: string; info: Stats }> {
    const wanted = normalize(decodeURIComponent(path));
    const isInside = !wanted.startsWith('..') && !wanted.includes(`..${sep}`) && !wanted.includes('\0');
    if (isInside && extname(wanted) !== '') {
      const file = join(this.#folder, wanted);
      const info = await stat(file).catch(() => undefined);
      if (info?.isFile() === true) return { file, info };
    }
    // A part of an earlier build: the page in its place would be taken for it.
    if (isHashed(wanted)) throw noSuchEndpoint(path);
    return { file: this.#page, info: await stat(this.#page) };
  }

  /** Weak, because the forms of a file are different bytes of the same content. */
  async #tag(file: string, { mtimeMs, size }: Stats): Promise<string> {
    const known = this.#tags.get(file);
    if (known?.mtimeMs === mtimeMs && known.size === size) return known.tag;
    const hash = createHash('sha256').update(await readFile(file));
    const tag = `W/"${hash.digest('base64url').slice(0, 22)}"`;
    this.#tags.set(file, { mtimeMs, size, tag });
    return tag;
  }
}

const isHashed = (path: string): boolean => path.startsWith(`assets${sep}`);

async function formFor(
  ctx: Context,
  file: string,
): Promise<{ encoding: string; path: string; bytes: number } | undefined> {
  for (const [encoding, suffix] of forms) {
    if (ctx.acceptsEncodings(encoding) !== encoding) continue;
    const path = file + suffix;
    const info = await stat(path).catch(() => undefined);
    if (info?.isFile() === true) return { encoding, path, bytes: info.size };
  }
  return undefined;
}
