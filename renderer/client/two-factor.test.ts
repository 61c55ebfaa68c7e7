/** Sentences and texts of two-factor sign-in. */
import { expect, test } from 'vitest';
import { ApiError } from './request.ts';
import { groupedSecret, recoveryText, signInProblem } from './two-factor.ts';

test('a wrong code is refused with the time of the server as this computer writes it', () => {
  const serverTime = 1_790_000_000;
  const wrong = new ApiError(403, 'TWO_FACTOR_FAILED', 'not right (UTC)', { server_time: serverTime });
  const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(serverTime * 1000);
  expect(signInProblem(wrong)).toContain(`The server's clock shows ${time}.`);
});

test('a wrong password is refused in the words of the form, which asks for an email address', () => {
  const wrong = new ApiError(403, 'AUTHENTICATION_FAILED', 'Your username or password is incorrect');
  expect(signInProblem(wrong)).toBe('Your email or password is incorrect.');
});

test('other refusals keep the sentence of the server', () => {
  expect(signInProblem(new ApiError(403, 'AUTHENTICATION_FAILED', 'Wrong.'))).toBe('Wrong.');
  expect(signInProblem(new ApiError(403, 'TWO_FACTOR_FAILED', 'Without a time.'))).toBe('Without a time.');
  expect(signInProblem(new Error('Broken.'))).toBe('Broken.');
});

test('a secret is shown in groups of four, and recovery codes are a line each', () => {
  expect(groupedSecret('ABCDEFGHIJ')).toBe('ABCD EFGH IJ');
  expect(recoveryText(['aaaa-bbbb', 'cccc-dddd'])).toBe('aaaa-bbbb\ncccc-dddd\n');
});
