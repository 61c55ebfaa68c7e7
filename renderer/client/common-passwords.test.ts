/** Passwords that are guessed first. */
import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each(['password', 'Password123!', '123456', 'QWERTY', 'Willkommen1', 'hearth2026'])('"%s" is one', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each(['shorter than the plan', 'correct horse battery', 'passwordless office', 'abc'])(
  '"%s" is none',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);
