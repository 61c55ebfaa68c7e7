/** Secrets: what a caller proves itself with, and how secrets are hashed and compared. */
import { createCipheriv, createDecipheriv, createHmac, hash, timingSafeEqual, randomBytes, scrypt } from 'node:crypto';

export type Credentials =
  | { kind: 'none' }
  | { kind: 'key'; email: string; apiKey: string }
  /** A key in an address: a user who was given it can send nothing else. */
  | { kind: 'lone key'; apiKey: string }
  /** `csrfToken` is what the request carried, to be compared with the session's. */
  | { kind: 'session'; token: string; csrfToken: string | undefined };

const secretName = /pass(word|wd|code|phrase)|secret|token|api_?key|cookie|credential|csrf|ticket|(^|_)key$|otp/i;

/** Whether a field or parameter is a secret by its name. */
export const looksSecret = (name: string): boolean => secretName.test(name);

/**
 * Fields that hold a secret wherever they stand: in answers, in events, in what is logged. Parameters say it themselves
 * (`.secret()`); that no field is forgotten is a test (server/laws/privacy.test.ts).
 */
export const secretFields: ReadonlySet<string> = new Set([
  'api_key',
  'apiKey',
  'authorization',
  'client_secret',
  'desktop_data',
  'config_data',
  'cookie',
  'csrf_token',
  'invite_link',
  'link_url',
  'otp_encrypted_api_key',
  'otpauth_url',
  'password',
  'private_key',
  'push_account_id',
  'recovery_codes',
  'secret',
  'secret_topic',
  'services',
  'setup_path',
  'setup_token',
  'smtp_password',
  'ldap_bind_password',
  'token',
  'two_factor_code',
]);

/** What stands in the place of a secret. */
export const secretMark = '[secret]';

/** What credentials were hashed to already: the same object comes with every request of a client (http/auth.ts). */
const hashes = new WeakMap<Credentials, string>();

/** What a caller proves itself with, as a hash to count and to look up by; null for a stranger. */
export function secretHash(credentials: Exclude<Credentials, { kind: 'none' }>): string;
export function secretHash(credentials: Credentials): string | null;
export function secretHash(credentials: Credentials): string | null {
  if (credentials.kind === 'none') return null;
  const known = hashes.get(credentials);
  if (known !== undefined) return known;
  const hashed = hashToken(credentials.kind === 'session' ? credentials.token : credentials.apiKey);
  hashes.set(credentials, hashed);
  return hashed;
}

/** Compares two secrets in constant time, whatever their lengths. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

/** How a session token is stored: never itself. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}

/** What only the user who has the key can have made of a text. */
export function signature(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

const sealedWith = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts a text so that only the holder of the key reads or makes it. @param key 32 bytes. @returns IV, ciphertext and tag. */
export function seal(key: Buffer, text: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(sealedWith, key, iv);
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** @returns what `seal` was given; null for bytes that it did not make with this key. */
export function unseal(key: Buffer, sealed: Buffer): string | null {
  if (sealed.length < ivBytes + tagBytes) return null;
  const decipher = createDecipheriv(sealedWith, key, sealed.subarray(0, ivBytes));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

const blockSize = 8;

const keyLength = 32;

function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  const N = 2 ** cost;
  return new Promise((resolve, reject) => {
    const maxmem = 256 * N * blockSize;
    scrypt(password.normalize('NFKC'), salt, keyLength, { N, r: blockSize, p: 1, maxmem }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

/**
 * @param cost exponent of the work factor, N = 2^cost.
 * @param salt 16 bytes; never given but for the demo, whose password is known.
 * @returns "scrypt$cost$salt$key", salt and key in base64.
 */
export async function hashPassword(password: string, cost: number, salt = randomBytes(16)): Promise<string> {
  const key = await derive(password, salt, cost);
  return `scrypt$${cost}$${salt.toString('base64')}$${key.toString('base64')}`;
}

/** Compares in constant time. False for a hash that is not ours. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [scheme, cost, salt, key] = stored.split('$');
  if (scheme !== 'scrypt' || cost === undefined || salt === undefined || key === undefined) return false;
  const expected = Buffer.from(key, 'base64');
  const actual = await derive(password, Buffer.from(salt, 'base64'), Number(cost));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** Spends the time of a check where there is no account to check against, so that its absence does not show. */
export async function verifyNothing(password: string, cost: number): Promise<false> {
  await derive(password, Buffer.alloc(16), cost);
  return false;
}

/**
 * Who may call (spec: Authentication): anybody; any valid account; any valid account but bots that may only send;
 * administrators and owners only; owners only. Finer rules are the domain's.
 */
export type Access = 'anonymous' | 'sender' | 'authenticated' | 'administrator' | 'owner';

/** Whom an endpoint lets in; some of what changes something is for owners also while the organization is deactivated. */
export interface Entrance {
  access: Access;
  whileDeactivated?: true;
}

/**
 * What an endpoint for accounts is to those who send no credentials, beside refusing them: `web-public` shows them what is
 * web-public, as visitors who read, where the organization lets visitors in (`mayBeVisited`).
 */
export type AnonymousAccess = 'web-public';
