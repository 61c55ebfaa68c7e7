/** The link of an invitation, to be copied, scanned, or read out; with an address that others can reach. */
import { Alert, Anchor, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CopyText } from '../../parts/copy-text.tsx';
import { QrCode } from '../../parts/qr-code.tsx';
import { overviewQuery, useSession } from '../../queries.ts';
import { shareable } from './invitations.ts';

export function ShareLink({ title, link, onClose }: { title: string; link: string; onClose: () => void }) {
  const shared = useShareable()(link);
  return (
    <Modal.Root opened onClose={onClose} size="md">
      <Modal.Overlay />
      <Modal.Content>
        <Group justify="space-between" p="md" pb={0} wrap="nowrap">
          <Modal.Title fw={600}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </Group>
        <Modal.Body pt="md">
          <Stack align="center">
            <QrCode text={shared.url} label={`QR code of ${shared.url}`} />
            <Anchor href={shared.url} ta="center" style={{ overflowWrap: 'anywhere' }}>
              {shared.url}
            </Anchor>
            <CopyText text={shared.url} label="link" />
            {shared.isForThisComputerOnly ? (
              <Alert title="Only this computer reaches this address">
                Open the server to the office network under Organization, Network, and the link will work for others.
              </Alert>
            ) : (
              <Text size="sm" c="dimmed" ta="center">
                Scan it with a phone's camera, or open it in any browser on the same network.
              </Text>
            )}
          </Stack>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Makes links that work elsewhere; administrators know the server's addresses, others have come by one that works. */
export function useShareable(): (link: string) => ReturnType<typeof shareable> {
  const session = useSession();
  const { data } = useQuery({ ...overviewQuery, enabled: session.is_admin, refetchInterval: false });
  return (link) => shareable(link, data?.addresses ?? []);
}
