/** A phone app that signs in by the web, by the rules that existing apps keep: its pad, and the address that it takes its key from. */
import { randomBytes } from 'node:crypto';

/** A pad as apps make it: 32 bytes as hexadecimal digits. */
export const newPad = (): string => randomBytes(32).toString('hex');

/**
 * Takes the account from the address that an app is opened with: the scheme `zulip`, the host `login`, each parameter exactly once, the
 * server that was asked, and the key, byte by byte under the pad.
 * @throws Error for an address that apps refuse
 */
export function accountFrom(
  address: string,
  pad: string,
  realm: string,
): { email: string; userId: number; apiKey: string } {
  const url = new URL(address);
  if (url.protocol !== 'zulip:' || url.host !== 'login') throw new Error(`not for an app: ${url.protocol}${url.host}`);
  const parameters = Object.fromEntries(url.searchParams);
  const { realm: from, email = '', user_id: userId = '', otp_encrypted_api_key: sealed = '' } = parameters;
  if (new URL(from ?? '').origin !== realm) throw new Error(`from another server: ${from}`);
  if (!/^\d+$/.test(userId) || !email.includes('@')) throw new Error(`no account: ${userId} ${email}`);
  if (!/^[0-9a-f]{64}$/i.test(sealed) || sealed.length !== pad.length) throw new Error(`no key: ${sealed}`);
  const [one, other] = [Buffer.from(sealed, 'hex'), Buffer.from(pad, 'hex')];
  const apiKey = String.fromCharCode(...one.map((byte, index) => byte ^ (other[index] ?? 0)));
  return { email, userId: Number(userId), apiKey };
}
