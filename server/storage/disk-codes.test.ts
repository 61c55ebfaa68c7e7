/** Codes of file systems, for those that Node names and those that it does not. */
import { expect, test } from 'vitest';
import { isFromDisk, systemCode } from '../disk-codes.ts';
import { diskRefusal } from '../errors.ts';

const failure = (code: string, more: object = {}): Error =>
  Object.assign(new Error(`${code}: open`), { code, ...more });
const path = { path: '/data/uploads/a' };

test.each([
  ['EIO', 'EIO'],
  ['Unknown system error -122', 'EDQUOT'],
  ['Unknown system error -116', 'ESTALE'],
  ['Unknown system error -117', 'EUCLEAN'],
  ['Unknown system error -127', 'EKEYEXPIRED'],
  ['Unknown system error -37', 'ENOLCK'],
  ['Unknown system error -997', 'E997'],
])('%s is a refusal of the disk: %s', (code, name) => {
  expect(systemCode(failure(code))).toBe(name);
  expect(isFromDisk(failure(code))).toBe(true);
  expect(diskRefusal(failure(code))).toMatchObject({ status: 503, code: 'STORAGE_UNAVAILABLE' });
});

test.each(['ETIMEDOUT', 'ENOTCONN', 'EHOSTDOWN'])(
  '%s is of the disk for a path, and of the network for none',
  (code) => {
    expect(diskRefusal(failure(code, path))).toMatchObject({ status: 503 });
    expect(diskRefusal(failure(code))).toBeUndefined();
  },
);

test.each(['ENOENT', 'ECONNRESET', 'EPIPE', 'EADDRINUSE', 'ERR_INVALID_ARG_TYPE', 'EBADF', 'unknown'])(
  '%s is no refusal of the disk',
  (code) => {
    expect(diskRefusal(failure(code, path))).toBeUndefined();
  },
);

test.each([undefined, null, 'EIO', { code: 5 }, new Error('EIO')])('%o has no code', (error) => {
  expect(systemCode(error)).toBeUndefined();
  expect(isFromDisk(error)).toBe(false);
});
