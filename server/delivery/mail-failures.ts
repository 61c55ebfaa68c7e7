/** Reasons why mail did not leave, in sentences with what to do. The texts of TLS libraries are for their developers. */
import { phrase, type Phrase } from '../translation.ts';
import { connectionFailure } from './connection-failures.ts';

/** The settings that a reason is about. */
export interface MailEncryption {
  smtp_port: number;
  smtp_security: 'none' | 'starttls' | 'tls';
  /** PEM of the only certificate that is accepted; empty: certificates that an authority has signed. */
  smtp_certificate: string;
}

/** An error of nodemailer, or of the connection below it. */
interface MailError extends Error {
  code?: string;
  /** The code of the connection, where nodemailer replaced it. */
  originalCode?: string;
  /** The SMTP command that failed. */
  command?: string;
  responseCode?: number;
  /** What the mail server answered. */
  response?: string;
  timeoutType?: string;
}

/** The code of an error for another certificate than the trusted one. */
export const otherCertificateCode = 'ERR_OTHER_CERTIFICATE';
const otherCertificate = phrase(
  'The mail server shows another certificate than the one that is trusted. An owner can check and trust its certificate in the email settings.',
);

/** Certificates that trusting their fingerprint makes acceptable, where none is trusted. */
const untrusted: ReadonlyMap<string, string> = new Map([
  ...[
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'CERT_UNTRUSTED',
    'INVALID_CA',
  ].map((code): [string, string] => [
    code,
    phrase(
      'No authority that this computer knows has signed the certificate of the mail server. An owner can check and trust its certificate in the email settings.',
    ),
  ]),
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    phrase(
      'The certificate of the mail server is for another host name. Enter the name that the certificate is for, or check and trust its certificate in the email settings.',
    ),
  ],
  [otherCertificateCode, otherCertificate],
]);

/** Problems that trusting the certificate does not solve. */
const unsolved: ReadonlyMap<string, string> = new Map([
  [
    'CERT_HAS_EXPIRED',
    phrase('The certificate of the mail server has expired. Renew it there, and check the clock of this computer.'),
  ],
  [
    'CERT_NOT_YET_VALID',
    phrase(
      'The certificate of the mail server is not valid yet. Check the clocks of the mail server and of this computer.',
    ),
  ],
  [
    'INVALID_PURPOSE',
    phrase('The certificate of the mail server is not made for servers. Install another one on the mail server.'),
  ],
]);

/**
 * @param code of the connection's error or of its certificate
 * @returns the sentence, and whether trusting the certificate helps; undefined for errors that are not about a certificate
 */
export function certificateProblem(
  code: string,
  { smtp_certificate: trusted }: MailEncryption,
): { problem: string; isTrustable: boolean } | undefined {
  const other = unsolved.get(code);
  if (other !== undefined) return { problem: other, isTrustable: false };
  const problem = untrusted.get(code);
  return problem === undefined
    ? undefined
    : { problem: trusted === '' ? problem : otherCertificate, isTrustable: true };
}

/** @returns the reason that a mail did not leave, with what to do where that is known */
export function reasonOf(error: MailError, settings: MailEncryption): string {
  const { smtp_port: port, smtp_security: security } = settings;
  const code = error.originalCode ?? error.code ?? '';
  const certificate = certificateProblem(code, settings);
  if (certificate !== undefined) return certificate.problem;
  if (/ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/.test(code))
    return phrase('The mail server supports only versions of TLS that are no longer secure. Update the mail server.');
  if (/ALERT_CERTIFICATE_REQUIRED|ALERT_HANDSHAKE_FAILURE/.test(code))
    return phrase(
      'The mail server refused the encrypted connection. It may require a client certificate, which Hearth does not have.',
    );
  if (security === 'tls' && isNoTls(error, code))
    return phrase(
      `The mail server does not respond with TLS on port ${port}. Choose STARTTLS, or enter its port for TLS (usually 465).`,
    );
  if (security === 'starttls' && (isNoTls(error, code) || error.message.includes('STARTTLS')))
    return phrase(
      `The mail server does not start encryption by STARTTLS on port ${port}. Nothing was sent. Enter its port for STARTTLS (usually 587), or choose TLS for port 465.`,
    );
  if (security !== 'tls' && error.timeoutType === 'GREETING_TIMEOUT')
    return phrase(
      `The mail server sent no greeting on port ${port}. If this is its port for TLS (usually 465), choose TLS.`,
    );
  return unreachable(code, port) ?? refused(error) ?? error.message;
}

/** @returns why there is no connection; undefined for any other error */
function unreachable(code: string, port: number): Phrase | undefined {
  switch (connectionFailure(code)) {
    case 'no-name':
      return phrase(
        'The host name of the mail server was not found. It may be misspelled, or this computer is not connected to the network.',
      );
    case 'refused':
      return phrase(
        `No mail server accepts connections on port ${port} of this host. The usual port is 465 for TLS and 587 for STARTTLS.`,
      );
    case 'no-answer':
      return phrase(`The mail server does not answer on port ${port}. A firewall may block the connection.`);
    case 'no-network':
      return phrase('This computer has no network connection to the mail server.');
    case 'closed':
      return phrase('The mail server closed the connection.');
    default:
      return undefined;
  }
}

/** @returns what the mail server refused, with its answer; undefined for any other error */
function refused({ code, command, response, message }: MailError): Phrase | undefined {
  if (response === undefined)
    return message === 'Connection closed unexpectedly' ? phrase('The mail server closed the connection.') : undefined;
  if (code === 'EAUTH') return phrase(`The mail server refused the user name or the password: ${response}`);
  if (command === 'RCPT TO') return phrase(`The mail server rejected the address of the recipient: ${response}`);
  return command === 'MAIL FROM'
    ? phrase(`The mail server rejected the address of the sender: ${response}`)
    : undefined;
}

/** What was received is no TLS, or ended within its handshake. */
function isNoTls({ message }: MailError, code: string): boolean {
  return code.startsWith('ERR_SSL_') || /before secure TLS connection|TLS handshake timed out/.test(message);
}

/** Commands whose refusal is about one mail. All others are about the server, whose settings an administrator may correct. */
const commandsOfMail: ReadonlySet<string> = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);
/** Answers that ask for sign-in or encryption first (RFC 4954 6, RFC 3207 4). */
const asksForSettings: ReadonlySet<number> = new Set([530, 534, 535, 538]);

/** True where the mail server refuses a mail for good (RFC 5321 4.2.1). */
export function isRefusedForGood({ responseCode = 0, command = '' }: MailError): boolean {
  return responseCode >= 500 && commandsOfMail.has(command) && !asksForSettings.has(responseCode);
}
