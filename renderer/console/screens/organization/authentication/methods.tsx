/** The ways to sign in, a section each: a method is a file beside this one and an entry in the list. */
import { Stack, Text } from '@mantine/core';
import type { ComponentType } from 'react';
import { t } from '../../../../client/text.ts';
import { LdapMethod } from './ldap.tsx';
import { OpenIdMethod } from './openid.tsx';
import { PasswordMethod } from './password.tsx';
import { TwoFactorMethod } from './two-factor.tsx';

interface Method {
  id: string;
  Section: ComponentType;
}

/** In the order of the page. */
const authentication: readonly Method[] = [
  { id: 'password', Section: PasswordMethod },
  { id: 'two-factor', Section: TwoFactorMethod },
  { id: 'ldap', Section: LdapMethod },
  { id: 'openid', Section: OpenIdMethod },
];

export function SignInMethods() {
  return (
    <Stack gap="lg">
      <Text size="sm">{t('Sign-in methods. You can use several at the same time.')}</Text>
      {authentication.map(({ id, Section }) => (
        <Section key={id} />
      ))}
    </Stack>
  );
}
