/**
 * One declaration for one endpoint: method, path, who may call it, its parameters, and the handler.
 * That declaration drives routing, parsing, errors, ignored parameters, the API explorer and the contract check.
 * This file knows nothing of chat: what a handler may do is handed in by server/api/endpoint.ts.
 */
import type { Readable } from 'node:stream';
import type { ApiError } from '../errors.ts';
import type { SharedText } from '../json-text.ts';
import type { Access, AnonymousAccess } from '../secrets.ts';
import type { AnswerDeclaration } from './answer.ts';
import type { Later } from './later.ts';
import type { Params } from './params.ts';
import type { Payload } from './payload.ts';
import type { Privacy } from './privacy.ts';

export const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
export type Method = (typeof methods)[number];

/** Fields beside `result` and `msg`. */
export type Answer = Record<string, unknown>;

/** A list in an answer whose elements are JSON already, their own or shared with other answers. */
export class JsonList {
  readonly elements: readonly string[] | readonly SharedText[];

  constructor(elements: readonly string[] | readonly SharedText[]) {
    this.elements = elements;
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

/** What a handler returns: its fields, now or when something happens, or an answer of another kind. */
export type Answered<A> = A | RawAnswer | Later<A> | Promise<A | RawAnswer | Later<A>>;

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
  /** Tag of the language of the caller's account; undefined until the caller is known. */
  language?: string;
  /** The declared path that answers, with the values in it; undefined until one was found. */
  route?: { path: string; shownPath: string; isLongPoll: boolean; privacy: Privacy };
  /** The fault on demand that hit it (faults.ts). */
  fault?: string;
  /** Parameters as sent; undefined until they were read. */
  sent?: ReadonlyMap<string, string>;
  /** Set once every parameter is parsed: until then, a value may be of any kind, under any name. */
  isUnderstood?: boolean;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Headers of the answer, which the handler adds to a success. */
  answerHeaders?: Readonly<Record<string, string>> | undefined;
  /** Aborts when the client has gone away or the server is stopping. Made when it is first asked for. */
  readonly signal: AbortSignal;
  /** Calls `listener` when the client has gone away or has its answer: without what a signal costs. */
  whenGone(listener: () => void): void;
  /** What the body says, where the endpoint `takesPayload`. */
  payload?: Payload;
  /** What is wrong with the path, where the endpoint `takesPayload`: other endpoints get no such request. */
  pathProblem?: ApiError | undefined;
  /** The body as it comes in, where the endpoint `takesStream`. */
  body?: Readable;
}

/** A header that an endpoint reads, and a request may leave out. */
export interface HeaderDeclaration {
  doc: string;
  /** JSON Schema of the value. */
  schema: Readonly<Record<string, unknown>>;
}

/** What an endpoint says of itself, but for its handler. */
export interface Declaration<P extends Params> {
  method: Method;
  /** Below the API prefix, path parameters in braces: "/messages/{message_id}". */
  path: string;
  /** Other paths under which the same endpoint answers. */
  aliases?: readonly string[];
  /** One sentence for the API explorer. */
  summary: string;
  /**
   * `false`: about the organization, so that administrators may see whole requests of others. What says nothing is personal:
   * of it they see the parameters of its envelope (`.envelope()`), and nothing else.
   */
  personal?: false;
  /** What a success brings; what the contract has (server/contract) is not said again. */
  answer?: AnswerDeclaration;
  /** Every parameter, path parameters included. */
  params: P;
  /** Headers of its own, by name: what they mean, and what they may be. */
  headers?: Readonly<Record<string, HeaderDeclaration>>;
  deprecated?: boolean;
  /** What it is to those without credentials; what says nothing refuses them, unless its `access` is 'anonymous'. */
  anonymous?: AnonymousAccess;
  /** Owners need it in the console while the organization is deactivated, though it changes something. */
  whileDeactivated?: true;
  /** It may wait for something to happen: how long it takes says nothing of the server. */
  isLongPoll?: boolean;
  /** The body is one file, as large as it likes, which the handler reads on its own; parameters are in path and query. */
  takesStream?: boolean;
  /**
   * The body is someone else's and holds no parameters: the handler reads `request.payload`, parameters are in path and query, and
   * the key may be there too, as `api_key`.
   */
  takesPayload?: boolean;
  /** Below another prefix than /api/v1, e.g. "" for /user_uploads. A last path parameter "{*name}" takes the rest of the path. */
  prefix?: string;
}

/** A whole endpoint. What its handler is given, a call, is the server's own (server/api/endpoint.ts). */
export interface Endpoint<C> extends Declaration<Params> {
  access: Access;
  run(call: C): Answered<Answer>;
}
