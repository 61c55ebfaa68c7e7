/** Unread count below the visible part of a view. Pure. */

interface Below {
  /** All that are unread in the view, where the index of unread messages says it: of a conversation. */
  unread: readonly number[] | null;
  /** Messages that are here, and which of them are unread. */
  shown: readonly number[];
  isUnread: (id: number) => boolean;
  /** Whether the newest is among them. */
  isNewestHere: boolean;
  /** The last message of which anything is seen. */
  lastSeen: number;
}

/** @returns null where there are some, and no one here knows how many. */
export function unreadBelow({ unread, shown, isUnread, isNewestHere, lastSeen }: Below): number | null {
  const count = (unread ?? shown.filter(isUnread)).filter((id) => id > lastSeen).length;
  return unread === null && !isNewestHere && count > 0 ? null : count;
}
