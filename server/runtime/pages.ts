/** What the server answers outside the API: the files of console and chat, the way to them, and health for monitors. */
import type { Context, Middleware } from 'koa';
import { methodNotAllowed } from '../errors.ts';
import { StaticFiles } from '../http/static-files.ts';
import { networkPage } from '../network/pages.ts';
import { unsubscribePage } from '../network/unsubscribe-page.ts';
import { hasOrganization } from '../domain/organization/rows.ts';
import type { ServerServices } from '../operations/services.ts';

/** No script but our own files, nothing from other hosts (product.md D16: no external asset anywhere). */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  // The component library sets style attributes and one style element.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  // The chat plays what was uploaded here.
  "media-src 'self' blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Where links in mails lead: the join page, with the key of an invitation or without one, and the choice of a password. Short, so
 * that they can be typed from a card; the chat shows them. Once the console did, and links from then still lead there.
 */
const mailedPath = /^(?:\/console)?(\/(?:join(?:\/[\w-]{1,100})?|new-password\/[\w-]{1,100}))\/?$/;
/** Where apps send somebody to sign in by the web; with the pad that their key comes back under. */
const appSignInPath = /^\/accounts\/login\/?$/;

/**
 * @param builtDir folder of what was built for browsers; null when there is none.
 * @param health what a monitor is told; throws when the server is unwell.
 */
export function pages(builtDir: string | null, services: ServerServices, health: () => Promise<object>): Middleware {
  const shown =
    builtDir === null
      ? null
      : {
          console: new StaticFiles(builtDir, 'console/index.html'),
          chat: new StaticFiles(builtDir, 'chat/index.html'),
        };
  return async (ctx, next) => {
    if (ctx.path === '/health') return answerHealth(ctx, health);
    if (await answerPlainPage(ctx, services)) return;
    if (shown === null) return next();
    if (ctx.path === '/') return ctx.redirect((await services.storage.read(hasOrganization)) ? '/chat/' : '/console/');
    if (ctx.path === '/console' || ctx.path === '/chat') return ctx.redirect(`${ctx.path}/`);
    const mailed = mailedPath.exec(ctx.path)?.[1];
    if (mailed !== undefined) return ctx.redirect(`/chat${mailed}`);
    if (appSignInPath.test(ctx.path)) {
      const pad = new URLSearchParams(ctx.querystring).get('mobile_flow_otp');
      return ctx.redirect(
        pad === null ? '/chat/' : `/chat/app-sign-in?${new URLSearchParams({ mobile_flow_otp: pad })}`,
      );
    }
    const [, name, path] = /^\/(console|chat)\/(.*)$/s.exec(ctx.path) ?? [];
    if (path === undefined) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw methodNotAllowed(ctx.method, ['GET', 'HEAD']);
    ctx.set('Content-Security-Policy', contentSecurityPolicy);
    return shown[name === 'chat' ? 'chat' : 'console'].send(ctx, path);
  };
}

async function answerHealth(ctx: Context, health: () => Promise<object>): Promise<void> {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw methodNotAllowed(ctx.method, ['GET', 'HEAD']);
  ctx.type = 'application/json';
  ctx.body = JSON.stringify({ result: 'success', msg: '', ...(await health()) });
}

/** @returns whether the path is one of the plain pages for whoever cannot get in. */
async function answerPlainPage(ctx: Context, services: ServerServices): Promise<boolean> {
  const unsubscribing = await unsubscribePage(services, { path: ctx.path, method: ctx.method });
  const page =
    unsubscribing ??
    (await networkPage(services, {
      path: ctx.path,
      query: new URLSearchParams(ctx.querystring),
      origin: `${ctx.protocol}://${ctx.host}`,
      ip: ctx.ip,
      userAgent: ctx.get('user-agent'),
    }));
  if (page === null) return false;
  const methods = unsubscribing === null ? ['GET', 'HEAD'] : ['GET', 'HEAD', 'POST'];
  if (!methods.includes(ctx.method)) throw methodNotAllowed(ctx.method, methods);
  ctx.status = page.status;
  ctx.type = page.type;
  ctx.set(page.headers);
  ctx.body = page.body;
  return true;
}
