/** Whose file it is, how messages show it, and temporary addresses for programs that cannot send credentials. */
import { badRequest, notFound } from '../../errors.ts';
import type { ShownUpload } from '../../markdown/render.ts';
import { elapsedClock } from '../../options.ts';
import { sameSecret, signature } from '../../secrets.ts';
import type { Reader } from '../../storage/database.ts';
import type { Viewing, ChatServices, SystemViewing } from '../acting.ts';
import { type AttachmentRow, findAttachmentByPath, pathIdOf } from './rows.ts';

/**
 * @returns an upload that the caller may delete: their own; for administrators (`isAnybodys`) any.
 * @throws ApiError BAD_REQUEST (contract: remove-attachment), also for a file in a message of an archived channel.
 */
export function accessDeletableAttachment({ db, user }: Viewing, id: number, isAnybodys = false): AttachmentRow {
  const row = db.get<AttachmentRow>('SELECT * FROM attachments WHERE id = ?', id);
  if (row === undefined || !(isAnybodys || row.owner_id === user.id)) throw badRequest('Invalid attachment');
  const archived = db.get(
    `SELECT 1 FROM attachment_messages am JOIN messages m ON m.id = am.message_id JOIN streams s ON s.id = m.stream_id
     WHERE am.attachment_id = ? AND s.is_archived = 1 LIMIT 1`,
    id,
  );
  if (archived !== undefined) throw badRequest('This file is in an archived channel: its messages stay as they are.');
  return row;
}

/** An upload as the Markdown pipeline shows it (markdown/context.ts); undefined where there is none. */
export function findShownUpload(db: Reader, path: string): ShownUpload | undefined {
  const row = findAttachmentByPath(db, pathIdOf(path));
  if (row === undefined) return undefined;
  const { content_type: contentType, path_id: pathId, width, height } = row;
  if (width === null || height === null) return { contentType };
  const isAnimated = row.is_animated === 1;
  const src = `/user_uploads/thumbnail/${pathId}/${isAnimated ? '840x560-anim' : '840x560'}.webp`;
  return { contentType, picture: { src, width, height, isAnimated } };
}

/** Seconds for which a temporary address is good: long enough for a media player to begin. */
const ticketLifetimeSecs = 60;
/** Each lives as long as the process. */
const ticketKeys = new WeakMap<ChatServices, string>();

/** @returns the path of the temporary address (contract: GetFileTemporaryUrlResponse). */
export function uploadTicket(viewing: SystemViewing, row: AttachmentRow): string {
  const expires = elapsedSecs(viewing.services) + ticketLifetimeSecs;
  return `/user_uploads/temporary/${expires}-${ticketSignature(viewing.services, expires, row.path_id)}/${row.path_id}`;
}

/** @returns the path id that a ticket opens. @throws ApiError NOT_FOUND when it is wrong or old. */
export function readUploadTicket(viewing: SystemViewing, ticket: string, pathId: string): string {
  const [, expires = '0', signed = ''] = /^(\d{1,12})-([0-9a-f]{64})$/.exec(ticket) ?? [];
  const isRight = sameSecret(signed, ticketSignature(viewing.services, Number(expires), pathId));
  if (!isRight || Number(expires) < elapsedSecs(viewing.services))
    throw notFound('This temporary address is no longer valid.');
  return pathId;
}

const elapsedSecs = ({ options }: ChatServices): number => Math.floor(elapsedClock(options)() / 1000);

function ticketSignature(services: ChatServices, expires: number, pathId: string): string {
  const key = ticketKeys.get(services) ?? services.random.hex(32);
  ticketKeys.set(services, key);
  return signature(key, `${expires} ${pathId}`);
}
