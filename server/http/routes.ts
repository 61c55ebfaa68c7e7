/**
 * From declarations to routes: one route a path shape, in an order in which fixed words win over parameters, and the method
 * chosen within it, so that a wrong method is answered with the right ones (405, Allow).
 */
import type { Endpoint, Method } from './endpoint.ts';
import { methodNotAllowed } from '../errors.ts';

export const apiPrefix = '/api/v1';

export interface Route<E> {
  /** For the router: "/api/v1/messages/:p1/reactions". */
  pattern: string;
  candidates: { endpoint: E; names: string[] }[];
}

/** @returns the routes for all endpoints, most specific first. @throws Error when two endpoints claim one method and path. */
export function routesOf<C>(endpoints: readonly Endpoint<C>[]): Route<Endpoint<C>>[] {
  const routes = new Map<string, Route<Endpoint<C>>>();
  for (const endpoint of endpoints) {
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
      const { pattern, names } = shapeOf((endpoint.prefix ?? apiPrefix) + path);
      const route = routes.get(pattern) ?? { pattern, candidates: [] };
      route.candidates.push({ endpoint, names });
      routes.set(pattern, route);
    }
  }
  return [...routes.values()].sort((a, b) => specificity(a.pattern).localeCompare(specificity(b.pattern)));
}

function shapeOf(path: string): { pattern: string; names: string[] } {
  const names: string[] = [];
  const pattern = path.replaceAll(/\{(\*?)([^}]+)\}/g, (_match, star: string, name: string) => {
    names.push(name);
    return star === '*' ? `*p${names.length}` : `:p${names.length}`;
  });
  return { pattern, names };
}

/** Sorts fixed segments before parameters, and those before the rest-of-path. */
function specificity(pattern: string): string {
  return pattern
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '1' : segment.startsWith('*') ? '2' : `0${segment}`))
    .join('/');
}

/**
 * The endpoint of a route that answers a method with these path values: one whose whole-number parameters get digits first
 * ("/users/{user_id}" before "/users/{email}").
 * @throws ApiError METHOD_NOT_ALLOWED
 */
export function choose<C>(
  route: Route<Endpoint<C>>,
  method: string,
  values: readonly string[],
): { endpoint: Endpoint<C>; params: Record<string, string> } {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const fitting = route.candidates.filter(({ endpoint }) => endpoint.method === wanted);
  if (fitting.length === 0) {
    const methods = new Set<Method | 'HEAD'>(route.candidates.map(({ endpoint }) => endpoint.method));
    if (methods.has('GET')) methods.add('HEAD');
    throw methodNotAllowed(method, [...methods].sort());
  }
  const found =
    fitting.find(({ endpoint, names }) =>
      names.every((name, i) => takesText(endpoint, name) || /^\d+$/.test(values[i] ?? '')),
    ) ?? fitting[0];
  const preferred =
    fitting.find(({ endpoint, names }) =>
      names.every((name, i) => !takesText(endpoint, name) === /^\d+$/.test(values[i] ?? '')),
    ) ?? found;
  if (preferred === undefined) throw new Error('unreachable: a fitting endpoint exists');
  return {
    endpoint: preferred.endpoint,
    params: Object.fromEntries(preferred.names.map((name, i) => [name, values[i] ?? ''])),
  };
}

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
