/**
 * Bringing a team from another chat while the server runs: a file is handed in or chosen, and read through, so that the importing person
 * sees what is in it; then it is imported (swap-in-team.ts). If anything goes wrong, nothing has changed.
 */
import { stat } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { ImportProgress, ImportState } from '../../contract/shapes/imports.ts';
import { searchRebuild } from '../../domain/messages/search/search-build.ts';
import { badRequest, coded, invalidParameter } from '../../errors.ts';
import { mkdir, rm } from '../../file-access.ts';
import { diskReserve } from '../../storage/disk.ts';
import { importsName } from '../../storage/file-names.ts';
import type { DiskRoom } from '../backups/folder.ts';
import { writeReceived } from '../backups/received-file.ts';
import type { OpenedServices } from '../data-change.ts';
import { mayBeArchive } from './archive.ts';
import { countToInvite } from './ids.ts';
import { previewInWorker } from './import-in-worker.ts';
import { ImportNotes } from './import-notes.ts';
import type { ImportRequest } from './import-request.ts';
import { busy, noExport, notReady, sentenceOf } from './importer-errors.ts';
import type { FoundTeam, OnImportProgress } from './job-types.ts';
import { previewWire } from './preview-wire.ts';
import { swapInTeam, type ChosenFile, type Done, type Serving } from './swap-in-team.ts';

interface ImporterTools {
  dataDir: string;
  newId: () => string;
  diskRoom: () => Promise<DiskRoom>;
  /** UNIX milliseconds. */
  nowMs: () => number;
  log: Logger;
}

export class Importer {
  readonly #tools: ImporterTools;
  readonly #notes: ImportNotes;
  readonly #stopping = new AbortController();
  #file: ChosenFile | null = null;
  #found: FoundTeam | null = null;
  #error: string | null = null;
  #progress: ImportProgress | null = null;
  #startedMs = 0;
  #cancel = new AbortController();
  #work: Promise<void> = Promise.resolve();

  constructor(tools: ImporterTools) {
    this.#tools = tools;
    this.#notes = new ImportNotes(join(tools.dataDir, importsName));
  }

  async state(services: Pick<OpenedServices, 'storage'>): Promise<ImportState> {
    const found = this.#found;
    return {
      file: this.#file && { name: this.#file.name, size: this.#file.size },
      progress: this.#progress,
      preview: found === null ? null : await services.storage.read((db) => previewWire(db, found, this.#nowSecs)),
      error: this.#error,
      last: await this.#notes.last(),
      search_rebuild: await services.storage.read(searchRebuild),
      sign_in_links_needed: await services.storage.read(countToInvite),
    };
  }

  /**
   * Writes a file to disk as it comes, and reads it through in the background.
   * @param bytes how long it says it is. @param name what people call it.
   * @throws ApiError IMPORT_BUSY, IMPORT_FOREIGN, NO_ROOM; nothing is kept then
   */
  async receive(body: Readable, bytes: number | undefined, name: string): Promise<void> {
    this.#begin('receiving', bytes ?? 0);
    const path = join(this.#folder, `received-${this.#tools.newId()}.unfinished`);
    try {
      await this.#clear();
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const most = Math.max(0, Math.floor(((await this.#tools.diskRoom()).free - diskReserve) / 2));
      // A client that sends no more would keep others from importing.
      addAbortSignal(this.#cancel.signal, body);
      const size = await writeReceived(body, path, {
        bytes,
        most,
        what: 'the file',
        onProgress: (done) => this.#follow({ done, total: bytes ?? 0, messages: 0 }),
      });
      if (!(await mayBeArchive(path))) throw noExport();
      this.#file = { path, name: basename(name), size };
    } catch (error) {
      this.#progress = null;
      body.resume();
      await rm(path, { force: true });
      throw this.#cancel.signal.aborted ? badRequest('The import was cancelled.') : error;
    }
    this.#read();
  }

  /** Takes a file of this computer, and reads it through in the background. @throws ApiError IMPORT_BUSY, IMPORT_FOREIGN; BAD_REQUEST for a path without a file */
  async choose(path: string): Promise<void> {
    if (!isAbsolute(path)) throw invalidParameter('path', 'Enter the full path of the file.');
    const facts = await stat(path).catch(() => undefined);
    if (facts?.isFile() !== true)
      throw invalidParameter('path', 'There is no such file on the computer of the server.');
    this.#begin('reading', facts.size);
    try {
      await this.#clear();
      if (!(await mayBeArchive(path))) throw noExport();
    } catch (error) {
      this.#progress = null;
      throw error;
    }
    this.#file = { path, name: basename(path), size: facts.size };
    this.#read();
  }

  /** @throws ApiError IMPORT_NOT_READY where no file was read through */
  checkReady(): { file: ChosenFile; found: FoundTeam } {
    const [file, found] = [this.#file, this.#found];
    if (file !== null && found !== null) return { file, found };
    throw notReady();
  }

  /** Begins the import and returns at once. @throws ApiError IMPORT_BUSY; IMPORT_NOT_READY where no file was read through */
  start(services: Serving, request: ImportRequest): void {
    const { file, found } = this.checkReady();
    this.#begin('backing_up', 0);
    this.#work = this.#import(services, file, found, request).finally(() => {
      this.#progress = null;
    });
  }

  /** Ends what is under way; what is here stays as it is. Does nothing where nothing is. */
  cancel(): void {
    this.#cancel.abort(new Error('The import was cancelled.'));
  }

  /** Gives up the file that was handed in or chosen. @throws ApiError IMPORT_BUSY */
  async discard(): Promise<void> {
    if (this.#progress !== null) throw busy();
    await this.#clear();
  }

  /** Ends what is under way for good. */
  stop(): void {
    this.#stopping.abort();
    this.cancel();
  }

  /** Waits for what is under way. */
  async settled(): Promise<void> {
    await this.#work;
  }

  /** @returns where the report of the last import is. @throws ApiError IMPORT_NOT_FOUND */
  async report(): Promise<string> {
    const path = await this.#notes.report();
    if (path !== undefined) return path;
    throw coded('IMPORT_NOT_FOUND', 'There is no report: no team was imported here.', 404);
  }

  #begin(phase: ImportProgress['phase'], total: number): void {
    if (this.#progress !== null || this.#stopping.signal.aborted) throw busy();
    this.#cancel = new AbortController();
    this.#error = null;
    this.#enter(phase, total);
  }

  #enter(phase: ImportProgress['phase'], total = 0): void {
    this.#startedMs = performance.now();
    this.#progress = { phase, done: 0, total, seconds_left: null, messages: 0 };
  }

  readonly #follow: OnImportProgress = ({ done, total, messages }) => {
    if (this.#progress === null) return;
    const passed = (performance.now() - this.#startedMs) / 1000;
    const left = done > 0 && total > 0 && passed > 1 ? Math.ceil((passed / done) * Math.max(0, total - done)) : null;
    Object.assign(this.#progress, { done, total, messages, seconds_left: left });
  };

  /** Reads the file through. */
  #read(): void {
    const file = this.#file;
    if (file === null) return;
    this.#enter('reading', file.size);
    const job = { kind: 'preview' as const, file: file.path, name: file.name, work: this.#unpacked };
    this.#work = this.#preview(job, file).finally(() => {
      this.#progress = null;
    });
  }

  async #preview(job: Parameters<typeof previewInWorker>[0], file: ChosenFile): Promise<void> {
    try {
      this.#found = await previewInWorker(job, this.#cancel.signal, this.#follow);
    } catch (error) {
      await this.#clear();
      this.#error = this.#cancel.signal.aborted ? null : sentenceOf(error, file);
    }
  }

  async #import(services: Serving, file: ChosenFile, found: FoundTeam, request: ImportRequest): Promise<void> {
    const end: Done = { written: undefined, copy: null };
    // A team that was prepared, and is no longer wanted, ends with this.
    const ending = new AbortController();
    try {
      await swapInTeam(services, {
        file,
        found,
        request,
        end,
        dataDir: this.#tools.dataDir,
        work: this.#unpacked,
        nowMs: this.#tools.nowMs,
        cancelled: this.#cancel.signal,
        stop: AbortSignal.any([this.#cancel.signal, ending.signal]),
        onPhase: (phase, total) => this.#enter(phase, total),
        onProgress: this.#follow,
      });
    } catch (error) {
      ending.abort();
      const why = this.#cancel.signal.aborted ? null : sentenceOf(error, file);
      this.#error = why;
      this.#tools.log.error({ err: error }, 'no team was imported');
      await this.#note(found, { ...end, at: this.#nowSecs, written: undefined, error: why });
      await rm(this.#unpacked, { recursive: true, force: true });
      return;
    }
    // The team is there: what fails from here on does not undo it.
    const { counts, conflict } = end.written ?? {};
    this.#tools.log.info({ messages: counts?.messages, conflict }, 'a team was imported');
    await this.#note(found, { ...end, at: this.#nowSecs, error: null });
    await this.#clear();
  }

  async #note(found: FoundTeam, end: Parameters<ImportNotes['write']>[1]): Promise<void> {
    try {
      await this.#notes.write(found, end);
    } catch (error) {
      this.#tools.log.warn({ err: error }, 'the end of the import was not noted');
    }
  }

  /** Forgets the file, and deletes it where it was handed in. */
  async #clear(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    this.#found = null;
    this.#error = null;
    if (file !== null && file.path.startsWith(this.#folder)) await rm(file.path, { force: true });
    await rm(this.#unpacked, { recursive: true, force: true });
  }

  get #folder(): string {
    return join(this.#tools.dataDir, importsName);
  }

  get #nowSecs(): number {
    return Math.floor(this.#tools.nowMs() / 1000);
  }

  get #unpacked(): string {
    return join(this.#folder, 'unpacked.unfinished');
  }
}
