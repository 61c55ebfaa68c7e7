/** A disk in memory that hangs or refuses writes on command. */
import type { DiskFile } from '../storage/disk.ts';
import { FaultyDisk, SystemError } from './faulty-disk.ts';

/** Its durable writes, or the reads of its lock, wait until `answer`; its durable writes fail with `refusal`. */
export class HangingDisk extends FaultyDisk {
  #waiting: (() => void)[] = [];
  hangs: 'writes' | 'lock' | 'nothing' = 'nothing';
  /** The code of an error. */
  refusal: string | undefined;

  answer(): void {
    this.hangs = 'nothing';
    for (const resume of this.#waiting.splice(0)) resume();
  }

  get waits(): boolean {
    return this.#waiting.length > 0;
  }

  #turn(what: 'writes' | 'lock'): Promise<void> {
    return this.hangs === what ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve();
  }

  override async openDurable(path: string): Promise<DiskFile> {
    const file = await super.openDurable(path);
    const writeDurable = async (bytes: Uint8Array, position: number): Promise<void> => {
      await this.#turn('writes');
      if (this.refusal !== undefined) throw new SystemError(this.refusal, path);
      await file.writeDurable(bytes, position);
    };
    return { ...file, writeDurable };
  }

  override openNow(path: string, mode: 'read' | 'create'): DiskFile {
    const file = super.openNow(path, mode);
    if (mode === 'read' || !path.endsWith('.lock')) return file;
    const isLinked = async (): Promise<boolean> => {
      await this.#turn('lock');
      return file.isLinked();
    };
    return { ...file, isLinked };
  }
}
