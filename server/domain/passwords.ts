/**
 * Password hashes: scrypt of node:crypto. A stored hash carries its own parameters and salt, so that the work factor can
 * rise without locking anybody out.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { badRequest } from '../http/errors.ts';

/** Lengths in characters; also `password_min_length` and `password_max_length` of POST /register. */
export const passwordLimits = { min: 6, max: 100 };

const blockSize = 8;
const keyLength = 32;

function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  const N = 2 ** cost;
  return new Promise((resolve, reject) => {
    const maxmem = 256 * N * blockSize;
    scrypt(password.normalize('NFKC'), salt, keyLength, { N, r: blockSize, p: 1, maxmem }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

/**
 * @param cost exponent of the work factor, N = 2^cost.
 * @param salt 16 bytes; never given but for the demo, whose password is known.
 * @returns "scrypt$cost$salt$key", salt and key in base64.
 */
export async function hashPassword(password: string, cost: number, salt = randomBytes(16)): Promise<string> {
  const key = await derive(password, salt, cost);
  return `scrypt$${cost}$${salt.toString('base64')}$${key.toString('base64')}`;
}

/** Compares in constant time. False for a hash that is not ours. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [scheme, cost, salt, key] = hash.split('$');
  if (scheme !== 'scrypt' || cost === undefined || salt === undefined || key === undefined) return false;
  const expected = Buffer.from(key, 'base64');
  const actual = await derive(password, Buffer.from(salt, 'base64'), Number(cost));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** Spends the time of a check where there is no account to check against, so that its absence does not show. */
export async function verifyNothing(password: string, cost: number): Promise<false> {
  await derive(password, Buffer.alloc(16), cost);
  return false;
}

/** @throws ApiError BAD_REQUEST for a password too short or too long. */
export function checkPasswordRules(password: string): void {
  const length = [...password].length;
  if (length < passwordLimits.min) throw badRequest(`Password too short (minimum: ${passwordLimits.min} characters)`);
  if (length > passwordLimits.max) throw badRequest(`Password too long (maximum: ${passwordLimits.max} characters)`);
}
