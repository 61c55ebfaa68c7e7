/** How much may be uploaded: by one user, and as one file (spec: Limits). */
import { badRequest, type ApiError } from '../../errors.ts';
import type { SystemViewing } from '../acting.ts';

/** Bytes that a user may still upload; below 0 when the quota was lowered since. */
export function uploadQuotaLeft(viewing: SystemViewing, userId: number): number {
  const used =
    viewing.db.get<{ bytes: number }>(
      'SELECT coalesce(sum(size), 0) AS bytes FROM attachments WHERE owner_id = ?',
      userId,
    )?.bytes ?? 0;
  return viewing.services.options.limits.uploadQuotaMibPerUser * 1024 * 1024 - used;
}

export const quotaExceeded = (): ApiError => badRequest('Upload would exceed your upload quota.');

/** @throws ApiError BAD_REQUEST when one more file of `size` bytes would pass the user's quota. */
export function checkUploadQuota(viewing: SystemViewing, userId: number, size: number): void {
  if (size > uploadQuotaLeft(viewing, userId)) throw quotaExceeded();
}

/** @throws ApiError BAD_REQUEST when a file is larger than `max_file_upload_size_mib` (spec: Limits). */
export function checkUploadSize({ services }: Pick<SystemViewing, 'services'>, size: number): void {
  const { maxFileUploadSizeMib } = services.options.limits;
  if (size > maxFileUploadSizeMib * 1024 * 1024)
    throw badRequest(`Uploaded file is larger than the allowed limit of ${maxFileUploadSizeMib} MiB`);
}
