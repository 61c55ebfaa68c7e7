/** The test from a second device: a code here, typed or scanned there; this page turns green on its own. */
import { Alert, Box, Button, Group, Loader, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { dateFormat } from '../../../client/formats.ts';
import { request } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { CopyText } from '../../../components/copy-text.tsx';
import { QrCode } from '../../../components/qr-code.tsx';
import { Section } from '../../components/section.tsx';
import { useNetworkCall, type NetworkState } from '../../network/network.ts';

type Running = NonNullable<NetworkState['reach_test']>;

const clockTime = dateFormat({ timeStyle: 'short' });

export function ReachTest({ network }: { network: NetworkState }) {
  const start = useNetworkCall(() => request('POST', '/console/network/reach_test'));
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), 10_000, { autoInvoke: true });
  const { chosen, reach_test: test } = network;
  const running = test !== null && test.expires_at * 1000 > now ? test : null;
  return (
    <Section
      title={t('Test the connection')}
      description={t(
        'Open the test page on a phone or another computer and enter the code shown here. The result appears here automatically.',
      )}
      error={start.error}
    >
      <Box component="output" display="block">
        <Outcome network={network} running={running} />
      </Box>
      {running !== null && running.reached === null && <Waiting test={running} />}
      <Group>
        <Button
          variant={running === null ? 'filled' : 'default'}
          disabled={chosen === null}
          loading={start.isPending}
          onClick={() => start.mutate()}
        >
          {running === null ? t('Test from another device') : t('Test again with a new code')}
        </Button>
      </Group>
    </Section>
  );
}

/** What is known so far; always something, so that a change is heard. */
function Outcome({ network, running }: { network: NetworkState; running: Running | null }) {
  const { chosen, last_visit: visit } = network;
  if (running?.reached != null) return <Passed reached={running.reached} />;
  return (
    <Text size="sm" c="dimmed">
      {chosen === null && t('To test, first allow connections from the network (above).')}
      {chosen !== null && visit === null && t('No other device has connected yet.')}
      {chosen !== null &&
        visit !== null &&
        t('Another device ({{address}}) connected at {{time}}, so others can connect.', {
          address: visit.address,
          time: clockTime.format(visit.at * 1000),
        })}
    </Text>
  );
}

function Passed({ reached: { address, at, browser } }: { reached: NonNullable<Running['reached']> }) {
  return (
    <Alert color="green" title={t('Connection works')}>
      {t('Reached from {{address}} at {{time}} by {{browser}}.', {
        address,
        time: clockTime.format(at * 1000),
        browser,
      })}
    </Alert>
  );
}

function Waiting({ test: { code, url } }: { test: Running }) {
  const whole = `${url}?code=${code}`;
  return (
    <Group gap="xl" align="center">
      <QrCode text={whole} label={t('QR code of the test page, with the code in it')} size={190} />
      <Stack gap="sm" flex="1 1 260px" miw={0}>
        <Text size="sm">{t('Scan the code with the other device, or open this address:')}</Text>
        <Group gap="sm">
          <Text ff="monospace" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Text>
          <CopyText text={url} label={t('the address of the test page')} />
        </Group>
        <Text size="sm">{t('Then enter this code:')}</Text>
        <Text fz={40} fw={700} ff="monospace" lh={1.1} aria-hidden>
          {code.slice(0, 3)} {code.slice(3)}
        </Text>
        <VisuallyHidden>{t('the code {{digits}}', { digits: code.split('').join(' ') })}</VisuallyHidden>
        <Group gap="xs" wrap="nowrap">
          <Loader size="xs" aria-hidden />
          <Text size="sm" c="dimmed">
            {t('Waiting for the other device. If the page does not open there, see Troubleshooting below.')}
          </Text>
        </Group>
      </Stack>
    </Group>
  );
}
