/** Deactivating the organization, and bringing it back: for owners. */
import { Alert, Button, List, Paper, PasswordInput, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { firstRunQuery } from '../../../client/queries.ts';
import { request } from '../../../client/request.ts';
import { ownerRole } from '../../../client/roles.ts';
import { useSession } from '../../../client/session.ts';
import { t } from '../../../client/text.ts';
import { ConfirmModal } from '../../components/confirm-modal.tsx';
import { Heading } from '../../components/heading.tsx';
import { Failure, Loading } from '../../components/states.tsx';

const stateQuery = queryOptions({
  queryKey: ['organization-state'],
  queryFn: async ({ signal }) => (await request('GET', '/console/organization/state', {}, signal)).deactivated_at,
});

/** The banner of every screen knows it from the first question of all. */
async function refresh(client: QueryClient): Promise<void> {
  await Promise.all([stateQuery, firstRunQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })));
}

export function Rest() {
  const session = useSession();
  if (session.role !== ownerRole) return <Text>{t('Only owners can deactivate the organization.')}</Text>;
  return <OwnersRest />;
}

function OwnersRest() {
  const { data, error, refetch } = useQuery(stateQuery);
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  return data === null ? <Deactivate /> : <BringBack />;
}

function BringBack() {
  const client = useQueryClient();
  const back = useMutation({
    mutationFn: () => request('POST', '/console/organization/reactivate'),
    onSuccess: async () => {
      await refresh(client);
      notifications.show({
        color: 'green',
        title: t('The organization is active again'),
        message: t('Everyone can sign in again.'),
      });
    },
  });
  return (
    <Alert color="yellow" title={t('The organization is deactivated')}>
      <Stack align="flex-start">
        <Text size="sm">
          {t('Only owners can sign in to the console. Nothing was deleted, and nothing can be changed.')}
        </Text>
        {back.error !== null && (
          <Text size="sm" role="alert" c="var(--mantine-color-error)">
            {back.error.message}
          </Text>
        )}
        <Button loading={back.isPending} onClick={() => back.mutate()}>
          {t('Reactivate')}
        </Button>
      </Stack>
    </Alert>
  );
}

function Deactivate() {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [password, setPassword] = useState('');
  const close = (): void => {
    setAsking(false);
    setPassword('');
  };
  const deactivate = useMutation({
    mutationFn: () => request('POST', '/console/organization/deactivate', { password }),
    onSuccess: async ({ backup }) => {
      close();
      await refresh(client);
      notifications.show({
        color: 'green',
        title: t('The organization is deactivated'),
        message: t('A backup was created first: {{name}}.', { name: backup }),
      });
    },
  });
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="deactivate">
      <Stack align="flex-start">
        <Heading id="deactivate">{t('Deactivate organization')}</Heading>
        <List size="sm">
          <List.Item>{t('Everyone is signed out, and no app can connect.')}</List.Item>
          <List.Item>{t('Nothing is deleted. A backup is created first.')}</List.Item>
          <List.Item>{t('Owners can still sign in to this console to reactivate the organization.')}</List.Item>
        </List>
        <Button color="red" variant="outline" onClick={() => setAsking(true)}>
          {t('Deactivate')}
        </Button>
      </Stack>
      {isAsking && (
        <ConfirmModal
          title={t('Deactivate organization?')}
          confirmLabel={t('Back up and deactivate')}
          pending={deactivate.isPending}
          error={deactivate.error}
          onConfirm={() => deactivate.mutate()}
          onClose={close}
        >
          <Stack>
            <Text>{t('Only owners can sign in until one of them reactivates the organization.')}</Text>
            <PasswordInput
              label={t('Your password')}
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          </Stack>
        </ConfirmModal>
      )}
    </Paper>
  );
}
