/** Password hints agree with the server's rules. */
import { describe, expect, it } from 'vitest';
import { firstPasswordProblem, passwordGrade, passwordVerdict } from './password-rules.ts';

describe('a password that someone chooses', () => {
  it.each([
    ['', 'bad', /At least 6/],
    ['rye', 'bad', /3 more characters/],
    ['password', 'bad', /oo easy to guess/],
    ['Passwort2026!', 'bad', /oo easy to guess/],
    ['six rye', 'fair', /Long enough/],
    ['twelve loaves of rye', 'good', /Good length/],
    ['x'.repeat(101), 'bad', /Too long/],
  ] as const)('%j is %s', (password, grade, words) => {
    expect(passwordGrade(password)).toBe(grade);
    expect(passwordVerdict(password)).toMatch(words);
    expect(firstPasswordProblem(password) === null).toBe(grade !== 'bad');
  });
});
