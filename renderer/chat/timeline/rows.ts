/**
 * Rows of the message list: days, the line above the first unread, conversations in mixed views, messages,
 * people who are muted (folded), and what is still being sent. Pure; every row has a key that outlives an edit and an answer.
 */
import { keyOf, type Conversation } from '../../client/state/conversation.ts';

/** What a row must know of a message. */
export interface ListedMessage {
  id: number;
  senderId: number;
  /** Seconds since 1970. */
  timestamp: number;
  isMeMessage: boolean;
  conversation: Conversation;
}

export type Row =
  | { kind: 'day'; key: string; timestamp: number }
  | { kind: 'unread'; key: 'unread'; messageId: number }
  | { kind: 'conversation'; key: string; conversation: Conversation; messageId: number }
  | { kind: 'message'; key: string; id: number; isFirst: boolean }
  | { kind: 'muted'; key: string; ids: readonly number[] }
  | { kind: 'pending'; key: string; isFirst: boolean };

/** What is on its way. */
export interface PendingMessage {
  key: string;
  /** When it was written. Seconds since 1970. */
  timestamp: number;
}

export interface RowOptions {
  messages: readonly ListedMessage[];
  /** What is being sent to this conversation, in order; it stands at the end, where the newest is here. */
  pending: readonly PendingMessage[];
  /** The first message that was unread when the view was opened; null = none. */
  unreadFrom: number | null;
  /** Whether each conversation is named above its messages. */
  isMixed: boolean;
  mutedUserIds: ReadonlySet<number>;
  ownId: number;
  /** A key for a message: the one it had while it was being sent, where this page sent it. */
  rowKey: (id: number) => string;
  /** The day of a moment, for the reader: "2026-11-22". */
  dayOf: (timestamp: number) => string;
}

/** After so long, the sender is named again. Seconds. */
const sameSpeakerWithin = 600;

export function rowsOf(options: RowOptions): Row[] {
  const { messages, unreadFrom, isMixed, mutedUserIds, rowKey, dayOf } = options;
  const rows: Row[] = [];
  let before: ListedMessage | undefined;
  let place = '';
  // Nothing says that the oldest row begins its day, but a list that begins without one leaves its date open.
  for (const message of messages) {
    const isNewDay = before === undefined || dayOf(before.timestamp) !== dayOf(message.timestamp);
    // Named by its message: when older ones of the same day come, the line goes with the place of its first one.
    if (isNewDay) rows.push({ kind: 'day', key: `day-${rowKey(message.id)}`, timestamp: message.timestamp });
    const isUnreadLine = message.id === unreadFrom;
    if (isUnreadLine) rows.push({ kind: 'unread', key: 'unread', messageId: message.id });
    const here = isMixed ? keyOf(message.conversation) : '';
    const isNewPlace = isMixed && (here !== place || isNewDay);
    if (isNewPlace) {
      const { conversation, id } = message;
      rows.push({ kind: 'conversation', key: `place-${id}`, conversation, messageId: id });
    }
    place = here;
    const last = rows.at(-1);
    if (mutedUserIds.has(message.senderId)) {
      if (last?.kind === 'muted') rows[rows.length - 1] = { ...last, ids: [...last.ids, message.id] };
      else rows.push({ kind: 'muted', key: `muted-${message.id}`, ids: [message.id] });
    } else {
      const isFirst = last?.kind !== 'message' || before === undefined || !isSameSpeaker(before, message);
      rows.push({ kind: 'message', key: rowKey(message.id), id: message.id, isFirst });
    }
    before = message;
  }
  return [...rows, ...pendingRows(options, before)];
}

/** As they will stand when they are sent: whatever changes its height then moves what is read. */
function pendingRows({ pending, ownId, dayOf }: RowOptions, before: ListedMessage | undefined): Row[] {
  return pending.flatMap(({ key, timestamp }, index): Row[] => {
    if (index > 0) return [{ kind: 'pending', key, isFirst: false }];
    const isNewDay = before === undefined || dayOf(before.timestamp) !== dayOf(timestamp);
    const isSame = !isNewDay && isSameSpeaker(before, { senderId: ownId, timestamp, isMeMessage: false });
    const row: Row = { kind: 'pending', key, isFirst: !isSame };
    return isNewDay ? [{ kind: 'day', key: `day-${key}`, timestamp }, row] : [row];
  });
}

type Spoken = Pick<ListedMessage, 'senderId' | 'timestamp' | 'isMeMessage'>;

function isSameSpeaker(before: Spoken, message: Spoken): boolean {
  return (
    before.senderId === message.senderId &&
    message.timestamp - before.timestamp < sameSpeakerWithin &&
    !before.isMeMessage &&
    !message.isMeMessage
  );
}

/**
 * @returns what is given the rows of each moment, and gives them back, each the very object of the moment before where it says
 * the same: what is drawn from it need not be drawn again.
 */
export function rowReuser(): (rows: readonly Row[]) => readonly Row[] {
  let known = new Map<string, Row>();
  return (rows) => {
    const stable = rows.map((row) => {
      const same = known.get(row.key);
      return same !== undefined && isSameRow(row, same) ? same : row;
    });
    known = new Map(stable.map((row) => [row.key, row]));
    return stable;
  };
}

function isSameRow(row: Row, other: Row): boolean {
  if (row.kind === 'message' && other.kind === 'message') return row.id === other.id && row.isFirst === other.isFirst;
  return JSON.stringify(row) === JSON.stringify(other);
}

/** @returns for each row the number of its message among the messages that are here, from 1; 0 for a row that is no single message. */
export function positionsOf(rows: readonly Row[]): number[] {
  let position = 0;
  return rows.map((row) => {
    position += messagesOfRow(row).length;
    return row.kind === 'message' ? position : 0;
  });
}

/** Ids of the messages that a row shows or stands for. */
export function messagesOfRow(row: Row | undefined): readonly number[] {
  if (row?.kind === 'message') return [row.id];
  return row?.kind === 'muted' ? row.ids : [];
}

/** @returns -1 for a message that no row shows. */
export function indexOfMessage(rows: readonly Row[], id: number): number {
  return rows.findIndex((row) => messagesOfRow(row).includes(id));
}
