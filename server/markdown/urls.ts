// Addresses allowed in links, and how addresses inside the organization are written.
// Promise: nothing but the listed schemes and paths of this server ever reaches an href or src.

const safeScheme = /^(?:https?|ftp|mailto|tel|sms|xmpp|sip):[^\s]/i;
const ownAddress = /^(?:\/(?![/\\])|[#?])/;
const hostWithoutScheme = /^[\p{L}\p{N}][\p{L}\p{N}-]*(?:\.[\p{L}\p{N}-]+)+(?::\d{1,5})?(?:[/?#]|$)/u;
/** An upload, or what one sees: the latter also as the address bar of the chat shows it. */
const placeHere = /^(?<origin>https?:\/\/[^/?#\s]+)(?:(?=\/user_uploads\/)|\/(?:chat\/?)?(?=#narrow\/))(?<place>.*)$/is;
const uploadPath = /^\/user_uploads\/(?!thumbnail\/)[^?#\s]+/;
const loneSurrogate = /\p{Cs}/gu;
const imageName = /\.(?:png|jpe?g|gif|webp|avif|bmp|tiff?)$/i;

/** True for the schemes people mail each other and for paths, fragments and queries of this server. */
export function isSafeUrl(url: string): boolean {
  return safeScheme.test(url) || ownAddress.test(url);
}

/**
 * A link target as people type it, completed: `example.com/x` gets `http://`, `user_uploads/2/a.png` its slash.
 * Anything else comes back unchanged and is left to `isSafeUrl`.
 */
export function completeUrl(url: string): string {
  if (url.startsWith('user_uploads/')) return `/${url}`;
  return hostWithoutScheme.test(url) ? `http://${url}` : url;
}

/**
 * Links to uploads and to messages are kept without the server's address, because every reader may reach it under another one.
 * `isOwnOrigin`: see RenderContext.
 */
export function withoutOwnOrigin(url: string, isOwnOrigin: (origin: string) => boolean = () => false): string {
  const { origin, place } = placeHere.exec(url)?.groups ?? {};
  return origin === undefined || place === undefined || !isOwnOrigin(origin) ? url : place;
}

/** The upload behind a link, percent-encoding undone, or undefined. A path that climbs out of its folder is none. */
export function findUploadPath(url: string): string | undefined {
  const encoded = uploadPath.exec(url)?.[0];
  if (encoded === undefined) return undefined;
  let path = encoded;
  try {
    path = decodeURIComponent(encoded);
  } catch {
    // A stray percent sign: then the path was not encoded in the first place.
  }
  return path.split(/[/\\]/).some((part) => part === '..' || part === '.') ? undefined : path;
}

/** True when the address ends like a picture that browsers draw (SVG is not among them: it can carry scripts). */
export function isImageUrl(url: string): boolean {
  return imageName.test(url.replace(/[?#].*$/s, ''));
}

/** The text with halves of surrogate pairs replaced by U+FFFD: percent-encoding refuses halves. */
export function wellFormed(text: string): string {
  return text.replace(loneSurrogate, '\ufffd');
}

/** A channel's or topic's address part: percent-encoded with `.` for `%`, so that a mail program keeps it whole. */
function encodeHash(text: string): string {
  return encodeURIComponent(wellFormed(text))
    .replace(/[.!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%/g, '.');
}

/**
 * `/#narrow/channel/9-design-team`, with `/topic/...` and `/near/...` when given.
 * @param withId a message of the topic, for a link that goes on working when the topic is renamed or moved
 */
export function narrowUrl(
  channel: { id: number; name: string },
  topic?: string,
  messageId?: number,
  withId?: number,
): string {
  let url = `/#narrow/channel/${channel.id}-${encodeHash(channel.name.replaceAll(' ', '-'))}`;
  if (topic !== undefined) url += `/topic/${encodeHash(topic)}`;
  if (messageId !== undefined) url += `/near/${messageId}`;
  else if (withId !== undefined) url += `/with/${withId}`;
  return url;
}
