/** What someone should look at of the certificate for HTTPS: before it runs out, and when the files that it is read from cannot be used. */
import type { CertificateState } from '../contract/shapes/network.ts';
import type { Alert } from '../contract/shapes/overview.ts';
import { daySecs } from '../durations.ts';

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

const screen = { path: '/network', label: 'Open network' };

export function certificateAlerts(facts: CertificateFacts): Alert[] {
  const { now, certificate, certificateFiles } = facts;
  if (certificate === null) return ofOrder(facts);
  const day = new Date(certificate.valid_to * 1000).toISOString().slice(0, 10);
  return [
    ...ofValidity(certificate),
    ...ofOrder(facts),
    ...(certificateFiles === null
      ? []
      : [
          {
            kind: 'certificate_files_failing' as const,
            severity: 'warning' as const,
            title: 'The certificate files cannot be used',
            message: `The former certificate stays in use until ${day}. Check the program that renews the files: ${certificateFiles.replace(/[.]$/, '')}.`,
            screen,
          },
        ]),
    ...(isSoonOver(certificate, now)
      ? [
          {
            kind: 'certificate_expiring' as const,
            severity: 'warning' as const,
            title: `The certificate expires on ${day}`,
            message: 'Browsers refuse to connect over HTTPS after that. Renew it, or add a new one.',
            screen,
          },
        ]
      : []),
  ];
}

function ofOrder({ certificate, certificateOrder: problem }: CertificateFacts): Alert[] {
  if (problem === null) return [];
  const day = certificate === null ? null : new Date(certificate.valid_to * 1000).toISOString().slice(0, 10);
  const stays = day === null ? '' : `The former certificate stays in use until ${day}. `;
  return [
    {
      kind: 'certificate_order_failing',
      severity: 'warning',
      title: 'The certificate could not be ordered',
      message: `${stays}It is tried again within half a day: ${problem.replace(/[.]$/, '')}.`,
      screen,
    },
  ];
}

/** One that was made here is replaced without anybody. */
const isSoonOver = (
  { is_made_here: isOwn, is_expired: isExpired, valid_to: end }: CertificateState,
  now: number,
): boolean => !isOwn && !isExpired && end - now < soonSecs;

function ofValidity(certificate: CertificateState): Alert[] {
  if (!(certificate.is_expired || certificate.is_not_yet_valid)) return [];
  const what = certificate.is_expired ? 'has expired' : 'is not valid yet';
  const advice = certificate.is_made_here
    ? 'The server creates a new certificate when its clock is correct.'
    : 'Check the clock of this computer, then add a valid certificate or create one.';
  return [
    {
      kind: 'certificate_invalid',
      severity: 'warning',
      title: `The certificate ${what}`,
      message: `Browsers refuse to connect over HTTPS. ${advice}`,
      screen,
    },
  ];
}
