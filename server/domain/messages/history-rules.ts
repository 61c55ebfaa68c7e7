/**
 * History retention of a message: all of a usual message, a bounded part of one that is edited without end. The first
 * version and the latest edits stay; what lies between is reported as one edit of the content and one move.
 */

/** A history with more edits than this, or longer than this, is folded. */
export const maxEdits = 100;
/** In characters of its JSON. The first version stays however long it is. */
export const maxHistoryLength = 100_000;
/** Folding leaves room, so that a history at its limit is not written again with every further edit. */
const keptShare = 0.8;

/**
 * Keeps the latest edits, and makes one of all edits of the content before them, and one of all moves.
 * @param history JSON of HistoryEntry[], newest first
 */
export function foldedHistory(history: string): string {
  const older = JSON.parse(history) as HistoryEntry[];
  const kept: HistoryEntry[] = [];
  let length = JSON.stringify(folded(older)).length;
  for (let next = older[0]; next !== undefined && kept.length < maxEdits * keptShare - 2; next = older[0]) {
    length += JSON.stringify(next).length;
    if (length > maxHistoryLength * keptShare) break;
    kept.push(next);
    older.shift();
  }
  return JSON.stringify([...kept, ...folded(older)]);
}

/** At most two entries for many. Only authors edit content, so the edit is in the right name; the move is in the last mover's. */
function folded(entries: readonly HistoryEntry[]): HistoryEntry[] {
  const edits = entries.filter((entry) => entry.prev_content !== undefined);
  const [edit] = asOne(edits, contentChange(edits));
  const [move] = asOne(entries.filter(isMove), moveChange(entries));
  if (edit === undefined || move === undefined) return [edit, move].filter((entry) => entry !== undefined);
  // Where the first content is from before a change of channel, readers who may not see past that must meet the move first.
  const isFromBefore =
    entries.findIndex(({ stream }) => stream !== undefined) < entries.lastIndexOf(edits.at(-1) ?? edit);
  if (move.stream !== undefined && isFromBefore)
    return [move, { ...edit, timestamp: Math.min(edit.timestamp, move.timestamp) }];
  return [edit, move].toSorted((a, b) => b.timestamp - a.timestamp);
}

const isMove = (entry: HistoryEntry): boolean => entry.topic !== undefined || entry.stream !== undefined;

function asOne([latest]: readonly HistoryEntry[], change: Partial<HistoryEntry>): HistoryEntry[] {
  if (latest === undefined || Object.keys(change).length === 0) return [];
  return [{ user_id: latest.user_id, timestamp: latest.timestamp, ...change }];
}

function contentChange(edits: readonly HistoryEntry[]): Partial<HistoryEntry> {
  const { prev_content: content, prev_rendered_content: html } = edits.at(-1) ?? {};
  return { ...(content !== undefined && { prev_content: content, prev_rendered_content: html ?? '' }) };
}

/** From the first place to the last; nothing of what came back to where it was. */
function moveChange(entries: readonly HistoryEntry[]): Partial<HistoryEntry> {
  const topics = entries.filter((entry) => entry.topic !== undefined);
  const channels = entries.filter((entry) => entry.stream !== undefined);
  const [topic, prevTopic] = [topics[0]?.topic, topics.at(-1)?.prev_topic];
  const [channel, prevChannel] = [channels[0]?.stream, channels.at(-1)?.prev_stream];
  return {
    ...(channel !== undefined &&
      prevChannel !== undefined &&
      channel !== prevChannel && { prev_stream: prevChannel, stream: channel }),
    ...(topic !== undefined && prevTopic !== undefined && topic !== prevTopic && { prev_topic: prevTopic, topic }),
  };
}

/** One edit as kept (contract: EditHistoryEntry). */
export interface HistoryEntry {
  user_id: number;
  timestamp: number;
  prev_content?: string;
  prev_rendered_content?: string;
  prev_stream?: number;
  stream?: number;
  prev_topic?: string;
  topic?: string;
}
