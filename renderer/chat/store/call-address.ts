/** Addresses of video calls, made from what the organization chose (contract: realm_video_chat_provider, realm_jitsi_server_url). Pure. */
import { asLinkAddress } from '../../client/link-text.ts';
import type { ClientState } from '../../client/state/state.ts';

/** Of a `video_chat_provider`: a room at an address. */
const roomAtAddress = 1;
/** Where the organization chose calls and no address. */
const preset = 'https://meet.jit.si';
const place = '{room}';

/** @returns where rooms are; null where the organization has no calls. */
export function callTemplate({ organization: { realm } }: Pick<ClientState, 'organization'>): string | null {
  return realm.video_chat_provider === roomAtAddress ? (realm.jitsi_server_url ?? preset) : null;
}

/** @param template an address with "{room}" in it, else one whose path the room's name ends, as with Jitsi Meet. @returns the target of a Markdown link. */
export function callAddress(template: string, room: string): string {
  // Addresses that a browser wrote have the braces as %7B and %7D.
  const written = template.replaceAll(/%7Broom%7D/gi, place);
  const address = written.includes(place)
    ? written.replaceAll(place, room)
    : written.replace(/\/*(?=[?#]|$)/, `/${room}`);
  return asLinkAddress(address);
}

/** @param bytes of chance. @returns a name that no one guesses. */
export const roomOf = (bytes: Uint8Array): string =>
  `call-${[...bytes].map((byte) => byte.toString(36).padStart(2, '0')).join('')}`;
