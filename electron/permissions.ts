/**
 * Device permissions of the server's pages: notifications, copying, full screen, and the microphone for voice messages, never
 * together with the camera. Pure.
 */

/** What Electron says of a wish (docs/api/session, setPermissionRequestHandler and setPermissionCheckHandler). */
interface MediaDetails {
  /** Of a request: what a page asks for, "audio" or "video" each. */
  mediaTypes?: readonly string[];
  /** Of a check: "audio", "video" or "unknown". */
  mediaType?: string;
}

const granted = new Set(['notifications', 'clipboard-sanitized-write', 'fullscreen']);

/** Whether a page of ours gets what it asks for. */
export function mayTake(permission: string, { mediaTypes = [] }: MediaDetails): boolean {
  if (permission !== 'media') return granted.has(permission);
  return mediaTypes.length > 0 && mediaTypes.every((type) => type === 'audio');
}

/** What a page of ours learns of what it has. */
export function mayHave(permission: string, { mediaType }: MediaDetails): boolean {
  return permission === 'media' ? mediaType === 'audio' : granted.has(permission);
}
