/** Messages a thousand at a time, with who has each and how: the largest part of an archive, in as many files as it takes. */
import { flagBits, namedFlags } from '../../domain/messages/flags/flags.shared.ts';
import type { HistoryEntry } from '../../domain/messages/history-rules.ts';
import type { Reader } from '../../storage/database.ts';
import type { Recipients } from './places.ts';
import { renderedVersion, type NewNumbers } from './rendered.ts';
import { noTopic, numbered, realm, within, type Row, type Tables } from './tables.ts';

const messagesInFile = 1000;

/** Bits of the importing server's `flags_mask`. */
const mask = {
  read: 1,
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  stream_wildcard_mentioned: 16,
  topic_wildcard_mentioned: 32,
  has_alert_word: 512,
  historical: 1024,
  is_private: 2048,
} as const;

interface StoredMessage {
  id: number;
  sender_id: number;
  recipient_id: number;
  stream_id: number | null;
  topic: string;
  content: string;
  rendered_content: string;
  timestamp: number;
  client: string;
  has_link: number;
  has_image: number;
  has_attachment: number;
  last_edit_timestamp: number | null;
  edit_history: string | null;
}

/** Programs that sent messages: each has a number there. */
export class Clients {
  readonly #ids: Map<string, number>;

  constructor(db: Reader) {
    const names = db.all<{ client: string }>(
      "SELECT client FROM messages UNION SELECT client FROM scheduled_messages WHERE kind = 'message' ORDER BY client",
    );
    this.#ids = new Map(['website', ...names.map(({ client }) => client)].map((name, i) => [name, i + 1]));
  }

  idOf = (name: string): number => this.#ids.get(name) ?? 1;

  get rows(): Row[] {
    return [...this.#ids].map(([name, id]) => ({ id, name: within(name, 30) }));
  }
}

/** @returns tables of one file after the other, oldest first. */
export function* messageTables(
  db: Reader,
  recipients: Recipients,
  clients: Clients,
  numbers: NewNumbers,
): Generator<Tables> {
  let after = 0;
  let lastId = 0;
  for (;;) {
    const page = db.all<StoredMessage>(
      `SELECT id, sender_id, recipient_id, stream_id, topic, content, rendered_content, timestamp, client, has_link, has_image,
              has_attachment, last_edit_timestamp, edit_history FROM messages WHERE id > ? ORDER BY id LIMIT ?`,
      after,
      messagesInFile,
    );
    const last = page.at(-1);
    if (last === undefined) return;
    const held = heldBy(db, after, last.id);
    yield {
      zerver_message: page.map((message) => ({
        id: message.id,
        realm,
        sender: message.sender_id,
        recipient: recipients.ofMessage(message.recipient_id, message.stream_id, message.sender_id),
        is_channel_message: message.stream_id !== null,
        subject: message.stream_id === null ? noTopic : message.topic,
        content: message.content,
        rendered_content: numbers.html(message.rendered_content),
        rendered_content_version: renderedVersion,
        date_sent: message.timestamp,
        last_edit_time: lastChange(message),
        edit_history: numbers.history(message.edit_history),
        sending_client: clients.idOf(message.client),
        has_attachment: message.has_attachment === 1,
        has_image: message.has_image === 1,
        has_link: message.has_link === 1,
      })),
      zerver_usermessage: held.map((row) => {
        lastId += 1;
        return { id: lastId, ...row };
      }),
    };
    after = last.id;
  }
}

/** There a move is an edit as well, and the user who reads a message with such a time asks for its history. */
function lastChange({ edit_history: history, last_edit_timestamp: edited }: StoredMessage): number | null {
  if (history === null) return null;
  const [latest] = JSON.parse(history) as HistoryEntry[];
  return latest?.timestamp ?? edited;
}

interface Held {
  message: number;
  user: number;
  isDirect: number;
  received: number;
  flags: number | null;
}

/** Who has which message: a user who received it, and the user who marked it since. */
function heldBy(db: Reader, after: number, until: number): Row[] {
  const rows = db.all<Held>(
    `WITH part AS (SELECT id, recipient_id, stream_id FROM messages WHERE id > ? AND id <= ?),
          received AS (
            SELECT m.id AS message, r.user_id AS user FROM part m JOIN recipient_users r ON r.recipient_id = m.recipient_id
              WHERE m.stream_id IS NULL
            UNION SELECT m.id, s.user_id FROM part m JOIN subscription_spans s
              ON s.stream_id = m.stream_id AND m.id > s.after_id AND (s.until_id IS NULL OR m.id <= s.until_id)),
          held AS (SELECT message, user, 1 AS received FROM received
            UNION ALL SELECT f.message_id, f.user_id, 0 FROM message_flags f JOIN part m ON m.id = f.message_id)
     SELECT h.message, h.user, m.stream_id IS NULL AS isDirect, max(h.received) AS received, f.flags
       FROM held h JOIN part m ON m.id = h.message
       JOIN users u ON u.id = h.user AND u.is_system_bot = 0
       LEFT JOIN message_flags f ON f.user_id = h.user AND f.message_id = h.message
       GROUP BY h.message, h.user ORDER BY h.message, h.user`,
    after,
    until,
  );
  return rows.map((row) => ({ user_profile: row.user, message: row.message, flags_mask: maskOf(row) }));
}

function maskOf({ flags, isDirect, received }: Held): number {
  const stored = flags ?? 0;
  const bits = namedFlags.reduce((sum, name) => ((stored & flagBits[name]) === 0 ? sum : sum | mask[name]), 0);
  return (
    bits |
    ((stored & flagBits.unread) === 0 ? mask.read : 0) |
    (isDirect === 1 ? mask.is_private : 0) |
    (received === 0 ? mask.historical : 0)
  );
}

export function reactionRows(db: Reader): Row[] {
  return numbered(
    db.all<Row>(
      `SELECT user_id AS user_profile, message_id AS message, emoji_name, emoji_code, reaction_type FROM reactions
       WHERE user_id IN (SELECT id FROM users WHERE is_system_bot = 0) ORDER BY message_id, id`,
    ),
  );
}

/** Votes, options and tasks of polls and lists: taken from version 12 on. */
export function submessageRows(db: Reader): Row[] {
  return db.all<Row>(
    `SELECT id, message_id AS message, sender_id AS sender, msg_type, content FROM submessages
     WHERE sender_id IN (SELECT id FROM users WHERE is_system_bot = 0) ORDER BY id`,
  );
}
