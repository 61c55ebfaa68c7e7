/** The link with which somebody chooses a password: shown once, to be copied, scanned or read out. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ResetLink } from '../../../../server/contract/shapes/accounts.ts';
import { t } from '../../../client/text.ts';
import { Dialog } from '../../components/dialog.tsx';
import { SharedLink } from '../../network/shared-link.tsx';

const until = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Whether it reaches its owner without anybody's doing. */
function howItGoes(
  { is_sent: isSent, is_mail_failing: isFailing, mailed_to: address }: ResetLink,
  name: string,
): string {
  const email = address ?? name;
  if (!isSent) return t('It was not emailed, because this server has no mail server: hand it over yourself.');
  return isFailing
    ? t('The email to {{email}} waits, because mail does not get out now: hand the link over yourself.', { email })
    : t('It also goes to {{email}} by email, as soon as the mail server takes it.', { email });
}

interface PasswordLinkProps {
  name: string;
  link: ResetLink;
  onClose: () => void;
}

export function PasswordLink({ name, link, onClose }: PasswordLinkProps) {
  const time = until.format(link.expires_at * 1000);
  return (
    <Dialog title={t('A password link for {{name}}', { name })} onClose={onClose}>
      <Stack>
        <Text size="sm">
          {t('Anyone who opens this link can set the password of {{name}}. It works once, until {{time}}.', {
            name,
            time,
          })}{' '}
          {howItGoes(link, name)}
        </Text>
        <SharedLink link={link.link_url} />
        <Alert>
          {link.is_sent
            ? t('The link is not shown again.')
            : t('The email with the link can be read under Invites > Outbox.')}{' '}
          {t('If it gets lost, create another; the old one then stops working.')}
        </Alert>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('Done')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
