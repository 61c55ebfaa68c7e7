/**
 * From declarations to routes, once. Those of the API are a map for paths without parameters and a tree of segments for the others, in
 * which fixed words win over parameters; those of files are declared on the router (router.ts). The method is chosen within a route,
 * so that a wrong one is answered with the right ones (405, Allow).
 */
import { methodNotAllowed } from '../errors.ts';
import type { Endpoint, Method } from './endpoint.ts';

export const apiPrefix = '/api/v1';
/** Under which browsers' clients of old call the same operations, with the same credentials. */
const oldPrefix = '/json';

/** The path of an operation as it is declared, whichever prefix it came under. */
export const apiPath = (path: string): string =>
  path.startsWith(`${oldPrefix}/`) ? apiPrefix + path.slice(oldPrefix.length) : path;

/** Whether only our own console calls an endpoint. @param path as it is declared. */
export const isOfConsole = (path: string): boolean => path.startsWith('/console/');

export interface Route<C> {
  /** "/api/v1/messages/:p1/reactions" */
  pattern: string;
  candidates: Candidate<C>[];
}

interface Candidate<C> {
  endpoint: Endpoint<C>;
  /** Names of the path parameters, in order, and whether each takes only a whole number. */
  names: { name: string; isNumber: boolean }[];
}

/** A route that fits a path, with the values of its parameters in order. */
export interface FoundRoute<C> {
  route: Route<C>;
  values: string[];
}

/** One place in the tree: what may follow it. */
interface Place<C> {
  words: Map<string, Place<C>>;
  value: Place<C> | undefined;
  /** Takes the rest of the path. */
  rest: Route<C> | undefined;
  route: Route<C> | undefined;
}

const emptyPlace = <C>(): Place<C> => ({ words: new Map(), value: undefined, rest: undefined, route: undefined });

/** Whether an endpoint is below the API's own prefix: others are files and what people open in a browser. */
export const isOfApi = ({ prefix = apiPrefix }: { prefix?: string }): boolean => prefix === apiPrefix;

/** The routes of endpoints, each with all that answers at its path. */
export function routesOf<C>(endpoints: readonly Endpoint<C>[]): Route<C>[] {
  const routes = new Map<string, Route<C>>();
  for (const endpoint of endpoints) {
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
      const { pattern, names } = shapeOf((endpoint.prefix ?? apiPrefix) + path);
      const route = routes.get(pattern) ?? { pattern, candidates: [] };
      route.candidates.push({
        endpoint,
        names: names.map((name) => ({ name, isNumber: !takesText(endpoint, name) })),
      });
      routes.set(pattern, route);
    }
  }
  return [...routes.values()];
}

export class RouteTable<C> {
  /** By path in small letters. */
  readonly #fixed = new Map<string, Route<C>>();
  readonly #root: Place<C> = emptyPlace();

  constructor(endpoints: readonly Endpoint<C>[]) {
    for (const route of routesOf(endpoints)) this.#add(route);
  }

  /** @param path without its query; capitals of fixed words, and a slash at the end, do not matter. */
  find(path: string): FoundRoute<C> | undefined {
    const fixed = this.#fixed.get(path) ?? this.#fixed.get(path.toLowerCase().replace(/(.)\/$/, '$1'));
    return fixed === undefined ? this.#walk(this.#root, path.split('/').slice(1), []) : { route: fixed, values: [] };
  }

  #add(route: Route<C>): void {
    const segments = route.pattern.split('/').slice(1);
    if (!/[:*]/.test(route.pattern)) this.#fixed.set(route.pattern.toLowerCase(), route);
    let place = this.#root;
    for (const segment of segments) {
      if (segment.startsWith('*')) {
        place.rest = route;
        return;
      }
      const next = segment.startsWith(':') ? place.value : place.words.get(segment.toLowerCase());
      const made = next ?? emptyPlace<C>();
      if (segment.startsWith(':')) place.value = made;
      else place.words.set(segment.toLowerCase(), made);
      place = made;
    }
    place.route = route;
  }

  #walk(place: Place<C>, segments: readonly string[], values: readonly string[]): FoundRoute<C> | undefined {
    const [segment, ...after] = segments;
    if (segment === undefined || (segment === '' && after.length === 0))
      return place.route === undefined ? undefined : { route: place.route, values: [...values] };
    const word = place.words.get(segment.toLowerCase());
    const byWord = word === undefined ? undefined : this.#walk(word, after, values);
    if (byWord !== undefined) return byWord;
    const byValue =
      place.value === undefined || segment === ''
        ? undefined
        : this.#walk(place.value, after, [...values, decoded(segment)]);
    if (byValue !== undefined || place.rest === undefined) return byValue;
    return { route: place.rest, values: [...values, decoded(segments.join('/'))] };
  }
}

/** The app has refused malformed percent-encoding already. */
const decoded = (text: string): string => decodeURIComponent(text);

function shapeOf(path: string): { pattern: string; names: string[] } {
  const names: string[] = [];
  const pattern = path.replaceAll(/\{(\*?)([^}]+)\}/g, (_match, star: string, name: string) => {
    names.push(name);
    return star === '*' ? `*p${names.length}` : `:p${names.length}`;
  });
  return { pattern, names };
}

/**
 * The endpoint of a route that answers a method with these path values: one whose whole-number parameters get digits first
 * ("/users/{user_id}" before "/users/{email}").
 * @throws ApiError METHOD_NOT_ALLOWED
 */
export function choose<C>(
  { route, values }: FoundRoute<C>,
  method: string,
): { endpoint: Endpoint<C>; params: Record<string, string> } {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const fitting = route.candidates.filter(({ endpoint }) => endpoint.method === wanted);
  const isDigits = (index: number): boolean => /^\d+$/.test(values[index] ?? '');
  const found =
    fitting.find(({ names }) => names.every(({ isNumber }, index) => isNumber === isDigits(index))) ??
    fitting.find(({ names }) => names.every(({ isNumber }, index) => !isNumber || isDigits(index))) ??
    fitting[0];
  if (found === undefined) {
    const methods = new Set<Method | 'HEAD'>(route.candidates.map(({ endpoint }) => endpoint.method));
    if (methods.has('GET')) methods.add('HEAD');
    throw methodNotAllowed(method, [...methods].sort());
  }
  const params = Object.fromEntries(found.names.map(({ name }, index) => [name, values[index] ?? '']));
  return { endpoint: found.endpoint, params };
}

/** Whether the body of such a call is a service's. */
export const takesPayload = <C>(found: FoundRoute<C> | undefined, method: string): boolean =>
  found?.route.candidates.some(({ endpoint }) => endpoint.takesPayload === true && endpoint.method === method) === true;

function takesText(
  endpoint: { params: Record<string, { spec: { decode: (text: string, name: string) => unknown } }> },
  name: string,
): boolean {
  try {
    return typeof endpoint.params[name]?.spec.decode('x', name) === 'string';
  } catch {
    return false;
  }
}
