/** Stored uploads of a page, which the next page resumes. Its keeper is loaded with the first upload. */
import { readStored, writeStored } from '../../client/storage.ts';
import type { KeptUpload, UploadKeeper } from './upload-keeper.ts';
import type { UploadTarget } from './upload-target.ts';

export interface RememberedUpload {
  key: string;
  target: UploadTarget;
  name: string;
  /** Bytes. */
  size: number;
}

interface RememberOptions {
  file: File;
  isAwaited: boolean;
  /** It was neither completed nor cancelled. */
  isThere: () => boolean;
}

/** Says that there may be kept uploads: most pages need not look. */
const markName = 'uploads';

export class UploadMemory {
  private readonly load: () => Promise<UploadKeeper>;
  private keeper: Promise<UploadKeeper> | null = null;
  private home = '';
  private userId = 0;
  /** Where the server has the first bytes of uploads, by their keys. */
  private readonly addresses = new Map<string, string>();
  /** When files of earlier pages were changed, in milliseconds since 1970. */
  private readonly modified = new Map<string, number>();

  constructor(load: () => Promise<UploadKeeper>) {
    this.load = load;
  }

  /** @param home who this is, where. @returns uploads of pages that were closed, once. */
  async takeOver(userId: number, home: string): Promise<KeptUpload[]> {
    if (home === this.home) return [];
    this.home = home;
    this.userId = userId;
    if (readStored(markName) === null) return [];
    const kept = await (await this.opened()).takeOver(userId, home);
    for (const { key, address, modifiedAt } of kept) {
      if (address !== null) this.addresses.set(key, address);
      this.modified.set(key, modifiedAt);
    }
    return kept;
  }

  /** Keeps an upload until it is forgotten. */
  async remember({ key, target, name, size }: RememberedUpload, options: RememberOptions): Promise<void> {
    const { file, isAwaited, isThere } = options;
    writeStored(markName, 'kept');
    const keeper = await this.opened();
    const { userId, home } = this;
    await keeper.put({
      key,
      userId,
      home,
      target,
      name,
      size,
      file,
      isAwaited,
      keptAt: Date.now(),
      modifiedAt: file.lastModified,
      address: this.addressOf(key),
    });
    // It may be at the server, or have an address, before all of it is in the storage.
    if (isThere()) await keeper.change(key, { address: this.addressOf(key) });
    else await keeper.remove(key);
  }

  /** A file of an earlier page is there again. Bytes of two versions would make no file: another version begins again. */
  completed(key: string, file: File): void {
    if (file.lastModified !== this.modified.get(key)) this.addresses.delete(key);
    this.change([key], { file, address: this.addressOf(key), modifiedAt: file.lastModified });
  }

  /** @returns where the server has the first bytes; null before that. */
  addressOf(key: string): string | null {
    return this.addresses.get(key) ?? null;
  }

  setAddress(key: string, address: string): void {
    if (this.addresses.get(key) === address) return;
    this.addresses.set(key, address);
    this.change([key], { address });
  }

  change(keys: readonly string[], changes: Parameters<UploadKeeper['change']>[1]): void {
    if (keys.length > 0) void this.changeEach(keys, changes);
  }

  forget(key: string): void {
    this.addresses.delete(key);
    this.modified.delete(key);
    void this.opened().then((keeper) => keeper.remove(key));
  }

  private async changeEach(keys: readonly string[], changes: Parameters<UploadKeeper['change']>[1]): Promise<void> {
    const keeper = await this.opened();
    for (const key of keys) await keeper.change(key, changes);
  }

  private opened(): Promise<UploadKeeper> {
    return (this.keeper ??= this.load());
  }
}
