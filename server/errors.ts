/**
 * API error type, and the errors that any part of the server may answer; an error of one noun stands with it.
 * One short function an error, so that a grep for its name finds every use. Anything thrown that is not an
 * ApiError is a defect: it is logged with all its detail and answered as INTERNAL_ERROR without any.
 */
import { isFromDisk, systemCode } from './disk-codes.ts';

/** Every code that an error of the API may bear. Which error bears it is written in one place (laws/once.test.ts). */
export type ErrorCode =
  | 'AUTHENTICATION_FAILED'
  | 'BACKUP_DAMAGED'
  | 'BACKUP_FOREIGN'
  | 'BACKUP_NOT_FOUND'
  | 'BACKUP_TOO_NEW'
  | 'BACKUP_TOO_OLD'
  | 'BAD_EVENT_QUEUE_ID'
  | 'BAD_NARROW'
  | 'BAD_REQUEST'
  | 'CANNOT_DEACTIVATE_GROUP_IN_USE'
  | 'CANNOT_DEACTIVATE_LAST_USER'
  | 'CHANNEL_ALREADY_EXISTS'
  | 'CSRF_FAILED'
  | 'EMAIL_IN_USE'
  | 'EXPECTATION_FAILED'
  | 'EXPECTATION_MISMATCH'
  | 'FAILED_TO_CONNECT_BOUNCER'
  | 'HOST_NOT_ALLOWED'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INTERNAL_ERROR'
  | 'INTERNAL_SERVER_ERROR_ON_BOUNCER'
  | 'INVALID_PUSH_DEVICE_TOKEN'
  | 'INVALID_REMOTE_PUSH_DEVICE_TOKEN'
  | 'IMPORT_BUSY'
  | 'IMPORT_FILE_CHANGED'
  | 'IMPORT_FOREIGN'
  | 'IMPORT_NOT_FOUND'
  | 'IMPORT_NOT_READY'
  | 'IMPORT_UPLOAD_AHEAD'
  | 'IMPORT_UPLOAD_BUSY'
  | 'IMPORT_UPLOAD_OTHER'
  | 'INVALID_SETUP_TOKEN'
  | 'INVITATION_EXPIRED'
  | 'INVITATION_FAILED'
  | 'INVITATION_NOT_FOUND'
  | 'INVITATION_REPLACED'
  | 'INVITATION_USED'
  | 'INVITATION_WITHDRAWN'
  | 'MAIL_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED'
  | 'NO_ACTIVE_PUSH_DEVICE'
  | 'NO_ROOM'
  | 'NOT_FOUND'
  | 'ORGANIZATION_EXISTS'
  | 'PASSWORD_LINK_NOT_FOUND'
  | 'PUSH_SERVICE_NOT_CONFIGURED'
  | 'RATE_LIMIT_HIT'
  | 'REACTION_ALREADY_EXISTS'
  | 'REACTION_DOES_NOT_EXIST'
  | 'REALM_DEACTIVATED'
  | 'REQUEST_TIMEOUT'
  | 'REQUEST_TOO_LARGE'
  | 'REQUEST_VARIABLE_MISSING'
  | 'RESTORE_BUSY'
  | 'RESTORE_NOT_FOUND'
  | 'NTFY_DEVICE_NOT_FOUND'
  | 'SESSION_NOT_FOUND'
  | 'STORAGE_UNAVAILABLE'
  | 'STREAM_DOES_NOT_EXIST'
  | 'STREAM_WILDCARD_MENTION_NOT_ALLOWED'
  | 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED'
  | 'TUS_VERSION_NOT_SUPPORTED'
  | 'TWO_FACTOR_FAILED'
  | 'TWO_FACTOR_REQUIRED'
  | 'TWO_FACTOR_SETUP_REQUIRED'
  | 'UNAUTHORIZED'
  | 'UNAUTHORIZED_PRINCIPAL'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'UPLOAD_OFFSET_CONFLICT'
  | 'USER_DEACTIVATED'
  | 'WEB_PUSH_NOT_FOUND';

/** Extra fields of an error body, beside `result`, `msg` and `code` (spec: Errors). */
export type ErrorFields = Record<string, unknown>;

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode;
  readonly fields: ErrorFields;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: ErrorCode,
    msg: string,
    fields: ErrorFields = {},
    headers: Record<string, string> = {},
  ) {
    super(msg);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.headers = headers;
  }

  /** The same error with more fields in its body. */
  with(fields: ErrorFields): ApiError {
    return new ApiError(this.status, this.code, this.message, { ...this.fields, ...fields }, this.headers);
  }

  /**
   * The same error with the parameters that it refuses in its body, where the contract has room for them (IncompatibleParametersError).
   * @param parameters names, separated by commas; a dot leads to a field of an object. Replaces the name that an inner check gave.
   */
  about(parameters: string): ApiError {
    return this.status === 400 && this.code === 'BAD_REQUEST' ? this.with({ parameters }) : this;
  }

  /** The same error with those parameters that a request can have: a check may know its value under other names. */
  within(names: ReadonlySet<string>): ApiError {
    const { parameters, ...fields } = this.fields;
    if (typeof parameters !== 'string') return this;
    const known = parameters.split(', ').filter((name) => names.has(name.split('.')[0] ?? ''));
    const named = known.length === 0 ? fields : { ...fields, parameters: known.join(', ') };
    return new ApiError(this.status, this.code, this.message, named, this.headers);
  }

  /** The JSON body (spec: Conventions 5). */
  get body(): ErrorFields {
    return { result: 'error', msg: this.message, code: this.code, ...this.fields };
  }
}

export const badRequest = (msg: string, status = 400): ApiError => new ApiError(status, 'BAD_REQUEST', msg);

/** A value that is refused. @param parameters the name under which it came, or names where endpoints differ; as `about`. */
export const invalidParameter = (parameters: string, msg: string): ApiError => badRequest(msg).about(parameters);

/** What a check of a parameter threw, naming the parameter where it is a BAD_REQUEST. */
export const aboutParameter = (error: unknown, parameter: string): unknown =>
  error instanceof ApiError ? error.about(parameter) : error;

/** Runs the check of a parameter. @throws what `check` throws; a BAD_REQUEST names the parameter. */
export function checking<T>(parameter: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw aboutParameter(error, parameter);
  }
}

/** A name that people would take for that of another thing. @param name of the other one, unless the caller may not know of it */
export const looksLike = (kind: string, name?: string): ApiError =>
  badRequest(
    `This name looks like that of ${name === undefined ? `another ${kind}` : `the ${kind} '${name}'`}. Choose another one.`,
  );

/** A value that does not do, with its sentence at the field that it came in (contract/complete.ts, InvalidFieldsError). */
export const invalidField = (field: string, msg: string): ApiError =>
  new ApiError(400, 'BAD_REQUEST', msg, { errors: { [field]: [msg] } });

/** Parameters that exclude each other; `parameters` names them, separated by commas. */
export const incompatibleParameters = (names: string[]): ApiError =>
  new ApiError(400, 'BAD_REQUEST', `Unsupported parameter combination: ${names.join(', ')}`, {
    parameters: names.join(', '),
  });

export const missingVariable = (name: string): ApiError =>
  new ApiError(400, 'REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, { var_name: name });

/** The sentence that clients know. @param name of the parameter that stands for the file. */
export const missingFile = (name: string): ApiError =>
  new ApiError(400, 'REQUEST_VARIABLE_MISSING', 'You must specify a file to upload', { var_name: name });

export const unauthorized = (
  msg = 'Not logged in: API authentication or user session required',
  headers: Record<string, string> = { 'WWW-Authenticate': 'Basic realm="zulip"' },
): ApiError => new ApiError(401, 'UNAUTHORIZED', msg, {}, headers);

/** A wrong key, an unknown address or another's key, all alike (spec: Authentication 3); clients know the sentence. */
export const invalidApiKey = (): ApiError => unauthorized('Invalid API key');

export const userDeactivated = (): ApiError => new ApiError(401, 'USER_DEACTIVATED', 'Account is deactivated');

/** @param status 403 for an owner, whose session goes on. */
export const realmDeactivated = (status: 401 | 403 = 401): ApiError =>
  coded('REALM_DEACTIVATED', 'This organization has been deactivated', status);

/** Only administrators (or owners) may do this (spec: Authentication 4). */
export const unauthorizedPrincipal = (msg = 'Must be an organization administrator'): ApiError =>
  new ApiError(400, 'UNAUTHORIZED_PRINCIPAL', msg);

/** Incoming-webhook bots send messages, and do nothing else with their key. */
export const mayOnlySend = (): ApiError =>
  new ApiError(403, 'BAD_REQUEST', 'This API is not available to incoming webhook bots.');

/** @param status 401 where clients of the API fetch their key; a page that gets one would think that it was signed out. */
export const authenticationFailed = (
  status: 401 | 403 = 403,
  msg = 'Your username or password is incorrect',
): ApiError => coded('AUTHENTICATION_FAILED', msg, status);

export const csrfFailed = (): ApiError => new ApiError(403, 'CSRF_FAILED', 'CSRF error: missing or wrong X-CSRF-Token');

export const hostRefused = (host: string): ApiError =>
  new ApiError(403, 'HOST_NOT_ALLOWED', `This server does not answer to the host name '${host}'`);

/** Of RFC 9110 there is one expectation, 100-continue. */
export const expectationFailed = (): ApiError =>
  new ApiError(417, 'EXPECTATION_FAILED', 'This server meets no other expectation than 100-continue');

export const notFound = (msg: string): ApiError => new ApiError(404, 'NOT_FOUND', msg);

export const noSuchEndpoint = (path: string): ApiError => notFound(`No such endpoint: ${path}`);

/** One of the caller's own things; clients know the code. @param msg the whole sentence. */
export const doesNotExist = (msg: string): ApiError => badRequest(msg, 404);

/** Someone else was faster. @param name of the parameter that says what the caller believes. */
export const expectationMismatch = (name: string): ApiError =>
  new ApiError(400, 'EXPECTATION_MISMATCH', `'${name}' value does not match the expected value.`, { field_name: name });

export const methodNotAllowed = (method: string, allowed: string[]): ApiError =>
  new ApiError(
    405,
    'METHOD_NOT_ALLOWED',
    `Method ${method} is not allowed; use ${allowed.join(', ')}`,
    {},
    { Allow: allowed.join(', ') },
  );

export const bodyTooLarge = (msg = 'The request body is too large'): ApiError =>
  new ApiError(413, 'REQUEST_TOO_LARGE', msg);

/** Half a body of someone unknown: the rest did not come. */
export const bodyTooSlow = (): ApiError =>
  new ApiError(408, 'REQUEST_TIMEOUT', 'The request body did not arrive in time', {}, { Connection: 'close' });

export const malformedRequest = (why: string): ApiError =>
  new ApiError(400, 'BAD_REQUEST', `Malformed request: ${why}`);

/** @param seconds until a retry may succeed; sent as the Retry-After header and in the body. */
export const rateLimitHit = (seconds: number, msg = 'API usage exceeded rate limit'): ApiError =>
  new ApiError(429, 'RATE_LIMIT_HIT', msg, { 'retry-after': seconds }, { 'Retry-After': String(Math.ceil(seconds)) });

export const badEventQueueId = (queueId: string): ApiError =>
  new ApiError(400, 'BAD_EVENT_QUEUE_ID', `Bad event queue ID: ${queueId}`, { queue_id: queueId });

/** @param desc what is wrong with the narrow; sent in the sentence and on its own. */
export const badNarrow = (desc: string): ApiError =>
  new ApiError(400, 'BAD_NARROW', `Invalid narrow operator: ${desc}`, { desc });

/** A well-formed error with a code of its own and no extra fields. */
export const coded = (code: ErrorCode, msg: string, status = 400): ApiError => new ApiError(status, code, msg);

/** The write could not be put on disk; nothing of it was kept, and reads go on. */
export const storageUnavailable = (
  msg = 'The server cannot write to its disk now; nothing was changed. Please try again later.',
): ApiError => new ApiError(503, 'STORAGE_UNAVAILABLE', msg, {}, { 'Retry-After': '5' });

/** The drive with the files does not answer; whether something of the request was done there is not known. */
const filesHang = (): ApiError =>
  storageUnavailable('The disk with the uploaded files does not respond. Please try again later.');

/** Fewer bytes of a file are on disk than were received, though the system reported nothing. */
export const keptTooLittle = (kept: number, received: number): ApiError =>
  storageUnavailable(`The server kept ${kept} of ${received} bytes; nothing was changed. Please try again later.`);

/** @returns what it means to a client that the system refused to open or write a file; undefined for any other error. */
export function diskRefusal(error: unknown): ApiError | undefined {
  const code = systemCode(error);
  if (code === 'EMFILE' || code === 'ENFILE')
    return storageUnavailable('The server has too many files open now; nothing was changed. Please try again later.');
  if (code === 'FILES_HANG') return filesHang();
  return isFromDisk(error) ? storageUnavailable() : undefined;
}

export const internalError = (requestId: string): ApiError =>
  new ApiError(500, 'INTERNAL_ERROR', `Internal error (request ${requestId})`);

/** What an error that was caught says; whatever else was thrown, as text. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The indefinite article of a noun that a sentence takes from elsewhere, such as a type or a kind of table. @returns "a" or "an" */
export const article = (noun: string): 'a' | 'an' =>
  /^(?:hour|honest|hono|heir|(?!one\b|eu|uni[^mn]|us|ur[il])[aeiou])/i.test(noun) ? 'an' : 'a';
