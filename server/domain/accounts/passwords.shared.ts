/**
 * Password hashes: scrypt of node:crypto. A stored hash carries its own parameters and salt, so that the work factor can
 * rise without locking anybody out.
 */
import { invalidParameter } from '../../errors.ts';

/** Lengths in characters; also `password_min_length` and `password_max_length` of POST /register. */
export const passwordLimits = { min: 6, max: 100 };

/** @throws ApiError BAD_REQUEST for a password too short or too long. */
export function checkPasswordRules(password: string): void {
  const length = [...password].length;
  if (length < passwordLimits.min)
    throw invalidParameter('password', `Password too short (minimum: ${passwordLimits.min} characters)`);
  if (length > passwordLimits.max)
    throw invalidParameter('password', `Password too long (maximum: ${passwordLimits.max} characters)`);
}
