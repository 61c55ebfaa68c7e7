/** Resumable upload limits, and the step from a finished upload to an attachment (contract: upload-file). */
import { ownOrigin, systemActing, systemViewing, type ChatServices } from '../domain/acting.ts';
import { recordUpload } from '../domain/attachments/edit.ts';
import { checkUploadSize, quotaExceeded, uploadQuotaLeft } from '../domain/attachments/limits.shared.ts';
import { findAttachmentByPath, type AttachmentRow } from '../domain/attachments/rows.ts';
import { organizationId } from '../domain/organization/rows.ts';
import { findUser } from '../domain/users/rows.ts';
import { badRequest, notFound, unauthorized } from '../errors.ts';
import { Turns } from '../turns.ts';
import { keepAndRecord, storedName } from '../uploads/files.ts';
import { kindOfFile } from '../uploads/types.ts';
import type { UnfinishedUploads, UploadRecord } from '../uploads/unfinished.ts';

/** Uploads that a user may have begun, however small. */
const mostBegun = 200;

/** Counts what each user has begun against limits and quota, and makes an attachment of what is finished, once. */
export class ResumableUploads {
  /** Of one file. */
  readonly mostBytes: number;
  readonly #services: ChatServices;
  readonly #unfinished: UnfinishedUploads;
  readonly #beginning = new Turns(1, 1);
  /** By id: an upload is finished once, however often its last part comes at the same time. */
  readonly #finishing = new Map<string, Promise<AttachmentRow>>();

  constructor(services: ChatServices, unfinished: UnfinishedUploads) {
    this.#services = services;
    this.#unfinished = unfinished;
    this.mostBytes = services.options.limits.maxFileUploadSizeMib * 1024 * 1024;
  }

  /**
   * What begun uploads may come to counts against the quota, or nothing would bound them.
   * @returns bytes that a new upload of unknown length may take. @throws ApiError BAD_REQUEST when there are none.
   */
  async roomFor(userId: number): Promise<number> {
    const { count, bytes } = await this.#unfinished.begunBy(userId);
    if (count >= mostBegun) throw badRequest('Too many uploads have been begun. Please finish or cancel some first.');
    const left = await this.#services.storage.read((db) =>
      uploadQuotaLeft(systemViewing(db, this.#services, ownOrigin(this.#services)), userId),
    );
    if (left < bytes) throw quotaExceeded();
    return Math.min(this.mostBytes, left - bytes);
  }

  /** Resolves when it is on disk. @throws ApiError BAD_REQUEST when its uploader has no room for it. */
  async begin(id: string, upload: Omit<UploadRecord, 'most'>): Promise<void> {
    checkUploadSize({ services: this.#services }, upload.size ?? 0);
    // One after the other: two at once would take the same room.
    await this.#beginning.run(1, async () => {
      const room = await this.roomFor(upload.uploader);
      const most = upload.size ?? room;
      if (most > room || (upload.size === null && room <= 0)) throw quotaExceeded();
      await this.#unfinished.begin(id, { ...upload, most });
    });
  }

  /**
   * Makes an attachment of complete parts. Its path follows from the upload's id, so that finishing again after a lost
   * answer gives the same attachment; the parts stay until the clean-up, for the same reason.
   */
  async finish(id: string): Promise<AttachmentRow> {
    const known = this.#finishing.get(id);
    if (known !== undefined) return known;
    const finishing = this.#finish(id).finally(() => this.#finishing.delete(id));
    this.#finishing.set(id, finishing);
    return finishing;
  }

  async #finish(id: string): Promise<AttachmentRow> {
    const { storage, options } = this.#services;
    const upload = await this.#unfinished.find(id);
    if (upload === undefined) throw notFound('There is no such upload.');
    const { name, fileName } = storedName(upload.name);
    const pathId = `${organizationId}/${id}/${fileName}`;
    const known = await storage.read((db) => findAttachmentByPath(db, pathId));
    if (known !== undefined) return known;
    const parts = this.#unfinished.parts(id);
    const size = upload.size ?? 0;
    const kind = await kindOfFile(parts, fileName, upload.type);
    return keepAndRecord(options.dataDir, parts, pathId, { how: 'link', size }, async () =>
      storage.transaction((tx) => {
        const acting = systemActing(tx, this.#services, ownOrigin(this.#services));
        const user = findUser(tx, upload.uploader);
        // The upload may have taken longer than the account lasted.
        if (user?.is_active !== 1) throw unauthorized();
        return recordUpload({ ...acting, user, client: 'tus' }, { pathId, name, size, ...kind });
      }),
    );
  }
}
