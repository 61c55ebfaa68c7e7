/**
 * Selected message for keys: that of the row that was clicked or focused, or none where keys cannot act on that row; before any row is
 * taken, the message that was seen last. Pure.
 */
import { messagesOfRow, type Row } from './rows.ts';

/** A row that was clicked or focused. */
export interface TakenRow {
  /** Outlives an edit, and the answer to a message that is being sent. */
  key: string;
  /** Id of its message; of a folded row the first one; Infinity = it is being sent. Neighbours of a row that is gone are found by it. */
  messageId: number;
}

interface Seen {
  isAtEnd: boolean;
  /** The last message of which anything is seen; 0 = none. */
  lastSeen: number;
}

/** @returns the row as taken; null for lines between messages. */
export function takenRow(rows: readonly Row[], key: string): TakenRow | null {
  const row = rows.find((each) => each.key === key);
  if (row?.kind === 'pending') return { key, messageId: Infinity };
  return row?.kind === 'message' || row?.kind === 'muted' ? { key, messageId: messagesOfRow(row)[0] ?? 0 } : null;
}

/** @returns the message that keys act on; null = none: the taken row is gone, folded, or still being sent. */
export function messageAtHand(rows: readonly Row[], taken: TakenRow | null, seen: Seen): number | null {
  if (taken === null) return lastMessageUpTo(rows, seen.isAtEnd ? Infinity : seen.lastSeen);
  const row = rows.find(({ key }) => key === taken.key);
  return row?.kind === 'message' ? row.id : null;
}

/** Before any row is taken: a step leads to the first message. */
const start: TakenRow = { key: '', messageId: -Infinity };

/**
 * @param taken null = no row is taken.
 * @returns the message so many steps from the taken row (1, -1, or 0 for itself), or the nearest one there is; null = no message is
 * here. Rows may be in any order; a row that is gone has its neighbours by its id.
 */
export function messageBeside(rows: readonly Row[], taken: TakenRow | null, by: number): number | null {
  const { key, messageId } = taken ?? start;
  const at = rows.findIndex((row) => row.key === key);
  const ids = (some: readonly Row[]): number[] => some.flatMap((row) => (row.kind === 'message' ? [row.id] : []));
  const all = ids(rows);
  const before = at === -1 ? all.findLast((id) => id < messageId) : ids(rows.slice(0, at)).at(-1);
  const after = at === -1 ? all.find((id) => id > messageId) : ids(rows.slice(at + 1))[0];
  const itself = all.includes(messageId) ? messageId : undefined;
  const wanted = by === 0 ? [itself, after, before] : by < 0 ? [before, itself, after] : [after, itself, before];
  return wanted.find((id) => id !== undefined) ?? null;
}

const lastMessageUpTo = (rows: readonly Row[], id: number): number | null =>
  messagesOfRow(rows.findLast((row) => row.kind === 'message' && row.id <= id))[0] ?? null;
