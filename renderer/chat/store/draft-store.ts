/**
 * Keeps what stands in each box: in this browser 0.3 s after a key, at the server, for the other devices, 3 s after it and when the
 * box is left. While the server is away, and where its setting is off, the copy here is all there is.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { page } from '../../client/page-port.ts';
import { ApiError, inTime, request } from '../../client/request.ts';
import { keyOf, type Conversation, type ConversationKey } from '../../client/state/conversation.ts';
import type { Draft } from '../../client/state/own.ts';
import {
  draftFields,
  isSame,
  reconciled,
  requestFor,
  withEarlierTwins,
  type LocalDraft,
  type LocalDrafts,
} from './drafts.ts';
import { EndedDrafts } from './ended-drafts.ts';
import { StoredItems } from './stored-items.ts';

const serverAfterMs = 3000;
const tryAgainAfterMs = 15_000;
/** After the last change of a text in another tab, which saves it itself unless it is closed. */
const takeOverAfterMs = 10_000;

interface Moment {
  me: number;
  home: string;
  drafts: ReadonlyMap<number, Draft>;
  /** The setting `enable_drafts_synchronization`. */
  isSynchronized: boolean;
}

interface Boxes {
  /** Puts words behind those in a box, whether it is open or not. */
  append: (conversation: Conversation, words: string) => void;
  /** What stands in the open boxes now is their drafts. */
  keep: () => void;
}

export class DraftStore {
  readonly locals: StoreApi<LocalDrafts>;
  private readonly stored: StoredItems<LocalDraft>;
  private readonly timers = new Map<ConversationKey, ReturnType<typeof setTimeout>>();
  private readonly saving = new Set<ConversationKey>();
  private readonly ended = new EndedDrafts();
  /** Boxes that were written in this tab. The others show what another tab wrote, and follow it. */
  private readonly own = new Set<ConversationKey>();
  private moment: Moment | null = null;

  private readonly boxes: Boxes;

  constructor(userId: number, boxes: Boxes) {
    this.stored = new StoredItems('draft', userId, draftFrom);
    this.boxes = boxes;
    this.locals = createStore<LocalDrafts>(() => this.stored.read());
    page().on('storage', this.readFromOtherTab);
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
    const boxed = withEarlierTwins(kept, moment.drafts, moment.me);
    const { locals, displaced } = reconciled(boxed, this.ended.without(moment, boxed), moment);
    this.put(locals);
    for (const draft of displaced)
      void this.create(draft).catch(() => this.boxes.append(draft.conversation, draft.text));
    for (const key of locals.keys()) if (!this.timers.has(key)) this.saveIn(key, this.waitFor(key));
  }

  /** How long a text may still change before it is saved: one of another tab is saved there, unless that tab is gone. */
  private waitFor(key: ConversationKey): number {
    const { changedAt = 0 } = this.locals.getState().get(key) ?? {};
    return this.own.has(key) ? serverAfterMs : Math.max(serverAfterMs, changedAt + takeOverAfterMs - Date.now());
  }

  /**
   * Follows a text that another tab wrote and this one only read: it is saved there. A text that was sent or emptied in another tab
   * is ended here as well, unless more was written here.
   */
  private readonly readFromOtherTab = (event: StorageEvent): void => {
    const change = this.stored.changeIn(event);
    if (change === undefined) return;
    this.boxes.keep();
    const { key, item } = change;
    const local = this.locals.getState().get(key);
    if (local === undefined || item === null || item.startedAt !== local.startedAt) return;
    const isOwn = this.own.has(key);
    const isEnded = item.text.trim() === '';
    if (isOwn && !(isEnded && item.emptiedOf === local.text)) return;
    const next = new Map(this.locals.getState()).set(key, item);
    if (isEnded) {
      next.delete(key);
      this.own.delete(key);
      this.ended.end(key, local.text);
    }
    // The other tab has stored it.
    this.locals.setState(next, true);
    this.saveIn(key, this.waitFor(key));
  };

  /** What stands in a box now. */
  write(conversation: Conversation, text: string): void {
    if (this.moment === null) return;
    const key = keyOf(conversation);
    const before = this.locals.getState().get(key);
    if (before?.text === text || (before === undefined && text === '')) return;
    if (text.trim() !== '') this.ended.begin(key);
    else if (before !== undefined && before.text.trim() !== '') this.ended.end(key, before.text);
    this.own.add(key);
    const isBegun = before === undefined || before.text.trim() === '';
    const fresh = { home: this.moment.home, serverId: null, syncedText: null };
    this.put(
      new Map(this.locals.getState()).set(key, {
        ...fresh,
        ...before,
        conversation,
        text,
        changedAt: Date.now(),
        startedAt: isBegun ? Date.now() : before.startedAt,
        emptiedOf: text.trim() === '' ? before?.text : undefined,
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
    const key = keyOf(conversation);
    this.saveIn(key, this.own.has(key) ? 0 : this.waitFor(key));
  }

  /** What stood in a box was sent, or went to another. */
  clear(conversation: Conversation, text: string): void {
    this.write(conversation, '');
    this.ended.end(keyOf(conversation), text);
    this.leave(conversation);
  }

  /** Sends what is not sent yet: the page goes away, or the server answers again. */
  flush(): void {
    for (const key of this.timers.keys()) if (this.own.has(key)) void this.save(key);
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
    for (const key of this.own) if (!locals.has(key)) this.own.delete(key);
    this.locals.setState(locals, true);
    this.stored.write(before, locals);
  }
}

function draftFrom(value: unknown): LocalDraft | undefined {
  const draft = value as Partial<LocalDraft> | null;
  return typeof draft?.text === 'string' ? (draft as LocalDraft) : undefined;
}
