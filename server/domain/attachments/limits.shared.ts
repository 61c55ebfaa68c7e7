/** Upload limits: by one user, by all together, and as one file (spec: Limits). */
import { badRequest, type ApiError } from '../../errors.ts';
import type { SystemViewing } from '../acting.ts';

const mib = 1024 * 1024;

/** Bytes that a user may still upload, by their own quota and by that of all; below 0 when a quota was lowered since. */
export function uploadQuotaLeft({ db, services }: SystemViewing, userId: number): number {
  const { uploadQuotaMib, uploadQuotaMibPerUser } = services.options.limits;
  const own = db.get<{ bytes: number }>('SELECT sum(size) AS bytes FROM attachments WHERE owner_id = ?', userId);
  const left = uploadQuotaMibPerUser * mib - (own?.bytes ?? 0);
  if (uploadQuotaMib === null) return left;
  const all = db.get<{ bytes: number }>('SELECT sum(size) AS bytes FROM attachments');
  return Math.min(left, uploadQuotaMib * mib - (all?.bytes ?? 0));
}

/** The quota is the user's own, or that of all. */
export const quotaExceeded = (): ApiError => badRequest('Upload would exceed your upload quota.');

/** @throws ApiError BAD_REQUEST when one more file of `size` bytes would pass the user's quota. */
export function checkUploadQuota(viewing: SystemViewing, userId: number, size: number): void {
  if (size > uploadQuotaLeft(viewing, userId)) throw quotaExceeded();
}

/** @throws ApiError BAD_REQUEST when a file is larger than `max_file_upload_size_mib` (spec: Limits). */
export function checkUploadSize({ services }: Pick<SystemViewing, 'services'>, size: number): void {
  const { maxFileUploadSizeMib } = services.options.limits;
  if (size > maxFileUploadSizeMib * mib)
    throw badRequest(`Uploaded file is larger than the allowed limit of ${maxFileUploadSizeMib} MiB`);
}
