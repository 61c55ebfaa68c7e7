/** Codes of authenticator apps (TOTP, RFC 6238) and recovery codes: made, read and compared. Pure. */
import { Secret, TOTP } from 'otpauth';
import type { RandomSource } from '../../options.ts';
import { hashToken } from '../../secrets.ts';

/** What every authenticator app supports: SHA-1, six digits, 30 seconds. */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps before and after the present one whose codes are taken: clocks differ by some seconds, and people type slowly. */
const window = 1;
/** As long as the digest of SHA-1 (RFC 4226, section 4). */
const secretBytes = 20;

/** Recovery codes of an account. */
const recoveryCodeCount = 10;
/** 80 bits: no guess finds one, also not in a stolen backup. */
const recoveryBytes = 10;

/** @returns a secret in base32, to be typed or scanned. */
export const newSecret = (random: RandomSource): string => Secret.fromHex(random.hex(secretBytes)).base32;

/** What a QR code says to an authenticator app. @param issuer name of the organization @param label address of the account */
export const setupAddress = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...settings, secret, issuer: withoutColon(issuer), label: withoutColon(label) }).toString();

/** The label is "issuer:account", so neither may have a colon. */
const withoutColon = (text: string): string => text.replaceAll(':', ' ');

/** What was typed: the code of an app, a recovery code in its stored form, or neither. */
export type TypedCode = { kind: 'app'; code: string } | { kind: 'recovery'; code: string } | { kind: 'none' };

/** Spaces, hyphens and capitals do not count. */
export function readCode(typed: string): TypedCode {
  const code = typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toUpperCase();
  if (/^[0-9]{6}$/.test(code)) return { kind: 'app', code };
  return /^[A-Z2-7]{16}$/.test(code) ? { kind: 'recovery', code } : { kind: 'none' };
}

/** @param timeMs UNIX milliseconds. @returns the step whose code this is, of the present one and its neighbours; null for no such. */
export function stepOf(secret: string, code: string, timeMs: number): number | null {
  const given = { ...settings, secret: Secret.fromBase32(secret), timestamp: timeMs };
  const delta = TOTP.validate({ ...given, token: code, window });
  return delta === null ? null : TOTP.counter(given) + delta;
}

/** @returns new codes as people read them: "abcd-efgh-ijkl-mnop". */
export const newRecoveryCodes = (random: RandomSource): string[] =>
  Array.from({ length: recoveryCodeCount }, () =>
    (Secret.fromHex(random.hex(recoveryBytes)).base32.toLowerCase().match(/.{4}/g) ?? []).join('-'),
  );

/** How a recovery code is stored: never itself, and differently for each account. @param code in any form that `readCode` reads */
export function recoveryHash(userId: number, code: string): string {
  const read = readCode(code);
  return hashToken(`recovery code of ${userId}: ${read.kind === 'recovery' ? read.code : ''}`);
}
