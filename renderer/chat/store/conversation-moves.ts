/** Renamed, resolved and moved conversations: what was opened about one acts on the current place. Pure. */
import { keyOf, type Conversation } from '../../client/state/conversation.ts';

export class ConversationMoves {
  private readonly moves: { from: string; to: Conversation }[] = [];

  note(from: Conversation, to: Conversation): void {
    this.moves.push({ from: keyOf(from), to });
  }

  /** @returns a function that returns where the conversation is by then; moves of before are not its own. */
  following<T extends Conversation>(conversation: T): () => T {
    let at = this.moves.length;
    let now = conversation;
    return () => {
      for (; at < this.moves.length; at += 1) {
        const move = this.moves[at];
        // A topic moves to a topic.
        if (move !== undefined && move.from === keyOf(now)) now = move.to as T;
      }
      return now;
    };
  }
}
