/**
 * Uploading files and reading them again (contract: upload-file).
 * A file is on disk before it is recorded; files are served with headers under which nothing in them can run.
 */
import type { ChatServices } from '../domain/acting.ts';
import { readUploadTicket, uploadTicket } from '../domain/attachments/access.ts';
import { newPathId, recordUpload } from '../domain/attachments/edit.ts';
import { checkUploadQuota, checkUploadSize } from '../domain/attachments/limits.shared.ts';
import { findAttachmentByPath, type AttachmentRow } from '../domain/attachments/rows.ts';
import { accessUpload } from '../domain/messages/uploads.ts';
import { ApiError, badRequest, notFound } from '../errors.ts';
import type { RawAnswer } from '../http/endpoint.ts';
import { bool, file, int, text } from '../http/params.ts';
import { bytesOf, keepAndRecord, locateUpload, storedName } from '../uploads/files.ts';
import { Thumbnails, thumbnailFormats } from '../uploads/thumbnails.ts';
import { contentTypeHeader, dispositionHeader, isPicture, kindOfFile } from '../uploads/types.ts';
import { endpoint, type Call } from './endpoint.ts';
import { fileAnswer } from './file-answer.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Files';

/** The file can change only by being deleted, which the revalidation notices. */
const cacheControl = 'private, no-cache';

export const uploadFile = endpoint({
  method: 'POST',
  path: '/user_uploads',
  access: 'authenticated',
  summary: 'Uploads one file: the first file part of the multipart body, whatever its name.',
  params: { filename: file().describe('The file.') },
  async run(call) {
    const { filename: sent } = call.params;
    await call.read((viewing) => {
      checkUploadSize(viewing, sent.size);
      checkUploadQuota(viewing, viewing.user.id, sent.size);
    });
    const row = await storeUpload(call, {
      path: sent.path,
      name: sent.name,
      size: sent.size,
      contentType: sent.contentType,
    });
    return uploadAnswer(row);
  },
});

/** Fields of an upload's answer; `uri` is the deprecated alias of `url`. */
export function uploadAnswer(row: AttachmentRow): { url: string; uri: string; filename: string } {
  const url = `/user_uploads/${row.path_id}`;
  return { url, uri: url, filename: row.name };
}

async function storeUpload(
  call: Call,
  sent: { path: string; name: string; size: number; contentType: string },
): Promise<AttachmentRow> {
  const { services } = call;
  const { dataDir } = services.options;
  const { name, fileName } = storedName(sent.name);
  const kind = await kindOfFile(sent.path, fileName, sent.contentType);
  const pathId = newPathId(services, fileName);
  return keepAndRecord(dataDir, sent.path, pathId, { how: 'move', size: sent.size }, async () =>
    call.write((acting) => recordUpload(acting, { pathId, name, size: sent.size, ...kind })),
  );
}

export const getTemporaryUrl = endpoint({
  method: 'GET',
  path: '/user_uploads/{realm_id_str}/{*filename}',
  access: 'authenticated',
  summary: 'Gives an address under which a file can be read for a minute without credentials.',
  params: { realm_id_str: int().envelope(), filename: text({ min: 1, max: 1000 }) },
  run: ({ read, params }) =>
    read((viewing) => {
      const row = accessUpload(viewing, `${params.realm_id_str}/${params.filename}`);
      return { url: uploadTicket(viewing, row) };
    }),
});

export const downloadFile = endpoint({
  method: 'GET',
  path: '/user_uploads/{realm_id_str}/{*filename}',
  prefix: '',
  access: 'authenticated',
  anonymous: 'web-public',
  summary: 'The file itself.',
  answer: 'file',
  params: {
    realm_id_str: int().envelope(),
    filename: text({ min: 1, max: 1000 }),
    download: bool().default(false).describe('Offer it for saving, even if it could be shown.'),
  },
  async run(call) {
    const row = await call.read((viewing) =>
      accessUpload(viewing, `${call.params.realm_id_str}/${call.params.filename}`),
    );
    return serveUpload(call, row, call.params.download);
  },
});

export const downloadTemporary = endpoint({
  method: 'GET',
  path: '/user_uploads/temporary/{ticket}/{*filename}',
  prefix: '',
  access: 'anonymous',
  summary: 'The file itself, for a minute after its address was asked for.',
  answer: 'file',
  params: { ticket: text({ min: 1, max: 200 }).secret(), filename: text({ min: 1, max: 1000 }) },
  async run(call) {
    const row = await call.read((viewing) =>
      findAttachmentByPath(viewing.db, readUploadTicket(viewing, call.params.ticket, call.params.filename)),
    );
    if (row === undefined) throw gone();
    return serveUpload(call, row, false);
  },
});

export const thumbnail = endpoint({
  method: 'GET',
  path: '/user_uploads/thumbnail/{realm_id_str}/{random}/{filename}/{format}',
  prefix: '',
  access: 'authenticated',
  anonymous: 'web-public',
  summary: 'A smaller form of an uploaded picture.',
  answer: 'file',
  params: {
    realm_id_str: int().envelope(),
    random: text({ min: 1, max: 200 }),
    filename: text({ min: 1, max: 200 }),
    format: text({ min: 1, max: 50 }).envelope(),
  },
  async run(call) {
    const row = await call.read((viewing) =>
      accessUpload(viewing, `${call.params.realm_id_str}/${call.params.random}/${call.params.filename}`),
    );
    const format = thumbnailFormats.find(({ name }) => name === call.params.format);
    if (format === undefined || !isPicture(row.content_type)) throw notFound('There is no such thumbnail.');
    const { dataDir } = call.services.options;
    const source = locateUpload(dataDir, row.path_id);
    if (source === undefined) throw gone();
    await refuseDamaged(source, row);
    const path = await thumbnailsOf(call.services)
      .file(source, row.path_id, format)
      .catch((error: unknown) => {
        throw error instanceof ApiError ? badRequest('No thumbnail can be made of this picture.') : error;
      });
    return fileAnswer(call.request, {
      path,
      contentType: format.format === 'jpg' ? 'image/jpeg' : 'image/webp',
      etag: `"${row.id}-${format.name}"`,
      cacheControl,
    });
  },
});

async function serveUpload(
  call: Pick<Call, 'request' | 'services'>,
  row: AttachmentRow,
  download: boolean,
): Promise<RawAnswer> {
  const path = locateUpload(call.services.options.dataDir, row.path_id);
  if (path === undefined) throw gone();
  try {
    await refuseDamaged(path, row);
    const answer = await fileAnswer(call.request, {
      path,
      contentType: contentTypeHeader(row.content_type),
      etag: `"${row.id}-${row.size}"`,
      cacheControl,
      disposition: dispositionHeader(row.name, row.content_type, download),
    });
    // The chat shows documents in a frame of its own page; what is in them runs nothing (uploadPolicy).
    if (row.content_type === 'application/pdf') answer.headers['X-Frame-Options'] = 'SAMEORIGIN';
    return answer;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw gone();
    throw error;
  }
}

/** @throws ApiError NOT_FOUND when fewer or more bytes are on disk than were uploaded: no reader gets a part as the whole. */
async function refuseDamaged(path: string, { size }: AttachmentRow): Promise<void> {
  const found = await bytesOf(path);
  if (found !== undefined && found !== size)
    throw notFound(
      `This file is damaged on the server: it has ${found} bytes instead of ${size}. An administrator can restore it from a backup.`,
    );
}

const gone = () => notFound('This file does not exist or has been deleted.');

/** One per server: it is what makes a thumbnail once, however many ask for it at the same time. */
const thumbnails = new WeakMap<ChatServices, Thumbnails>();

function thumbnailsOf(services: ChatServices): Thumbnails {
  const known = thumbnails.get(services) ?? new Thumbnails(services.options.dataDir);
  thumbnails.set(services, known);
  return known;
}
