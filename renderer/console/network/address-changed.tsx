/** On every screen, for administrators, until one of them says so: the team's address is another one now. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { request } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { QrCode } from '../../components/qr-code.tsx';
import { useNetwork, useNetworkCall } from './network.ts';
import { BigAddress } from './team-address.tsx';

export function AddressChanged() {
  const { data } = useNetwork();
  const acknowledge = useNetworkCall(() => request('POST', '/console/network/acknowledge'));
  const changed = data?.changed ?? null;
  if (changed === null) return null;
  return (
    <Alert color="yellow" title={t("Your team's address has changed")} role="alert" mb="lg" maw={1280} mx="auto">
      <Group gap="lg" align="center" wrap="wrap-reverse">
        <Stack gap="xs" align="flex-start" flex="1 1 300px" miw={0}>
          <Text size="sm">
            {t(
              '{{from}} no longer reaches this server. Give your team the new address. People who have an account change it in their app:',
              { from: changed.from },
            )}
          </Text>
          <BigAddress url={changed.to} />
          <Text size="sm">
            {t(
              'To keep the address, reserve it for this computer in the router\'s settings ("address reservation" or "static DHCP").',
            )}
          </Text>
          {acknowledge.error !== null && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {acknowledge.error.message}
            </Text>
          )}
          <Button variant="default" size="xs" loading={acknowledge.isPending} onClick={() => acknowledge.mutate()}>
            {t('Dismiss')}
          </Button>
        </Stack>
        <QrCode text={changed.to} label={t('QR code of {{to}}', { to: changed.to })} size={150} />
      </Group>
    </Alert>
  );
}
