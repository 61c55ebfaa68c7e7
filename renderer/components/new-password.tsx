/** A password that somebody chooses: its rules are judged while it is typed, in words and as a bar. */
import { Box, PasswordInput, Progress, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';
import { goodLength, passwordLimits, passwordVerdict } from './password-rules.ts';

/** Takes what a form gives its fields. */
export function NewPassword({ label = 'Password', onChange, ...props }: PasswordInputProps) {
  const [length, setLength] = useState(0);
  return (
    <Box>
      <PasswordInput
        label={label}
        description={passwordVerdict(length)}
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

function colorOf(length: number): string {
  if (length < passwordLimits.min || length > passwordLimits.max) return 'red';
  return length < goodLength ? 'yellow' : 'green';
}
