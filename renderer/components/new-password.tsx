/** A password that somebody chooses: its rules are judged while it is typed, in words and as a bar. */
import { Box, PasswordInput, Progress, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';

/** As the server has them (password_min_length of POST /register). */
export const passwordLimits = { min: 6, max: 100 };
const goodLength = 12;

/** @returns why a password cannot be, as the server says it; null when it can. */
export function passwordProblem(password: string): string | null {
  const length = [...password].length;
  if (length < passwordLimits.min) return `Password too short (minimum: ${passwordLimits.min} characters)`;
  return length > passwordLimits.max ? `Password too long (maximum: ${passwordLimits.max} characters)` : null;
}

/** Takes what a form gives its fields. */
export function NewPassword({ label = 'Password', onChange, ...props }: PasswordInputProps) {
  const [length, setLength] = useState(0);
  return (
    <Box>
      <PasswordInput
        label={label}
        description={verdict(length)}
        autoComplete="new-password"
        onChange={(event) => {
          setLength([...event.currentTarget.value].length);
          onChange?.(event);
        }}
        {...props}
      />
      <Progress
        value={Math.min(100, (length / goodLength) * 100)}
        color={colorOf(length)}
        size={4}
        mt={6}
        aria-hidden
      />
    </Box>
  );
}

function verdict(length: number): string {
  if (length === 0) return `At least ${passwordLimits.min} characters; a few words in a row are easy to remember.`;
  const missing = passwordLimits.min - length;
  if (missing > 0) return `${missing} more ${missing === 1 ? 'character' : 'characters'} needed.`;
  if (length > passwordLimits.max) return `Too long: at most ${passwordLimits.max} characters.`;
  return length < goodLength ? 'Long enough. Longer is safer.' : 'A good length.';
}

function colorOf(length: number): string {
  if (length < passwordLimits.min || length > passwordLimits.max) return 'red';
  return length < goodLength ? 'yellow' : 'green';
}
