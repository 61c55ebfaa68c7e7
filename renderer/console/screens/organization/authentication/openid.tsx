/** Signing in with an account of a provider (OpenID Connect): the providers, what to register there, and failures. */
import { Button, Group, Paper, Stack, Switch, Text } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../../client/request.ts';
import { ownerRole } from '../../../../client/roles.ts';
import { useSession } from '../../../../client/session.ts';
import { t } from '../../../../client/text.ts';
import { ConfirmModal } from '../../../../components/confirm-modal.tsx';
import { Failure, Loading } from '../../../../components/states.tsx';
import { FailedSignIns, MethodCard, OwnersOnly } from './method-card.tsx';
import { OpenIdForm } from './openid-form.tsx';

const title = t('Single sign-on (OpenID Connect)');
const queryKey = ['sign-in-providers'];

const readProviders = async (signal?: AbortSignal) => request('GET', '/console/sign_in_providers', {}, signal);
type Provider = Awaited<ReturnType<typeof readProviders>>['providers'][number];

const providersQuery = queryOptions({ queryKey, queryFn: async ({ signal }) => readProviders(signal) });

export function OpenIdMethod() {
  const session = useSession();
  if (session.role > ownerRole) return <OwnersOnly id="openid" title={title} />;
  return <OwnersOpenId />;
}

function OwnersOpenId() {
  const { data, error, refetch } = useQuery(providersQuery);
  const [isAdding, setAdding] = useState(false);
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const { providers, failures } = data;
  return (
    <MethodCard id="openid" title={title} isOn={providers.some((provider) => provider.is_enabled)}>
      <Text size="sm">
        {t(
          'People sign in with an account that they have already: Microsoft, Google, Keycloak and others. Signing out here does not sign out there. Owners always sign in with their own password.',
        )}
      </Text>
      <Text size="sm">
        {t(
          'Many providers only accept redirect addresses that begin with https:// or with http://localhost. Set up HTTPS under Network first.',
        )}
      </Text>
      {providers.map((provider) => (
        <ProviderCard key={provider.id} provider={provider} />
      ))}
      {isAdding ? (
        <OpenIdForm queryKey={queryKey} onClose={() => setAdding(false)} />
      ) : (
        <Group>
          <Button variant="default" onClick={() => setAdding(true)}>
            {t('Add a provider')}
          </Button>
        </Group>
      )}
      <FailedSignIns failures={failures} nameOf={({ email, provider }) => (email === '' ? provider : email)} />
    </MethodCard>
  );
}

/** One provider: its switches, the addresses to register, a check, and its end. */
function ProviderCard({ provider }: { provider: Provider }) {
  const client = useQueryClient();
  const [isRemoving, setRemoving] = useState(false);
  const path = `/console/sign_in_providers/${provider.id}` as const;
  const refresh = async (): Promise<void> => client.invalidateQueries({ queryKey });
  const change = useMutation({
    mutationFn: (changes: { is_enabled?: boolean; links_automatically?: boolean }) =>
      request('PATCH', path, { provider: changes }),
    onSettled: refresh,
  });
  const check = useMutation({ mutationFn: async () => request('POST', `${path}/check`) });
  const remove = useMutation({ mutationFn: async () => request('DELETE', path), onSuccess: refresh });
  const shown = { ...provider, ...(change.isPending ? change.variables : {}) };
  return (
    <Paper withBorder p="md" component="section" aria-label={provider.name}>
      <Stack gap="sm">
        <Text fw={600}>{provider.name}</Text>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {provider.issuer}
        </Text>
        <Switch
          label={t('People can sign in with {{provider}}', { provider: provider.name })}
          checked={shown.is_enabled}
          onChange={(event) => change.mutate({ is_enabled: event.currentTarget.checked })}
        />
        <Switch
          label={t('Join existing accounts without their password')}
          description={t(
            'Only where the provider confirms the email address. Whoever controls the provider can then sign in as everyone.',
          )}
          checked={shown.links_automatically}
          onChange={(event) => change.mutate({ links_automatically: event.currentTarget.checked })}
        />
        <Text size="sm">{t('Redirect addresses to register at the provider:')}</Text>
        {provider.redirect_uris.map((address) => (
          <Text key={address} size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {address}
          </Text>
        ))}
        {change.error !== null && (
          <Text size="sm" c="red" role="alert">
            {change.error.message}
          </Text>
        )}
        <Text size="sm" component="output">
          {check.error?.message ??
            (check.data === undefined ? '' : (check.data.problem ?? t('The provider answers as it should.')))}
        </Text>
        <Group>
          <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
            {t('Check {{provider}}', { provider: provider.name })}
          </Button>
          <Button variant="outline" color="red" onClick={() => setRemoving(true)}>
            {t('Remove {{provider}}', { provider: provider.name })}
          </Button>
        </Group>
      </Stack>
      {isRemoving && (
        <ConfirmModal
          title={t('Remove {{provider}}?', { provider: provider.name })}
          confirmLabel={t('Remove')}
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setRemoving(false)}
        >
          {t('People without a password cannot sign in until they have one or the provider is back.')}
        </ConfirmModal>
      )}
    </Paper>
  );
}
