/** Pending notifications by conversation: one card and one notification stand for all of it. Pure. */
import type { ConversationKey } from '../../client/state/conversation.ts';
import type { Messages } from '../../client/state/messages.ts';

type Unread = Messages['unread'];

export class WaitingCalls {
  private readonly ids = new Map<ConversationKey, readonly number[]>();

  /** @returns how many messages wait in the conversation, this one among them. */
  add(key: ConversationKey, id: number): number {
    const waiting = [...(this.ids.get(key) ?? []), id];
    this.ids.set(key, waiting);
    return waiting.length;
  }

  /** Forgets what was read, here or elsewhere, or deleted. @returns the conversations in which nothing waits any more. */
  settle(unread: Unread): ConversationKey[] {
    const done: ConversationKey[] = [];
    for (const [key, ids] of this.ids) {
      const waiting = ids.filter((id) => unread.get(key)?.ids.includes(id) === true);
      if (waiting.length > 0) this.ids.set(key, waiting);
      else {
        this.ids.delete(key);
        done.push(key);
      }
    }
    return done;
  }
}
