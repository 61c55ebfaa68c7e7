/** Signing in with an account of a provider (OpenID Connect): the providers, help, and failures. */
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ownerRole } from '../../../../client/roles.ts';
import { useSession } from '../../../../client/session.ts';
import { perLanguage, t } from '../../../../client/text.ts';
import { Failure, Loading } from '../../../components/states.tsx';
import { FailedSignIns, MethodCard, OwnersOnly } from './method-card.tsx';
import { OpenIdForm } from './openid-form.tsx';
import { OpenIdHelp } from './openid-help.tsx';
import { ProviderCard } from './provider-card.tsx';
import { providersQuery } from './providers.ts';

const title = perLanguage(() => t('Single sign-on (OpenID Connect)'));

export function OpenIdMethod() {
  const session = useSession();
  if (session.role > ownerRole) return <OwnersOnly id="openid" title={title()} />;
  return <OwnersOpenId />;
}

function OwnersOpenId() {
  const { data, error, refetch } = useQuery(providersQuery);
  const [editing, setEditing] = useState<number | 'new' | null>(null);
  const close = (): void => setEditing(null);
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const { providers, failures } = data;
  return (
    <MethodCard id="openid" title={title()} isOn={providers.some((provider) => provider.is_enabled)}>
      <Text size="sm">
        {t(
          'People sign in with an existing account, such as Microsoft, Google or Keycloak. Signing out here does not sign out of the provider. Owners can always use their password on this server.',
        )}
      </Text>
      <Text size="sm">
        {t(
          'Many providers only accept redirect addresses that begin with https:// or with http://localhost. Set up HTTPS under Network first.',
        )}
      </Text>
      <OpenIdHelp />
      {providers.map((provider) =>
        editing === provider.id ? (
          <OpenIdForm key={provider.id} provider={provider} onClose={close} />
        ) : (
          <ProviderCard key={provider.id} provider={provider} onEdit={() => setEditing(provider.id)} />
        ),
      )}
      {editing === 'new' ? (
        <OpenIdForm onClose={close} />
      ) : (
        <Group>
          <Button variant="default" onClick={() => setEditing('new')}>
            {t('Add provider')}
          </Button>
        </Group>
      )}
      <FailedSignIns failures={failures} nameOf={({ email, provider }) => (email === '' ? provider : email)} />
    </MethodCard>
  );
}
