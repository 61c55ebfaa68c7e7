/**
 * Uploads by the box that they go into: they go on when it is left, four at once, through cut connections and restarts of the server.
 * Their addresses are kept in memory only, as computers are shared.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { keyOf, type Conversation, type ConversationKey } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { withFile } from '../kit/box-parts.ts';

/** Where a file goes: into the box of a conversation, or into the edit of a message. */
export type UploadTarget = Conversation | { kind: 'edit'; messageId: number };

export const targetKey = (target: UploadTarget): string =>
  target.kind === 'edit' ? `edit ${target.messageId}` : keyOf(target);

export interface UploadEntry {
  id: number;
  target: UploadTarget;
  name: string;
  /** Bytes. */
  size: number;
  sent: number;
  /** Since its first byte left, in milliseconds. */
  elapsedMs: number;
  state: 'waiting' | 'sending' | 'paused' | 'failed';
  /** Why it failed. */
  reason: string;
  /** It is worth trying again: its bytes are here. */
  canRetry: boolean;
  /** A picture of it, by an address of this page; null for what browsers do not show. */
  preview: string | null;
}

export interface UploadOptions {
  /** A file is at the server. */
  onUploaded: (target: UploadTarget, file: UploadedFile) => void;
  /** The last file of a conversation that shall be sent when they are there. */
  onAllUploaded: (conversation: Conversation) => void;
}

/** Where a file is at the server. */
export interface UploadedFile {
  name: string;
  /** Its address, without an origin. */
  url: string;
}

interface Running {
  abort: () => void;
}

const atOnce = 4;
const mib = 1024 * 1024;
const shownTypes = /^image\/(?:png|jpeg|gif|webp|avif)$/;

export class UploadStore {
  readonly entries: StoreApi<readonly UploadEntry[]> = createStore<readonly UploadEntry[]>(() => []);
  /** Conversations whose text leaves with the last of their files. */
  readonly sendingWhenDone: StoreApi<ReadonlySet<ConversationKey>> = createStore<ReadonlySet<ConversationKey>>(
    () => new Set<ConversationKey>(),
  );
  private readonly files = new Map<number, File>();
  private readonly running = new Map<number, Running>();
  /** The entries that files at the server were, by their addresses. */
  private readonly uploaded = new Map<string, number>();
  private readonly options: UploadOptions;
  private lastId = 0;

  constructor(options: UploadOptions) {
    this.options = options;
  }

  /** @param limitMib the organization's; 0 for none. */
  add(target: UploadTarget, files: readonly File[], limitMib: number): void {
    const added = files.map((file): UploadEntry => {
      this.lastId += 1;
      const { name, size } = file;
      const isTooLarge = limitMib > 0 && size > limitMib * mib;
      const reason = isTooLarge ? t('Too large (maximum: {{limit}} MB)', { limit: limitMib }) : '';
      if (!isTooLarge) this.files.set(this.lastId, file);
      const state = isTooLarge ? 'failed' : 'waiting';
      const preview = shownTypes.test(file.type) ? URL.createObjectURL(file) : null;
      const progress = { sent: 0, elapsedMs: 0, state, reason } as const;
      return { id: this.lastId, target, name, size, ...progress, canRetry: !isTooLarge, preview };
    });
    this.entries.setState([...this.entries.getState(), ...added], true);
    this.run();
  }

  cancel(id: number): void {
    this.running.get(id)?.abort();
    const entry = this.entryOf(id);
    this.drop(id);
    if (entry !== undefined) this.settle(entry.target);
  }

  /** Sends a file that failed again. */
  retry(id: number): void {
    const entry = this.entryOf(id);
    if (entry?.state !== 'failed' || !entry.canRetry) return;
    this.change(id, { state: 'waiting', sent: 0, reason: '' });
    this.run();
  }

  /** @returns a message with a file that was uploaded here, before those that were chosen after it. */
  attached(content: string, file: UploadedFile): string {
    const turn = (url: string): number => this.uploaded.get(url) ?? 0;
    return withFile(content, file, (url) => turn(url) > turn(file.url));
  }

  /** No one writes there any more. */
  cancelAll(target: UploadTarget): void {
    const key = targetKey(target);
    for (const entry of this.entries.getState()) if (targetKey(entry.target) === key) this.cancel(entry.id);
  }

  /** The text of a conversation leaves when its files are there, or not any more. */
  sendWhenDone(conversation: Conversation, isMeant: boolean): void {
    const keys = new Set(this.sendingWhenDone.getState());
    if (isMeant) keys.add(keyOf(conversation));
    else keys.delete(keyOf(conversation));
    this.sendingWhenDone.setState(keys, true);
  }

  /** What is written in a conversation goes to another: its files go along, and so does what waits for them. */
  redirect(from: Conversation, to: Conversation): void {
    const key = keyOf(from);
    const moved = this.entries
      .getState()
      .map((entry) => (targetKey(entry.target) === key ? { ...entry, target: to } : entry));
    this.entries.setState(moved, true);
    if (!this.sendingWhenDone.getState().has(key)) return;
    this.sendWhenDone(from, false);
    this.sendWhenDone(to, true);
  }

  private run(): void {
    for (const { id, state } of this.entries.getState())
      if (state === 'waiting' && this.running.size < atOnce) void this.upload(id);
  }

  private async upload(id: number): Promise<void> {
    const file = this.files.get(id);
    if (file === undefined) return;
    let isAborted = false;
    this.running.set(id, { abort: () => (isAborted = true) });
    const startedAt = Date.now();
    this.change(id, { state: 'sending' });
    try {
      const { uploadFile } = await import('./upload-file.ts');
      if (isAborted) return;
      const { url, filename } = await uploadFile(file, {
        onProgress: (sent) => this.change(id, { sent, state: 'sending', elapsedMs: Date.now() - startedAt }),
        onPause: () => this.change(id, { state: 'paused' }),
        onStart: (abort) => this.running.set(id, { abort }),
      });
      const entry = this.entryOf(id);
      this.drop(id);
      if (entry === undefined) return;
      this.uploaded.set(url, id);
      this.options.onUploaded(entry.target, { name: filename, url });
      this.settle(entry.target);
    } catch (error) {
      this.change(id, { state: 'failed', reason: error instanceof Error ? error.message : String(error) });
    } finally {
      this.running.delete(id);
      this.run();
    }
  }

  /** What waits for the last file of a conversation happens now. One that failed holds it up until it is taken away. */
  private settle(target: UploadTarget): void {
    if (target.kind === 'edit') return;
    const key = keyOf(target);
    if (!this.sendingWhenDone.getState().has(key)) return;
    if (this.entries.getState().some((entry) => targetKey(entry.target) === key)) return;
    this.sendWhenDone(target, false);
    this.options.onAllUploaded(target);
  }

  private entryOf(id: number): UploadEntry | undefined {
    return this.entries.getState().find((entry) => entry.id === id);
  }

  private change(id: number, changes: Partial<UploadEntry>): void {
    this.entries.setState(
      this.entries.getState().map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)),
      true,
    );
  }

  private drop(id: number): void {
    this.files.delete(id);
    const preview = this.entryOf(id)?.preview ?? null;
    if (preview !== null) URL.revokeObjectURL(preview);
    this.entries.setState(
      this.entries.getState().filter((entry) => entry.id !== id),
      true,
    );
  }
}
