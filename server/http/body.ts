/**
 * The parameters of a request, wherever they are: query string, urlencoded body, multipart fields, a JSON object, for every
 * method (client-requirements.md 3). Bounded in size and number; files of a multipart body go to temporary files.
 */
import { mkdir, rm } from 'node:fs/promises';
import { koaBody } from 'koa-body';
import type { Context, Middleware } from 'koa';
import type { File } from 'formidable';
import { ApiError, bodyTooLarge, coded, diskRefusal, invalidVariable, malformedRequest } from './errors.ts';
import type { RawParams, UploadedFile } from './params.ts';

const formType = 'application/x-www-form-urlencoded';
const maxParams = 1000;

interface BodyLimits {
  maxBodyBytes: number;
  maxFileBytes: number;
  tempDir: string;
}

/**
 * Reads the body of a request into `ctx.request.body` and `ctx.request.files`; files only where `ctx.state.takesFile` says that
 * somebody wants them, so that no stranger fills the disk. @throws ApiError 400, 413 or 415.
 */
export function bodyParser(limits: BodyLimits): Middleware {
  const parse = reader(limits, true);
  const parseFields = reader(limits, false);
  return async (ctx, next) => {
    const hasBody =
      ctx.request.length !== undefined ? ctx.request.length > 0 : ctx.req.headers['transfer-encoding'] !== undefined;
    if (!hasBody) return next();
    const withFiles = isMultipart(ctx) && ctx.state['takesFile'] === true;
    const most = withFiles ? limits.maxFileBytes + limits.maxBodyBytes : limits.maxBodyBytes;
    if ((ctx.request.length ?? 0) > most) throw bodyTooLarge();
    if (
      ctx.is(formType, 'multipart/form-data', 'application/json', 'text/*') === false &&
      ctx.get('content-type') !== ''
    ) {
      throw coded('UNSUPPORTED_MEDIA_TYPE', `Unsupported content type: ${ctx.get('content-type')}`, 415);
    }
    if (withFiles) await mkdir(limits.tempDir, { recursive: true });
    try {
      await (withFiles ? parse : parseFields)(ctx, next);
    } finally {
      await removeFiles(ctx);
    }
  };
}

/** @param withFiles false: file parts of a multipart body are passed over. */
function reader(limits: BodyLimits, withFiles: boolean): Middleware {
  return koaBody({
    // Forms are taken as text and decoded here: flat, bounded, and strict about percent-encoding.
    urlencoded: false,
    textTypes: [formType, 'text/*'],
    textLimit: limits.maxBodyBytes,
    jsonLimit: limits.maxBodyBytes,
    multipart: true,
    parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE', 'GET'] as never,
    formidable: {
      uploadDir: limits.tempDir,
      maxFields: maxParams,
      maxFieldsSize: limits.maxBodyBytes,
      maxFiles: 10,
      maxFileSize: limits.maxFileBytes,
      maxTotalFileSize: limits.maxFileBytes,
      allowEmptyFiles: true,
      minFileSize: 0,
      ...(!withFiles && { filter: () => false }),
    },
    onError: (error) => {
      throw asApiError(error);
    },
  });
}

function isMultipart(ctx: Context): boolean {
  return typeof ctx.is('multipart/form-data') === 'string';
}

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const refusal = diskRefusal(error);
  if (refusal !== undefined) return refusal;
  const { status, httpCode, code, message } = error as {
    status?: number;
    httpCode?: number;
    code?: unknown;
    message?: string;
  };
  if (status === 413 || httpCode === 413 || code === 1009 || code === 1016) return bodyTooLarge();
  return malformedRequest(message ?? 'the body cannot be read');
}

/** Temporary files go with the request; whoever wants one kept has moved or copied it. */
async function removeFiles(ctx: Context): Promise<void> {
  await Promise.all(filesOf(ctx).map((file) => rm(file.filepath, { force: true })));
}

function filesOf(ctx: Context): File[] {
  return Object.values(ctx.request.files ?? {}).flatMap((entry) => entry as File | File[]);
}

/** Merges path, body and query; the path wins, then the body. @throws ApiError for encodings that cannot be read. */
export function rawParams(ctx: Context, path: Record<string, string>): RawParams {
  const values = new Map<string, string>();
  const structured = new Set<string>();
  addForm(values, ctx.querystring);
  const body: unknown = ctx.request.body;
  if (typeof body === 'string') addForm(values, body);
  else if (typeof body === 'object' && body !== null)
    addObject({ values, structured }, body as Record<string, unknown>, isMultipart(ctx));
  for (const [name, value] of Object.entries(path)) {
    values.set(name, value);
    structured.delete(name);
  }
  if (values.size > maxParams) throw malformedRequest('too many parameters');
  const files: UploadedFile[] = filesOf(ctx).map((file) => ({
    path: file.filepath,
    name: file.originalFilename ?? 'uploaded-file',
    size: file.size,
    contentType: file.mimetype ?? 'application/octet-stream',
  }));
  return { values, structured, files };
}

function addForm(values: Map<string, string>, form: string): void {
  if (form === '') return;
  for (const pair of form.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    values.set(name, equals === -1 ? '' : decode(pair.slice(equals + 1)));
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalidVariable('The request contains malformed percent-encoding');
  }
}

function addObject(
  into: { values: Map<string, string>; structured: Set<string> },
  body: Record<string, unknown>,
  repeatsAreLists: boolean,
): void {
  for (const [name, value] of Object.entries(body)) {
    // A multipart field sent twice is a list here, and the last one counts; in a JSON body a list is meant as one.
    const meant: unknown = repeatsAreLists && Array.isArray(value) ? value.at(-1) : value;
    into.values.set(name, typeof meant === 'string' ? meant : jsonText(meant));
    if (typeof meant !== 'string') into.structured.add(name);
  }
}

/** Reading takes any depth, writing again does not. @throws ApiError BAD_REQUEST */
function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw malformedRequest('the JSON is nested too deeply');
  }
}
