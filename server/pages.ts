/** What the server answers outside the API: the console's files, the way to them, and health for monitors. */
import type { Context, Middleware } from 'koa';
import type { Services } from './domain/acting.ts';
import { methodNotAllowed } from './http/errors.ts';
import { StaticFiles } from './http/static-files.ts';
import { networkPage } from './network/pages.ts';

/** No script but our own files, nothing from other hosts (product.md D16: no external asset anywhere). */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  // The component library sets style attributes and one style element.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Where links in mails lead: the join page, with the key of an invitation or without one, and the choice of a password. */
const mailedPath = /^\/(?:join(?:\/[\w-]{1,100})?|new-password\/[\w-]{1,100})$/;

/**
 * @param consoleDir folder of what was built for browsers; null when there is none.
 * @param health what a monitor is told; throws when the server is unwell.
 */
export function pages(consoleDir: string | null, services: Services, health: () => Promise<object>): Middleware {
  const files = consoleDir === null ? null : new StaticFiles(consoleDir, 'console/index.html');
  return async (ctx, next) => {
    services.network.noteVisit(ctx.ip);
    if (ctx.path === '/health') return answerHealth(ctx, health);
    if (await answerPlainPage(ctx, services)) return;
    if (files === null) return next();
    if (ctx.path === '/') return ctx.redirect('/console/');
    if (ctx.path === '/console') return ctx.redirect('/console/');
    // Short, so that it can be typed from a card, and the same if the console ever moves.
    if (mailedPath.test(ctx.path)) return ctx.redirect(`/console${ctx.path}`);
    if (!ctx.path.startsWith('/console/')) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw methodNotAllowed(ctx.method, ['GET', 'HEAD']);
    ctx.set('Content-Security-Policy', contentSecurityPolicy);
    return files.send(ctx, ctx.path.slice('/console/'.length));
  };
}

async function answerHealth(ctx: Context, health: () => Promise<object>): Promise<void> {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw methodNotAllowed(ctx.method, ['GET', 'HEAD']);
  ctx.type = 'application/json';
  ctx.body = JSON.stringify({ result: 'success', msg: '', ...(await health()) });
}

/** @returns whether the path is one of the plain pages for whoever cannot get in. */
async function answerPlainPage(ctx: Context, services: Services): Promise<boolean> {
  const page = await networkPage(services, {
    path: ctx.path,
    query: new URLSearchParams(ctx.querystring),
    origin: `${ctx.protocol}://${ctx.host}`,
    ip: ctx.ip,
    userAgent: ctx.get('user-agent'),
  });
  if (page === null) return false;
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw methodNotAllowed(ctx.method, ['GET', 'HEAD']);
  ctx.status = page.status;
  ctx.type = page.type;
  ctx.set(page.headers);
  ctx.body = page.body;
  return true;
}
