/**
 * Texts that left their boxes: a request to save one that was on its way when its page went, or its box was emptied, leaves a draft
 * that no one wants: the same text a second time, or a text that is sent. It is deleted instead of put into a box.
 */
import { request } from '../../client/request.ts';
import { keyOf, type ConversationKey } from '../../client/state/conversation.ts';
import type { Draft } from '../../client/state/own.ts';
import { draftConversation, isSame, type LocalDrafts } from './drafts.ts';

/** A request to save a text that was emptied since has arrived at the server by then, or never will. */
const endedForMs = 60_000;

type Drafts = ReadonlyMap<number, Draft>;

export class EndedDrafts {
  /** What each box held before it was emptied, and when, in milliseconds since 1970. */
  private readonly ended = new Map<ConversationKey, { text: string; at: number }>();
  private readonly deletedIds = new Set<number>();

  /** A box was emptied, or its text was sent. */
  end(key: ConversationKey, text: string): void {
    this.ended.set(key, { text, at: Date.now() });
  }

  /** A box has a text again. */
  begin(key: ConversationKey): void {
    this.ended.delete(key);
  }

  /** Deletes the drafts that no one wants. @returns the others. */
  without({ me, drafts }: { me: number; drafts: Drafts }, locals: LocalDrafts): Drafts {
    const boxed = new Set([...locals.values()].map(({ serverId }) => serverId));
    const left = new Map(drafts);
    for (const [id, draft] of drafts) {
      const conversation = draftConversation(draft, me);
      if (conversation === null || boxed.has(id)) continue;
      const local = locals.get(keyOf(conversation));
      const held =
        local !== undefined && local.serverId !== null ? local.syncedText : this.textOf(keyOf(conversation), draft);
      if (held === undefined || held === null || !isSame(held, draft.content)) continue;
      left.delete(id);
      if (this.deletedIds.has(id)) continue;
      this.deletedIds.add(id);
      // What another tab has written in it since stays.
      void request('DELETE', `/drafts/${id}`, { prev_content: draft.content }).catch(() => this.deletedIds.delete(id));
    }
    return left.size === drafts.size ? drafts : left;
  }

  /** @returns what a box held when it was emptied, unless the draft was written after that, on another device. */
  private textOf(key: ConversationKey, { timestamp }: Draft): string | undefined {
    const ended = this.ended.get(key);
    if (ended === undefined || Date.now() - ended.at > endedForMs) return undefined;
    return (timestamp ?? 0) * 1000 <= ended.at ? ended.text : undefined;
  }
}
