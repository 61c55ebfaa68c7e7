/**
 * Resumable uploads by the tus protocol at /api/v1/tus (api-v1.md, POST /user_uploads; Authentication 7).
 * The parts received so far stay on disk, so an upload goes on after a cut connection and after a restart of the server;
 * a finished one becomes an attachment under the rules of POST /user_uploads.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import { ownOrigin, systemActing, systemViewing, type Services } from '../domain/acting.ts';
import {
  checkUploadQuota,
  checkUploadSize,
  findAttachmentByPath,
  recordUpload,
  type AttachmentRow,
} from '../domain/attachments.ts';
import { organizationId } from '../domain/organization/read.ts';
import { findUser } from '../domain/users.ts';
import type { Mount } from '../http/app.ts';
import { ApiError, badRequest, internalError, unauthorized } from '../http/errors.ts';
import { keepUpload, storedName, unfinishedUploadsDir } from '../uploads/files.ts';
import { kindOfFile } from '../uploads/types.ts';
import { uploadAnswer } from './uploads.ts';

export const tusPath = '/api/v1/tus';

export interface TusOptions {
  services: Services;
  /** Who the request's credentials prove (Basic, or a session cookie with its CSRF token). @throws ApiError UNAUTHORIZED and the like. */
  authenticate: (request: IncomingMessage) => Promise<number>;
}

type Upload = Parameters<NonNullable<Server['options']['onUploadFinish']>>[1];

/** @returns a handler for every request at and below `tusPath`; it writes the whole answer. */
export function mountTus({ services, authenticate }: TusOptions): Mount['handle'] {
  const caller = new AsyncLocalStorage<number>();
  const server = makeServer(services, () => caller.getStore() ?? 0);
  return async (request, response, info) => {
    try {
      const id = await authenticate(request);
      info.userId = id;
      response.setHeader('X-Content-Type-Options', 'nosniff');
      response.setHeader('Cache-Control', 'no-store');
      await caller.run(id, async () => server.handle(request, response));
    } catch (error) {
      const answer = errorAnswer(services, error);
      if (response.headersSent) return void response.destroy();
      response.writeHead(answer.status, {
        ...answer.headers,
        'Content-Type': 'application/json',
        'Tus-Resumable': '1.0.0',
        Connection: 'close',
      });
      response.end(JSON.stringify(answer.body));
    }
  };
}

/** @param userId the caller of the request at hand. */
function makeServer(services: Services, userId: () => number): Server {
  const directory = unfinishedUploadsDir(services.options.dataDir);
  mkdirSync(directory, { recursive: true });
  const store = new FileStore({ directory });
  return new Server({
    path: tusPath,
    datastore: store,
    // Clients reach the server under several addresses: a relative one is right for all.
    relativeLocation: true,
    // No page of another origin may upload with somebody's cookie.
    allowedOrigins: () => false,
    maxSize: services.options.limits.maxFileUploadSizeMib * 1024 * 1024,
    namingFunction: () => services.random.token(24),
    onUploadCreate: async (_request, upload) => {
      if (upload.size === undefined) throw badRequest('Upload-Length is required.');
      await checkNewUpload(services, userId(), upload.size + (await unfinishedBytes(store, userId())), upload.size);
      return { metadata: { ...upload.metadata, uploader: String(userId()) } };
    },
    onIncomingRequest: async (request, id) => {
      // A new upload has an id, but no uploader yet.
      if (request.method !== 'POST') await checkUploader(store, id, userId());
    },
    onUploadFinish: async (_request, upload) => {
      const row = await finishUpload(services, join(directory, upload.id), upload, userId());
      const body = JSON.stringify({ result: 'success', msg: '', ...uploadAnswer(row) });
      return { status_code: 200, headers: { 'Content-Type': 'application/json' }, body };
    },
    onResponseError: (_request, error) => {
      // The protocol's own errors are the library's.
      if (!(error instanceof Error)) return undefined;
      const { status, body } = errorAnswer(services, error);
      return { status_code: status, body: JSON.stringify(body) };
    },
  });
}

/** Somebody else's upload is answered like one that is not there; so is every other file beside the uploads. */
async function checkUploader(store: FileStore, id: string, userId: number): Promise<void> {
  const upload = await store.configstore.get(id);
  if (upload?.metadata?.['uploader'] !== String(userId))
    throw { status_code: 404, body: 'The file for this url was not found\n' };
}

function errorAnswer(services: Services, error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  services.log.error({ err: error }, 'a resumable upload failed');
  return internalError('tus');
}

/** Uploads that a user may have begun. */
const mostBegun = 200;

/**
 * Bytes that a user's begun uploads will take: they count against the quota, or nothing would bound them.
 * @throws ApiError BAD_REQUEST when there are too many, however small.
 */
async function unfinishedBytes(store: FileStore, userId: number): Promise<number> {
  let bytes = 0;
  let begunCount = 0;
  for (const id of (await store.configstore.list?.()) ?? []) {
    const begun = await store.configstore.get(id);
    if (begun?.metadata?.['uploader'] !== String(userId)) continue;
    const { offset, size = 0 } = await store.getUpload(id).catch(() => ({ offset: 0, size: 0 }));
    if (offset >= size) continue;
    bytes += size;
    begunCount += 1;
  }
  if (begunCount >= mostBegun)
    throw badRequest('Too many uploads have been begun. Please finish or cancel some first.');
  return bytes;
}

/** @param claimed bytes of the upload and of those the user has begun. */
async function checkNewUpload(services: Services, userId: number, claimed: number, size: number): Promise<void> {
  await services.storage.read((db) => {
    const viewing = systemViewing(db, services, ownOrigin(services));
    checkUploadSize(viewing, size);
    checkUploadQuota(viewing, userId, claimed);
  });
}

/**
 * Makes an attachment of complete parts. The path follows from the upload's id, so that finishing again after a lost
 * answer gives the same attachment; the parts stay until the clean-up, for the same reason.
 */
async function finishUpload(services: Services, parts: string, upload: Upload, userId: number): Promise<AttachmentRow> {
  const { name, fileName } = storedName(upload.metadata?.['filename'] ?? upload.metadata?.['name'] ?? '');
  const pathId = `${organizationId}/${upload.id}/${fileName}`;
  const known = await services.storage.read((db) => findAttachmentByPath(db, pathId));
  if (known !== undefined) return known;
  const declared = upload.metadata?.['filetype'] ?? upload.metadata?.['type'] ?? 'application/octet-stream';
  const kind = await kindOfFile(parts, fileName, declared);
  await keepUpload(services.options.dataDir, parts, pathId, 'link');
  return services.storage.transaction((tx) => {
    const acting = systemActing(tx, services, ownOrigin(services));
    const user = findUser(tx, userId);
    // The upload may have taken longer than the account lasted.
    if (user?.is_active !== 1) throw unauthorized();
    checkUploadSize(acting, upload.size ?? 0);
    return recordUpload({ ...acting, user, client: 'tus' }, { pathId, name, size: upload.size ?? 0, ...kind });
  });
}
