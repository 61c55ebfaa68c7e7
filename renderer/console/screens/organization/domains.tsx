/** The domains whose addresses may join, where only such may. */
import { Button, Group, Paper, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../client/request.ts';
import { ownerRole } from '../../../client/roles.ts';
import { useSession } from '../../../client/session.ts';
import { t } from '../../../client/text.ts';
import { Heading } from '../../components/heading.tsx';
import { Failure, Loading } from '../../components/states.tsx';
import { ConfirmAction } from '../../confirm-action.tsx';
import { useFormCall } from '../../form-call.ts';

interface Domain {
  domain: string;
  allow_subdomains: boolean;
}

const domainsQuery = queryOptions({
  queryKey: ['domains'],
  queryFn: async ({ signal }) => (await request('GET', '/realm/domains', {}, signal)).domains,
});

export function Domains({ isRestricted }: { isRestricted: boolean }) {
  const session = useSession();
  const { data, error, refetch } = useQuery(domainsQuery);
  const [deleting, setDeleting] = useState<string | null>(null);
  const isLocked = session.role > ownerRole;
  return (
    <Paper withBorder p="lg" mt="lg" component="section" aria-labelledby="domains">
      <Heading id="domains">{t('Allowed domains')}</Heading>
      <Text size="sm" c="dimmed" mb="md">
        {isRestricted ? t('Only addresses in these domains can join.') : t('Applies when the setting above is on.')}
        {isLocked && ` ${t('Only owners can change them.')}`}
      </Text>
      {error !== null && data === undefined && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      <Stack maw={640}>
        {data?.length === 0 && <Text>{t('No domains yet. Add a domain before you restrict joining.')}</Text>}
        {data?.map((domain) => (
          <Row key={domain.domain} {...domain} isLocked={isLocked} onDelete={() => setDeleting(domain.domain)} />
        ))}
        {data !== undefined && !isLocked && <AddDomain />}
      </Stack>
      {deleting !== null && (
        <DeleteDomain domain={deleting} isLast={isRestricted && data?.length === 1} onClose={() => setDeleting(null)} />
      )}
    </Paper>
  );
}

interface RowProps extends Domain {
  isLocked: boolean;
  onDelete: () => void;
}

function Row({ domain, allow_subdomains: isWide, isLocked, onDelete }: RowProps) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (allow: boolean) =>
      request('PATCH', `/realm/domains/${encodeURIComponent(domain)}`, { allow_subdomains: allow }),
    onSettled: () => client.invalidateQueries({ queryKey: ['domains'] }),
  });
  return (
    <Group justify="space-between">
      <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
        {domain}
      </Text>
      <Group>
        <Switch
          label={t('Include subdomains')}
          aria-label={t('Include subdomains of {{domain}}', { domain })}
          checked={change.isPending ? change.variables : isWide}
          disabled={isLocked}
          error={change.error?.message}
          onChange={(event) => change.mutate(event.currentTarget.checked)}
        />
        {!isLocked && (
          <Button
            variant="outline"
            color="red"
            size="compact-sm"
            onClick={onDelete}
            aria-label={t('Remove {{domain}}', { domain })}
          >
            {t('Remove')}
          </Button>
        )}
      </Group>
    </Group>
  );
}

function AddDomain() {
  const form = useForm({
    initialValues: { domain: '', allow_subdomains: false },
    validate: { domain: (value) => (value.trim() === '' ? t('Such as example.org') : null) },
  });
  const add = useFormCall(form, (values) => request('POST', '/realm/domains', values), {
    fields: ['domain'],
    renamed: { BAD_REQUEST: 'domain' },
    onDone: () => form.reset(),
  });
  return (
    <form onSubmit={add.props.onSubmit} noValidate>
      <Group align="flex-start">
        <TextInput
          label={t('Add domain')}
          placeholder={t('example.org')}
          autoComplete="off"
          flex={1}
          miw={180}
          {...form.getInputProps('domain')}
        />
        <Switch
          label={t('Include subdomains')}
          mt={32}
          {...form.getInputProps('allow_subdomains', { type: 'checkbox' })}
        />
        <Button type="submit" variant="default" mt={25} loading={add.isPending}>
          {t('Add')}
        </Button>
      </Group>
    </form>
  );
}

function DeleteDomain({ domain, isLast, onClose }: { domain: string; isLast: boolean; onClose: () => void }) {
  return (
    <ConfirmAction
      ask={t('Remove {{domain}}?', { domain })}
      confirm={t('Remove')}
      run={() => request('DELETE', `/realm/domains/${encodeURIComponent(domain)}`)}
      onClose={onClose}
    >
      {t('People with such addresses can no longer join. Existing accounts stay.')}
      {isLast && ` ${t('This is the last domain. No one can join until you add another or turn off the restriction.')}`}
    </ConfirmAction>
  );
}
