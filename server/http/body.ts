/**
 * The parameters of a request, wherever they are: query string, urlencoded body, multipart fields, a JSON object, for every
 * method. Bounded in size, number and time, and more so for strangers; files of a multipart body go
 * to temporary files.
 */
import type { Context, Middleware } from 'koa';
import {
  ApiError,
  bodyTooLarge,
  bodyTooSlow,
  coded,
  diskRefusal,
  malformedRequest,
  storageUnavailable,
} from '../errors.ts';
import { BodyShares } from './body-shares.ts';
import { textOf } from './charset.ts';
import type { Connections } from './connections.ts';
import { methods } from './endpoint.ts';
import { addForm } from './form-fields.ts';
import type { MultipartForm } from './multipart.ts';
import type { RawParams } from './params.ts';
import { WrittenPayload } from './payload.ts';
import { hasBody } from './unread-body.ts';

const formType = 'application/x-www-form-urlencoded';
const multipartType = 'multipart/form-data';
/** JSON by any name, such as application/vnd.api+json. */
const jsonTypes = ['application/json', '+json'];
const maxParams = 1000;

export interface BodyLimits {
  maxBodyBytes: number;
  maxFileBytes: number;
  /** Of a user who is not known: bytes of a body, and milliseconds that it may take to come. */
  strangers: { maxBodyBytes: number; patienceMs: number };
  tempDir: string;
  /** Counts file uploads by account. */
  uploads: Pick<Connections, 'upload'>;
}

/** Who sends a body, and what the endpoint makes of it. */
export interface BodyReader {
  /** null for a stranger. */
  userId: number | null;
  /** Whether someone wants the files of a multipart body, so that no stranger fills the disk. */
  takesFile: boolean;
  /** Whether the body is of a service that may call it anything, or nothing. */
  takesPayload: boolean;
}

/** Reads the body of a request, if it has one, around a step: its files are there in the meantime. @throws ApiError 400, 408, 413 or 415. */
export type ReadBody = <T>(ctx: Context, reader: BodyReader, next: () => Promise<T>) => Promise<T>;

export function bodyParser(limits: BodyLimits): ReadBody {
  const plain = { known: plainReader(limits.maxBodyBytes), strange: plainReader(limits.strangers.maxBodyBytes) };
  const shares = new BodyShares();
  return async (ctx, { userId, takesFile, takesPayload }, next) => {
    if (!hasBody(ctx.req)) return next();
    const isKnown = userId !== null;
    const maxTextBytes = isKnown ? limits.maxBodyBytes : limits.strangers.maxBodyBytes;
    const withFiles = isMultipart(ctx) && takesFile && isKnown;
    const maxBytes = withFiles ? limits.maxFileBytes + maxTextBytes : maxTextBytes;
    const isTooLarge = (ctx.request.length ?? 0) > maxBytes;
    if (isTooLarge && !takesPayload) throw bodyTooLarge();
    const isRead = takesPayload || ctx.is(formType, multipartType, ...jsonTypes, 'text/*') !== false;
    if (!isRead && ctx.get('content-type') !== '')
      throw coded('UNSUPPORTED_MEDIA_TYPE', `Unsupported content type: ${ctx.get('content-type')}`, 415);
    const read = async (): Promise<void> => {
      if (isTooLarge) throw bodyTooLarge();
      if (!isMultipart(ctx)) {
        await (isKnown ? plain.known : plain.strange)(ctx, async () => undefined);
        ctx.request.body = (takesPayload ? writtenPayload(ctx) : contentOf(ctx)) as typeof ctx.request.body;
        return;
      }
      const { maxFileBytes, tempDir } = limits;
      const bounds = { maxBytes, maxTextBytes, maxFileBytes, maxFields: maxParams, folder: withFiles ? tempDir : null };
      const { readMultipart } = await multipart();
      ctx.state['form'] = await readMultipart(ctx.req, bounds);
    };
    const inMemory = async (): Promise<void> => {
      const endUpload = withFiles ? limits.uploads.upload(userId) : undefined;
      try {
        await (isKnown ? read() : inTime(read(), limits.strangers.patienceMs));
      } catch (error) {
        const refusal = asApiError(error, ctx);
        if (!takesPayload || !isOfBody(refusal)) throw refusal;
        ctx.request.body = new WrittenPayload('', false, refusal) as never;
      } finally {
        endUpload?.();
      }
    };
    // Of files a part is in memory, and uploads have a bound of their own.
    const held = withFiles ? 0 : mostInMemory(ctx, maxTextBytes);
    return shares.take(userId, ctx.request.ip, held, async () => {
      await inMemory();
      try {
        return await next();
      } finally {
        // Temporary files go with the request; code that keeps one has moved or copied it.
        const files = formOf(ctx)?.files ?? [];
        if (files.length > 0) await (await multipart()).removeFiles(files);
      }
    });
  };
}

/** Bytes that a body takes in memory at most: what is packed, or comes in pieces, does not tell. */
function mostInMemory({ request }: Context, maxTextBytes: number): number {
  const isPacked = request.get('Content-Encoding') !== '';
  return isPacked ? maxTextBytes : Math.min(request.length ?? maxTextBytes, maxTextBytes);
}

/** Its libraries are loaded when someone sends such a body, or by `loadBodyReaders`. */
const multipart = async () => import('./multipart.ts');

/** Loads what reads bodies, while there are descriptors to load it with. */
export async function loadBodyReaders(): Promise<void> {
  await Promise.all([multipart(), import('koa-body')]);
}

/** For everything but multipart. */
function plainReader(maxBytes: number): Middleware {
  let reader: Promise<Middleware> | undefined;
  return async (ctx, next) => {
    reader ??= koaBodyReader(maxBytes);
    // The library reads only the types that it is informed of, and what has no type not at all.
    const asText = Object.create(ctx, { is: { value: () => 'text/plain' } }) as typeof ctx;
    return (await reader)(asText, next);
  };
}

/** The library is loaded with the first body: a start that no one has written to yet does without it. */
async function koaBodyReader(maxBytes: number): Promise<Middleware> {
  const { koaBody } = await import('koa-body');
  return koaBody({
    // Taken as bytes, a letter each, and read here: strict about charset and percent-encoding; forms flat and bounded.
    encoding: 'latin1',
    urlencoded: false,
    json: false,
    textLimit: maxBytes,
    parsedMethods: methods as never,
  });
}

/** What a body says, of which each letter is a byte: the object or list of JSON, else a text. @throws ApiError, SyntaxError for what cannot be read. */
function contentOf(ctx: Context): unknown {
  const bytes = bytesOf(ctx);
  if (bytes === undefined) return undefined;
  const text = textOf(bytes, ctx.get('content-type'));
  // Without a type it is what it looks like.
  const isJson = ctx.get('content-type') === '' ? /^\s*[[{]/.test(text) : isJsonType(ctx);
  if (!isJson) return text;
  if (text === '') return {};
  const said: unknown = JSON.parse(text);
  if (typeof said !== 'object' || said === null) throw malformedRequest('only an object or a list is taken as JSON');
  return said;
}

function bytesOf(ctx: Context): Buffer | undefined {
  const { body: letters } = ctx.request as { body?: unknown };
  return typeof letters === 'string' ? Buffer.from(letters, 'latin1') : undefined;
}

const isJsonType = (ctx: Context): boolean => typeof ctx.is(jsonTypes) === 'string';

/** Does not throw for bytes that are no text: a user who takes the payload says so, and to whom. */
function writtenPayload(ctx: Context): WrittenPayload {
  const bytes = bytesOf(ctx) ?? Buffer.alloc(0);
  try {
    return new WrittenPayload(textOf(bytes, ctx.get('content-type')), isJsonType(ctx));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return new WrittenPayload(bytes.toString('utf8'), isJsonType(ctx), error);
  }
}

/** Half a body holds a connection: no one unknown may hold it for long. @throws ApiError 408 */
async function inTime(reading: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(bodyTooSlow()), ms);
  });
  await Promise.race([reading, late]).finally(() => clearTimeout(timer));
}

function isMultipart(ctx: Context): boolean {
  return typeof ctx.is(multipartType) === 'string';
}

function formOf(ctx: Context): MultipartForm | undefined {
  return ctx.state['form'] as MultipartForm | undefined;
}

/** Whether a refusal is about what was sent: an endpoint that takes the payload reports it to the owner of its bot. */
const isOfBody = (refusal: unknown): refusal is ApiError =>
  refusal instanceof ApiError && (refusal.status === 400 || refusal.status === 413);

function asApiError(error: unknown, ctx: Context): unknown {
  // What the disk or a connection that broke off says is not the body's fault.
  if (error instanceof ApiError || error === ctx.req.errored) return error;
  const { status, message, syscall } = error as { status?: number; message?: string; syscall?: string };
  const refusal = diskRefusal(error);
  if (refusal !== undefined || syscall !== undefined) return refusal ?? storageUnavailable();
  if (status === 413) return bodyTooLarge();
  return malformedRequest(message ?? 'the body cannot be read');
}

/** What was sent beside path and headers. */
export interface Sent {
  querystring: string;
  form?: MultipartForm | undefined;
  /** Text of a form, or an object. */
  body?: unknown;
}

/** What `bodyParser` has read. */
export function sentBy(ctx: Context): Sent {
  return { querystring: ctx.querystring, form: formOf(ctx), body: ctx.request.body };
}

/** Merges path, body and query; the path wins, then the body. @throws ApiError for encodings that cannot be read. */
export function rawParams({ querystring, form, body }: Sent, path: Record<string, string>): RawParams {
  const values = new Map<string, string>();
  const structured = new Set<string>();
  addForm(values, querystring);
  if (form !== undefined) for (const [name, value] of form.fields) values.set(name, value);
  else if (typeof body === 'string') addForm(values, body);
  else if (typeof body === 'object' && body !== null)
    addObject({ values, structured }, body as Record<string, unknown>);
  for (const [name, value] of Object.entries(path)) {
    values.set(name, value);
    structured.delete(name);
  }
  if (values.size > maxParams) throw malformedRequest('too many parameters');
  const { files = [], leftOut = [] } = form ?? {};
  const ignoredFiles = [...files.slice(1), ...leftOut].map((one) => one.field || one.name);
  return { values, structured, files, ignoredFiles };
}

function addObject(
  into: { values: Map<string, string>; structured: Set<string> },
  body: Record<string, unknown>,
): void {
  for (const [name, value] of Object.entries(body)) {
    into.values.set(name, typeof value === 'string' ? value : jsonText(value));
    if (typeof value !== 'string') into.structured.add(name);
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
