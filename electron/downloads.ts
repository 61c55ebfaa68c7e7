/**
 * The file that was downloaded last: its name, whether it was saved, and what can be done with it. Pages only name the action; the path
 * stays here.
 */
import { basename, extname } from 'node:path';
import type { Download } from './bridge.ts';

/** How a download ended: electron's DownloadItem, event `done`. */
export type DownloadEnd = 'completed' | 'cancelled' | 'interrupted';

export interface DownloadTools {
  /** Opens a file with the system's program for it. @returns why it was not opened; empty: it was */
  openFile: (path: string) => Promise<string>;
  /** Shows a file in the system's file manager. */
  showFile: (path: string) => void;
  onChange: () => void;
}

/** Files that no system runs when they are opened. Office documents with macros and web pages are left out on purpose. */
const harmless = new Set(
  (
    'pdf txt text log md csv tsv json xml rtf docx xlsx pptx odt ods odp epub png jpg jpeg gif webp avif bmp heic tif tiff ' +
    'mp3 m4a ogg oga opus wav flac aac mp4 m4v webm mov ogv mkv zip tar gz tgz 7z ics vcf'
  ).split(' '),
);

/** Whether a file may be opened at the request of a page: a program is only shown in its folder. */
export const canBeOpened = (path: string): boolean => harmless.has(extname(path).slice(1).toLowerCase());

export class Downloads {
  readonly #tools: DownloadTools;
  #path = '';
  #last: Download | null = null;
  /** A page has shown it. Its buttons still work. */
  #isShown = false;

  constructor(tools: DownloadTools) {
    this.#tools = tools;
  }

  /** @returns the last download; null when there is none, or it was dismissed. */
  last(): Download | null {
    return this.#isShown ? null : this.#last;
  }

  /** @param name of the file on the server. @param path where it was saved; empty: nowhere */
  ended(name: string, path: string, end: DownloadEnd): void {
    if (end === 'cancelled') return;
    const isSaved = end === 'completed';
    this.#path = isSaved ? path : '';
    this.#last = { name: isSaved ? basename(path) : name, isSaved, canOpen: isSaved && canBeOpened(path) };
    this.#isShown = false;
    this.#tools.onChange();
  }

  /** A file that cannot be shown counts as a download that failed. */
  failed(name: string): void {
    this.ended(name, '', 'interrupted');
  }

  async open(): Promise<void> {
    if (this.#last?.canOpen !== true) return;
    const problem = await this.#tools.openFile(this.#path);
    // No program is known for it, or the file was moved.
    if (problem !== '') this.#tools.showFile(this.#path);
  }

  show(): void {
    if (this.#last?.isSaved === true) this.#tools.showFile(this.#path);
  }

  /** The last download is not reported again. */
  dismiss(): void {
    if (this.#isShown || this.#last === null) return;
    this.#isShown = true;
    this.#tools.onChange();
  }
}
