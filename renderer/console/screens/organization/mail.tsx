/** The mail server, a mail to try it, and what became of the last mails. */
import { Badge, Button, Group, NumberInput, Paper, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../client/request.ts';
import { richText } from '../../../client/rich-text.ts';
import { ownerRole } from '../../../client/roles.ts';
import { useSession } from '../../../client/session.ts';
import { t } from '../../../client/text.ts';
import { Heading } from '../../components/heading.tsx';
import { Failure, Loading, Nothing } from '../../components/states.tsx';
import { Ago } from '../../components/time.tsx';
import { mailSecurities } from '../../settings/server-choices.ts';
import { ServerForm } from '../../settings/server-form.tsx';
import { deliverySettingsQuery, mailsQuery, type Mail } from './delivery.ts';
import { MailCertificate } from './mail-certificate.tsx';

export function Mail() {
  const session = useSession();
  const { data, error, refetch } = useQuery(deliverySettingsQuery);
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const { smtp_password_set: hasPassword, smtp_host, smtp_port, smtp_security, smtp_user, smtp_from } = data;
  return (
    <Stack gap="lg">
      <ServerForm
        path="/console/delivery_settings"
        queryKey={deliverySettingsQuery.queryKey}
        saved={{
          smtp_host,
          smtp_port,
          smtp_security: smtp_security as string,
          smtp_user,
          smtp_from,
          smtp_password: '',
        }}
        message={t('Send a test email to see whether it works.')}
        isLocked={session.role > ownerRole}
      >
        {(form) => (
          <>
            <TextInput
              label={t('Mail server')}
              description={t('Leave empty to keep emails in the outbox under Invites.')}
              placeholder="smtp.example.com"
              {...form.getInputProps('smtp_host')}
            />
            <NumberInput
              label={t('Port')}
              min={1}
              max={65_535}
              allowDecimal={false}
              {...form.getInputProps('smtp_port')}
            />
            <Select
              label={t('Encryption')}
              allowDeselect={false}
              data={mailSecurities()}
              {...form.getInputProps('smtp_security')}
            />
            <TextInput label={t('User')} autoComplete="off" {...form.getInputProps('smtp_user')} />
            <PasswordInput
              label={t('Password of the mail server')}
              description={hasPassword ? t('Set and never shown. Enter a new password to replace it.') : undefined}
              autoComplete="new-password"
              {...form.getInputProps('smtp_password')}
            />
            <TextInput
              label={t('Sender address')}
              type="email"
              autoComplete="off"
              {...form.getInputProps('smtp_from')}
            />
          </>
        )}
      </ServerForm>
      {session.role <= ownerRole && smtp_host !== '' && smtp_security !== 'none' && (
        <MailCertificate
          key={`${smtp_host}:${smtp_port} ${smtp_security}`}
          fingerprint={data.smtp_certificate_fingerprint}
        />
      )}
      <LastMails />
    </Stack>
  );
}

function LastMails() {
  const session = useSession();
  const client = useQueryClient();
  const { data } = useQuery(mailsQuery);
  const test = useMutation({
    mutationFn: () => request('POST', '/console/delivery_settings/test_mail'),
    onSuccess: () => client.invalidateQueries({ queryKey: mailsQuery.queryKey }),
  });
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="last-mails">
      <Group justify="space-between" mb="sm">
        <Heading id="last-mails">{t('Recent email')}</Heading>
        <Button variant="default" onClick={() => test.mutate()} loading={test.isPending}>
          {t('Send test email')}
        </Button>
      </Group>
      {test.error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {test.error.message}
        </Text>
      )}
      {data?.length === 0 && (
        <Nothing title={t('No email yet')}>
          {t('The test email is sent to {{fullName}}.', { fullName: session.full_name })}
        </Nothing>
      )}
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t('Recent email')}>
        {(data ?? []).map((delivery) => (
          <MailLine key={delivery.id} delivery={delivery} />
        ))}
      </Stack>
    </Paper>
  );
}

function MailLine({ delivery }: { delivery: Mail }) {
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: () => request('POST', `/console/deliveries/${delivery.id}/retry`),
    onSettled: () => client.invalidateQueries({ queryKey: mailsQuery.queryKey }),
  });
  const { label, color } = outcome(delivery);
  return (
    <Group component="li" justify="space-between" wrap="nowrap" align="flex-start">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {richText(
            '<b>{{subject}}</b> to {{to}}, <time/>',
            { subject: delivery.subject, to: delivery.to },
            { b: <b />, time: <Ago date={new Date(delivery.created_at * 1000)} /> },
          )}
        </Text>
        {delivery.status !== 'done' && delivery.last_error !== null && (
          <Text size="sm" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
            {delivery.last_error}
          </Text>
        )}
      </div>
      <Group gap="xs" wrap="nowrap" style={{ flexShrink: 0 }}>
        <Badge variant="light" color={color}>
          {label}
        </Badge>
        {delivery.status !== 'done' && delivery.attempts > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => retry.mutate()}
            loading={retry.isPending}
            aria-label={t('Try again: {{subject}}', { subject: delivery.subject })}
          >
            {t('Try again')}
          </Button>
        )}
      </Group>
    </Group>
  );
}

function outcome({ status, file, attempts }: Mail): { label: string; color: string } {
  if (status === 'done')
    return { label: file?.startsWith('outbox/') === true ? t('In the outbox') : t('Sent'), color: 'gray' };
  if (status === 'failed') return { label: t('Failed'), color: 'red' };
  return { label: attempts === 0 ? t('Waiting to be sent') : t('Retrying'), color: 'gray' };
}
