/**
 * Upload of an export in parts, which outlives the screen that began it: it waits while the server cannot be reached, can be paused, and
 * goes on where it was. The server knows what it has, so a reload of the page needs the same file only.
 */
import { ApiError } from '../../client/request.ts';
import type { Sending } from '../../client/send-file.ts';
import { t } from '../../client/text.ts';

/** How the parts reach the server. */
export interface PartCalls {
  begin: (name: string, size: number) => Promise<{ received: number }>;
  /** @param offset place of the part in the file. @returns bytes that the server has */
  part: (offset: number, part: Blob, sending: Sending) => Promise<{ received: number }>;
}

export interface UploadView {
  file: File | null;
  /** Bytes that the server has, or that are on their way. */
  sent: number;
  /** Bytes in a second, of the last seconds; null while that is not known. */
  rate: number | null;
  /** `stopped` can go on with this file, `refused` cannot. */
  status: 'none' | 'sending' | 'waiting' | 'paused' | 'stopped' | 'refused';
  /** Why it waits or does not go on, and what to do. */
  problem: string | null;
}

/** Bytes of a part, and of what is sent once more so that the server can compare it. */
const partBytes = 8 * 1024 * 1024;
const comparedBytes = 1024 * 1024;
/** Pauses between tries, the last one from then on. Milliseconds. */
const pausesMs = [1000, 2000, 4000, 8000, 15_000];
/** Of which the rate is made. Milliseconds. */
const rateMs = 5000;

const nothing: UploadView = { file: null, sent: 0, rate: null, status: 'none', problem: null };

export class ExportUpload {
  #view = nothing;
  readonly #watchers = new Set<() => void>();
  #stop = new AbortController();
  /** How much was sent when, for the rate. */
  #samples: { atMs: number; sent: number }[] = [];

  get view(): UploadView {
    return this.#view;
  }

  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  /** Sends a file, from where the server has it. Resolves when all of it is there, it was paused, or is refused. @returns whether it is complete */
  async send(file: File, calls: PartCalls): Promise<boolean> {
    const stop = new AbortController();
    this.#stop.abort();
    this.#stop = stop;
    this.#samples = [];
    this.#show({ ...nothing, file, status: 'sending' });
    for (let failures = 0; !stop.signal.aborted;) {
      try {
        await this.#sendAll(file, calls, stop.signal);
        this.#show(nothing);
        return true;
      } catch (error) {
        if (stop.signal.aborted) break;
        // Its last part was there, and the answer was lost.
        if (error instanceof ApiError && error.code === 'NOT_FOUND') return this.#end(true);
        const why = await reasonOf(error, file);
        if (why === null) {
          this.#show({ ...this.#view, status: 'waiting', rate: null, problem: waitingText(error) });
          await pause(pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 0, stop.signal);
          failures = this.#view.sent > 0 && hasNews(error) ? 0 : failures + 1;
          continue;
        }
        const isRefused = error instanceof ApiError && error.status !== 0 && error.code !== 'NO_ROOM';
        this.#show({ ...this.#view, status: isRefused ? 'refused' : 'stopped', rate: null, problem: why });
        return false;
      }
    }
    return false;
  }

  pause(): void {
    this.#stop.abort();
    this.#show({ ...this.#view, status: 'paused', rate: null, problem: null });
  }

  /** Ends it here; what the server has stays there. */
  forget(): void {
    this.#stop.abort();
    this.#show(nothing);
  }

  #end(isComplete: boolean): boolean {
    this.#show(nothing);
    return isComplete;
  }

  async #sendAll(file: File, calls: PartCalls, signal: AbortSignal): Promise<void> {
    const { received } = await calls.begin(file.name, file.size);
    signal.throwIfAborted();
    // The beginning and the end of what is there: another file of the same name and length is refused.
    if (received > comparedBytes) await this.#part(file, 0, comparedBytes, calls, signal);
    for (
      let offset = Math.max(0, received - comparedBytes), isFirst = true;
      isFirst || offset < file.size;
      isFirst = false
    )
      offset = (await this.#part(file, offset, Math.min(file.size, offset + partBytes), calls, signal)).received;
  }

  async #part(
    file: File,
    from: number,
    to: number,
    calls: PartCalls,
    signal: AbortSignal,
  ): Promise<{ received: number }> {
    const onProgress = (portion: number): void => this.#note(Math.max(from + portion * (to - from), this.#view.sent));
    return calls.part(from, file.slice(from, to), { onProgress, signal });
  }

  #note(sent: number): void {
    const atMs = performance.now();
    this.#samples = [...this.#samples.filter((sample) => atMs - sample.atMs < rateMs), { atMs, sent }];
    const [first] = this.#samples;
    const passed = first === undefined ? 0 : atMs - first.atMs;
    const rate = first !== undefined && passed > 500 ? ((sent - first.sent) / passed) * 1000 : this.#view.rate;
    this.#show({ ...this.#view, sent, rate, status: 'sending', problem: null });
  }

  #show(view: UploadView): void {
    this.#view = view;
    for (const watcher of this.#watchers) watcher();
  }
}

const hasNews = (error: unknown): boolean => error instanceof ApiError && error.code === 'IMPORT_UPLOAD_AHEAD';

/** Whether it is worth asking again. @returns why not, and what to do; null where it is */
async function reasonOf(error: unknown, file: File): Promise<string | null> {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  if (error.status === 0 && !(await isReadable(file)))
    return t('The file was changed, moved or deleted while it was uploaded. Choose it again.');
  if (error.status === 0 || error.status === 429 || error.status >= 500) return null;
  if (error.code === 'IMPORT_UPLOAD_BUSY' || error.code === 'IMPORT_UPLOAD_AHEAD') return null;
  return error.message;
}

/** A browser reads no more of a file that has changed on the disk. */
const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(() => true)
    .catch(() => false);

const waitingText = (error: unknown): string =>
  error instanceof ApiError && error.code === 'IMPORT_UPLOAD_BUSY'
    ? error.message
    : t('The server cannot be reached. The upload continues as soon as it can.');

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
