/** Ways from the console into the chat: another page, so the browser goes there itself. */
import { Anchor } from '@mantine/core';

/** @param fragment of the view, as in links between messages (renderer/chat/routing/address.ts); ids alone lead there. */
export const chatAddress = (fragment = ''): string => `/chat/${fragment}`;

/** One's own name, picture, password and API key, which everyone changes in one place. */
export const accountAddress = chatAddress('#settings/profile');

export const channelInChat = (id: number): string => chatAddress(`#narrow/channel/${id}`);
export const personInChat = (id: number): string => chatAddress(`#narrow/dm/${id}-dm`);

interface Placed {
  stream_id?: number;
  subject: string;
  /** The people of a direct message. */
  display_recipient: string | { id: number }[];
}

/** One message in its conversation. */
export function messageInChat(id: number, { stream_id: channel, subject, display_recipient: people }: Placed): string {
  // In these addresses a dot begins what is encoded.
  const topic = encodeURIComponent(subject).replaceAll('.', '%2E');
  const place =
    channel === undefined || typeof people === 'object'
      ? `dm/${typeof people === 'object' ? people.map((person) => person.id).join(',') : ''}-dm`
      : `channel/${channel}/topic/${topic}`;
  return chatAddress(`#narrow/${place}/near/${id}`);
}

export function ChatLink({ to, children }: { to: string; children: string }) {
  return (
    <Anchor href={to} size="sm">
      {children}
    </Anchor>
  );
}
