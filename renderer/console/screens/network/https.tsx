/** HTTPS beside HTTP: off for most, with a certificate made here or brought along, and honest about who takes it. */
import { Alert, Anchor, Badge, Button, Code, Group, List, Stack, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { request } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { CopyText } from '../../../components/copy-text.tsx';
import { ConfirmModal } from '../../components/confirm-modal.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { Section } from '../../components/section.tsx';
import { Day } from '../../components/time.tsx';
import { useNetworkCall, useNetworkChange, type NetworkState } from '../../network/network.ts';
import { BringCertificate } from './bring-certificate.tsx';
import { CertificateFiles, ChooseCertificateFiles } from './certificate-files.tsx';
import { OrderCertificate, PublicCertificate } from './public-certificate.tsx';
import { Trust } from './trust.tsx';

type HttpsState = NetworkState['https'];
type Certificate = NonNullable<HttpsState['certificate']>;

export function Https({ https, isOwner }: { https: HttpsState; isOwner: boolean }) {
  const change = useNetworkChange();
  const make = useNetworkCall(() => request('POST', '/console/network/certificate/make'));
  const [isBringing, bringing] = useDisclosure(false);
  const [isChoosing, choosing] = useDisclosure(false);
  const [isOrdering, ordering] = useDisclosure(false);
  const [isDropping, dropping] = useDisclosure(false);
  const { certificate, enabled, problem, url } = https;
  const isBusy = change.isPending || make.isPending;
  return (
    <Section
      title={t('HTTPS')}
      description={t('Browsers show notifications only over HTTPS. HTTP keeps working.')}
      error={change.error ?? make.error}
    >
      <List size="sm" maw={720} spacing={4}>
        <List.Item>{t('Browsers and scripts on computers accept the certificate after you trust it there.')}</List.Item>
        <List.Item>
          {t('Chat apps on phones do not accept a certificate created here. They keep using http://.')}
        </List.Item>
        <List.Item>{t('Invitations and emails keep the http:// address, so that everyone can connect.')}</List.Item>
      </List>
      <Switch
        label={t('Enable HTTPS')}
        checked={change.isPending ? (change.variables.https_enabled ?? enabled) : enabled}
        disabled={!isOwner || isBusy || (certificate === null && !enabled)}
        description={
          certificate === null ? t('Create or add a certificate first.') : t('On port {{port}}.', { port: https.port })
        }
        onChange={({ currentTarget }) => change.mutate({ https_enabled: currentTarget.checked })}
      />
      {enabled && problem !== null && (
        <Alert color="red" title={t('HTTPS is not working')}>
          {problem}
        </Alert>
      )}
      {url !== null && (
        <Group gap="sm">
          <Text ff="monospace" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Text>
          <CopyText text={url} label={url} />
        </Group>
      )}
      {certificate !== null && <CertificateFacts certificate={certificate} />}
      {certificate !== null && <CertificateFiles fingerprint={certificate.fingerprint} />}
      <PublicCertificate hasCertificate={certificate !== null} />
      {isOwner && (
        <Group>
          <Button variant="default" disabled={isBusy} loading={make.isPending} onClick={() => make.mutate()}>
            {certificate === null ? t('Create certificate') : t('Create new certificate')}
          </Button>
          <Button variant="default" disabled={isBusy} onClick={bringing.open}>
            {t('Use your own certificate')}
          </Button>
          <Button variant="default" disabled={isBusy} onClick={choosing.open}>
            {t('Read certificate from files')}
          </Button>
          <Button variant="default" disabled={isBusy} onClick={ordering.open}>
            {t('Order certificate')}
          </Button>
          {certificate !== null && (
            <Button variant="outline" color="red" disabled={isBusy} onClick={dropping.open}>
              {t('Delete certificate')}
            </Button>
          )}
        </Group>
      )}
      {certificate?.is_made_here === true && <Trust />}
      {isBringing && <BringCertificate onClose={bringing.close} />}
      {isChoosing && <ChooseCertificateFiles onClose={choosing.close} />}
      {isOrdering && <OrderCertificate onClose={ordering.close} />}
      {isDropping && <DropCertificate onClose={dropping.close} />}
    </Section>
  );
}

function CertificateFacts({ certificate }: { certificate: Certificate }) {
  const { missing_names: missing, is_expired: isExpired, is_not_yet_valid: isEarly, fingerprint } = certificate;
  return (
    <Stack gap="sm" maw={820}>
      {isExpired && <Alert color="red" title={t('The certificate has expired')} />}
      {isEarly && <Alert color="red" title={t('The certificate is not valid yet')} />}
      {missing.length > 0 && (
        <Alert color="yellow" title={t('Browsers will show a warning')}>
          {t('The certificate is not for {{missing}}.', { missing: missing.join(', ') })}{' '}
          {certificate.is_made_here
            ? t('A certificate created here covers all current addresses of this computer.')
            : ''}
        </Alert>
      )}
      <FactList
        facts={[
          [t('Certificate'), certificate.subject],
          [t('Issued by'), certificate.is_made_here ? t('this server') : certificate.issuer],
          [t('Valid until'), <Day key="until" date={new Date(certificate.valid_to * 1000)} />],
          [
            t('Valid for'),
            <Group key="names" gap={4} justify="flex-end">
              {certificate.names.map((name) => (
                <Badge key={name} variant="default" tt="none" fw={400}>
                  {name}
                </Badge>
              ))}
            </Group>,
          ],
        ]}
      />
      <div>
        <Text size="sm" c="dimmed">
          {t('Fingerprint (SHA-256)')}
        </Text>
        <Code style={{ overflowWrap: 'anywhere' }}>{fingerprint}</Code>
      </div>
      <Group>
        <CopyText text={fingerprint} label={t('Copy the fingerprint')} caption={t('Copy the fingerprint')} />
        <Anchor href="/help/certificate.pem" download size="sm" c="var(--mantine-color-text)" underline="always">
          {t('Download certificate')}
        </Anchor>
      </Group>
    </Stack>
  );
}

function DropCertificate({ onClose }: { onClose: () => void }) {
  const drop = useNetworkCall(() => request('DELETE', '/console/network/certificate'));
  return (
    <ConfirmModal
      title={t('Delete certificate?')}
      confirmLabel={t('Delete')}
      pending={drop.isPending}
      error={drop.error}
      onConfirm={() => drop.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text size="sm">{t('Turns off HTTPS and deletes the certificate and its key. HTTP keeps working.')}</Text>
    </ConfirmModal>
  );
}
