/** After inviting while no mail gets out: nothing was sent, so here is the link of each, to be handed over. */
import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../../client/text.ts';
import { CopyText } from '../../../components/copy-text.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Loading } from '../../components/states.tsx';
import { isForThisComputerOnly } from '../../network/network.ts';
import { SharedLink } from '../../network/shared-link.tsx';
import { invitationsQuery, mailStateOf, type MailState } from './invitations.ts';
import { ShareLink } from './share-link.tsx';

const whyNotSent = (mail: MailState): string =>
  mail === 'none'
    ? t('No email was sent because no mail server is set up. Share this link yourself.')
    : t('Email is not being delivered. The server will retry. You can also share the link yourself.');

interface HandOverProps {
  /** Of those who were invited. */
  addresses: string[];
  onClose: () => void;
}

export function HandOver({ addresses, onClose }: HandOverProps) {
  const { data } = useQuery(invitationsQuery);
  const [open, setOpen] = useState<string | null>(null);
  const wanted = new Set(addresses.map((address) => address.toLowerCase()));
  const links = (data?.invitations ?? []).flatMap(({ state, email, link_url: link }) =>
    state === 'pending' && email !== null && link !== null && wanted.has(email.toLowerCase()) ? [{ email, link }] : [],
  );
  const [only] = links;
  const notSent = <Alert>{whyNotSent(mailStateOf(data))}</Alert>;
  if (only !== undefined && addresses.length === 1)
    return (
      <ShareLink
        title={t('Invitation for {{email}}', { email: only.email })}
        link={only.link}
        about={notSent}
        onClose={onClose}
      />
    );
  return (
    <Dialog
      title={t('{{count}} invitations to share', { count: data === undefined ? addresses.length : links.length })}
      size="lg"
      onClose={onClose}
    >
      <Stack>
        {notSent}
        {data === undefined && <Loading />}
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
          {links.map(({ email, link }) => (
            <Paper component="li" key={email} withBorder p="sm">
              <Group justify="space-between">
                <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                  {email}
                </Text>
                <Group gap={6}>
                  {!isForThisComputerOnly(link) && (
                    <CopyText text={link} label={t('Copy link for {{name}}', { name: email })} caption={t('Copy')} />
                  )}
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-expanded={open === email}
                    aria-label={t('Link and QR code for {{name}}', { name: email })}
                    onClick={() => setOpen(open === email ? null : email)}
                  >
                    {t('Link and QR')}
                  </Button>
                </Group>
              </Group>
              {open === email && <SharedLink link={link} />}
            </Paper>
          ))}
        </Stack>
      </Stack>
    </Dialog>
  );
}
