/** Reading state from the viewport: messages to mark as read, the position, and the count below. */
import { useCallback, useEffect, useState } from 'react';
import type { NarrowView } from '../routing/address.ts';
import { conversationIn, narrowKey } from '../routing/narrow.ts';
import { isPresent } from '../store/page-presence.ts';
import { useChat, useClientState } from '../store/use-chat.ts';
import { marksAsRead, ReadingTracker, type MarkReadPolicy } from './read-rules.ts';
import type { Viewport } from './viewport.ts';

/** How far the reader has come: whether at the end of the list, and what was seen last. */
export interface ReadingPosition {
  isAtEnd: boolean;
  /** The last message of which anything is seen; 0 = none. */
  lastSeen: number;
  /** The first message of which anything is seen; 0 = none. */
  firstSeen: number;
  /** Whether the first one is wholly seen, with room for a line above it. */
  isFirstWhole: boolean;
}

interface ReadingView {
  /** What the list calls with what is seen. */
  onViewport: (viewport: Viewport) => void;
  position: ReadingPosition;
  /** Whether anything of a message is on the screen. */
  isSeen: (id: number) => boolean;
}

/** Of the line that names a conversation, in pixels. */
const lineHeight = 24;

/** @returns what is seen, and how the list stands. */
export function useReading({ narrow, near }: NarrowView): ReadingView {
  const chat = useChat();
  const policy = useClientState((state) => state.settings.web_mark_read_on_scroll_policy);
  const [tracker] = useState(() => new ReadingTracker());
  const [position, setPosition] = useState<ReadingPosition>({
    isAtEnd: true,
    lastSeen: 0,
    firstSeen: 0,
    isFirstWhole: true,
  });
  const key = narrowKey(narrow);
  const isMixed = conversationIn(narrow) === null;
  useEffect(
    () => () => {
      chat.visible.delete(key);
      chat.reading.pausedLists.delete(key);
    },
    [chat, key],
  );
  const onViewport = useCallback(
    ({ visible, endsShown, passed, isAtEnd, anchor }: Viewport) => {
      chat.visible.set(key, visible);
      if (isAtEnd) chat.anchors.delete(key);
      else if (anchor !== null) chat.anchors.set(key, anchor);
      const [firstSeen, lastSeen] = visible ?? [0, 0];
      const isFirstWhole = anchor?.messageId === firstSeen && anchor.offset >= lineHeight;
      // While the list is at its end nothing is drawn by what is seen, but for the place of mixed views.
      setPosition((before) =>
        before.isAtEnd === isAtEnd &&
        (isAtEnd || before.lastSeen === lastSeen) &&
        (!isMixed || (before.firstSeen === firstSeen && before.isFirstWhole === isFirstWhole))
          ? before
          : { isAtEnd, lastSeen, firstSeen, isFirstWhole },
      );
      const isPaused = chat.reading.pausedLists.has(key);
      if (!marksAsRead({ narrow, policy: (policy ?? 1) as MarkReadPolicy, isNear: near !== null, isPaused })) return;
      const isUnread = (id: number): boolean => chat.messages.get(id)?.flags.includes('read') === false;
      const glance = { endsShown: endsShown.filter(isUnread), passed: passed.filter(isUnread) };
      chat.reading.mark(tracker.look({ ...glance, isPresent: isPresent(), now: performance.now() }));
    },
    [chat, key, narrow, near, isMixed, policy, tracker],
  );
  const isSeen = useCallback(
    (id: number) => {
      const [first, last] = chat.visible.get(key) ?? [Infinity, -Infinity];
      return first <= id && id <= last;
    },
    [chat, key],
  );
  return { onViewport, position, isSeen };
}
