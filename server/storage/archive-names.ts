/** Names of files in a backup: which can be a file of a data folder on every computer, and which are refused. */
import { posix } from 'node:path';
import { isDeviceName } from '../file-access.ts';

/** Uploads got such names on other systems before `storedName` changed them: "uploads/2/<random>/aux.c". */
const ofUpload = /^uploads\/[^/]+\/[^/]+\/[^/]+$/;
/** Control characters, line breaks of Unicode, and what begins a stream of another file on Windows or is reserved there. */
const unfit = /[\p{Cc}\u2028\u2029<>:"|?*]/u;
/** Bytes that file systems take for one name. */
const mostBytes = 255;

/**
 * @param name as in the archive. @param platform as `process.platform`.
 * @returns the name with "/" between its folders; undefined when it can be no file of a data folder
 */
export function archivedName(name: string, platform: NodeJS.Platform = process.platform): string | undefined {
  // Also a backslash separates: on Windows, and so everywhere.
  const clean = posix.normalize(name.replaceAll('\\', '/'));
  const parts = clean.split('/');
  const named = platform !== 'win32' && ofUpload.test(clean) ? parts.slice(0, -1) : parts;
  return parts.every((part) => isFitPart(part)) && !named.some((part) => isDeviceName(part)) ? clean : undefined;
}

function isFitPart(part: string): boolean {
  return part !== '' && !/[. ]$/.test(part) && !unfit.test(part) && Buffer.byteLength(part) <= mostBytes;
}
