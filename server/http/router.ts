/**
 * The router of all that is not an operation of the API: files at addresses of their own, and protocols that answer on their own.
 * Operations have a table of their own (routes.ts), because thousands of polls a second would walk every route here.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Router } from '@koa/router';
import type { Context } from 'koa';
import type { Endpoint, RequestInfo } from './endpoint.ts';
import { isOfApi, routesOf, type FoundRoute } from './routes.ts';

/** A handler that answers requests below a path on its own: a protocol of its own, such as resumable uploads. */
export interface Mount {
  prefix: string;
  /** Paths that it answers, where they have no prefix in common. They hold secrets: nothing of its requests is kept. */
  secretPaths?: RegExp;
  /** @param info gets the caller's id once it is proved. */
  handle(request: IncomingMessage, response: ServerResponse, info: RequestInfo): Promise<void>;
}

/** Who answers what the router has found. */
export interface Answering<C> {
  file(ctx: Context, found: FoundRoute<C>): Promise<void>;
  mount(ctx: Context, mount: Mount): Promise<void>;
}

/** @returns the routes of files and mounts. */
export function filesAndMounts<C>(
  { endpoints, mounts }: { endpoints: readonly Endpoint<C>[]; mounts: readonly Mount[] },
  answering: Answering<C>,
): Router {
  const router = new Router();
  for (const mount of mounts)
    router.all(mount.secretPaths ?? [mount.prefix, `${mount.prefix}/{*below}`], async (ctx) =>
      answering.mount(ctx, mount),
    );
  const routes = routesOf(endpoints.filter((endpoint) => !isOfApi(endpoint)));
  for (const route of routes.toSorted(fixedWordsFirst))
    router.all(route.pattern, async (ctx) => answering.file(ctx, { route, values: Object.values(ctx.params) }));
  return router;
}

/** The router takes the first route that fits: a word comes before a parameter, and a parameter before the rest of a path. */
function fixedWordsFirst({ pattern: a }: { pattern: string }, { pattern: b }: { pattern: string }): number {
  const ranksOfB = ranks(b);
  const different = ranks(a).map((rank, index) => rank - (ranksOfB[index] ?? rank));
  return different.find((difference) => difference !== 0) ?? 0;
}

const ranks = (pattern: string): number[] =>
  pattern.split('/').map((segment) => (segment.startsWith('*') ? 2 : segment.startsWith(':') ? 1 : 0));
