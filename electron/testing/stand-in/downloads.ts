/** The stand-in for Electron's DownloadItem: asks where the file goes, and writes it there. */
import { EventEmitter } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { SaveDialogOptions } from 'electron';
import { session } from './session.ts';
import { dialog } from './system.ts';

/** What a download gets: the bytes of the file. @throws Error where the server does not give it */
export type Fetch = () => Promise<Buffer>;

class DownloadItem extends EventEmitter {
  readonly #name: string;
  #options: SaveDialogOptions = {};
  #path = '';

  constructor(name: string) {
    super();
    this.#name = name;
  }

  getFilename(): string {
    return this.#name;
  }

  setSaveDialogOptions(options: SaveDialogOptions): void {
    this.#options = options;
  }

  getSavePath(): string {
    return this.#path;
  }

  /** The dialog comes after the listeners of `will-download` (shell/browser/electron_download_manager_delegate.cc, OnDownloadPathGenerated). */
  async run(fetch: Fetch): Promise<void> {
    const { canceled, filePath } = await dialog.showSaveDialog(this.#options);
    if (canceled) return void this.emit('done', {}, 'cancelled');
    this.#path = filePath;
    const end = await fetch()
      .then((bytes) => writeFile(filePath, bytes))
      .then(
        () => 'completed',
        () => 'interrupted',
      );
    this.emit('done', {}, end);
  }
}

/** @param name of the file, as the server gives it */
export async function download(name: string, fetch: Fetch): Promise<void> {
  const item = new DownloadItem(name);
  session.defaultSession.emit('will-download', {}, item);
  await item.run(fetch);
}
