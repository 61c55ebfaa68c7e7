/**
 * Uploads by the box that they go into: they go on when it is left, four at once, through cut connections, restarts of the server and
 * reloads of the page.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { keyOf, type Conversation, type ConversationKey } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { withFile } from '../kit/box-parts.ts';
import type { KeptUpload, UploadKeeper } from './upload-keeper.ts';
import { UploadMemory } from './upload-memory.ts';
import { targetKey, type UploadTarget } from './upload-target.ts';

export interface UploadEntry {
  id: number;
  /** By which this browser keeps it. */
  key: string;
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
  /** The page was loaded again, and this browser did not keep the file: its user has to choose it. */
  needsFile: boolean;
  /** A picture of it, by an address of this page; null for what browsers do not show. */
  preview: string | null;
}

export interface UploadOptions {
  /** A file is at the server. */
  onUploaded: (target: UploadTarget, file: UploadedFile) => void;
  /** The last file of a conversation that shall be sent when they are there. */
  onAllUploaded: (conversation: Conversation) => void;
  /** An upload of a page that was closed goes on here. */
  onRestored: (target: UploadTarget) => void;
  /** Where uploads are kept over a reload. */
  keeper: () => Promise<UploadKeeper>;
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
  private readonly memory: UploadMemory;
  private lastId = 0;

  constructor(options: UploadOptions) {
    this.options = options;
    this.memory = new UploadMemory(options.keeper);
  }

  /** It is known whose uploads these are: those of pages that were closed go on. @param home who this is, where. */
  async begin(userId: number, home: string): Promise<void> {
    const kept = await this.memory.takeOver(userId, home);
    this.append(kept.map((upload) => this.restored(upload)));
    for (const { target, isAwaited } of kept) {
      if (isAwaited && target.kind !== 'edit') this.sendWhenDone(target, true);
      this.options.onRestored(target);
    }
  }

  private restored({ key, target, name, size, file }: KeptUpload): UploadEntry {
    this.lastId += 1;
    const id = this.lastId;
    if (file !== null) this.files.set(id, file);
    const needsFile = file === null;
    const reason = needsFile ? t('Choose the file again to continue.') : '';
    const progress = { sent: 0, elapsedMs: 0, state: needsFile ? 'failed' : 'waiting', reason } as const;
    return { id, key, target, name, size, ...progress, canRetry: !needsFile, needsFile, preview: pictureOf(file) };
  }

  /** The file of an upload of a closed page is there again. */
  chooseAgain(id: number, file: File): void {
    const entry = this.entryOf(id);
    if (entry?.needsFile !== true) return;
    if (file.name !== entry.name || file.size !== entry.size) {
      this.change(id, { reason: t('This is another file. Choose {{name}}.', { name: entry.name }) });
      return;
    }
    this.memory.completed(entry.key, file);
    this.files.set(id, file);
    this.change(id, { state: 'waiting', reason: '', canRetry: true, needsFile: false, preview: pictureOf(file) });
    this.run();
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
      const progress = { sent: 0, elapsedMs: 0, state, reason, needsFile: false } as const;
      const key = `${Date.now()} ${this.lastId} ${Math.random()}`;
      const entry = { id: this.lastId, key, target, name, size, ...progress, canRetry: !isTooLarge };
      return { ...entry, preview: pictureOf(file) };
    });
    this.append(added);
    for (const entry of added) this.keep(entry);
  }

  private append(added: readonly UploadEntry[]): void {
    this.entries.setState([...this.entries.getState(), ...added], true);
    this.run();
  }

  private keep(entry: UploadEntry): void {
    const { id, target } = entry;
    const file = this.files.get(id);
    if (file === undefined) return;
    const isAwaited = target.kind !== 'edit' && this.sendingWhenDone.getState().has(keyOf(target));
    void this.memory.remember(entry, { file, isAwaited, isThere: () => this.entryOf(id) !== undefined });
  }

  private keysOf(target: UploadTarget): string[] {
    const wanted = targetKey(target);
    return this.entries.getState().flatMap((entry) => (targetKey(entry.target) === wanted ? [entry.key] : []));
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
    this.memory.change(this.keysOf(conversation), { isAwaited: isMeant });
  }

  /** What is written in a conversation goes to another: its files go along, and so does what waits for them. */
  redirect(from: Conversation, to: Conversation): void {
    const key = keyOf(from);
    const moved = this.entries
      .getState()
      .map((entry) => (targetKey(entry.target) === key ? { ...entry, target: to } : entry));
    this.entries.setState(moved, true);
    this.memory.change(this.keysOf(to), { target: to });
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
    const key = this.entryOf(id)?.key;
    if (file === undefined || key === undefined) return;
    let isAborted = false;
    this.running.set(id, { abort: () => (isAborted = true) });
    const startedAt = Date.now();
    this.change(id, { state: 'sending' });
    try {
      const { uploadFile } = await import('./upload-file.ts');
      if (isAborted) return;
      const { url, filename } = await uploadFile(file, {
        address: this.memory.addressOf(key),
        onAddress: (address) => this.memory.setAddress(key, address),
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
    const dropped = this.entryOf(id);
    if (dropped === undefined) return;
    if (dropped.preview !== null) URL.revokeObjectURL(dropped.preview);
    this.memory.forget(dropped.key);
    this.entries.setState(
      this.entries.getState().filter((entry) => entry.id !== id),
      true,
    );
  }
}

/** @returns an address of this page for what browsers show. */
const pictureOf = (file: File | null): string | null =>
  file !== null && shownTypes.test(file.type) ? URL.createObjectURL(file) : null;
