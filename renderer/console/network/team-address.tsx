/** The address that the team connects to: large enough to be read across a room, to be copied and to be scanned. */
import { Group, Stack, Text } from '@mantine/core';
import type { NetworkState } from '../../../server/contract/shapes/network.ts';
import { t } from '../../client/text.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { QrCode } from '../../components/qr-code.tsx';

interface TeamAddressProps {
  network: Pick<NetworkState, 'chosen' | 'local_url' | 'shared'>;
  /** Side of the QR code, in pixels. */
  size?: number;
}

/** Without an address for others, the one for this computer and a word on why. */
export function TeamAddress({ network: { chosen, local_url: localUrl, shared }, size = 200 }: TeamAddressProps) {
  if (chosen === null)
    return (
      <Stack gap="xs" align="flex-start">
        <BigAddress url={localUrl} />
        <Text size="sm" c="dimmed">
          {shared
            ? t(
                'Only this computer can connect, because it is not connected to a network. When it is, the address for others appears here.',
              )
            : t("Only this computer can use this address. Phones and other computers can't connect yet.")}
        </Text>
      </Stack>
    );
  return (
    <Group gap="lg" align="center" wrap="wrap-reverse">
      <Stack gap="xs" align="flex-start" flex="1 1 260px" miw={0}>
        <BigAddress url={chosen.url} />
        <Text size="sm" c="dimmed">
          {t('Open in a browser or a chat app on any device on the same network ({{label}}, {{adapter}}).', {
            label: chosen.label,
            adapter: chosen.adapter,
          })}
        </Text>
      </Stack>
      <QrCode text={chosen.url} label={t('QR code of {{url}}', { url: chosen.url })} size={size} />
    </Group>
  );
}

/** An address as it is typed: always whole, with http:// and the port. */
export function BigAddress({ url }: { url: string }) {
  return (
    <Group gap="sm">
      <Text fz={{ base: 'lg', xs: 26 }} fw={700} ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {url}
      </Text>
      <CopyText text={url} label={url} />
    </Group>
  );
}
