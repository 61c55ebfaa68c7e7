/** The link with which someone chooses a password: shown once, to be copied, scanned or read out. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ResetLink } from '../../../../server/contract/shapes/accounts.ts';
import { dateFormat } from '../../../client/formats.ts';
import { t } from '../../../client/text.ts';
import { Dialog } from '../../components/dialog.tsx';
import { SharedLink } from '../../network/shared-link.tsx';

const until = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });

/** Whether it reaches its owner without anybody's doing. */
function howItGoes(
  { is_sent: isSent, is_mail_failing: isFailing, mailed_to: address }: ResetLink,
  name: string,
): string {
  const email = address ?? name;
  if (!isSent) return t('No email was sent because no mail server is set up. Share the link yourself.');
  return isFailing
    ? t('The email to {{email}} could not be sent yet. Share the link yourself.', { email })
    : t('The link is also being sent to {{email}}.', { email });
}

interface PasswordLinkProps {
  name: string;
  link: ResetLink;
  onClose: () => void;
}

export function PasswordLink({ name, link, onClose }: PasswordLinkProps) {
  const time = until.format(link.expires_at * 1000);
  return (
    <Dialog title={t('Password link for {{name}}', { name })} onClose={onClose}>
      <Stack>
        <Text size="sm">
          {t(
            'Anyone who opens this link can set the password of {{name}}. The link works once and expires at {{time}}.',
            {
              name,
              time,
            },
          )}{' '}
          {howItGoes(link, name)}
        </Text>
        <SharedLink link={link.link_url} />
        <Alert>
          {link.is_sent
            ? t('The link is not shown again.')
            : t('You can read the email with the link under Invites > Outbox.')}{' '}
          {t('If the link is lost, create another. The old one then stops working.')}
        </Alert>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('Done')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
