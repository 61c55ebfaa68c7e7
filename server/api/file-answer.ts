/**
 * A file as an HTTP answer: ranges, revalidation, and headers that keep a browser from doing anything with it but show it.
 */
import parseRange from 'range-parser';
import { readInPieces } from '../file-access.ts';
import { isFilesHang } from '../file-gates.ts';
import { RawAnswer, type RequestInfo } from '../http/endpoint.ts';
import { bytesOf } from '../uploads/files.ts';
import { uploadPolicy } from '../uploads/types.ts';

export interface ServedFile {
  path: string;
  /** Bytes that it must have; undefined where they are not recorded. */
  bytes?: number | undefined;
  contentType: string;
  /** Changes with the content. */
  etag: string;
  cacheControl: string;
  disposition?: string;
}

/** @returns the whole file, the part asked for (RFC 9110), or 304. @throws Error ENOENT when it is not there, or has other bytes than recorded. */
export async function fileAnswer(request: Pick<RequestInfo, 'headers'>, file: ServedFile): Promise<RawAnswer> {
  const size = await bytesOf(file.path);
  if (size === undefined) throw notThere(`${file.path} is not there`);
  if (file.bytes !== undefined && file.bytes !== size)
    throw notThere(`${file.path} has ${size} bytes instead of ${file.bytes}`);
  const headers: Record<string, string> = {
    ETag: file.etag,
    'Cache-Control': file.cacheControl,
    'Accept-Ranges': 'bytes',
    'Content-Security-Policy': uploadPolicy,
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
  if (knows(request.headers['if-none-match'], file.etag)) return new RawAnswer({ status: 304, headers, body: null });
  headers['Content-Type'] = file.contentType;
  if (file.disposition !== undefined) headers['Content-Disposition'] = file.disposition;
  const range = rangeOf(request, size, file.etag);
  if (range === 'unsatisfiable') {
    return new RawAnswer({
      status: 416,
      headers: { ...headers, 'Content-Range': `bytes */${size}`, 'Content-Length': '0' },
      body: '',
    });
  }
  if (range === undefined) {
    return new RawAnswer({
      headers: { ...headers, 'Content-Length': String(size) },
      body: readInPieces(file.path, { end: size - 1 }),
    });
  }
  const { start, end } = range;
  return new RawAnswer({
    status: 206,
    headers: {
      ...headers,
      'Content-Range': `bytes ${start}-${end}/${size}`,
      'Content-Length': String(end - start + 1),
    },
    body: readInPieces(file.path, { start, end }),
  });
}

/** The same; undefined where the file is not there, or has other bytes than recorded. @throws FilesHangError where the disk does not answer */
export function fileAnswerIfThere(
  request: Pick<RequestInfo, 'headers'>,
  file: ServedFile,
): Promise<RawAnswer | undefined> {
  return fileAnswer(request, file).catch((error: unknown) => {
    if (isFilesHang(error)) throw error;
    return undefined;
  });
}

const notThere = (message: string): Error => Object.assign(new Error(message), { code: 'ENOENT' });

function rangeOf(
  { headers }: Pick<RequestInfo, 'headers'>,
  size: number,
  etag: string,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const { range } = headers;
  const condition = headers['if-range'];
  if (typeof range !== 'string' || (condition !== undefined && condition !== etag)) return undefined;
  // What is no range at all is ignored.
  const parts = range.slice(range.indexOf('=') + 1).split(',');
  if (!parts.every((part) => /^\s*(?:\d+-\d*|-\d+)\s*$/.test(part))) return undefined;
  const ranges = parseRange(size, range, { combine: true });
  if (ranges === -1) return 'unsatisfiable';
  // Several parts at once are answered with the whole, as RFC 9110 allows.
  return ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1 ? undefined : ranges[0];
}

function knows(header: string | string[] | undefined, etag: string): boolean {
  if (typeof header !== 'string') return false;
  return header.trim() === '*' || header.split(',').some((known) => known.trim().replace(/^W\//, '') === etag);
}
