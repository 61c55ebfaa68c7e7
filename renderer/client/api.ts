/** Operations of the API by what is asked: which one a method and a path with its values in it is, what it takes and answers. */
import type { Api } from '../../server/contract/api.ts';

/** "{user_id}" fits any segment, every other word itself. */
type FitsSegment<Declared, Sent> = Declared extends `{${string}}` ? true : Sent extends Declared ? true : false;

type Fits<Declared, Sent> = Declared extends `${infer D}/${infer Ds}`
  ? Sent extends `${infer S}/${infer Ss}`
    ? FitsSegment<D, S> extends true
      ? Fits<Ds, Ss>
      : false
    : false
  : Sent extends `${string}/${string}`
    ? false
    : FitsSegment<Declared, Sent>;

/** Fixed words win over parameters, as in the router. Of several requests it is each of their operations. */
type Named<Request extends string> = Request extends keyof Api
  ? Request
  : Request extends string
    ? { [K in keyof Api]: Fits<K, Request> extends true ? K : never }[keyof Api]
    : never;
export type OperationOf<Method extends string, Path extends string> = Named<`${Method} ${Path}`>;

/** What may be sent where a declaration has a list or an object: also one that no one may change. */
type Sendable<T> = T extends Blob ? T : T extends object ? { readonly [K in keyof T]: Sendable<T[K]> } : T;
export type ParamsOf<Method extends string, Path extends string> = Sendable<Api[OperationOf<Method, Path>]['params']>;
export type AnswerOf<Method extends string, Path extends string> = Api[OperationOf<Method, Path>]['answer'];
