/** The address of one message within the chat, as every client of the API reads it (`#narrow/...`). */
import { narrowUrl } from '../../markdown/urls.ts';
import type { Reader } from '../../storage/database.ts';
import { findChannel } from '../channels/rows.ts';
import { participantIds } from './direct-recipients.shared.ts';
import type { MessageRow } from './rows.ts';

/** @returns such as `/#narrow/channel/9-design/topic/fonts/near/12`; it begins at the server's root. */
export function messageLink(
  db: Reader,
  message: Pick<MessageRow, 'id' | 'stream_id' | 'recipient_id' | 'topic'>,
): string {
  const channel = message.stream_id === null ? undefined : findChannel(db, message.stream_id);
  if (channel !== undefined) return narrowUrl(channel, message.topic, message.id);
  return `/#narrow/dm/${participantIds(db, message.recipient_id).join(',')}-dm/near/${message.id}`;
}
