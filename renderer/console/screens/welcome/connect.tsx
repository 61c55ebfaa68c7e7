/** The end of the first run: one screen that says where the team connects, and then on to inviting them. */
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { NetworkState } from '../../../../server/contract/shapes/network.ts';
import { request } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { CopyText } from '../../../components/copy-text.tsx';
import { QrCode } from '../../../components/qr-code.tsx';
import { AuthLayout } from '../../components/auth-layout.tsx';
import { Failure, Loading } from '../../components/states.tsx';
import { networkQuery } from '../../network/network.ts';
import { BigAddress, TeamAddress } from '../../network/team-address.tsx';

/** No event reports it before the console itself is open: a cable or a Wi-Fi may come while this is looked at. */
const everyMs = 5000;

export function Connect() {
  const { data, error, refetch } = useQuery({ ...networkQuery, refetchInterval: everyMs });
  if (data === undefined && error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  return (
    <AuthLayout
      title={t('Your team connects here')}
      description={
        data.chosen === null
          ? t('For now, on this computer only.')
          : t('In a browser or a chat app on any device on the same network as this computer.')
      }
    >
      <Stack>
        {data.chosen === null ? <NotYet network={data} /> : <ToShare network={data} url={data.chosen.url} />}
        <Group justify="space-between" mt="sm">
          <Anchor component={Link} href="/" size="sm">
            {t('Go to overview')}
          </Anchor>
          <Button component={Link} href="/invites">
            {t('Invite people')}
          </Button>
        </Group>
      </Stack>
    </AuthLayout>
  );
}

function ToShare({ network: { addresses, local_url: localUrl }, url: chosen }: { network: NetworkState; url: string }) {
  const others = [...addresses.filter(({ url }) => url !== chosen), { url: localUrl, label: t('this computer') }];
  return (
    <Stack>
      <Stack align="center" gap="xs">
        <QrCode text={chosen} label={t('QR code of {{chosen}}', { chosen })} size={220} />
        <BigAddress url={chosen} />
      </Stack>
      <Text size="sm" c="dimmed">
        {t("Scan the code with the other device, or enter the address. Doesn't open?")}{' '}
        <Anchor component={Link} href="/network" inherit>
          {t('Test from another device')}
        </Anchor>
      </Text>
      <details>
        <Text component="summary" size="sm" c="dimmed" style={{ cursor: 'pointer' }}>
          {t('Other addresses of this computer')}
        </Text>
        <Stack gap={6} mt="xs">
          {others.map(({ url, label }) => (
            <Group key={url} gap="xs" justify="space-between" wrap="nowrap">
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {url}
                <Text span inherit c="dimmed">
                  {' '}
                  ({label})
                </Text>
              </Text>
              <CopyText text={url} label={url} />
            </Group>
          ))}
        </Stack>
      </details>
    </Stack>
  );
}

function NotYet({ network }: { network: NetworkState }) {
  const client = useQueryClient();
  const share = useMutation({
    mutationFn: () => request('PATCH', '/console/network_settings', { settings: { server_host: '0.0.0.0' } }),
    onSuccess: () => client.invalidateQueries(networkQuery),
  });
  return (
    <Stack>
      {share.error !== null && (
        <Alert color="red" role="alert">
          {share.error.message}
        </Alert>
      )}
      <TeamAddress network={network} />
      {!network.shared && network.fixed.host && (
        <Text size="sm">
          {t('Set by --host. To let others connect, restart the server without it or with --host 0.0.0.0.')}
        </Text>
      )}
      {!network.shared && !network.fixed.host && (
        <Group>
          <Button variant="default" onClick={() => share.mutate()} loading={share.isPending}>
            {t('Allow connections from the office network')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
