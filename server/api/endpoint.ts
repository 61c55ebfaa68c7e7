/**
 * `endpoint` for this server's handlers, and what a handler is given: a `Call`, with the parameters, and `read` and `write` on
 * consistent data. Who a caller is, and which transaction a handler runs in, is decided here.
 */
import type { IncomingMessage } from 'node:http';
import { systemActing, systemViewing } from '../domain/acting.ts';
import type { Acting, ChatServices, SystemActing, SystemViewing, Viewing } from '../domain/acting.ts';
import { authenticate, mayBeVisited } from '../domain/accounts/authentication.ts';
import { setCause } from '../domain/audit/cause.ts';
import { readDependencies } from '../domain/messages/steps.ts';
import { isVisitor, visitor, type UserRow } from '../domain/users/rows.ts';
import { unauthorized } from '../errors.ts';
import { readCredentials } from '../http/auth.ts';
import type { Admission, Host } from '../http/dispatch.ts';
import type { AnswerDeclaration, FieldsOf } from '../http/answer.ts';
import type { Answered, Declaration, Endpoint, RequestInfo } from '../http/endpoint.ts';
import type { Params, Parsed } from '../http/params.ts';
import type { Credentials, Access } from '../secrets.ts';
import type { Dependencies, Reader, Transaction } from '../storage/database.ts';

/** One request of an endpoint. `read` and `write` check again that the caller may still call. */
export interface Call<V = Viewing, A = Acting, S extends ChatServices = ChatServices, P = unknown> {
  params: P;
  request: RequestInfo;
  services: S;
  /** null for strangers and visitors. */
  userId: number | null;
  /** Runs on one consistent view of the data. */
  read<T>(fn: (viewing: V) => T): Promise<T>;
  /**
   * A long read of messages, in steps between which others have their turn; on one consistent view all the same.
   * @param dependsOn tables; none for what is only looked up ahead, and holds whatever is written meanwhile.
   */
  readInSlices<T>(start: (viewing: V) => Generator<void, T>, dependsOn?: Dependencies): Promise<T>;
  /** As `readInSlices`, and then one transaction with what was found, on the same state of the data. */
  readThenWrite<T, R>(start: (viewing: V) => Generator<void, T>, write: (acting: A, found: T) => R): Promise<R>;
  /** Runs in one transaction; resolves when it is on disk. */
  write<T>(fn: (acting: A) => T): Promise<T>;
}

/** What a handler returns is typed by the `answer` it declares. Where nobody has to sign in, it reads and writes without a caller: it gets the System forms. */
type EndpointDeclaration<P extends Params, S extends ChatServices, A> = Omit<Declaration<P>, 'answer'> & {
  answer?: A;
} & (
    | {
        access: 'anonymous';
        anonymous?: never;
        run(call: Call<SystemViewing<S>, SystemActing<S>, S, Parsed<P>>): Answered<FieldsOf<A>>;
      }
    | {
        access: Exclude<Access, 'anonymous'>;
        run(call: Call<Viewing<S>, Acting<S>, S, Parsed<P>>): Answered<FieldsOf<A>>;
      }
  );

/** Makes `endpoint` for handlers with given services. */
export function endpointMaker<S extends ChatServices>() {
  return function endpoint<P extends Params, A extends AnswerDeclaration | undefined = undefined>(
    declaration: EndpointDeclaration<P, S, A>,
  ): Endpoint<Call<never, never, S>> {
    return declaration as Endpoint<Call<never, never, S>>;
  };
}

export const endpoint = endpointMaker<ChatServices>();
export type ApiEndpoint = Endpoint<Call<never, never>>;

/** How much of the server one account may have. */
export interface RequestShares extends Pick<Host<never>, 'count' | 'turns'> {
  /** Counts a request of somebody without an account. @param ip of theirs. @throws ApiError RATE_LIMIT_HIT */
  countVisit(ip: string): Promise<void>;
  /** Counts the text that a request writes. @throws ApiError RATE_LIMIT_HIT */
  countText(userId: number, request: RequestInfo): void;
}

/** Whoever asks, as a request brings it. */
interface Asking {
  request: RequestInfo;
  credentials: Credentials;
  admission: Admission;
}

export function callHost<S extends ChatServices>(services: S, shares: RequestShares): Host<Call<never, never, S>> {
  return {
    count: async (credentials) => shares.count(credentials),
    turns: shares.turns,
    async authenticate(request, credentials, admission) {
      if (admission.access === 'anonymous') return null;
      const asking = { request, credentials, admission };
      const user = await services.storage.read((db) => caller(db, services, asking));
      if (user === undefined || !isVisitor(user)) return user?.id ?? null;
      await shares.countVisit(request.ip);
      return null;
    },
    call: (request, credentials, admission, params) =>
      makeCall(services, shares, { request, credentials, admission }, params),
  };
}

/** @returns undefined for somebody without credentials. @throws ApiError 401 or 403 */
function caller(db: Reader, services: ChatServices, { request, credentials, admission }: Asking): UserRow | undefined {
  const isVisit = admission.anonymous === 'web-public' && credentials.kind === 'none';
  if (isVisit && mayBeVisited({ db, services })) return visitor;
  const nowSeconds = Math.floor(services.options.clock() / 1000);
  const user = authenticate(db, credentials, admission.access, request.method, nowSeconds);
  request.userId = user?.id;
  return user;
}

function makeCall<S extends ChatServices>(
  services: S,
  shares: RequestShares,
  asking: Asking,
  params: unknown,
): Call<never, never, S> {
  const { storage } = services;
  const { request, admission } = asking;
  const { origin, client, id } = request;
  const isAnonymous = admission.access === 'anonymous';

  function required(db: Reader): UserRow {
    const user = caller(db, services, asking);
    if (user === undefined) throw unauthorized();
    return user;
  }

  function viewingOf(db: Reader): object {
    const viewing = systemViewing(db, services, origin);
    return isAnonymous ? viewing : { ...viewing, user: required(db), client };
  }

  function actingOf(tx: Transaction): object {
    const acting = systemActing(tx, services, origin, id);
    const operation = `${request.method} ${request.route?.path ?? request.path}`;
    const cause = { via: 'request', client, address: request.ip, operation } as const;
    setCause(tx, cause);
    if (isAnonymous) return acting;
    const user = required(tx);
    // Whatever a handler is about: visitors read.
    if (isVisitor(user)) throw unauthorized();
    setCause(tx, { ...cause, user_id: user.id, user_name: user.full_name });
    shares.countText(user.id, request);
    return { ...acting, user, client };
  }

  const call: Call<object, object, S> = {
    params,
    request,
    services,
    userId: isAnonymous ? null : (request.userId ?? null),
    read: async (fn) => storage.read((db) => fn(viewingOf(db))),
    readInSlices: async (start, dependsOn = readDependencies) =>
      storage.readInSlices((db) => start(viewingOf(db)), dependsOn),
    readThenWrite: async (start, write) =>
      storage.readThenWrite(
        (db) => start(viewingOf(db)),
        readDependencies,
        (tx, found) => write(actingOf(tx), found),
      ),
    write: async (fn) => storage.transaction((tx) => fn(actingOf(tx))),
  };
  return call as Call<never, never, S>;
}

/** @returns who a bare request is from, for what answers by itself. @throws ApiError 401 or 403 */
export async function callerOf(
  services: ChatServices,
  { headers, method = 'GET' }: Pick<IncomingMessage, 'headers' | 'method'>,
  access: Access = 'authenticated',
): Promise<number> {
  const { clock } = services.options;
  const credentials = readCredentials(headers);
  const user = await services.storage.read((db) =>
    authenticate(db, credentials, access, method, Math.floor(clock() / 1000)),
  );
  if (user === undefined) throw unauthorized();
  return user.id;
}
