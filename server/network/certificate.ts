/** Certificates for HTTPS: reading, checking what someone brings, and making one here. Texts are PEM. */
import { createPrivateKey, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import { createSecureContext } from 'node:tls';
import type { CertificateState } from '../contract/shapes/network.ts';
import { dayMs } from '../durations.ts';
import { invalidParameter, messageOf } from '../errors.ts';
import { loadWithSpares } from '../spare-descriptors.ts';
import { phrase, type Phrase } from '../translation.ts';
import type { KeptCertificate } from './certificate-files.ts';

/** Apple refuses certificates that are valid for longer (825 days); a year and a month is what browsers are used to. */
const validDays = 397;
/** Who issues the certificates that are made here. */
const ownIssuer = 'Hearth on this computer';

/** @param names that it should be for. @param nowMs UNIX milliseconds */
export function describeCertificate(
  { certificate }: KeptCertificate,
  names: readonly string[],
  nowMs: number,
): CertificateState {
  const parsed = new X509Certificate(certificate);
  const issuer = nameIn(parsed.issuer, 'O') ?? nameIn(parsed.issuer, 'CN') ?? parsed.issuer;
  return {
    subject: nameIn(parsed.subject, 'CN') ?? namesOf(parsed)[0] ?? '',
    issuer,
    names: namesOf(parsed),
    valid_from: secondsOf(parsed.validFrom),
    valid_to: secondsOf(parsed.validTo),
    fingerprint: parsed.fingerprint256,
    is_made_here: issuer === ownIssuer,
    missing_names: names.filter((name) => !isFor(parsed, name)),
    is_expired: nowMs > Date.parse(parsed.validTo),
    is_not_yet_valid: nowMs < Date.parse(parsed.validFrom),
  };
}

/**
 * @param names host names and IP addresses; the first names the certificate.
 * @param nowMs UNIX milliseconds.
 * @param formerKey PEM: the key of the certificate that is replaced, to be used again; a new one is made without it.
 * @returns a certificate that signs itself, and its key.
 */
export async function makeCertificate(
  names: readonly string[],
  nowMs: number,
  formerKey?: string,
): Promise<{ certificate: string; key: string }> {
  // Loaded when it is wanted: most servers never make one.
  const { generate } = await loadWithSpares(() => import('selfsigned'));
  const { cert, private: key } = await generate(
    [
      { name: 'commonName', value: names[0] ?? 'localhost' },
      { name: 'organizationName', value: ownIssuer },
    ],
    {
      keyType: 'ec',
      curve: 'P-256',
      algorithm: 'sha256',
      ...(formerKey !== undefined && { keyPair: keyPairOf(formerKey) }),
      // Clocks of other devices may be a little behind.
      notBeforeDate: new Date(nowMs - dayMs),
      notAfterDate: new Date(nowMs + (validDays - 1) * dayMs),
      extensions: [
        // No authority: a user who trusts it trusts this server, and no one who steals the key can speak for another site.
        { name: 'basicConstraints', cA: false, critical: true },
        { name: 'keyUsage', digitalSignature: true, critical: true },
        { name: 'extKeyUsage', serverAuth: true },
        {
          name: 'subjectAltName',
          altNames: names.map((name) =>
            isIP(name) === 0 ? { type: 2 as const, value: name } : { type: 7 as const, ip: name },
          ),
        },
      ],
    },
  );
  return { certificate: cert, key };
}

function keyPairOf(key: string): { privateKey: string; publicKey: string } {
  return {
    privateKey: String(createPrivateKey(key).export({ type: 'pkcs8', format: 'pem' })),
    publicKey: String(createPublicKey(key).export({ type: 'spki', format: 'pem' })),
  };
}

/**
 * Checks what someone brings: that both can be read, belong together, and are valid now.
 * @param timesMs what the time may be, UNIX milliseconds: it has to be valid at one of them.
 * @throws ApiError BAD_REQUEST that names the one that is wrong
 */
export function checkCertificate(certificate: string, key: string, timesMs: readonly number[]): void {
  const parsed = readable(
    'certificate',
    phrase('certificate is not a certificate in PEM form ("-----BEGIN …")'),
    () => new X509Certificate(certificate),
  );
  const privateKey: KeyObject = readable(
    'private_key',
    phrase('private_key is not a private key without a passphrase in PEM form ("-----BEGIN …")'),
    () => createPrivateKey(key),
  );
  if (!parsed.checkPrivateKey(privateKey))
    throw invalidParameter('private_key', 'private_key does not belong to this certificate');
  const [from, to] = [Date.parse(parsed.validFrom), Date.parse(parsed.validTo)];
  if (timesMs.every((nowMs) => nowMs > to))
    throw invalidParameter('certificate', `certificate ran out on ${day(parsed.validTo)}`);
  if (!timesMs.some((nowMs) => nowMs >= from && nowMs <= to))
    throw invalidParameter('certificate', `certificate is not valid before ${day(parsed.validFrom)}`);
  if (namesOf(parsed).length === 0)
    throw invalidParameter('certificate', 'certificate names no host (subject alternative names)');
  try {
    createSecureContext({ cert: certificate, key });
  } catch (error) {
    // Such as a key that is too short, or a damaged certificate behind the first.
    throw invalidParameter('certificate', `certificate cannot be used for HTTPS: ${messageOf(error)}`);
  }
}

/** @returns the certificates of a PEM text alone: other servers want the key in the same file, and what is kept here is given out. */
export function certificatesIn(pem: string): string {
  const found = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return found.map((one) => `${one}\n`).join('');
}

function readable<T>(name: string, problem: Phrase, read: () => T): T {
  try {
    return read();
  } catch {
    throw invalidParameter(name, problem);
  }
}

/** "DNS:chat.office, IP Address:192.168.1.4" -> names and addresses. */
function namesOf(parsed: X509Certificate): string[] {
  const entries = parsed.subjectAltName?.split(', ') ?? [];
  return entries.flatMap((entry) => /^(?:DNS|IP Address):"?([^"]+)"?$/.exec(entry)?.[1] ?? []);
}

function isFor(parsed: X509Certificate, name: string): boolean {
  return (isIP(name) === 0 ? parsed.checkHost(name) : parsed.checkIP(name)) !== undefined;
}

/** @param distinguished Node gives none for an empty name, as certificates of public authorities have it. */
const nameIn = (distinguished: string | undefined, part: string): string | undefined =>
  distinguished
    ?.split('\n')
    .find((line) => line.startsWith(`${part}=`))
    ?.slice(part.length + 1);
const secondsOf = (date: string): number => Math.floor(Date.parse(date) / 1000);
const day = (date: string): string => new Date(date).toISOString().slice(0, 10);
