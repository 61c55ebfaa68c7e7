/** Messages that are to be sent later. Reminders stay here: the importing server keeps the old number of the message that one is about. */
import { isInteractiveClient } from '../../domain/messages/send.ts';
import type { ScheduledRow } from '../../domain/scheduled/rows.ts';
import type { Reader } from '../../storage/database.ts';
import type { Clients } from './messages.ts';
import type { Recipients } from './places.ts';
import type { NewNumbers } from './rendered.ts';
import { noTopic, realm, type Row } from './tables.ts';

/** The importing server's word for a message that is sent later, and is no reminder. */
const sendLater = 1;

type ScheduledMessage = ScheduledRow & { is_bot: number };

/** What waits, and what could not be sent; not what would go to a channel or a person that is gone. */
export function scheduledRows(db: Reader, recipients: Recipients, clients: Clients, numbers: NewNumbers): Row[] {
  const rows = db.all<ScheduledMessage>(
    `SELECT s.*, u.is_bot FROM scheduled_messages s JOIN users u ON u.id = s.sender_id WHERE s.kind = 'message' ORDER BY s.id`,
  );
  return rows.flatMap((row) => {
    const to = JSON.parse(row.recipients) as number | number[];
    const [channel] = row.type === 'stream' ? [to].flat() : [];
    const recipient =
      channel === undefined ? recipients.ofPeople([to].flat(), row.sender_id) : recipients.ofChannel(channel);
    return recipient === 0 ? [] : [scheduledRow(row, { recipient, channel }, clients, numbers)];
  });
}

function scheduledRow(
  row: ScheduledMessage,
  { recipient, channel }: { recipient: number; channel: number | undefined },
  clients: Clients,
  numbers: NewNumbers,
): Row {
  return {
    id: row.id,
    realm,
    sender: row.sender_id,
    recipient,
    stream: channel ?? null,
    subject: channel === undefined ? noTopic : row.topic,
    content: row.content,
    rendered_content: numbers.html(row.rendered_content),
    sending_client: clients.idOf(row.client),
    scheduled_timestamp: row.scheduled_delivery_timestamp,
    // When it was written is not kept here; it was before it was to be sent.
    request_timestamp: row.scheduled_delivery_timestamp,
    read_by_sender:
      row.read_by_sender === null ? row.is_bot === 1 || isInteractiveClient(row.client) : row.read_by_sender === 1,
    delivered: false,
    delivered_message: null,
    delivery_type: sendLater,
    failed: row.failed === 1,
    failure_message: row.failure_message,
    has_attachment: row.content.includes('/user_uploads/'),
  };
}
