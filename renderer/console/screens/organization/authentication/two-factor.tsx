/** Two-factor sign-in of users with a password: whom it is required of, who has it, and resetting it. */
import { Anchor, Badge, Button, Group, Select, Stack, Text } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf } from '../../../../client/api.ts';
import { request } from '../../../../client/request.ts';
import { richText } from '../../../../client/rich-text.ts';
import { ownerRole } from '../../../../client/roles.ts';
import { useSession } from '../../../../client/session.ts';
import { perLanguage, t } from '../../../../client/text.ts';
import { PagedTable } from '../../../components/paged-table.tsx';
import { Failure, Loading } from '../../../components/states.tsx';
import { Ago } from '../../../components/time.tsx';
import { twoFactorPolicies } from '../../../settings/server-choices.ts';
import { FailedSignIns, MethodCard, OwnersOnly } from './method-card.tsx';

const title = perLanguage(() => t('Two-factor sign-in'));

type Answer = AnswerOf<'GET', '/console/two_factor_users'>;
type Policy = Answer['require_two_factor'];
type User = Answer['users'][number];

const usersQuery = queryOptions({
  queryKey: ['two-factor-users'],
  queryFn: async ({ signal }) => request('GET', '/console/two_factor_users', {}, signal),
});

export function TwoFactorMethod() {
  const session = useSession();
  if (session.role > ownerRole) return <OwnersOnly id="two-factor" title={title()} />;
  return <OwnersTwoFactor />;
}

function OwnersTwoFactor() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(usersQuery);
  const change = useMutation({
    mutationFn: async (policy: Policy) => request('PATCH', '/console/two_factor_users', { require_two_factor: policy }),
    onSettled: async () => client.invalidateQueries(usersQuery),
  });
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const { users, failures, require_two_factor: required } = data;
  const missing = users.filter((user) => user.is_required && user.turned_on_at === null).length;
  return (
    <MethodCard
      id="two-factor"
      title={title()}
      isOn={required !== 'nobody' || users.some((user) => user.turned_on_at !== null)}
    >
      <Text size="sm">
        {t(
          'Users enter their password and a code from an app on their phone. For directory and provider accounts, the directory or provider asks for the code.',
        )}{' '}
        <Anchor href="/chat/#settings/profile" size="sm">
          {t('Set up for your account')}
        </Anchor>
      </Text>
      <Select
        label={t('Require two-factor sign-in')}
        description={t(
          'Applies at the next sign-in, which includes the setup. Open sessions, API keys and bots keep working.',
        )}
        allowDeselect={false}
        data={twoFactorPolicies()}
        value={change.isPending ? change.variables : required}
        onChange={(value) => {
          const chosen = twoFactorPolicies().find((one) => one.value === value);
          if (chosen !== undefined) change.mutate(chosen.value);
        }}
        error={change.error?.message}
      />
      {missing > 0 && (
        <Text size="sm" component="output">
          {t('{{count}} users must set it up at their next sign-in.', {
            count: missing,
            defaultValue_one: '{{count}} user must set it up at the next sign-in.',
          })}
        </Text>
      )}
      <PagedTable
        caption={t('Users with a password')}
        rows={users}
        rowKey={(user) => user.user_id}
        minWidth={620}
        columns={[
          { id: 'name', head: t('Name'), cell: (user) => user.full_name },
          { id: 'two-factor-sign-in', head: t('Two-factor sign-in'), cell: stateOf },
          {
            id: 'recovery-codes-left',
            head: t('Recovery codes left'),
            width: '8rem',
            cell: (user) => (user.turned_on_at === null ? '–' : String(user.recovery_codes_left)),
          },
          {
            id: 'actions',
            head: t('Actions'),
            isActions: true,
            width: '14rem',
            cell: actionsOf,
          },
        ]}
      />
      <FailedSignIns failures={failures} nameOf={({ username }) => username} />
    </MethodCard>
  );
}

function stateOf(user: User) {
  if (user.turned_on_at !== null)
    return (
      <Text size="sm">
        {richText('On, <time/>', {}, { time: <Ago date={new Date((user.turned_on_at ?? 0) * 1000)} /> })}
      </Text>
    );
  return user.is_required ? (
    <Badge variant="light" color="yellow">
      {t('Required, not set up')}
    </Badge>
  ) : (
    <Text size="sm">{t('Off')}</Text>
  );
}

const actionsOf = (user: User) => <Actions user={user} />;

/** A reset asks once more in its place; the user is notified of it. */
function Actions({ user }: { user: User }) {
  const client = useQueryClient();
  const session = useSession();
  const [isAsking, setAsking] = useState(false);
  const reset = useMutation({
    mutationFn: async () => request('DELETE', `/console/users/${user.user_id}/two_factor`),
    onSuccess: () => setAsking(false),
    onSettled: async () => client.invalidateQueries(usersQuery),
  });
  const signOut = useMutation({
    mutationFn: async () => request('POST', `/console/users/${user.user_id}/sign_out`),
  });
  const problem = reset.error ?? signOut.error;
  const isOwn = user.user_id === session.user_id;
  const name = user.full_name;
  return (
    <Stack gap={4}>
      {isAsking ? (
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="outline"
            color="red"
            loading={reset.isPending}
            onClick={() => reset.mutate()}
          >
            {t('Reset {{name}}', { name })}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setAsking(false)}>
            {t('Cancel')}
          </Button>
        </Group>
      ) : (
        user.turned_on_at !== null &&
        !isOwn && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('Reset two-factor sign-in of {{name}}', { name })}
            onClick={() => setAsking(true)}
          >
            {t('Reset')}
          </Button>
        )
      )}
      {user.is_required && user.turned_on_at === null && !isOwn && (
        <Button
          size="compact-sm"
          variant="default"
          loading={signOut.isPending}
          disabled={signOut.isSuccess}
          aria-label={signOut.isSuccess ? undefined : t('Sign out everywhere: {{name}}', { name })}
          onClick={() => signOut.mutate()}
        >
          {signOut.isSuccess ? t('Signed out') : t('Sign out everywhere')}
        </Button>
      )}
      {problem !== null && (
        <Text size="sm" c="red" role="alert">
          {problem.message}
        </Text>
      )}
    </Stack>
  );
}
