/**
 * Files on their way, kept in this browser until they are at the server: a page that is loaded again goes on with them. They are in
 * IndexedDB, as local storage takes no files; where that is full or forbidden nothing is kept, and nothing fails.
 */
import { createStore, del, entries, get, set, type UseStore } from 'idb-keyval';
import { onTold, tellTabs } from '../../client/tabs.ts';
import type { UploadTarget } from './upload-target.ts';

/** An upload that is not complete. */
export interface KeptUpload {
  key: string;
  userId: number;
  /** Who this is, where: uploads of other data are forgotten. */
  home: string;
  target: UploadTarget;
  name: string;
  /** Bytes. */
  size: number;
  /** When the file was last changed, in milliseconds since 1970. */
  modifiedAt: number;
  /** null where this browser does not keep it: it must be chosen again. */
  file: File | null;
  /** Where the server has its first bytes; null before the first. */
  address: string | null;
  /** The message is sent when its files are at the server. */
  isAwaited: boolean;
  /** In milliseconds since 1970. */
  keptAt: number;
}

export interface UploadKeeper {
  /** @returns the uploads of a user that no open tab has, in the order in which they were chosen. */
  takeOver: (userId: number, home: string) => Promise<KeptUpload[]>;
  put: (upload: KeptUpload) => Promise<void>;
  change: (
    key: string,
    changes: Partial<Pick<KeptUpload, 'address' | 'target' | 'isAwaited' | 'file' | 'modifiedAt'>>,
  ) => Promise<void>;
  remove: (key: string) => Promise<void>;
}

/** Of what tabs say to each other about uploads. */
const topic = 'uploads';
/** Bytes of the largest file that is kept itself. */
const mostKeptBytes = 200 * 1024 * 1024;
/** As long as the server keeps what has arrived of an upload. */
const keptForMs = 7 * 24 * 60 * 60 * 1000;
/** Other tabs answer within milliseconds, hidden ones within half a second. */
const answerMs = 500;

/** Whether an upload of the storage may be gone on with. Pure. */
export function isCurrent(upload: KeptUpload, userId: number, home: string, now: number): boolean {
  return upload.userId === userId && upload.home === home && now - upload.keptAt < keptForMs;
}

export class BrowserUploadKeeper implements UploadKeeper {
  private readonly store: UseStore = createStore('hearth-uploads', 'uploads');
  /** Uploads that this tab has. */
  private readonly own = new Set<string>();
  private readonly tabId = crypto.getRandomValues(new Uint32Array(2)).join('-');
  private last: Promise<unknown> = Promise.resolve();
  /** Those that this tab asks for. */
  private wanted: readonly string[] = [];

  constructor() {
    onTold(topic, (message) => this.answer(message as TabMessage));
  }

  async takeOver(userId: number, home: string): Promise<KeptUpload[]> {
    const all = await this.inTurn(() => entries<string, KeptUpload>(this.store), []);
    const now = Date.now();
    for (const [key, upload] of all)
      if (upload.userId === userId && !isCurrent(upload, userId, home, now)) await this.remove(key);
    const kept = all.map(([, upload]) => upload).filter((upload) => isCurrent(upload, userId, home, now));
    const taken = await this.keysOfOtherTabs(kept.map(({ key }) => key).filter((key) => !this.own.has(key)));
    const free = kept.filter(({ key }) => !this.own.has(key) && !taken.has(key));
    for (const { key } of free) this.own.add(key);
    return free.toSorted((one, other) => one.keptAt - other.keptAt);
  }

  async put(upload: KeptUpload): Promise<void> {
    this.own.add(upload.key);
    const { file } = upload;
    const kept = file !== null && file.size <= mostKeptBytes ? upload : { ...upload, file: null };
    await this.inTurn(async () => {
      try {
        await set(kept.key, kept, this.store);
      } catch {
        // Without room for the file, its name is kept, so that the user is asked for it.
        await set(kept.key, { ...kept, file: null }, this.store);
      }
    }, undefined);
  }

  async change(key: string, changes: Parameters<UploadKeeper['change']>[1]): Promise<void> {
    await this.inTurn(async () => {
      const before = await get<KeptUpload>(key, this.store);
      if (before !== undefined) await set(key, { ...before, ...changes }, this.store);
    }, undefined);
  }

  async remove(key: string): Promise<void> {
    this.own.delete(key);
    await this.inTurn(() => del(key, this.store), undefined);
  }

  /** @returns those of `keys` that another open tab has, or takes over at this moment. */
  private async keysOfOtherTabs(keys: readonly string[]): Promise<ReadonlySet<string>> {
    const taken = new Set<string>();
    if (keys.length === 0) return taken;
    this.wanted = keys;
    const stop = onTold(topic, (said) => {
      const message = said as TabMessage;
      if (message.kind === 'taken' && message.to === this.tabId) for (const key of message.keys) taken.add(key);
    });
    tellTabs(topic, { kind: 'ask', from: this.tabId, keys } satisfies TabMessage);
    await new Promise((resolve) => setTimeout(resolve, answerMs));
    stop();
    this.wanted = [];
    return taken;
  }

  /** Does what a browser may refuse, one after another: a change is never behind the removal of what it changes. @returns `otherwise` where it does. */
  private inTurn<T>(act: () => Promise<T>, otherwise: T): Promise<T> {
    const done = this.last.then(act).catch(() => otherwise);
    this.last = done;
    return done;
  }

  private answer(message: TabMessage): void {
    if (message.kind !== 'ask') return;
    const { from } = message;
    // Of two tabs that open at once, one takes them.
    const isFirst = this.tabId < from;
    const keys = message.keys.filter((key) => this.own.has(key) || (isFirst && this.wanted.includes(key)));
    if (keys.length > 0) tellTabs(topic, { kind: 'taken', to: from, keys } satisfies TabMessage);
  }
}

type TabMessage =
  | { kind: 'ask'; from: string; keys: readonly string[] }
  | { kind: 'taken'; to: string; keys: readonly string[] };
