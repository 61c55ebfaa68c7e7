/** The end of the first run: one screen that says where the team connects, and then on to inviting them. */
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { NetworkState } from '../../../server/contract/console-network.ts';
import { request } from '../../api.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { Doorway } from '../../parts/doorway.tsx';
import { QrCode } from '../../parts/qr-code.tsx';
import { Failure, Loading } from '../../parts/states.tsx';
import { networkQuery } from './network.ts';

export function Connect() {
  const { data, error, refetch } = useQuery(networkQuery);
  if (data === undefined && error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  return (
    <Doorway title="Your team connects here" description={descriptionOf(data)}>
      <Stack>
        {data.chosen === null ? <NotYet network={data} /> : <TeamAddress network={data} />}
        <Group justify="space-between" mt="sm">
          <Anchor component={Link} href="/" size="sm">
            Go to the overview
          </Anchor>
          <Button component={Link} href="/invites">
            Invite people
          </Button>
        </Group>
      </Stack>
    </Doorway>
  );
}

function descriptionOf({ chosen, shared }: NetworkState): string {
  if (chosen !== null) return 'In a browser or a chat app, on any device in the same network as this computer.';
  return shared ? 'This computer is in no network now.' : 'For now, on this computer only.';
}

function TeamAddress({ network: { chosen, addresses, local_url: localUrl } }: { network: NetworkState }) {
  if (chosen === null) return null;
  const others = [...addresses.filter(({ url }) => url !== chosen.url), { url: localUrl, label: 'this computer' }];
  return (
    <Stack align="center">
      <QrCode text={chosen.url} label={`QR code of ${chosen.url}`} size={220} />
      <BigAddress url={chosen.url} />
      <Text size="sm" c="dimmed">
        Scan it with a phone, or type it. Does it not open there?{' '}
        <Anchor component={Link} href="/network" inherit>
          Test it from another device
        </Anchor>
      </Text>
      <details style={{ width: '100%' }}>
        <Text component="summary" size="sm" c="dimmed" style={{ cursor: 'pointer' }}>
          Other addresses of this computer
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
      <Stack align="center">
        <BigAddress url={network.local_url} />
      </Stack>
      {network.shared ? (
        <Alert color="yellow">
          Connect this computer to the Wi-Fi or the network cable of your office; the address appears here by itself.
        </Alert>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            Phones and other computers cannot connect yet.
          </Text>
          <Group>
            <Button variant="default" onClick={() => share.mutate()} loading={share.isPending}>
              Open it to the office network
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}

function BigAddress({ url }: { url: string }) {
  return (
    <Group justify="center" gap="sm">
      <Text fz={{ base: 'lg', xs: 24 }} fw={700} ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {url}
      </Text>
      <CopyText text={url} label={url} />
    </Group>
  );
}
