/** Visible part of a message's history: nothing from before it left a channel that they cannot read. */
import { readableMessages, type Viewer } from './access.ts';
import type { HistoryEntry } from './history-rules.ts';

/**
 * Cuts a history at the latest move out of a channel in which the reader could not read the message: the move, former topics and
 * former contents are for those who could.
 * @param entries newest first
 */
export function visibleHistory(
  viewer: Viewer,
  messageId: number,
  entries: readonly HistoryEntry[],
): readonly HistoryEntry[] {
  const hidden = entries.findIndex(
    ({ prev_stream: from }) => from !== undefined && !couldReadIn(viewer, messageId, from),
  );
  return hidden === -1 ? entries : entries.slice(0, hidden);
}

/** Whether the reader may read the channel that a message came from, and there this message. */
const couldReadIn = (viewer: Viewer, id: number, channelId: number): boolean =>
  readableMessages(viewer, [{ id, stream_id: channelId, recipient_id: 0, topic: '' }]).length === 1;
