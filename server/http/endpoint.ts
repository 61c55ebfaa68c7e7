/**
 * One declaration for one endpoint: method, path, who may call it, its parameters, and the handler.
 * That declaration drives routing, parsing, errors, ignored parameters, the API explorer and the contract check.
 * This file knows nothing of chat: the types of what a handler may do (`Viewing`, `Acting`) are handed in by server/api/endpoint.ts.
 */
import type { Readable } from 'node:stream';
import type { Params, Parsed } from './params.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';

/**
 * Who may call (api-v1.md, Authentication): anybody; anybody, with credentials looked at when sent; any valid account;
 * any valid account but bots that may only send; administrators and owners only; owners only. Finer rules are the domain's.
 */
export type Access = 'anonymous' | 'optional' | 'sender' | 'authenticated' | 'administrator' | 'owner';

/** Fields beside `result` and `msg`. */
export type Answer = Record<string, unknown>;

/** A field of an answer that is JSON text already, so that what was serialized once is not parsed and serialized again. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** An answer that is not the usual envelope: a file, a redirect, or JSON that is already text. */
export class RawAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string | Buffer | Readable | null;

  constructor(answer: { status?: number; headers?: Record<string, string>; body: string | Buffer | Readable | null }) {
    this.status = answer.status ?? 200;
    this.headers = answer.headers ?? {};
    this.body = answer.body;
  }
}

/** What is known of the HTTP request beyond its parameters. */
export interface RequestInfo {
  id: string;
  method: string;
  path: string;
  /** Scheme and host as the client addressed us, without a trailing slash: "http://192.168.1.4:7420". */
  origin: string;
  /** Remote address. */
  ip: string;
  /** Name of the client program, from User-Agent or the `client` parameter. */
  client: string;
  /** Set once the caller is known. */
  userId: number | undefined;
  /** The declared path that answers, with the values in it; undefined until one was found. */
  route?: { path: string; values: Record<string, string>; isLongPoll: boolean };
  /** The fault on demand that hit it (faults.ts). */
  fault?: string;
  /** Parameters as sent; undefined until they were read. */
  sent?: ReadonlyMap<string, string>;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Aborts when the client has gone away or the server is stopping. Made when it is first asked for. */
  readonly signal: AbortSignal;
  /** The body as it comes in, where the endpoint `takesStream`. */
  body?: Readable;
}

interface HasServices {
  services: unknown;
}

/** A System without what only a transaction can do. */
export type SystemView<System> = Omit<System, 'tx' | 'announce' | 'afterDurable'>;

/** What an asynchronous handler may do. `read` and `write` check again that the caller is still active. */
export interface Context<Viewing, Acting, System extends HasServices> {
  request: RequestInfo;
  services: System['services'];
  /** null for anonymous callers. */
  userId: number | null;
  read<T>(fn: (viewing: Viewing) => T): Promise<T>;
  write<T>(fn: (acting: Acting) => T): Promise<T>;
  /** The same with no caller: sign-in, joining, housekeeping. */
  readAsSystem<T>(fn: (system: SystemView<System>) => T): Promise<T>;
  writeAsSystem<T>(fn: (system: System) => T): Promise<T>;
}

interface Declaration<P extends Params> {
  method: Method;
  /** Below the API prefix, path parameters in braces: "/messages/{message_id}". */
  path: string;
  /** Other paths under which the same endpoint answers. */
  aliases?: readonly string[];
  /** One sentence for the API explorer. */
  summary: string;
  /** Every parameter, path parameters included. */
  params: P;
  deprecated?: boolean;
  /** It may wait for something to happen: how long it takes says nothing of the server. */
  isLongPoll?: boolean;
  /** The body is one file, as large as it likes, which the handler reads by itself; parameters are in path and query. */
  takesStream?: boolean;
  /** Below another prefix than /api/v1, e.g. "" for /user_uploads. A last path parameter "{*name}" takes the rest of the path. */
  prefix?: string;
}

/**
 * Exactly one of `read` (a consistent view), `write` (one transaction), `handle` (asynchronous). Without a caller, the first two
 * get the System forms.
 */
type Handler<P extends Params, Viewing, Acting, System extends HasServices> =
  | { read: (viewing: Viewing, params: Parsed<P>) => Answer | RawAnswer }
  | { write: (acting: Acting, params: Parsed<P>) => Answer | RawAnswer }
  | { handle: (context: Context<Viewing, Acting, System>, params: Parsed<P>) => Promise<Answer | RawAnswer> };

export type EndpointDeclaration<P extends Params, Viewing, Acting, System extends HasServices> = Declaration<P> &
  (
    | ({ access: 'anonymous' } & Handler<P, SystemView<System>, System, System>)
    | ({ access: Exclude<Access, 'anonymous'> } & Handler<P, Viewing, Acting, System>)
  );

/** An endpoint whose parameter types are no longer needed: what routing and documentation work with. */
export interface Endpoint<Viewing, Acting, System extends HasServices> extends Declaration<Params> {
  access: Access;
  kind: 'read' | 'write' | 'handle';
  /** With `access: 'anonymous'` these two are given the System forms. */
  runRead?: (viewing: Viewing | SystemView<System>, params: Record<string, unknown>) => Answer | RawAnswer;
  runWrite?: (acting: Acting | System, params: Record<string, unknown>) => Answer | RawAnswer;
  runHandle?: (
    context: Context<Viewing, Acting, System>,
    params: Record<string, unknown>,
  ) => Promise<Answer | RawAnswer>;
}

/** Makes the `endpoint` function for a given set of handler types. */
export function endpointMaker<Viewing, Acting, System extends HasServices>() {
  return function endpoint<P extends Params>(
    declaration: EndpointDeclaration<P, Viewing, Acting, System>,
  ): Endpoint<Viewing, Acting, System> {
    const kind = 'read' in declaration ? 'read' : 'write' in declaration ? 'write' : 'handle';
    return {
      ...declaration,
      kind,
      ...('read' in declaration && { runRead: declaration.read as never }),
      ...('write' in declaration && { runWrite: declaration.write as never }),
      ...('handle' in declaration && { runHandle: declaration.handle as never }),
    };
  };
}
