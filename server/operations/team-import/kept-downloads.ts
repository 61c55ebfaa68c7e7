/**
 * Downloads of an export, fetched before the team is written and kept until then: an organization in use is not answered while its team
 * is written, and other hosts are slow.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { mkdir, readFile, rm, stat, writeFile } from '../../file-access.ts';
import { linkFile } from '../../uploads/files.ts';
import type { TakeFile } from './records.ts';
import { isAtSlack } from './slack-download.ts';
import { MissingFile, type Downloads, type ImportChoices, type References, type TeamSource } from './source.ts';
import { notThere } from './unpacked.ts';

/** Nothing has an id here yet. */
const noReferences: References = {
  user: () => undefined,
  group: () => undefined,
  channel: () => undefined,
  file: () => undefined,
  idOf: () => undefined,
  renamed: () => undefined,
  say: (sentence) => sentence,
};

export class KeptDownloads implements Downloads {
  readonly #folder: string;
  /** Addresses that were asked for and not fetched. */
  #asked: { url: string; contentType: string | null }[] = [];

  /** @param work the folder of the import. */
  constructor(work: string) {
    this.#folder = join(work, 'downloads');
  }

  /** The file stays: a team may be written twice. It throws MissingFile where it was not fetched. */
  take(url: string, contentType: string | null): TakeFile | undefined {
    if (!isAtSlack(url)) return undefined;
    this.#asked.push({ url, contentType });
    return async (path) => {
      const kept = this.#place(url);
      const size = (await stat(kept).catch(notThere))?.size;
      if (size === undefined) throw new MissingFile();
      await linkFile(kept, path);
      return size;
    };
  }

  async emoji(): Promise<Map<string, string>> {
    const text = await readFile(this.#emojiList, 'utf8').catch(notThere);
    return new Map(text === undefined ? [] : (JSON.parse(text) as [string, string][]));
  }

  /** Fetches all that the records before the messages want. @param onFile gets how many files were fetched. */
  async fetchAll(
    source: TeamSource,
    choices: ImportChoices,
    from: Downloads,
    { onFile }: { onFile: (done: number) => Promise<void> },
  ): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeFile(this.#emojiList, JSON.stringify([...(await from.emoji())]), { mode: 0o600 });
    let done = 0;
    for await (const record of source.records(choices, noReferences, () => undefined)) {
      if (record.kind === 'message') break;
      const asked = this.#asked;
      this.#asked = [];
      for (const { url, contentType } of asked) {
        await onFile(done);
        if (await this.#fetch(from, url, contentType)) done += 1;
      }
    }
  }

  async #fetch(from: Downloads, url: string, contentType: string | null): Promise<boolean> {
    const path = this.#place(url);
    try {
      await from.take(url, contentType)?.(path);
      return true;
    } catch (error) {
      if (!(error instanceof MissingFile)) throw error;
      // Half a file is none.
      await rm(path, { force: true });
      return false;
    }
  }

  get #emojiList(): string {
    return join(this.#folder, 'emoji.json');
  }

  #place(url: string): string {
    return join(this.#folder, createHash('sha256').update(url).digest('hex'));
  }
}
