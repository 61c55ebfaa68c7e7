/** What somebody is asked who chooses where to write (choose-destination.tsx). */
import type { Conversation } from '../../client/state/conversation.ts';

export interface DestinationChoice {
  kind: 'channel' | 'direct';
  /** What stands in its box goes along; null = one begins anew. */
  from: Conversation | null;
  /** Words that are put into the box that is chosen, e.g. a message that is forwarded. */
  words?: string;
  /** The channel that is proposed. */
  channelId: number | null;
}
