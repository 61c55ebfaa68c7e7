/** Alerts about the HTTPS certificate: before it runs out, and when the files that it is read from cannot be used. */
import type { CertificateState } from '../contract/shapes/network.ts';
import type { Alert } from '../contract/shapes/overview.ts';
import { daySecs } from '../durations.ts';
import type { Reading, Say } from '../texts.ts';

/** Programs that renew certificates do so thirty days before their end; seconds. */
const soonSecs = 14 * daySecs;

export interface CertificateFacts {
  /** UNIX seconds. */
  now: number;
  /** The certificate in use; null while HTTPS is off. */
  certificate: CertificateState | null;
  /** Why the files that it is read from cannot be used; null while they can, or there are none. */
  certificateFiles: string | null;
  /** Why the authority issued no certificate; null while it does, or is not asked. */
  certificateOrder: string | null;
}

export function certificateAlerts(facts: CertificateFacts, reading: Reading): Alert[] {
  const { now, certificate, certificateFiles } = facts;
  const { t, ofError } = reading;
  if (certificate === null) return ofOrder(facts, reading);
  const day = new Date(certificate.valid_to * 1000).toISOString().slice(0, 10);
  const screen = { path: '/network', label: t('Open network') };
  const lines = [...ofValidity(certificate, t), ...ofOrder(facts, reading)];
  if (certificateFiles !== null)
    lines.push({
      kind: 'certificate_files_failing',
      severity: 'warning',
      title: t('The certificate files cannot be used'),
      message: t(
        'The former certificate stays in use until {{day}}. Check the program that renews the files: {{problem}}.',
        { day, problem: ofError(certificateFiles).replace(/[.。]$/, '') },
      ),
      screen,
    });
  if (isSoonOver(certificate, now))
    lines.push({
      kind: 'certificate_expiring',
      severity: 'warning',
      title: t('The certificate expires on {{day}}', { day }),
      message: t('Browsers refuse to connect over HTTPS after that. Renew it, or add a new one.'),
      screen,
    });
  return lines;
}

function ofOrder({ certificate, certificateOrder }: CertificateFacts, { t, ofError }: Reading): Alert[] {
  if (certificateOrder === null) return [];
  const problem = ofError(certificateOrder).replace(/[.。]$/, '');
  const day = certificate === null ? null : new Date(certificate.valid_to * 1000).toISOString().slice(0, 10);
  return [
    {
      kind: 'certificate_order_failing',
      severity: 'warning',
      title: t('The certificate could not be ordered'),
      message:
        day === null
          ? t('It is tried again within half a day: {{problem}}.', { problem })
          : t('The former certificate stays in use until {{day}}. It is tried again within half a day: {{problem}}.', {
              day,
              problem,
            }),
      screen: { path: '/network', label: t('Open network') },
    },
  ];
}

/** One that was made here is replaced by the server. */
const isSoonOver = (
  { is_made_here: isOwn, is_expired: isExpired, valid_to: end }: CertificateState,
  now: number,
): boolean => !isOwn && !isExpired && end - now < soonSecs;

function ofValidity(certificate: CertificateState, t: Say): Alert[] {
  if (!(certificate.is_expired || certificate.is_not_yet_valid)) return [];
  return [
    {
      kind: 'certificate_invalid',
      severity: 'warning',
      title: certificate.is_expired ? t('The certificate has expired') : t('The certificate is not valid yet'),
      message: certificate.is_made_here
        ? t('Browsers refuse to connect over HTTPS. The server creates a new certificate when its clock is correct.')
        : t(
            'Browsers refuse to connect over HTTPS. Check the clock of this computer, then add a valid certificate or create one.',
          ),
      screen: { path: '/network', label: t('Open network') },
    },
  ];
}
