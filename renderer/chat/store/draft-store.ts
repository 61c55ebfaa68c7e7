/**
 * Keeps what stands in each box: in this browser 0.3 s after a key, at the server, for the other devices, 3 s after it and when the
 * box is left. While the server is away, and where its setting is off, the copy here is all there is.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError, inTime, request } from '../../client/request.ts';
import { keyOf, type Conversation, type ConversationKey } from '../../client/state/conversation.ts';
import type { Draft } from '../../client/state/own.ts';
import {
  draftFields,
  draftConversation,
  isSame,
  reconciled,
  requestFor,
  type LocalDraft,
  type LocalDrafts,
} from './drafts.ts';
import { StoredItems } from './stored-items.ts';

const serverAfterMs = 3000;
const tryAgainAfterMs = 15_000;

interface Moment {
  me: number;
  home: string;
  drafts: ReadonlyMap<number, Draft>;
  /** The setting `enable_drafts_synchronization`. */
  isSynchronized: boolean;
}

export class DraftStore {
  readonly locals: StoreApi<LocalDrafts>;
  private readonly stored: StoredItems<LocalDraft>;
  private readonly timers = new Map<ConversationKey, ReturnType<typeof setTimeout>>();
  private readonly saving = new Set<ConversationKey>();
  /** What each box held before it was emptied: its draft may become known here only afterwards, and is no draft any more. */
  private readonly ended = new Map<ConversationKey, string>();
  private readonly endedIds = new Set<number>();
  private moment: Moment | null = null;

  /** Puts words behind those in a box, whether it is open or not. */
  private readonly putBack: (conversation: Conversation, words: string) => void;

  constructor(userId: number, putBack: DraftStore['putBack']) {
    this.stored = new StoredItems('draft', userId, draftFrom);
    this.putBack = putBack;
    this.locals = createStore<LocalDrafts>(() => this.stored.read());
  }

  textOf(conversation: Conversation): string {
    return this.locals.getState().get(keyOf(conversation))?.text ?? '';
  }

  /** Everything that is written and not sent: what stands in the boxes, and the drafts beside them. */
  texts(): string[] {
    const locals = [...this.locals.getState().values()];
    const boxed = new Set(locals.map(({ serverId }) => serverId));
    const others = [...(this.moment?.drafts ?? [])].filter(([id]) => !boxed.has(id)).map(([, { content }]) => content);
    return [...locals.map(({ text }) => text), ...others];
  }

  /** The server told its drafts, or a setting. */
  update(moment: Moment): void {
    const { home } = moment;
    this.moment = moment;
    const own = [...this.locals.getState()].filter(([, local]) => local.home === home);
    const kept = own.length === this.locals.getState().size ? this.locals.getState() : new Map(own);
    if (!moment.isSynchronized) return this.put(kept);
    const { locals, displaced } = reconciled(kept, this.withoutEnded(moment, kept), moment);
    this.put(locals);
    for (const draft of displaced) void this.create(draft).catch(() => this.putBack(draft.conversation, draft.text));
    for (const key of locals.keys()) if (!this.timers.has(key)) this.saveIn(key, serverAfterMs);
  }

  /** What stands in a box now. */
  write(conversation: Conversation, text: string): void {
    if (this.moment === null) return;
    const key = keyOf(conversation);
    const before = this.locals.getState().get(key);
    if (before?.text === text || (before === undefined && text === '')) return;
    if (text.trim() !== '') this.ended.delete(key);
    else if (before !== undefined && before.text.trim() !== '') this.ended.set(key, before.text);
    const fresh = { home: this.moment.home, serverId: null, syncedText: null };
    this.put(
      new Map(this.locals.getState()).set(key, {
        ...fresh,
        ...before,
        conversation,
        text,
        changedAt: Date.now(),
        // What is begun again takes the place of nothing.
        revises: text.trim() === '' ? null : (before?.revises ?? null),
      }),
    );
    this.saveIn(key, serverAfterMs);
  }

  /** @returns the key of the entry that the text of a box take the place of; null for words of their own. */
  revisedBy(conversation: Conversation): string | null {
    return this.locals.getState().get(keyOf(conversation))?.revises ?? null;
  }

  /** The text of a box take the place of an entry that the server may have already. */
  revise(conversation: Conversation, key: string): void {
    this.change(keyOf(conversation), { revises: key });
  }

  /** The box is left: the other devices get its text now. */
  leave(conversation: Conversation): void {
    this.saveIn(keyOf(conversation), 0);
  }

  /** What stood in a box was sent, or went to another. */
  clear(conversation: Conversation, text: string): void {
    this.write(conversation, '');
    this.ended.set(keyOf(conversation), text);
    this.leave(conversation);
  }

  /** Sends what is not sent yet: the page goes away, or the server answers again. */
  flush(): void {
    for (const key of this.timers.keys()) void this.save(key);
  }

  /**
   * A request that was on its way when its page went, or its box was emptied, leaves a draft that no one wants: the same words a
   * second time, or words that are gone. It is ended instead of put into a box.
   */
  private withoutEnded({ me, drafts }: Moment, locals: LocalDrafts): Moment['drafts'] {
    const boxed = new Set([...locals.values()].map(({ serverId }) => serverId));
    const left = new Map(drafts);
    for (const [id, draft] of drafts) {
      const conversation = draftConversation(draft, me);
      if (conversation === null || boxed.has(id)) continue;
      const local = locals.get(keyOf(conversation));
      const held =
        local !== undefined && local.serverId !== null ? local.syncedText : this.ended.get(keyOf(conversation));
      if (held === undefined || held === null || !isSame(held, draft.content)) continue;
      left.delete(id);
      if (this.endedIds.has(id)) continue;
      this.endedIds.add(id);
      void request('DELETE', `/drafts/${id}`).catch(() => this.endedIds.delete(id));
    }
    return left.size === drafts.size ? drafts : left;
  }

  private saveIn(key: ConversationKey, ms: number): void {
    clearTimeout(this.timers.get(key));
    const local = this.locals.getState().get(key);
    if (local === undefined || requestFor(local).kind === 'none') {
      this.timers.delete(key);
      if (local?.text === '') this.forget(key);
      return;
    }
    this.timers.set(
      key,
      setTimeout(() => void this.save(key), ms),
    );
  }

  private async save(key: ConversationKey): Promise<void> {
    clearTimeout(this.timers.get(key));
    const local = this.locals.getState().get(key);
    if (local === undefined || this.moment?.isSynchronized !== true) return void this.timers.delete(key);
    // One at a time: a second one would create a second draft.
    if (this.saving.has(key)) return this.saveIn(key, serverAfterMs);
    this.saving.add(key);
    let pause = serverAfterMs;
    try {
      await this.ask(key, local);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'EXPECTATION_MISMATCH') await this.partFromServer(key);
      else {
        if (error.status === 404) this.change(key, { serverId: null, syncedText: null });
        pause = tryAgainAfterMs;
      }
    } finally {
      this.saving.delete(key);
      this.timers.delete(key);
      this.saveIn(key, pause);
    }
  }

  private async ask(key: ConversationKey, local: LocalDraft): Promise<void> {
    const wanted = requestFor(local);
    const draft = draftFields(local);
    const previous = local.syncedText === null ? {} : { prev_content: local.syncedText };
    this.change(key, { sentText: local.text });
    if (wanted.kind === 'create') {
      const id = await this.create(local);
      this.answered(key, local, { serverId: id, syncedText: local.text });
    } else if (wanted.kind === 'update') {
      await inTime((signal) => request('PATCH', `/drafts/${wanted.id}`, { draft, ...previous }, signal, {}, true));
      this.answered(key, local, { syncedText: local.text });
    } else if (wanted.kind === 'delete') {
      await inTime((signal) => request('DELETE', `/drafts/${wanted.id}`, previous, signal));
      this.answered(key, local, { serverId: null, syncedText: null });
    }
  }

  /** What was asked for is done. What events have told of the draft since is newer. */
  private answered(key: ConversationKey, { serverId, syncedText }: LocalDraft, changes: Partial<LocalDraft>): void {
    const now = this.locals.getState().get(key);
    if (now?.serverId === serverId && now.syncedText === syncedText) this.change(key, changes);
  }

  /** The draft has words that are not known here: of another device, which stay and leave the box a draft of its own, or one's own. */
  private async partFromServer(key: ConversationKey): Promise<void> {
    const { drafts } = await request('GET', '/drafts').catch(() => ({ drafts: [] }));
    const local = this.locals.getState().get(key);
    const there = drafts.find(({ id }) => id === local?.serverId)?.content;
    const isOwn = there !== undefined && typeof local?.sentText === 'string' && isSame(there, local.sentText);
    this.change(key, isOwn ? { syncedText: there } : { serverId: null, syncedText: null });
  }

  private async create(local: LocalDraft): Promise<number | null> {
    const params = { drafts: [draftFields(local)] };
    const { ids } = await inTime((signal) => request('POST', '/drafts', params, signal, {}, true));
    return ids[0] ?? null;
  }

  private change(key: ConversationKey, changes: Partial<LocalDraft>): void {
    const local = this.locals.getState().get(key);
    if (local !== undefined) this.put(new Map(this.locals.getState()).set(key, { ...local, ...changes }));
  }

  private forget(key: ConversationKey): void {
    const rest = new Map(this.locals.getState());
    rest.delete(key);
    this.put(rest);
  }

  private put(locals: LocalDrafts): void {
    const before = this.locals.getState();
    if (locals === before) return;
    this.locals.setState(locals, true);
    this.stored.write(before, locals);
  }
}

function draftFrom(value: unknown): LocalDraft | undefined {
  const draft = value as Partial<LocalDraft> | null;
  return typeof draft?.text === 'string' ? (draft as LocalDraft) : undefined;
}
