/** The link with which somebody chooses a password: shown once, to be copied, scanned or read out. */
import { Alert, Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ResetLink } from '../../../../server/contract/shapes/accounts.ts';
import { CopyText } from '../../../components/copy-text.tsx';
import { QrCode } from '../../../components/qr-code.tsx';
import { isForThisComputerOnly } from '../../network/network.ts';

const until = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

interface PasswordLinkProps {
  name: string;
  link: ResetLink;
  onClose: () => void;
}

export function PasswordLink({ name, link, onClose }: PasswordLinkProps) {
  return (
    <Modal.Root opened onClose={onClose} size="md">
      <Modal.Overlay />
      <Modal.Content>
        <Group justify="space-between" p="md" pb={0} wrap="nowrap">
          <Modal.Title fw={600}>A password for {name}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </Group>
        <Modal.Body pt="md">
          <Stack>
            <Text size="sm">
              Whoever opens this link chooses the password of {name}. It works once, until{' '}
              {until.format(link.expires_at * 1000)}, and was mailed to {link.mailed_to}. Where there is no mail server,
              the mail waits under Invites, Outbox: hand the link over yourself.
            </Text>
            <Group justify="center">
              <QrCode text={link.link_url} label={`QR code of the link for ${name}`} />
            </Group>
            <Anchor href={link.link_url} ta="center" size="sm" style={{ overflowWrap: 'anywhere' }}>
              {link.link_url}
            </Anchor>
            {isForThisComputerOnly(link.link_url) && (
              <Alert color="yellow" title="Only this computer reaches this address">
                Open the server to the office network under Network, and make the link again.
              </Alert>
            )}
            <Alert>It is not shown again. If it gets lost, make another one; the one before then stops working.</Alert>
            <Group justify="flex-end">
              <CopyText text={link.link_url} label="link" caption="Copy link" />
              <Button size="compact-sm" onClick={onClose}>
                Done
              </Button>
            </Group>
          </Stack>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
