/** The link of an invitation, to be copied, scanned, or read out; with an address that others can reach. */
import { Alert, Anchor, Group, Modal, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { CopyText } from '../../../components/copy-text.tsx';
import { QrCode } from '../../../components/qr-code.tsx';
import { isForThisComputerOnly } from '../../network/network.ts';

export function ShareLink({ title, link, onClose }: { title: string; link: string; onClose: () => void }) {
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
            <QrCode text={link} label={`QR code of ${link}`} />
            <Anchor href={link} ta="center" style={{ overflowWrap: 'anywhere' }}>
              {link}
            </Anchor>
            <CopyText text={link} label="link" />
            {isForThisComputerOnly(link) ? (
              <Alert title="Only this computer reaches this address">
                <Anchor component={Link} href="/network" inherit c="var(--mantine-color-text)" underline="always">
                  Let others in the network connect
                </Anchor>
                , and the link will work for them.
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
