/** Question for the destination of a message (choose-destination.tsx). */
import type { Conversation } from '../../client/state/conversation.ts';

export interface DestinationChoice {
  kind: 'channel' | 'direct';
  /** What stands in its box goes along; null = one begins again. */
  from: Conversation | null;
  /** The channel that is proposed. */
  channelId: number | null;
  /** Words from elsewhere that go there: a draft without a place, or a message that is forwarded. */
  words?: { text: string; title: string; onTaken?: () => void } | null;
}
