/** Offers the list of messages that is open to the keys that work everywhere. */
import { useEffect } from 'react';
import type { FeedControl } from '../store/feed-control.ts';
import { useChat } from '../store/use-chat.ts';

/** @param atHandId the message that keys act on; null = none. */
export function useFeedControl(atHandId: number | null, control: FeedControl): void {
  const { feed } = useChat();
  useEffect(() => feed.offer(control));
  useEffect(() => {
    feed.atHand.setState(atHandId, true);
  }, [feed, atHandId]);
  useEffect(() => () => feed.atHand.setState(null, true), [feed]);
}
