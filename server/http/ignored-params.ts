/** Unknown parameters of a request: clients are informed of it (spec: Conventions 4). */
import type { Params, RawParams } from './params.ts';

/** Parameters that clients send everywhere: every endpoint knows them. */
export const universalParams: ReadonlySet<string> = new Set(['client']);

const knownNames = new WeakMap<Params, ReadonlySet<string>>();

const namesOf = (params: Params): ReadonlySet<string> =>
  new Set(Object.entries(params).flatMap(([name, param]) => [name, ...param.spec.aliases]));

/** Names that were sent but that the endpoint does not know (spec: Conventions 4), sorted as sent; then those of files that it does not take. */
export function ignoredParams(params: Params, raw: RawParams): string[] {
  const known = knownNames.get(params) ?? namesOf(params);
  knownNames.set(params, known);
  const unknown = [...raw.values.keys()].filter((name) => !known.has(name) && !universalParams.has(name));
  return raw.ignoredFiles.length === 0 ? unknown : [...new Set([...unknown, ...raw.ignoredFiles])];
}
