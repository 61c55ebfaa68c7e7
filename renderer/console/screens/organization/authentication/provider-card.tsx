/** One provider: its switches, the addresses to register, a check, a test as a user, its picture, and its end. */
import { Button, FileButton, Group, Image, Paper, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../../client/request.ts';
import { t } from '../../../../client/text.ts';
import { ConfirmModal } from '../../../components/confirm-modal.tsx';
import { providersQuery, type Provider } from './providers.ts';

interface ProviderCardProps {
  provider: Provider;
  onEdit: () => void;
}

export function ProviderCard({ provider, onEdit }: ProviderCardProps) {
  const client = useQueryClient();
  const [isRemoving, setRemoving] = useState(false);
  const { name } = provider;
  const path = `/console/sign_in_providers/${provider.id}` as const;
  const refresh = async (): Promise<void> => client.invalidateQueries({ queryKey: providersQuery.queryKey });
  const change = useMutation({
    mutationFn: (changes: { is_enabled?: boolean; links_automatically?: boolean }) =>
      request('PATCH', path, { provider: changes }),
    onSettled: refresh,
  });
  const remove = useMutation({ mutationFn: async () => request('DELETE', path), onSuccess: refresh });
  const shown = { ...provider, ...(change.isPending ? change.variables : {}) };
  return (
    <Paper withBorder p="md" component="section" aria-label={name}>
      <Stack gap="sm">
        <ProviderHead provider={provider} onChanged={refresh} />
        <Switch
          label={t('People can sign in with {{provider}}', { provider: name })}
          checked={shown.is_enabled}
          onChange={(event) => change.mutate({ is_enabled: event.currentTarget.checked })}
        />
        <Switch
          label={t('Link existing accounts without their password')}
          description={t(
            'Only where the provider confirms the email address. Administrators of the provider can then sign in to every account.',
          )}
          checked={shown.links_automatically}
          onChange={(event) => change.mutate({ links_automatically: event.currentTarget.checked })}
        />
        <Checked provider={provider} />
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
        <Trials provider={provider} />
        <Group>
          <Button variant="default" onClick={onEdit}>
            {t('Edit {{provider}}', { provider: name })}
          </Button>
          <Button variant="outline" color="red" onClick={() => setRemoving(true)}>
            {t('Remove {{provider}}', { provider: name })}
          </Button>
        </Group>
      </Stack>
      {isRemoving && (
        <ConfirmModal
          title={t('Remove {{provider}}?', { provider: name })}
          confirmLabel={t('Remove')}
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setRemoving(false)}
        >
          {t("People without a password can't sign in until they have one or the provider is added again.")}
        </ConfirmModal>
      )}
    </Paper>
  );
}

/** Whom the hourly check signed out, and whom it cannot check. */
function Checked({
  provider: { name, unchecked_users: unchecked, signed_out_users: signedOut },
}: {
  provider: Provider;
}) {
  return (
    <>
      {unchecked > 0 && (
        <Text size="sm" c="dimmed">
          {t(
            '{{provider}} gave no refresh token for {{count}} users. If they are disabled there, they stay signed in here until you deactivate them.',
            {
              provider: name,
              count: unchecked,
              defaultValue_one:
                '{{provider}} gave no refresh token for {{count}} user. If the user is disabled there, they stay signed in here until you deactivate them.',
            },
          )}
        </Text>
      )}
      {signedOut > 0 && (
        <Text size="sm" c="dimmed">
          {t(
            '{{provider}} signed out {{count}} users who have not signed in since. Deactivate the users who have left.',
            {
              provider: name,
              count: signedOut,
              defaultValue_one:
                '{{provider}} signed out {{count}} user who has not signed in since. If the user has left, deactivate the account.',
            },
          )}
        </Text>
      )}
    </>
  );
}

/** Its name with the picture on its button, which can be replaced. */
function ProviderHead({ provider, onChanged }: { provider: Provider; onChanged: () => Promise<void> }) {
  const path = `/console/sign_in_providers/${provider.id}/icon` as const;
  const picture = useMutation({
    mutationFn: async (file: File | null) =>
      file === null ? request('DELETE', path) : request('POST', path, { file }),
    onSuccess: onChanged,
  });
  return (
    <>
      <Group gap="sm">
        <Image src={provider.icon_url} alt="" w={32} h={32} fit="contain" />
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {provider.name}
        </Text>
        <FileButton accept="image/*" onChange={(file) => file !== null && picture.mutate(file)}>
          {(props) => (
            <Button {...props} variant="default" size="compact-sm" loading={picture.isPending}>
              {t('Upload picture')}
            </Button>
          )}
        </FileButton>
        {provider.icon_is_uploaded && (
          <Button variant="default" size="compact-sm" onClick={() => picture.mutate(null)}>
            {t('Remove picture')}
          </Button>
        )}
      </Group>
      {picture.error !== null && (
        <Text size="sm" c="red" role="alert">
          {picture.error.message}
        </Text>
      )}
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {provider.issuer}
      </Text>
    </>
  );
}

/** Neither changes anything: whether the provider answers, and what a sign-in of a user would do. */
function Trials({ provider }: { provider: Provider }) {
  const path = `/console/sign_in_providers/${provider.id}` as const;
  const { name } = provider;
  const check = useMutation({ mutationFn: async () => request('POST', `${path}/check`) });
  const test = useMutation({
    mutationFn: async () => request('POST', `${path}/test`),
    onSuccess: ({ location: address }) => window.open(address, '_blank', 'noopener'),
  });
  const problem = test.error ?? check.error;
  return (
    <>
      <Text size="sm" component="output">
        {problem?.message ?? (check.data === undefined ? '' : (check.data.problem ?? t('The provider works.')))}
      </Text>
      <Group>
        <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          {t('Check {{provider}}', { provider: name })}
        </Button>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {t('Test {{provider}} as a user', { provider: name })}
        </Button>
      </Group>
      <Text size="xs" c="dimmed">
        {t("A test opens the provider in a new tab. It shows the user's data and the effect of a sign-in.")}
      </Text>
      {test.isSuccess && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <a href={test.data.location} target="_blank" rel="noreferrer">
            {t('Open the test if no tab opened')}
          </a>
        </Text>
      )}
    </>
  );
}
