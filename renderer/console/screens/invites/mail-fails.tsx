/** Warning that invitations wait while email is not delivered, and what to do in the meantime. */
import { Alert } from '@mantine/core';
import { t } from '../../../client/text.ts';

export function MailFails() {
  return (
    <Alert color="yellow" title={t('Email is not being delivered')}>
      {t(
        'Email invitations are sent when the mail server works again. For urgent invitations, share the link or QR code yourself.',
      )}
    </Alert>
  );
}
