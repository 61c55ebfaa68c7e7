/** A link that someone else is to open, as text and as a code. What only this computer can open is offered to no one else. */
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { t } from '../../client/text.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { isForThisComputerOnly } from './network.ts';

/** A link to be handed over: as a code where others can open it, and where not, with what to do first. */
export function SharedLink({ link }: { link: string }) {
  const isOwn = isForThisComputerOnly(link);
  return (
    <Stack align="center">
      {isOwn ? (
        <Alert title={t('No one else can open this link yet')} w="100%">
          <Stack gap="xs" align="flex-start">
            <Text size="sm">
              {t('The link works only on this computer. Allow connections from the network first, then copy it again.')}
            </Text>
            <Button component={Link} href="/network" size="xs">
              {t('Open Network')}
            </Button>
          </Stack>
        </Alert>
      ) : (
        <QrCode text={link} label={t('QR code of {{link}}', { link })} />
      )}
      <Anchor href={link} ta="center" style={{ overflowWrap: 'anywhere' }}>
        {link}
      </Anchor>
      {isOwn ? (
        <Text size="sm" c="dimmed" ta="center">
          {t('To try the link here, open it in another browser on this computer.')}
        </Text>
      ) : (
        <>
          <Group>
            <CopyText text={link} label={t('link')} />
          </Group>
          <Text size="sm" c="dimmed" ta="center">
            {t('Scan the code with the other device, or open the link in its browser. It must be on the same network.')}
          </Text>
        </>
      )}
    </Stack>
  );
}
