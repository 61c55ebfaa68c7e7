/**
 * `endpoint` for this server's handlers, and what a handler is given: a `Call`, with the parameters, and `read` and `write` on
 * consistent data. Who a caller is, and which transaction a handler runs in, is decided here.
 */
import type { IncomingMessage } from 'node:http';
import { authenticate, mayBeVisited } from '../domain/accounts/authentication.ts';
import { systemActing, systemViewing } from '../domain/acting.ts';
import type { Acting, ChatServices, SystemActing, SystemViewing, Viewing } from '../domain/acting.ts';
import { setCause } from '../domain/audit/cause.ts';
import { readDependencies } from '../domain/messages/reading/steps.ts';
import { isVisitor, visitor, type UserRow } from '../domain/users/rows.ts';
import { settingOf } from '../domain/users/settings.shared.ts';
import { ApiError, unauthorized } from '../errors.ts';
import type { AnswerDeclaration, FieldsOf } from '../http/answer.ts';
import { readCredentials } from '../http/auth.ts';
import type { Admission, Host } from '../http/dispatch.ts';
import type { Answered, Declaration, Endpoint, RequestInfo } from '../http/endpoint.ts';
import type { Params, Parsed } from '../http/params.ts';
import { after, rescued } from '../http/soon.ts';
import type { Credentials, Access } from '../secrets.ts';
import type { Dependencies, Reader, Transaction, TransactionOptions } from '../storage/database.ts';

/** One request of an endpoint. `read` and `write` check again that the caller may still call. */
export interface Call<V = Viewing, A = Acting, S extends ChatServices = ChatServices, P = unknown> {
  params: P;
  request: RequestInfo;
  services: S;
  /** null for strangers and visitors. */
  userId: number | null;
  /** Proves again that the caller may call, for a handler that reads nothing of the data. @throws ApiError 401 or 403 */
  authorize(): Promise<void>;
  /** Runs on one consistent view of the data. */
  read<T>(fn: (viewing: V) => T): Promise<T>;
  /**
   * A long read of messages, in steps between which others have their turn; on one consistent view all the same.
   * @param dependsOn tables; none for what is only looked up ahead, and holds whatever is written in the meantime.
   */
  readInSlices<T>(start: (viewing: V) => Generator<void, T>, dependsOn?: Dependencies): Promise<T>;
  /** As `readInSlices`, and then one transaction with what was found, on the same state of the data. */
  readThenWrite<T, R>(start: (viewing: V) => Generator<void, T>, write: (acting: A, found: T) => R): Promise<R>;
  /** Runs in one transaction; resolves when it is on disk. */
  write<T>(fn: (acting: A) => T, options?: TransactionOptions): Promise<T>;
}

/** What a handler returns is typed by the `answer` it declares. Where no one has to sign in, it reads and writes without a caller: it gets the System forms. */
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
    return namingOwn(declaration as Endpoint<Call<never, never, S>>);
  };
}

/** Refusals name the parameters of this endpoint, but for those of its path, which says on its own what it leads to. */
function namingOwn<C>(declared: Endpoint<C>): Endpoint<C> {
  const isInPath = (name: string): boolean => new RegExp(`\\{\\*?${name}\\}`).test(declared.path);
  const names = new Set(Object.keys(declared.params).filter((name) => !isInPath(name)));
  const refuse = (error: unknown): never => {
    throw error instanceof ApiError ? error.within(names) : error;
  };
  return { ...declared, run: (call) => rescued(() => declared.run(call), refuse) };
}

export const endpoint = endpointMaker<ChatServices>();
export type ApiEndpoint = Endpoint<Call<never, never>>;

/** How much of the server one account may have. */
export interface RequestShares extends Pick<Host<never>, 'count' | 'turns'> {
  /** Counts a request of someone without an account. @param ip of theirs. @throws ApiError RATE_LIMIT_HIT */
  countVisit(ip: string): Promise<void>;
  /** Counts the text that a request writes. @throws ApiError RATE_LIMIT_HIT */
  countText(userId: number, request: RequestInfo): void;
  /** Counts the letters that a transaction of a request has written, where they are many more than it sent. */
  countStored(userId: number, request: RequestInfo, letters: number): void;
}

/** A user who asks, as a request brings it. */
interface Asking {
  request: RequestInfo;
  credentials: Credentials;
  admission: Admission;
}

/** What `http/` asks of this server: who calls, their share of it, and the call that a handler is given. */
export function callHost<S extends ChatServices>(services: S, shares: RequestShares): Host<Call<never, never, S>> {
  return {
    count: (credentials) => shares.count(credentials),
    turns: shares.turns,
    authenticate(request, credentials, admission) {
      if (admission.access === 'anonymous') return null;
      const asking = { request, credentials, admission };
      return after(
        services.storage.readSoon((db) => caller(db, services, asking)),
        (user) => {
          if (user === undefined || !isVisitor(user)) return user?.id ?? null;
          return after(shares.countVisit(request.ip), () => null);
        },
      );
    },
    call(request, credentials, admission, params) {
      const asking = { request, credentials, admission };
      const call: Call<object, object, S> = new RequestCall(services, shares, asking, params);
      return call as Call<never, never, S>;
    },
  };
}

/** @returns undefined for someone without credentials. @throws ApiError 401 or 403 */
function caller(db: Reader, services: ChatServices, { request, credentials, admission }: Asking): UserRow | undefined {
  const isVisit = admission.anonymous === 'web-public' && credentials.kind === 'none';
  if (isVisit && mayBeVisited({ db, services })) return visitor;
  const viewing = systemViewing(db, services, request.origin);
  const user = authenticate(viewing, credentials, admission, request.method);
  request.userId = user?.id;
  if (user !== undefined) request.language = settingOf(user, 'default_language');
  return user;
}

/** A class with members that are made when they are asked for: a poll, of which thousands wait, asks for none of them. */
class RequestCall<S extends ChatServices> implements Call<object, object, S> {
  readonly services: S;
  readonly params: unknown;
  readonly #shares: RequestShares;
  readonly #asking: Asking;

  constructor(services: S, shares: RequestShares, asking: Asking, params: unknown) {
    this.services = services;
    this.params = params;
    this.#shares = shares;
    this.#asking = asking;
  }

  get request(): RequestInfo {
    return this.#asking.request;
  }

  get userId(): number | null {
    return this.#isAnonymous ? null : (this.request.userId ?? null);
  }

  get read(): Call<object, object, S>['read'] {
    return async (fn) => this.services.storage.read((db) => fn(this.#viewing(db)));
  }

  get authorize(): Call<object, object, S>['authorize'] {
    return async () => this.services.storage.read((db) => void this.#viewing(db));
  }

  get readInSlices(): Call<object, object, S>['readInSlices'] {
    return async (start, dependsOn = readDependencies) =>
      this.services.storage.readInSlices((db) => start(this.#viewing(db)), dependsOn);
  }

  get readThenWrite(): Call<object, object, S>['readThenWrite'] {
    return async (start, write) =>
      this.services.storage.readThenWrite(
        (db) => start(this.#viewing(db)),
        readDependencies,
        (tx, found) => this.#counted(tx, () => write(this.#acting(tx), found)),
      );
  }

  get write(): Call<object, object, S>['write'] {
    return async (fn, options) =>
      this.services.storage.transaction((tx) => this.#counted(tx, () => fn(this.#acting(tx))), options);
  }

  #counted<T>(tx: Transaction, work: () => T): T {
    const value = work();
    const { userId } = this;
    if (userId !== null) this.#shares.countStored(userId, this.request, tx.writtenLetters);
    return value;
  }

  get #isAnonymous(): boolean {
    return this.#asking.admission.access === 'anonymous';
  }

  #required(db: Reader): UserRow {
    const user = caller(db, this.services, this.#asking);
    if (user === undefined) throw unauthorized();
    return user;
  }

  #viewing(db: Reader): object {
    const { origin, client } = this.request;
    const viewing = systemViewing(db, this.services, origin);
    return this.#isAnonymous ? viewing : { ...viewing, user: this.#required(db), client };
  }

  #acting(tx: Transaction): object {
    const { request } = this;
    const { origin, client, id } = request;
    const acting = systemActing(tx, this.services, origin, id);
    const operation = `${request.method} ${request.route?.path ?? request.path}`;
    const cause = { via: 'request', client, address: request.ip, operation } as const;
    setCause(tx, cause);
    if (this.#isAnonymous) return acting;
    const user = this.#required(tx);
    // Whatever a handler is about: visitors read.
    if (isVisitor(user)) throw unauthorized();
    setCause(tx, { ...cause, user_id: user.id, user_name: user.full_name });
    this.#shares.countText(user.id, request);
    return { ...acting, user, client };
  }
}

/** @returns who a bare request is from, for what answers on its own. @throws ApiError 401 or 403 */
export async function callerOf(
  services: ChatServices,
  { headers, method = 'GET' }: Pick<IncomingMessage, 'headers' | 'method'>,
  access: Access = 'authenticated',
): Promise<number> {
  const credentials = readCredentials(headers);
  const user = await services.storage.read((db) =>
    authenticate(systemViewing(db, services, ''), credentials, { access }, method),
  );
  if (user === undefined) throw unauthorized();
  return user.id;
}
