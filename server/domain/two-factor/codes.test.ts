/** Codes of authenticator apps against the test vectors of RFC 6238, and what people type. */
import { expect, test } from 'vitest';
import { systemRandom } from '../../options.ts';
import { codeAt } from '../../testing/authenticator.ts';
import { newRecoveryCodes, newSecret, readCode, recoveryHash, setupAddress, stepOf } from './codes.ts';

/** "12345678901234567890" in base32, and appendix B of RFC 6238 for SHA-1: of eight digits the last six. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const vectors: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

test('takes the codes of RFC 6238, appendix B', () => {
  for (const [seconds, code] of vectors) {
    expect(stepOf(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
    expect(codeAt(secret, seconds * 1000)).toBe(code);
  }
});

test('takes codes one step before and after, and none beyond', () => {
  const timeMs = 1_234_567_890_000;
  const found = [-60, -30, 0, 30, 60].map((seconds) => stepOf(secret, codeAt(secret, timeMs + seconds * 1000), timeMs));
  const now = timeMs / 30_000;
  expect(found).toEqual([null, now - 1, now, now + 1, null]);
});

test('takes every code of a fresh secret within its step', () => {
  const own = newSecret(systemRandom);
  expect(own).toMatch(/^[A-Z2-7]{32}$/);
  for (let second = 0; second < 120; second += 7) {
    const timeMs = 1_790_000_000_000 + second * 1000;
    expect(stepOf(own, codeAt(own, timeMs), timeMs)).toBe(Math.floor(timeMs / 30_000));
  }
});

test('reads codes however they are typed', () => {
  expect(readCode(' 123 456 ')).toEqual({ kind: 'app', code: '123456' });
  expect(readCode('１２３４５６')).toEqual({ kind: 'app', code: '123456' });
  expect(readCode('ABCD efgh-ijkl–mnop')).toEqual({ kind: 'recovery', code: 'ABCDEFGHIJKLMNOP' });
  for (const none of ['', '12345', '1234567', '12345a', '１２３', 'abcd-efgh', '0'.repeat(16), '٣٤٥٦٧٨'])
    expect(readCode(none)).toEqual({ kind: 'none' });
});

test('makes ten recovery codes, stored differently for each account', () => {
  const codes = newRecoveryCodes(systemRandom);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) {
    expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
    expect(recoveryHash(7, code)).toBe(recoveryHash(7, code.toUpperCase().replaceAll('-', ' ')));
    expect(recoveryHash(7, code)).not.toBe(recoveryHash(8, code));
  }
});

test('names organization and account in the QR code', () => {
  const address = new URL(setupAddress(secret, 'Office: north & south', 'max@example.com'));
  expect(decodeURIComponent(address.pathname)).toBe('/Office  north & south:max@example.com');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    issuer: 'Office  north & south',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
