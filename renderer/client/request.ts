/**
 * The console's one way to the server: `request` speaks the HTTP API as any client does, with the session's cookie and
 * its CSRF token instead of an API key. Answers are typed by the contract; errors arrive as `ApiError`.
 */
import type { components } from '../../server/contract/types.ts';
import type { AnswerOf, OperationOf, ParamsOf } from './api.ts';
import { page } from './page-port.ts';
import { noteSearchIndex } from './search-index.ts';
import { noteServerTime } from './server-clock.ts';
import { t } from './text.ts';

type Schemas = components['schemas'];
export type User = Schemas['User'];
export type Channel = Schemas['BasicChannel'] & { is_default?: boolean };
export type ChannelFolder = Schemas['ChannelFolder'];
export type UserGroup = Schemas['UserGroup'];
export type Linkifier = Schemas['Linkifier'];
/** A group, or people and groups of its own (contract: GroupSettingValue). */
export type GroupSetting = number | { direct_members: number[]; direct_subgroups: number[] };

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The server's word for what went wrong; NETWORK when it could not be reached. */
  readonly code: string;
  /** Names of the parameters that are missing or wrong, where the server says so; a dot leads to a field of an object. */
  readonly parameters: readonly string[];
  /** Seconds after which the same may be asked again, of a 429. */
  readonly retryAfter: number | undefined;
  /** The whole answer, for errors that say more. */
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(status: number, code: string, message: string, fields: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.parameters = refusedParameters(fields);
    this.retryAfter = typeof fields['retry-after'] === 'number' ? fields['retry-after'] : undefined;
    this.fields = fields;
  }
}

/** Missing; refused; refused in a form with several sentences; other than expected. */
function refusedParameters({ var_name, parameters, errors, field_name }: Readonly<Record<string, unknown>>): string[] {
  const byField = typeof errors === 'object' && errors !== null && !Array.isArray(errors) ? Object.keys(errors) : [];
  const named = typeof parameters === 'string' ? parameters.split(', ') : [];
  return [var_name, ...named, ...byField, field_name].filter((name) => typeof name === 'string');
}

/** Whether the server says that there is no such thing, and not merely nothing. */
export const isNotFound = (error: Error | null): error is ApiError => error instanceof ApiError && error.status === 404;

/** What is answered at once is answered in this time, or not at all: a connection may be dead without anybody being reported. Milliseconds. */
const longestAnswerMs = 20_000;

/** The server answers a poll in which nothing happens after some 90 seconds; later, the connection is dead. Milliseconds. */
export const longestWaitMs = 105_000;

let csrfToken: string | null = null;
let sessionDoubt: (code: string) => void = () => undefined;
let readToken: () => Promise<boolean> = () => Promise.resolve(false);

/** The token that goes with every request that changes something. */
export function setCsrfToken(token: string | null): void {
  csrfToken = token;
}

/** @returns the token of the session that this page has: another one shows that a session began or ended in between. */
export const currentCsrfToken = (): string | null => csrfToken;

/**
 * Called when the server does not take the session for what this page does. @param listener gets the error's code: UNAUTHORIZED,
 * USER_DEACTIVATED.
 */
export function onSessionDoubt(listener: (code: string) => void): void {
  sessionDoubt = listener;
}

/**
 * Another tab may have begun another session, which has another token. @param read reads the session again, with its token, and
 * says whether it is still of the same person.
 */
export function onStaleToken(read: () => Promise<boolean>): void {
  readToken = read;
}

/** @returns whether a request that was refused for its token may be made again: someone else never sends what one wrote. */
export async function hasFreshToken(code: string | undefined): Promise<boolean> {
  return code === 'CSRF_FAILED' && (await readToken().catch(() => false));
}

/**
 * Asks the server: method and path say what is sent and what is answered, by the declarations of `server/api`. A question is given
 * up as `inTime` does, unless it asks the server to wait; what changes something takes the time that it takes.
 * @param path below /api/v1, e.g. "/users". @param extra headers of this request alone.
 * @param outlivesPage sent also when the page goes away. @throws ApiError
 */
export async function request<const M extends Method, const P extends string>(
  method: M,
  path: [OperationOf<M, P>] extends [never] ? never : P,
  params?: ParamsOf<M, P>,
  signal?: AbortSignal,
  extra: Readonly<Record<string, string>> = {},
  outlivesPage = method === 'DELETE',
): Promise<AnswerOf<M, P>> {
  const form = encode(params ?? {});
  const isAtOnce = method === 'GET' && !(params !== undefined && 'dont_block' in params && params.dont_block === false);
  const query = method === 'GET' && form instanceof URLSearchParams && form.size > 0 ? `?${form}` : '';
  const ask = async (): Promise<AnswerOf<M, P>> => {
    const askedAs = csrfToken;
    const headers = { ...(method === 'GET' ? askingHeaders : mutationHeaders()), ...extra };
    const body = method === 'GET' ? undefined : form;
    const read = async (ended = signal): Promise<[status: number, text: string]> => {
      const options = { method, headers, body, signal: ended, keepalive: outlivesPage };
      const response = await page().fetch(`/api/v1${path}${query}`, options);
      noteServerTime(response);
      noteSearchIndex(response);
      return [response.status, await response.text()];
    };
    // An answer that was cut off in its midst says no more than none.
    const [status, text] = await (isAtOnce ? inTime(read, signal) : read()).catch((error: unknown) => {
      throw signal?.aborted === true ? error : unreachable();
    });
    return answerOf(status, text, askedAs);
  };
  try {
    return await ask();
  } catch (error) {
    // What was refused for its token was not done: it is asked once more with that of the session that there is now.
    if (!(error instanceof ApiError) || !(await hasFreshToken(error.code))) throw error;
    return ask();
  }
}

/**
 * Gives up what is not answered in the time in which a server that is there answers.
 * @param ask with a signal that aborts then, and with `ended`. @param limitMs longer where the server is asked to wait.
 * @throws ApiError NETWORK when nothing came in time
 */
export async function inTime<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  ended?: AbortSignal,
  limitMs = longestAnswerMs,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), limitMs);
  try {
    return await ask(ended === undefined ? late.signal : AbortSignal.any([ended, late.signal]));
  } catch (error) {
    throw late.signal.aborted && ended?.aborted !== true ? unreachable() : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Says that a page asks, not a person: the server then leaves the question for a password to the console. */
const askingHeaders: Readonly<Record<string, string>> = { 'X-Requested-With': 'XMLHttpRequest' };

/** Of a request that changes something. */
export function mutationHeaders(): Record<string, string> {
  return { ...askingHeaders, ...(csrfToken !== null && { 'X-CSRF-Token': csrfToken }) };
}

export function unreachable(): ApiError {
  return new ApiError(
    0,
    'NETWORK',
    t("Can't reach the server. Check that it is running and that this computer is on its network."),
  );
}

/**
 * @param text of the answer.
 * @param askedAs the CSRF token at the time of asking: what was asked in a session that is over says nothing of the one that began.
 * @throws ApiError for anything but a success
 */
export function answerOf<T>(status: number, text: string, askedAs = csrfToken): T {
  const answer = parsed(text);
  if (status >= 200 && status < 300) return answer as T;
  // A wrong password or code is refused too, and says nothing of the session.
  const isOver = status === 401 && !/^(?:AUTHENTICATION_FAILED|TWO_FACTOR_\w+)$/.test(answer.code ?? '');
  if (isOver && askedAs === csrfToken) sessionDoubt(answer.code ?? '');
  throw new ApiError(status, answer.code ?? 'UNKNOWN', answer.msg ?? `The server answered ${status}.`, answer);
}

function parsed(text: string): { msg?: string; code?: string } & Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Texts and files go as they are, everything else as JSON text; undefined is not sent. */
function encode(params: object): URLSearchParams | FormData {
  const sent = Object.entries(params as Record<string, unknown>).filter(([, value]) => value !== undefined);
  const hasFile = sent.some(([, value]) => value instanceof Blob);
  const form = hasFile ? new FormData() : new URLSearchParams();
  for (const [name, value] of sent) {
    if (form instanceof FormData && value instanceof Blob) form.set(name, value);
    else form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}
