/**
 * Signing in from a desktop app through the system's browser. The page keeps a key; the browser gets a one-time token that is sealed
 * for it (AES-256-GCM: 12 bytes of nonce, the token, 16 bytes of tag, as hexadecimal digits), and gives it back by a link or the clipboard.
 */
import { request } from './request.ts';

/** What existing desktop apps offer their pages: a key, and what was copied that is sealed for it. */
interface OtherAppBridge {
  decrypt_clipboard?: (version: number) => { key: Uint8Array; pasted: Promise<string> };
}

/** The bridge of an app that reads the clipboard; undefined elsewhere. */
export const otherApp = (globalThis as { electron_bridge?: OtherAppBridge }).electron_bridge;

/** Kept by the window: the link of the app loads its page again. */
const storageKey = 'desktop-sign-in';

interface Begun {
  /** 64 hexadecimal digits. */
  key: string;
  next: string;
}

/** Only pages of chat and console are opened after a sign-in. */
export const ownPage = (next: string | null): string =>
  next !== null && /^\/(?:chat|console)\/(?![/\\])[^\\\s]*$/.test(next) ? next : '/chat/';

export const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));

/** Makes a key and keeps it. @param next page to open afterwards. @returns the key as 64 hexadecimal digits. */
export function beginSignIn(next: string): string {
  const key = hexOf(crypto.getRandomValues(new Uint8Array(32)));
  sessionStorage.setItem(storageKey, JSON.stringify({ key, next } satisfies Begun));
  return key;
}

/** Whether this window waits for a sign-in. */
const begun = (): Begun | undefined => {
  const stored = sessionStorage.getItem(storageKey);
  return stored === null ? undefined : (JSON.parse(stored) as Begun);
};

/**
 * Opens the sealed token with the key of this window, and signs in with it.
 * @param sealed hexadecimal digits. @returns the page to open. @throws Error for what is not sealed for this window
 */
export async function finishSignIn(sealed: string): Promise<string> {
  const known = begun();
  if (known === undefined || !/^(?:[0-9a-f]{2}){29,500}$/i.test(sealed.trim())) throw new NotForThisWindow();
  const data = bytesOf(sealed.trim());
  let token: string;
  try {
    const key = await crypto.subtle.importKey('raw', bytesOf(known.key), 'AES-GCM', false, ['decrypt']);
    const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: data.subarray(0, 12) }, key, data.subarray(12));
    token = new TextDecoder().decode(opened);
  } catch {
    throw new NotForThisWindow();
  }
  await redeem(token);
  sessionStorage.removeItem(storageKey);
  return ownPage(known.next);
}

/** Opens a session with a one-time token. */
export const redeem = async (token: string): Promise<unknown> =>
  request('POST', '/console/sign_in_with_token', { token });

/** A code of another window, or a part of one. */
export class NotForThisWindow extends Error {}
