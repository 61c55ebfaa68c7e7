/**
 * Sends what is in the outbox and keeps it in the browser's storage until the server has acknowledged it: it outlives the tab.
 * Two tabs may send the same entry; the server sees the same key and makes one message of it (header Idempotency-Key).
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ParamsOf } from '../../client/api.ts';
import { page } from '../../client/page-port.ts';
import { ApiError, inTime, request } from '../../client/request.ts';
import type { Conversation } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import {
  afterAttempt,
  due,
  entryFrom,
  newEntry,
  nextDueAt,
  outcomeOf,
  redirected,
  retried,
  tried,
  unsent,
  withoutUnsent,
  withAged,
  withEntry,
  type Outcome,
  type OutboxEntry,
} from './outbox.ts';
import { settleRevised } from './revised.ts';
import { StoredItems } from './stored-items.ts';

export interface OutboxOptions {
  userId: number;
  /** Whether this browser is still signed in as this user: no one else may send what they wrote. */
  maySend: () => boolean;
  /** The queue that is reported which message is ours; null while there is none. */
  queueId: () => string | null;
  /** Someone wants to change what was not sent. @returns whether its box has it now. */
  onEdit: (entry: OutboxEntry) => boolean;
  /** A message was acknowledged. It is shown as it was until `settle` says that the message itself is. */
  onSent: (key: string, messageId: number) => void;
}

/** More than anybody writes while a server is away. */
const maxEntries = 500;
const shortestPauseMs = 250;
const takeOverAfterMs = 5000;

export class OutboxRunner {
  readonly entries: StoreApi<readonly OutboxEntry[]>;
  private readonly options: OutboxOptions;
  private readonly stored: StoredItems<OutboxEntry>;
  private readonly sending = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Nothing leaves before it is known to whom it would go. */
  private home: string | null = null;
  private isHeld = false;
  /** End the listening to the page. */
  private ends: (() => void)[] = [];

  constructor(options: OutboxOptions) {
    this.options = options;
    this.stored = new StoredItems('outbox', options.userId, entryFrom);
    this.entries = createStore(() => [...this.stored.read().values()].toSorted((a, b) => a.order - b.order));
  }

  /** Begins to send, and forgets what was meant for another organization. @param home who this is, where. */
  start(home: string): void {
    this.home = home;
    this.isHeld = false;
    for (const end of this.ends) end();
    // A short absence may end before the wait for events has noticed it.
    this.ends = [page().on('storage', this.readFromOtherTab), page().on('online', () => this.tryNow())];
    this.change(this.entries.getState().filter((entry) => entry.home === home));
    this.tryNow();
  }

  /** Nothing leaves until `start` or `release`: the server does not answer, or may have other data. */
  hold(): void {
    this.isHeld = true;
    clearTimeout(this.timer);
  }

  /** Whether the server answers, and has the data that this page knows, under the session that it was opened with. */
  get maySend(): boolean {
    return this.home !== null && !this.isHeld && this.options.maySend();
  }

  /** The server answers again, and has what it had. */
  release(): void {
    this.isHeld = false;
    this.tryNow();
  }

  /**
   * @param revises the key of an entry that was taken back to be edited, and that the server may have already.
   * @returns whether the message will be sent: not when too much waits already.
   */
  add(conversation: Conversation, content: string, revises: string | null = null): boolean {
    const entries = this.entries.getState();
    if (this.home === null || entries.length >= maxEntries) return false;
    const what = { key: revises ?? randomKey(), home: this.home, conversation, content, isRevised: revises !== null };
    this.change([...entries, newEntry(what, entries, Date.now())]);
    this.run();
    return true;
  }

  retry(key: string): void {
    this.change(retried(this.entries.getState(), key, Date.now()));
    this.run();
  }

  discard(key: string): void {
    this.change(this.entries.getState().filter((each) => each.key !== key));
    this.run();
  }

  /** Takes an entry back into the box of its conversation. @returns false where it stays for now. */
  edit(key: string): boolean {
    const entry = this.entries.getState().find((each) => each.key === key);
    if (entry !== undefined && !this.options.onEdit(entry)) return false;
    this.discard(key);
    return true;
  }

  /** The server is back, or a queue told that a message of ours arrived. */
  tryNow(): void {
    const now = Date.now();
    this.change(
      this.entries.getState().map((entry) => ({ ...entry, nextAttemptAt: Math.min(entry.nextAttemptAt, now) })),
    );
    this.run();
  }

  /** An event brought a message of ours: no answer to the request is needed any more. */
  arrived(key: string, messageId: number): void {
    const entry = this.entries.getState().find((each) => each.key === key);
    // What the server has under the key of an edited entry is looked at first.
    if (entry === undefined || entry.messageId !== null || entry.isRevised) return;
    this.finish(key, { kind: 'sent', messageId });
    this.options.onSent(key, messageId);
  }

  /** The message of an entry is here, or will never be. */
  settle(key: string): void {
    this.change(this.entries.getState().filter((entry) => entry.key !== key));
  }

  /** The topic of a conversation has another name now. */
  redirect(from: Conversation, to: Conversation): void {
    this.change(redirected(this.entries.getState(), from, to));
  }

  stop(): void {
    this.home = null;
    clearTimeout(this.timer);
    for (const end of this.ends) end();
  }

  private readonly readFromOtherTab = (event: StorageEvent): void => {
    const change = this.stored.changeIn(event);
    if (change === undefined) return;
    const entries = this.entries.getState();
    const { key, item } = change;
    if (item !== null) this.entries.setState(withEntry(entries, item), true);
    else this.entries.setState(withoutUnsent(entries, key), true);
    // The other tab is at it; what it leaves when it is closed is sent from here.
    this.runIn(takeOverAfterMs);
  };

  private run(): void {
    if (!this.maySend) return;
    const now = Date.now();
    this.change(withAged(this.entries.getState(), now));
    for (const entry of due(this.entries.getState(), now)) if (!this.sending.has(entry.key)) void this.send(entry);
    const next = nextDueAt(this.entries.getState(), now);
    clearTimeout(this.timer);
    if (next !== null) this.runIn(Math.max(shortestPauseMs, next - now));
  }

  private runIn(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.run(), ms);
  }

  private async send(entry: OutboxEntry): Promise<void> {
    this.sending.add(entry.key);
    this.change(tried(this.entries.getState(), entry.key));
    try {
      const headers = { 'Idempotency-Key': entry.key };
      const params = this.paramsOf(entry);
      // What has no answer is asked again under its key.
      const { id } = await inTime((signal) => request('POST', '/messages', params, signal, headers));
      if (!entry.isRevised) this.arrived(entry.key, id);
      else await this.settleRevised(entry, id);
    } catch (error) {
      await this.failed(entry, error);
    } finally {
      this.sending.delete(entry.key);
      this.run();
    }
  }

  private async failed(entry: OutboxEntry, error: unknown): Promise<void> {
    const firstId =
      error instanceof ApiError && error.code === 'IDEMPOTENCY_KEY_REUSED' ? error.fields['id'] : undefined;
    // The server has the content from before the edit: it becomes the content of this entry.
    if (typeof firstId === 'number' && !entry.isRevised) {
      // Another content is there under this key, and nothing says that this one replaces it: its writer decides.
      this.finish(entry.key, {
        kind: 'sent-before',
        key: randomKey(),
        reason: t('The server has a different text for this message.'),
      });
      return;
    }
    if (typeof firstId === 'number') {
      await this.settleRevised(entry, firstId).catch((again: unknown) => this.failed(entry, again));
      return;
    }
    this.finish(entry.key, error instanceof ApiError ? outcomeOf(error) : { kind: 'unknown' });
  }

  private async settleRevised(entry: OutboxEntry, messageId: number): Promise<void> {
    const outcome = await settleRevised(entry, messageId, { ownId: this.options.userId, newKey: randomKey });
    this.finish(entry.key, outcome);
    if (outcome.kind === 'sent') this.options.onSent(entry.key, messageId);
  }

  private paramsOf({ conversation, content, key }: OutboxEntry): ParamsOf<'POST', '/messages'> {
    const queueId = this.options.queueId();
    return {
      ...(conversation.kind === 'direct'
        ? { type: 'direct', to: conversation.userIds }
        : { type: 'channel', to: conversation.channelId, topic: conversation.topic }),
      content,
      read_by_sender: true,
      ...(queueId !== null && { queue_id: queueId, local_id: key }),
    };
  }

  private finish(key: string, outcome: Outcome): void {
    this.change(afterAttempt(this.entries.getState(), key, outcome, Date.now()));
  }

  private change(entries: readonly OutboxEntry[]): void {
    const before = this.entries.getState();
    if (entries === before) return;
    this.entries.setState(entries, true);
    this.stored.write(byKey(unsent(before)), byKey(unsent(entries)));
  }
}

const byKey = (entries: readonly OutboxEntry[]): ReadonlyMap<string, OutboxEntry> =>
  new Map(entries.map((entry) => [entry.key, entry]));

/** 128 bits of chance; `crypto.randomUUID` is missing on plain http. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
