/** Codes of errors that file systems report: network drives, quotas and damaged disks report some for which Node has no name. */
import { constants } from 'node:os';

/** Of Linux, where Node lists none: damaged structures, a missing medium, keys of a network drive that ran out, broken memory. */
const furtherNames: Readonly<Record<number, string>> = {
  117: 'EUCLEAN',
  123: 'ENOMEDIUM',
  124: 'EMEDIUMTYPE',
  126: 'ENOKEY',
  127: 'EKEYEXPIRED',
  128: 'EKEYREVOKED',
  129: 'EKEYREJECTED',
  133: 'EHWPOISON',
};

/** @returns the `code` of a system error, by its name also where Node says "Unknown system error -122"; undefined for any other error */
export function systemCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error) || typeof error.code !== 'string')
    return undefined;
  const number = /^Unknown system error -(\d+)$/.exec(error.code)?.[1];
  return number === undefined ? error.code : nameOf(Number(number));
}

const nameOf = (number: number): string =>
  Object.entries(constants.errno).find(([, one]) => one === number)?.[0] ?? furtherNames[number] ?? `E${number}`;

/** ENOTDIR, EISDIR, EEXIST, ELOOP: a file where a folder belongs, or a folder where a file does, or links that lead in a circle. */
const ofFiles = new Set(
  (
    'EACCES EBUSY EDQUOT EEXIST EFBIG EIO EISDIR ELOOP EMFILE ENFILE ENODEV ENOLCK ENOLINK ENOSPC ENOTDIR ENXIO EPERM EREMOTEIO ' +
    `EROFS ESTALE ETIME ERR_FS_EISDIR ${Object.values(furtherNames).join(' ')}`
  ).split(' '),
);

/** Of network drives, and of connections that have nothing to do with files. */
const ofNetworks = new Set(['EHOSTDOWN', 'EHOSTUNREACH', 'ENETDOWN', 'ENETUNREACH', 'ENOTCONN', 'ETIMEDOUT']);

/** Whether a file system refused an operation. A file that is missing is none of these errors. */
export function isFromDisk(error: unknown): boolean {
  const code = systemCode(error);
  if (code === undefined) return false;
  const isOfPath = typeof error === 'object' && error !== null && 'path' in error;
  return ofFiles.has(code) || /^E\d+$/.test(code) || (isOfPath && ofNetworks.has(code));
}
