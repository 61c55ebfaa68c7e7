/** Access of an account: password, sessions, chat programs and API key; and ending all of it. */
import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { AccountOverview, ResetLink } from '../../../../server/contract/shapes/accounts.ts';
import { browserName } from '../../../client/browser-name.ts';
import { request, type User } from '../../../client/request.ts';
import { richText } from '../../../client/rich-text.ts';
import { useSession } from '../../../client/session.ts';
import { t } from '../../../client/text.ts';
import { ConfirmModal } from '../../components/confirm-modal.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { Subheading } from '../../components/heading.tsx';
import { Secret } from '../../components/secret.tsx';
import { Failure, Loading } from '../../components/states.tsx';
import { Ago } from '../../components/time.tsx';
import { ConfirmAction } from '../../confirm-action.tsx';
import { DownloadConfig } from '../../network/api-config.tsx';
import { usePeople } from '../../people/people.ts';
import { accountQuery, emailVisibility, mayManage } from './accounts.ts';
import { PasswordLink } from './password-link.tsx';

export function AccountAccess({ user }: { user: User }) {
  const session = useSession();
  const { data, error, refetch } = useQuery(accountQuery(user.user_id));
  const [isLeaving, setLeaving] = useState(false);
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const isManaged = mayManage(session, user) && user.is_active !== false;
  return (
    <Stack gap="lg">
      <FactList
        facts={[
          [t('Last seen in a chat app'), <LastSeen key="seen" account={data} />],
          [t('Email visible to'), emailVisibility()[data.email_address_visibility] ?? ''],
          [t('Devices with push'), data.push_devices === 0 ? t('none') : String(data.push_devices)],
        ]}
      />
      <Section title={t('Password')}>
        <Password user={user} account={data} isManaged={isManaged} />
      </Section>
      <Section title={t('Browser sessions')}>
        <Rows
          nothing={t('None.')}
          rows={data.sessions.map(({ user_agent, created_at }) => [browserName(user_agent), created_at])}
        />
      </Section>
      <Section title={t('Connected apps')}>
        <Rows
          nothing={data.shares_presence ? t('None.') : t('Hidden: presence is not shared.')}
          rows={data.event_queues.map(({ client, created_at, backlog }) => [
            backlog === 0 ? client : t('{{client}}, {{backlog}} events pending', { client, backlog }),
            created_at,
          ])}
        />
      </Section>
      {user.user_id === session.user_id ? (
        <OwnKey />
      ) : (
        <Group>
          <Button variant="outline" color="red" disabled={!isManaged} onClick={() => setLeaving(true)}>
            {t('Sign out everywhere')}
          </Button>
        </Group>
      )}
      {isLeaving && <SignOut user={user} onClose={() => setLeaving(false)} />}
    </Stack>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap={6}>
      <Subheading>{title}</Subheading>
      {children}
    </Stack>
  );
}

function LastSeen({ account }: { account: AccountOverview }) {
  if (!account.shares_presence) return t('not shared');
  return account.last_seen === null ? t('never') : <Ago date={new Date(account.last_seen * 1000)} />;
}

function Rows({ rows, nothing }: { rows: [string, number][]; nothing: string }) {
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {nothing}
      </Text>
    );
  return [...grouped(rows)].map(([name, { since, count }]) => (
    <Group key={name} justify="space-between" wrap="nowrap">
      <Text size="sm" miw={0} truncate>
        {count > 1 ? t('{{name}} ({{count}} times)', { name, count }) : name}
      </Text>
      <Text size="sm" c="dimmed" style={{ flexShrink: 0 }}>
        {richText('Started <time/>', {}, { time: <Ago date={new Date(since * 1000)} /> })}
      </Text>
    </Group>
  ));
}

/** Those of one name in one line, with the newest. */
function grouped(rows: [string, number][]): Map<string, { since: number; count: number }> {
  const groups = new Map<string, { since: number; count: number }>();
  for (const [name, since] of rows) {
    const before = groups.get(name) ?? { since: 0, count: 0 };
    groups.set(name, { since: Math.max(before.since, since), count: before.count + 1 });
  }
  return groups;
}

interface PasswordProps {
  user: User;
  account: AccountOverview;
  isManaged: boolean;
}

function Password({ user, account, isManaged }: PasswordProps) {
  const client = useQueryClient();
  const { nameOf } = usePeople();
  const [link, setLink] = useState<ResetLink | null>(null);
  const make = useMutation({
    mutationFn: () => request('POST', `/console/users/${user.user_id}/password_link`),
    onSuccess: async (made) => {
      setLink(made);
      await client.invalidateQueries({ queryKey: accountQuery(user.user_id).queryKey });
    },
  });
  const open = account.password_link;
  return (
    <>
      <Text size="sm">
        {account.has_password ? t('Set.') : t('Not set. The user needs a password link.')}{' '}
        {open !== null && (
          <>
            {richText(
              '{{name}} created a link <time/>. It still works.',
              { name: nameOf(open.created_by) },
              { time: <Ago date={new Date(open.created_at * 1000)} /> },
            )}
          </>
        )}
      </Text>
      {make.error !== null && (
        <Alert color="red" role="alert">
          {make.error.message}
        </Alert>
      )}
      <Group>
        <Button variant="default" disabled={!isManaged} loading={make.isPending} onClick={() => make.mutate()}>
          {account.has_password ? t('Create password link') : t('Create another link')}
        </Button>
      </Group>
      {link !== null && <PasswordLink name={user.full_name} link={link} onClose={() => setLink(null)} />}
    </>
  );
}

function SignOut({ user, onClose }: { user: User; onClose: () => void }) {
  const [programs, setPrograms] = useState(false);
  return (
    <ConfirmAction
      ask={t('Sign out {{fullName}}?', { fullName: user.full_name })}
      confirm={t('Sign out')}
      run={() => request('POST', `/console/users/${user.user_id}/sign_out`, { programs })}
      done={{ title: t('Signed out'), message: t('{{fullName}} must sign in again.', { fullName: user.full_name }) }}
      stale={[['account']]}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">{t('All browser sessions end. The user must sign in again.')}</Text>
        <Checkbox
          label={t('Also sign out chat apps and scripts')}
          description={t('Replaces the API key. Apps and scripts must sign in again.')}
          checked={programs}
          onChange={({ currentTarget }) => setPrograms(currentTarget.checked)}
        />
      </Stack>
    </ConfirmAction>
  );
}

/** One's own key; those of others are theirs to fetch, by signing in. */
function OwnKey() {
  const { email } = useSession();
  const [isAsking, setAsking] = useState(false);
  const [key, setKey] = useState<string | null>(null);
  const renew = useMutation({
    mutationFn: () => request('POST', '/users/me/api_key/regenerate'),
    onSuccess: ({ api_key }) => {
      setKey(api_key);
      setAsking(false);
    },
  });
  return (
    <Section title={t('Your API key')}>
      {key !== null && <Secret value={key} label={t('API key')} />}
      <Group>
        {key !== null && <DownloadConfig email={email} apiKey={key} />}
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('New API key')}
        </Button>
      </Group>
      {isAsking && (
        <ConfirmModal
          title={t('Create new API key?')}
          confirmLabel={t('Create new key')}
          pending={renew.isPending}
          error={renew.error}
          onConfirm={() => renew.mutate()}
          onClose={() => setAsking(false)}
        >
          {t(
            'Your chat apps and scripts stop working until you enter the new key there. You stay signed in to the console.',
          )}
        </ConfirmModal>
      )}
    </Section>
  );
}
