/** Signing in with an address and a password of this server: always on, so that owners are never locked out. */
import { Text } from '@mantine/core';
import { t } from '../../../../client/text.ts';
import { MethodCard } from './method-card.tsx';

export function PasswordMethod() {
  return (
    <MethodCard id="password" title={t('Email and password')} isOn>
      <Text size="sm">
        {t(
          'Passwords that people chose on this server. Always on, so that owners can sign in when a directory or provider is unreachable.',
        )}
      </Text>
    </MethodCard>
  );
}
