/** The certificate of the mail server: read on request, and trusted by its fingerprint where no authority has signed it. */
import { Alert, Button, Code, Group, Paper, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dateFormat } from '../../../client/formats.ts';
import { request } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { Heading } from '../../components/heading.tsx';
import { deliverySettingsQuery } from './delivery.ts';

const checkPath = '/console/delivery_settings/certificate_check';

interface MailCertificateProps {
  /** Of the certificate that is trusted; null where authorities are. */
  fingerprint: string | null;
}

export function MailCertificate({ fingerprint }: MailCertificateProps) {
  const client = useQueryClient();
  const check = useMutation({ mutationFn: () => request('POST', checkPath) });
  const trust = useMutation({
    mutationFn: (certificate: string) =>
      request('PATCH', '/console/delivery_settings', { settings: { smtp_certificate: certificate } }),
    onSuccess: async (_answer, certificate) => {
      check.reset();
      await client.invalidateQueries({ queryKey: deliverySettingsQuery.queryKey });
      notifications.show({
        color: 'green',
        title: t('Saved'),
        message:
          certificate === ''
            ? t('Only certificates signed by an authority are accepted.')
            : t('Only this certificate is accepted. Send a test email to see whether it works.'),
      });
    },
  });
  const shown = check.data;
  const error = check.error ?? trust.error;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="mail-certificate">
      <Group justify="space-between" mb="sm">
        <Heading id="mail-certificate">{t('Certificate of the mail server')}</Heading>
        <Button variant="default" onClick={() => check.mutate()} loading={check.isPending}>
          {t('Check certificate')}
        </Button>
      </Group>
      <Stack gap="sm" align="flex-start">
        {fingerprint === null ? (
          <Text size="sm">{t('Certificates signed by an authority for the mail server are accepted.')}</Text>
        ) : (
          <>
            <Text size="sm">{t('Only the certificate with this SHA-256 fingerprint is accepted:')}</Text>
            <Fingerprint value={fingerprint} />
            <Button variant="default" onClick={() => trust.mutate('')} loading={trust.isPending}>
              {t('Stop trusting this certificate')}
            </Button>
          </>
        )}
        {error !== null && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {error.message}
          </Text>
        )}
        {shown !== undefined && (
          <Alert
            color={shown.problem === null ? 'green' : 'yellow'}
            title={
              shown.problem === null
                ? t('The certificate is accepted')
                : t('The certificate is not accepted: {{problem}}', { problem: shown.problem })
            }
          >
            <Stack gap="xs" align="flex-start">
              <Text size="sm">
                {t('For {{subject}}, issued by {{issuer}}, valid until {{date}}.', {
                  subject: shown.subject,
                  issuer: shown.issuer,
                  date: dateFormat({ dateStyle: 'medium' }).format(new Date(shown.valid_to * 1000)),
                })}
              </Text>
              <Text size="sm">{t('SHA-256 fingerprint:')}</Text>
              <Fingerprint value={shown.fingerprint} />
              {shown.is_trustable && (
                <>
                  <Text size="sm">
                    {t(
                      'Compare the fingerprint with the one that the mail server shows. If they differ, do not trust the certificate: another computer may be impersonating the server.',
                    )}
                  </Text>
                  <Button onClick={() => trust.mutate(shown.certificate)} loading={trust.isPending}>
                    {t('Trust this certificate only')}
                  </Button>
                </>
              )}
            </Stack>
          </Alert>
        )}
      </Stack>
    </Paper>
  );
}

const Fingerprint = ({ value }: { value: string }) => <Code style={{ overflowWrap: 'anywhere' }}>{value}</Code>;
