/**
 * Certificates of mail servers: which one a connection accepts, and what a mail server shows. A mail server of the house often has
 * a certificate that no authority has signed; then the owner compares its fingerprint, and exactly that certificate is accepted.
 */
import { X509Certificate } from 'node:crypto';
import { TLSSocket, type ConnectionOptions, type PeerCertificate } from 'node:tls';
import { certificateProblem, otherCertificateCode, type MailEncryption } from './mail-failures.ts';

/** The connection to a mail server, without the account. */
export interface MailConnection extends MailEncryption {
  smtp_host: string;
}

/** What a mail server shows, for a person to compare. */
export interface ShownCertificate {
  /** PEM. */
  certificate: string;
  /** SHA-256, as "AB:CD:…". */
  fingerprint: string;
  subject: string;
  issuer: string;
  /** UNIX seconds. */
  valid_to: number;
  /** Why mail is not sent to a server with it; null where it is accepted. */
  problem: string | null;
  /** Whether trusting it solves the problem. */
  is_trustable: boolean;
}

/** @returns null for what is no certificate in PEM */
export const fingerprintOf = (pem: string): string | null => read(pem)?.fingerprint256 ?? null;

/** @returns the first certificate of a text in PEM, without other parts, such as a private key; '' where there is none */
export const certificateIn = (pem: string): string => read(pem)?.toString() ?? '';

function read(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

/** How nodemailer connects. */
export function connectionOptions(settings: MailConnection) {
  return {
    host: settings.smtp_host,
    port: settings.smtp_port,
    secure: settings.smtp_security === 'tls',
    requireTLS: settings.smtp_security === 'starttls',
    ignoreTLS: settings.smtp_security === 'none',
    tls: trust(settings.smtp_certificate),
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
  };
}

/**
 * The trusted certificate takes the place of all authorities and of the host's name: it is the only one that is accepted, also where
 * it is one that could sign others.
 */
function trust(pem: string): ConnectionOptions {
  if (pem === '') return {};
  const trusted = fingerprintOf(pem);
  return {
    ca: pem,
    allowPartialTrustChain: true,
    checkServerIdentity: (_host: string, { fingerprint256 }: PeerCertificate) =>
      fingerprint256 === trusted
        ? undefined
        : Object.assign(new Error('another certificate'), { code: otherCertificateCode }),
  };
}

/** Connects without signing in and without sending anything. @throws Error when nothing answers, or without encryption */
export async function readMailCertificate(settings: MailConnection): Promise<ShownCertificate> {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection');
  const options = connectionOptions(settings);
  // What is not accepted is read, too, and the connection ends with that.
  const connection = new SMTPConnection({ ...options, tls: { ...options.tls, rejectUnauthorized: false } });
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject);
      connection.connect((error?: Error | null) => (error ? reject(error) : resolve()));
    });
    const { _socket: socket } = connection;
    if (!(socket instanceof TLSSocket)) throw new Error('The mail server did not encrypt the connection.');
    const shown = new X509Certificate(socket.getPeerCertificate().raw);
    const code = String(socket.authorizationError);
    const { problem, isTrustable } = certificateProblem(code, settings) ?? { problem: code, isTrustable: false };
    return {
      certificate: shown.toString(),
      fingerprint: shown.fingerprint256,
      subject: shown.subject.replaceAll('\n', ', '),
      issuer: shown.issuer.replaceAll('\n', ', '),
      valid_to: Math.floor(Date.parse(shown.validTo) / 1000),
      problem: socket.authorized ? null : problem,
      is_trustable: !socket.authorized && isTrustable,
    };
  } finally {
    connection.close();
  }
}
