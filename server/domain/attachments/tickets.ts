/**
 * Temporary addresses of uploads: signed, good for a minute, for programs that cannot send credentials (a media player).
 * The key lives as long as the process.
 */
import { createHmac } from 'node:crypto';
import { coded } from '../../errors.ts';
import type { ChatServices, SystemViewing } from '../acting.ts';
import { sameSecret } from '../../secrets.ts';
import type { AttachmentRow } from './rows.ts';

const lifetimeSecs = 60;
const keys = new WeakMap<ChatServices, string>();

/** @returns the path of the temporary address (contract: GetFileTemporaryUrlResponse). */
export function uploadTicket(viewing: SystemViewing, row: AttachmentRow): string {
  const expires = viewing.now + lifetimeSecs;
  return `/user_uploads/temporary/${expires}-${signature(viewing.services, expires, row.path_id)}/${row.path_id}`;
}

/** @returns the path id that a ticket opens. @throws ApiError NOT_FOUND when it is wrong or old. */
export function readUploadTicket(viewing: SystemViewing, ticket: string, pathId: string): string {
  const [, expires = '0', signed = ''] = /^(\d{1,12})-([0-9a-f]{64})$/.exec(ticket) ?? [];
  const isRight = sameSecret(signed, signature(viewing.services, Number(expires), pathId));
  if (!isRight || Number(expires) < viewing.now)
    throw coded('NOT_FOUND', 'This temporary address is no longer valid.', 404);
  return pathId;
}

function signature(services: ChatServices, expires: number, pathId: string): string {
  const key = keys.get(services) ?? services.random.hex(32);
  keys.set(services, key);
  return createHmac('sha256', key).update(`${expires} ${pathId}`).digest('hex');
}
