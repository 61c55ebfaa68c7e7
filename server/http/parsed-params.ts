/** All parameters of a request at once, as an endpoint declares them. */
import type { Param, Params, Parsed, RawParams } from './params.ts';

interface Prepared {
  /** In the order in which they are declared: the first that is wrong is told. */
  list: [name: string, param: Param<unknown>][];
  /** What there is of a request that sends nothing. */
  defaults: Record<string, unknown>;
}

const prepared = new WeakMap<Params, Prepared>();

function prepare(params: Params): Prepared {
  const list = Object.entries(params);
  const defaults = Object.fromEntries(list.map(([name, { spec }]) => [name, spec.default]));
  prepared.set(params, { list, defaults });
  return { list, defaults };
}

/** Parses every declared parameter. @throws ApiError for the first that is missing or wrong. */
export function parseParams<P extends Params>(params: P, raw: RawParams): Parsed<P> {
  const { list, defaults } = prepared.get(params) ?? prepare(params);
  const parsed = { ...defaults };
  for (const [name, param] of list) if (param.mustBeRead(name, raw)) parsed[name] = param.parse(name, raw);
  return parsed as Parsed<P>;
}
