/**
 * Resumable uploads by the tus protocol at /api/v1/tus (contract: upload-file; spec: Authentication 7; tus.io, version 1.0.0).
 * The parts received so far stay on disk, so an upload goes on after a cut connection and after a restart of the server;
 * a finished one becomes an attachment under the rules of POST /user_uploads.
 * The library is given the method, the id and the protocol's own headers, each checked here, and nothing else of a request;
 * its answers leave in the API's form. A file is read at the address of its attachment: there is no GET.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough, Readable, finished } from 'node:stream';
import { Server } from '@tus/server';
import type { ChatServices } from '../domain/acting.ts';
import {
  ApiError,
  badRequest,
  bodyTooLarge,
  coded,
  internalError,
  methodNotAllowed,
  noSuchEndpoint,
  notFound,
} from '../errors.ts';
import { countForAccount, noteAnswered } from '../http/connections.ts';
import type { Mount } from '../http/router.ts';
import { hasBody } from '../http/unread-body.ts';
import { unfinishedUploadsDir } from '../uploads/files.ts';
import { checkedType } from '../uploads/types.ts';
import { UnfinishedUploads, uploadId } from '../uploads/unfinished.ts';
import { UploadLocks } from '../uploads/upload-locks.ts';
import { ResumableUploads } from './resumable-uploads.ts';
import { tusPath, type TusOptions } from './tus-options.ts';
import { uploadAnswer } from './uploads.ts';

const version = '1.0.0';
const partType = 'application/offset+octet-stream';
/** Of the header, which names the file and its type. */
const mostMetadataBytes = 8192;
const mostReadAwayBytes = 64 * 1024 * 1024;
const protocolHeaders = [
  'tus-resumable',
  'upload-length',
  'upload-defer-length',
  'upload-metadata',
  'upload-offset',
  'upload-concat',
  'content-type',
  'content-length',
];

/** @returns a handler for every request at and below `tusPath`; it writes the whole answer. */
export function mountTus({ services, authenticate, translateError, uploads }: TusOptions): Mount['handle'] {
  const callers = new WeakMap<Request, number>();
  const unfinished = new UnfinishedUploads(unfinishedUploadsDir(services.options.dataDir), services.options.clock);
  const server = makeServer(services, unfinished, (asked) => callers.get(asked) ?? 0);
  return async (request, response, info) => {
    const { headers } = request;
    let endUpload: (() => void) | undefined;
    try {
      const method = methodOf(request);
      const userId = await authenticate({ headers, method });
      info.userId = userId;
      countForAccount(request, userId);
      const id = checkAddress(method, info.path);
      checkHeaders(method, headers);
      if (hasBody(request)) endUpload = uploads.upload(userId);
      const asked = webRequest(request, method, id);
      callers.set(asked, userId);
      const answer = await server.handleWeb(asked);
      const text = await answer.text();
      if (answer.status >= 400) throw protocolError(answer.status, text);
      const metadata = method === 'HEAD' ? (await unfinished.find(id))?.metadata : undefined;
      send(response, answer.status, text, {
        ...Object.fromEntries(answer.headers),
        ...(typeof metadata === 'string' && { 'Upload-Metadata': metadata }),
      });
    } catch (error) {
      const answer = refusalOf(error) ?? translateError(error) ?? defect(services, error);
      if (info.userId !== undefined) readAway(request);
      send(response, answer.status, JSON.stringify(answer.body), {
        ...answer.headers,
        'content-type': 'application/json',
        ...(info.userId === undefined && { connection: 'close' }),
      });
    } finally {
      endUpload?.();
    }
  };
}

/** The method that is meant: some networks pass GET and POST only. */
function methodOf({ headers, method = '' }: IncomingMessage): string {
  const override = headers['x-http-method-override'];
  return typeof override === 'string' ? override.toUpperCase() : method;
}

/** @returns the id in the address; '' where uploads begin. @throws ApiError 404 and 405. */
function checkAddress(method: string, path: string): string {
  const id = path.slice(tusPath.length + 1);
  if (id !== '' && !uploadId.test(id)) throw noSuchEndpoint(path.slice(0, 200));
  const allowed = id === '' ? ['OPTIONS', 'POST'] : ['DELETE', 'HEAD', 'OPTIONS', 'PATCH'];
  if (!allowed.includes(method)) throw methodNotAllowed(method.slice(0, 20), allowed);
  return id;
}

function checkHeaders(method: string, headers: IncomingMessage['headers']): void {
  if (method === 'OPTIONS') return;
  if (headers['tus-resumable'] !== version) throw unsupportedVersion();
  if (String(headers['upload-metadata'] ?? '').length > mostMetadataBytes)
    throw badRequest(`Upload-Metadata is too long (limit: ${mostMetadataBytes} bytes)`);
}

const unsupportedVersion = (): ApiError =>
  new ApiError(
    412,
    'TUS_VERSION_NOT_SUPPORTED',
    `The header Tus-Resumable must be ${version}.`,
    {},
    { 'Tus-Version': version },
  );

function webRequest(request: IncomingMessage, method: string, id: string): Request {
  const headers = new Headers();
  for (const name of protocolHeaders) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const hasPart = (method === 'POST' || method === 'PATCH') && headers.get('content-type') === partType;
  return new Request(`http://localhost${tusPath}${id === '' ? '' : `/${id}`}`, {
    method,
    headers,
    ...(hasPart && { body: Readable.toWeb(partOf(request)) as ReadableStream, duplex: 'half' }),
  });
}

/** The request's body as a stream that may be given up without ending the connection. */
function partOf(request: IncomingMessage): Readable {
  const part = new PassThrough();
  finished(request, (error) => {
    if (error) part.destroy(error);
  });
  return request.pipe(part);
}

/** Throws away what is under way of a refused part: many programs look for the answer only when they have sent it all. */
function readAway(request: IncomingMessage): void {
  noteAnswered(request);
  let left = mostReadAwayBytes;
  request.unpipe();
  request.on('data', (bytes: Buffer) => {
    left -= bytes.length;
    if (left < 0) request.destroy();
  });
  request.resume();
}

/** @param callerOf who sent a request: the library hands each hook the one that it was given. */
function makeServer(
  services: ChatServices,
  unfinished: UnfinishedUploads,
  callerOf: (request: Request) => number,
): Server {
  const uploads = new ResumableUploads(services, unfinished);
  return new Server({
    path: tusPath,
    datastore: unfinished,
    locker: new UploadLocks(),
    // Clients reach the server under several addresses: a relative one is right for all.
    relativeLocation: true,
    // No page of another origin may upload with someone's cookie.
    allowedOrigins: () => false,
    maxSize: async (request, id) => {
      if (id === null) return uploads.mostBytes;
      const isNew = request.method === 'POST';
      if (isNew)
        return request.headers.has('upload-defer-length') ? uploads.roomFor(callerOf(request)) : uploads.mostBytes;
      return (await unfinished.find(id))?.most ?? uploads.mostBytes;
    },
    namingFunction: () => services.random.token(24),
    onIncomingRequest: async (request, id) => {
      // Someone else's upload is answered like one that is not there. A new one has no uploader yet.
      if (request.method !== 'POST' && (await unfinished.find(id))?.uploader !== callerOf(request))
        throw notFound('There is no such upload.');
    },
    onUploadCreate: async (request, { id, size, metadata }) => {
      await uploads.begin(id, {
        uploader: callerOf(request),
        metadata: request.headers.get('upload-metadata'),
        name: metadata?.['filename'] ?? metadata?.['name'] ?? '',
        type: checkedType(metadata?.['filetype'] ?? metadata?.['type'] ?? ''),
        size: size ?? null,
      });
      return {};
    },
    onUploadFinish: async (request, { id }) => {
      const row = await uploads.finish(id);
      const body = JSON.stringify({ result: 'success', msg: '', ...uploadAnswer(row) });
      // The address of an upload is reported with the status of its creation only.
      const status_code = request.method === 'POST' ? 201 : 200;
      return { status_code, headers: { 'Content-Type': 'application/json' }, body };
    },
    onResponseError: (_request, error) => {
      throw error;
    },
  });
}

/** An answer of the library that refuses, in the API's form. */
function protocolError(status: number, text: string): ApiError {
  const msg = text.trim();
  if (status === 404) return notFound(msg);
  if (status === 409) return coded('UPLOAD_OFFSET_CONFLICT', msg, status);
  return status === 413 ? bodyTooLarge(msg) : badRequest(msg, status);
}

/** What the library throws, and what was thrown through it. */
function refusalOf(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  const { status_code: status, body } = error as { status_code?: unknown; body?: unknown };
  return typeof status === 'number' && typeof body === 'string' ? protocolError(status, body) : undefined;
}

function defect({ log }: ChatServices, error: unknown): ApiError {
  log.error({ err: error }, 'a resumable upload failed');
  return internalError('tus');
}

/** Without an answer for a sender that has gone. */
function send(response: ServerResponse, status: number, text: string, headers: Record<string, string>): void {
  if (response.destroyed || response.headersSent) return;
  const { 'content-type': type, ...others } = headers;
  response.writeHead(status, {
    ...others,
    'Tus-Resumable': version,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    ...(text !== '' && { 'Content-Type': type }),
    ...(status !== 204 && { 'Content-Length': String(Buffer.byteLength(text)) }),
  });
  response.end(text);
}
