/** A password that someone chooses: its rules are judged while it is typed, in words and as a bar. */
import { Box, PasswordInput, Progress, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../client/text.ts';
import { goodLength, passwordGrade, passwordVerdict } from '../../components/password-rules.ts';

const colors = { bad: 'red', fair: 'yellow', good: 'green' } as const;

/** Takes what a form gives its fields. */
export function NewPassword({ label = t('Password'), onChange, ...props }: PasswordInputProps) {
  const [password, setPassword] = useState('');
  return (
    <Box>
      <PasswordInput
        label={label}
        description={passwordVerdict(password)}
        autoComplete="new-password"
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          onChange?.(event);
        }}
        {...props}
      />
      <Progress
        value={Math.min(100, ([...password].length / goodLength) * 100)}
        color={colors[passwordGrade(password)]}
        size={4}
        mt={6}
        aria-hidden
      />
    </Box>
  );
}
