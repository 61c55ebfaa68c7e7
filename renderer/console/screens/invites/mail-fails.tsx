/** Says that invitations wait, because the server cannot get its mail out now, and what to do meanwhile. */
import { Alert } from '@mantine/core';
import { t } from '../../../client/text.ts';

export function MailFails() {
  return (
    <Alert color="yellow" title={t('Mail does not get out now')}>
      {t(
        'Invitations by email wait, and are sent when the mail server takes them. Hand over the link or the QR code of whoever is to come soon.',
      )}
    </Alert>
  );
}
