/**
 * Sends what is in the outbox and keeps it in the browser's storage until the server has acknowledged it: it outlives the tab.
 * Two tabs may send the same entry; the server sees the same key and makes one message of it (header Idempotency-Key).
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError, request } from '../../client/request.ts';
import type { Conversation } from '../../client/state/conversation.ts';
import {
  afterAttempt,
  due,
  newEntry,
  nextDueAt,
  outcomeOf,
  redirected,
  retried,
  withAged,
  type Outcome,
  type OutboxEntry,
} from '../outbox/outbox.ts';

export interface OutboxOptions {
  /** Entries are kept by person: computers are shared. */
  userId: number;
  /** The queue that is told which message is ours; null while there is none. */
  queueId: () => string | null;
  /** Somebody wants to change what was not sent. */
  onEdit: (entry: OutboxEntry) => void;
  /** A message was acknowledged. */
  onSent: (key: string, messageId: number) => void;
}

interface SendAnswer {
  id: number;
}

/** More than anybody writes while a server is away. */
const maxEntries = 500;

export class OutboxRunner {
  readonly entries: StoreApi<readonly OutboxEntry[]>;
  private readonly options: OutboxOptions;
  private readonly storageKey: string;
  private readonly sending = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isStopped = false;

  constructor(options: OutboxOptions) {
    this.options = options;
    this.storageKey = `hearth.outbox.${options.userId}`;
    this.entries = createStore(() => readEntries(this.storageKey));
    addEventListener('storage', this.readFromOtherTab);
    this.run();
  }

  /** @returns the key under which the message is sent. */
  add(conversation: Conversation, content: string): string {
    const key = randomKey();
    this.change([...this.entries.getState(), newEntry(key, conversation, content, Date.now())].slice(-maxEntries));
    this.run();
    return key;
  }

  retry(key: string): void {
    this.change(retried(this.entries.getState(), key, Date.now()));
    this.run();
  }

  /** @returns what was discarded, so that it can be edited. */
  discard(key: string): OutboxEntry | undefined {
    const entry = this.entries.getState().find((each) => each.key === key);
    this.change(this.entries.getState().filter((each) => each.key !== key));
    this.run();
    return entry;
  }

  /** Takes an entry back into the box of its conversation. */
  edit(key: string): void {
    const entry = this.discard(key);
    if (entry !== undefined) this.options.onEdit(entry);
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
    if (!this.entries.getState().some((entry) => entry.key === key)) return;
    this.finish(key, { kind: 'sent' });
    this.options.onSent(key, messageId);
  }

  /** The topic of a conversation has another name now. */
  redirect(from: Conversation, to: Conversation): void {
    this.change(redirected(this.entries.getState(), from, to));
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
    removeEventListener('storage', this.readFromOtherTab);
  }

  private readonly readFromOtherTab = ({ key }: StorageEvent): void => {
    if (key === this.storageKey) this.entries.setState(readEntries(this.storageKey), true);
  };

  private run(): void {
    if (this.isStopped) return;
    const now = Date.now();
    this.change(withAged(this.entries.getState(), now));
    for (const entry of due(this.entries.getState(), now)) if (!this.sending.has(entry.key)) void this.send(entry);
    clearTimeout(this.timer);
    const next = nextDueAt(this.entries.getState(), now);
    if (next !== null) this.timer = setTimeout(() => this.run(), Math.max(250, next - now));
  }

  private async send(entry: OutboxEntry): Promise<void> {
    this.sending.add(entry.key);
    try {
      const { id } = await request<SendAnswer>('POST', '/messages', this.paramsOf(entry), undefined, {
        'Idempotency-Key': entry.key,
      });
      // First the message takes the place of the entry, then the entry goes: at no moment is neither there.
      this.options.onSent(entry.key, id);
      this.finish(entry.key, { kind: 'sent' });
    } catch (error) {
      this.finish(entry.key, error instanceof ApiError ? outcomeOf(error) : { kind: 'unknown' });
    } finally {
      this.sending.delete(entry.key);
      this.run();
    }
  }

  private paramsOf({ conversation, content, key }: OutboxEntry): Record<string, unknown> {
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
    if (entries === this.entries.getState()) return;
    this.entries.setState(entries, true);
    try {
      if (entries.length === 0) localStorage.removeItem(this.storageKey);
      else localStorage.setItem(this.storageKey, JSON.stringify(entries));
    } catch {
      // Storage that is full or forbidden: the outbox lives as long as the tab.
    }
  }
}

function readEntries(storageKey: string): readonly OutboxEntry[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is OutboxEntry {
  const entry = value as Partial<OutboxEntry> | null;
  return typeof entry?.key === 'string' && typeof entry.content === 'string' && typeof entry.conversation === 'object';
}

/** 128 bits of chance; `crypto.randomUUID` is missing on plain http. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
