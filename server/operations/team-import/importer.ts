/** Import of a team while the server runs: its file is read through and shown, then imported (swap-in-team.ts), or nothing changes. */
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { ImportProgress, ImportState } from '../../contract/shapes/imports.ts';
import { searchRebuild } from '../../domain/messages/search/search-build.ts';
import { badRequest, coded } from '../../errors.ts';
import { rm } from '../../file-access.ts';
import { importsName } from '../../storage/file-names.ts';
import type { Reading } from '../../texts.ts';
import type { DiskRoom } from '../backups/folder.ts';
import type { OpenedServices } from '../data-change.ts';
import { foreignKind } from './archive.ts';
import { countToInvite } from './ids.ts';
import { previewInWorker } from './import-in-worker.ts';
import { ImportMeter } from './import-meter.ts';
import { ImportNotes } from './import-notes.ts';
import type { ImportRequest } from './import-request.ts';
import { busy, noExport, notReady, sentenceOf } from './importer-errors.ts';
import type { FoundTeam } from './job-types.ts';
import { previewIn, previewWire } from './preview-wire.ts';
import { receiveFile, removeReceived, sizeOfChosen } from './receive-file.ts';
import { swapInTeam, type ChosenFile, type Done, type Serving } from './swap-in-team.ts';
import { UploadInParts, type UploadRecord } from './upload-in-parts.ts';

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
  readonly #meter = new ImportMeter();
  #cancel = new AbortController();
  #work: Promise<void> = Promise.resolve();
  readonly #upload: UploadInParts;

  constructor(tools: ImporterTools) {
    this.#tools = tools;
    this.#notes = new ImportNotes(this.#folder);
    this.#upload = new UploadInParts({ ...tools, folder: this.#folder });
  }

  /** @param reading of the caller: why nothing was imported, and what is not carried over, is in their language */
  async state(services: Pick<OpenedServices, 'storage'>, { ofError }: Pick<Reading, 'ofError'>): Promise<ImportState> {
    await this.#resume();
    const upload = await this.#unfinished();
    // Of one moment: a file that is read through to its end in between is neither in progress nor found otherwise.
    const [file, found, progress, error] = [this.#file, this.#found, this.#meter.current, this.#error];
    const preview = found && (await services.storage.read((db) => previewWire(db, found, this.#nowSecs)));
    const last = await this.#notes.last();
    return {
      file: file && { name: file.name, size: file.size },
      upload,
      progress,
      preview: preview && previewIn(preview, ofError),
      error: error && ofError(error),
      last: last && { ...last, error: last.error && ofError(last.error) },
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
    try {
      await this.#clear();
      const { path, size } = await receiveFile(body, bytes, {
        ...this.#tools,
        folder: this.#folder,
        signal: this.#cancel.signal,
        onProgress: (done) => this.#meter.follow({ done, total: bytes ?? 0, messages: 0 }),
      });
      this.#file = { path, name: basename(name), size };
    } catch (error) {
      this.#meter.end();
      throw this.#cancel.signal.aborted ? badRequest('The import was cancelled.') : error;
    }
    this.#read();
  }

  /**
   * Begins an upload in parts, or goes on with that of the same name and size.
   * @throws ApiError IMPORT_BUSY, IMPORT_UPLOAD_OTHER, NO_ROOM
   */
  async beginUpload(name: string, size: number): Promise<UploadRecord> {
    if (this.#meter.current !== null) throw busy();
    const begun = await this.#upload.find();
    // The next choice replaces a file that was read through.
    if (this.#file?.path === this.#upload.path && !(begun?.name === name && begun.size === size)) await this.discard();
    return this.#upload.begin(name, size);
  }

  /**
   * Takes a part of the upload; with the last one the file is read through in the background.
   * @returns bytes that are on disk. @throws ApiError IMPORT_BUSY, and as UploadInParts.add
   */
  async receivePart(body: Readable, offset: number): Promise<number> {
    if (this.#meter.current !== null) throw busy();
    const record = await this.#upload.add(body, offset);
    if (record.received === record.size) await this.#takeUpload(record);
    return record.received;
  }

  /** Takes a file of this computer, and reads it through in the background. @throws ApiError IMPORT_BUSY, IMPORT_FOREIGN; BAD_REQUEST for a path without a file */
  async choose(path: string): Promise<void> {
    const size = await sizeOfChosen(path);
    this.#begin('reading', size);
    try {
      await this.#clear();
      const foreign = await foreignKind(path);
      if (foreign !== null) throw noExport(foreign);
    } catch (error) {
      this.#meter.end();
      throw error;
    }
    this.#file = { path, name: basename(path), size };
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
    this.#work = this.#import(services, file, found, request).finally(() => this.#meter.end());
  }

  /** Ends what is under way; what is here stays as it is. Does nothing where nothing is. */
  cancel(): void {
    this.#cancel.abort(new Error('The import was cancelled.'));
  }

  /** @throws ApiError IMPORT_BUSY */
  async discard(): Promise<void> {
    if (this.#meter.current !== null) throw busy();
    await this.#upload.discard();
    await this.#clear();
  }

  /** Deletes uploads that were given up, and what a server left that ended while it had a file. @param nowMs UNIX milliseconds */
  async tidy(nowMs: number): Promise<void> {
    if (this.#meter.current !== null) return;
    if (await this.#upload.isGivenUp(nowMs)) await this.discard();
    await removeReceived(this.#folder, this.#file?.path);
  }

  /** Ends what is under way; where nothing is, gives up the file. */
  async giveUp(): Promise<void> {
    if (this.#meter.current === null) await this.discard();
    else this.cancel();
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

  /** @returns the report of the last import, in the language of its reader. @throws ApiError IMPORT_NOT_FOUND */
  async report({ ofError }: Pick<Reading, 'ofError'>): Promise<string> {
    const report = await this.#notes.report(ofError);
    if (report !== undefined) return report;
    throw coded('IMPORT_NOT_FOUND', 'There is no report: no team was imported here.', 404);
  }

  #begin(phase: ImportProgress['phase'], total: number): void {
    if (this.#meter.current !== null || this.#stopping.signal.aborted) throw busy();
    this.#cancel = new AbortController();
    this.#error = null;
    this.#meter.enter(phase, total);
  }

  /** The upload while it is not complete. */
  async #unfinished(): Promise<UploadRecord | null> {
    const upload = await this.#upload.find();
    return upload?.received === upload?.size ? null : (upload ?? null);
  }

  /** Reads an upload through that was complete when the server ended. */
  async #resume(): Promise<void> {
    if (this.#meter.current !== null || this.#file !== null) return;
    const upload = await this.#upload.find();
    if (upload !== undefined && upload.received === upload.size) await this.#takeUpload(upload);
  }

  async #takeUpload({ name, size }: UploadRecord): Promise<void> {
    // Another window may have sent the last part, too.
    if (this.#meter.current !== null || this.#file?.path === this.#upload.path) return;
    this.#begin('reading', size);
    await this.#clear();
    this.#file = { path: this.#upload.path, name: basename(name), size };
    this.#read();
  }

  /** Reads the file through. */
  #read(): void {
    const file = this.#file;
    if (file === null) return;
    this.#meter.enter('reading', file.size);
    const job = { kind: 'preview' as const, file: file.path, name: file.name, work: this.#unpacked };
    this.#work = this.#preview(job, file).finally(() => this.#meter.end());
  }

  async #preview(job: Parameters<typeof previewInWorker>[0], file: ChosenFile): Promise<void> {
    try {
      this.#found = await previewInWorker(job, this.#cancel.signal, this.#meter.follow);
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
        onPhase: (phase, total) => this.#meter.enter(phase, total),
        onProgress: this.#meter.follow,
      });
    } catch (error) {
      ending.abort();
      this.#error = this.#cancel.signal.aborted ? null : sentenceOf(error, file);
      this.#tools.log.error({ err: error }, 'no team was imported');
      await this.#note(found, { ...end, at: this.#nowSecs, written: undefined, error: this.#error });
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
    [this.#file, this.#found, this.#error] = [null, null, null];
    if (file?.path === this.#upload.path) await this.#upload.discard();
    else if (file?.path.startsWith(this.#folder) === true) await rm(file.path, { force: true });
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
