/** Routes outside the API: the files of console and chat, the way to them, and health for monitors. */
import { Router } from '@koa/router';
import type { Context } from 'koa';
import type { DesktopClient } from '../desktop-link.ts';
import { hasOrganization } from '../domain/organization/rows.ts';
import { methodNotAllowed, noSuchEndpoint } from '../errors.ts';
import { isForPeople } from '../http/error-answer.ts';
import type { TrustedProxies } from '../http/proxies.ts';
import { StaticFiles } from '../http/static-files.ts';
import { certificatePage, connectingPage, reachingPage, lostPage } from '../operations/plain-pages/connecting.ts';
import type { PageAnswer } from '../operations/plain-pages/page-answer.ts';
import { unsubscribePage } from '../operations/plain-pages/unsubscribe.ts';
import type { ServerServices } from '../operations/services.ts';
import { movingOnPage } from '../operations/team-export/moving-on-page.ts';
import { languageOf } from '../texts.ts';

/** In its window a page may control the app, and through it the computer. */
const appWindow: DesktopClient = 'HearthDesktop';

/**
 * No script but our own files, nothing from other hosts (no external asset anywhere). In the app's window, only scripts of the build: no
 * upload, whatever its type. A proxy that changes the Host header would leave other browsers without scripts; none is before the app.
 */
const contentSecurityPolicy = (ctx: Context): string => {
  const isNarrow = ctx.get('user-agent').startsWith(`${appWindow}/`) && /^[\w.-]+(?::\d+)?$/.test(ctx.host);
  return [`script-src ${isNarrow ? `${ctx.host}/console/assets/` : "'self'"}`, ...otherPolicies].join('; ');
};

const otherPolicies = [
  "default-src 'self'",
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
];

type Handler = (ctx: Context, params: Record<string, string>) => Promise<void> | void;
const reading = ['GET', 'HEAD'];

interface PageTools {
  /** What a monitor is informed; throws when the server is unwell. */
  health: () => Promise<object>;
  proxies: TrustedProxies;
}

/** @param builtDir folder of what was built for browsers; null when there is none. */
export function pages(builtDir: string | null, services: ServerServices, { health, proxies }: PageTools): Router {
  const router = new Router({ sensitive: true });
  /** Another method is answered with the right ones (405). */
  const at = (path: string | string[], handler: Handler, methods = reading): void =>
    void router.all(path, async (ctx) => {
      if (!methods.includes(ctx.method)) throw methodNotAllowed(ctx.method, methods);
      await handler(ctx, ctx.params);
    });
  at('/health', async (ctx) => {
    ctx.type = 'application/json';
    ctx.body = JSON.stringify({ result: 'success', msg: '', ...(await health()) });
  });
  plainPages(at, services, proxies);
  if (builtDir !== null) builtPages(at, builtDir, services);
  router.get('/{*path}', async (ctx, next) => {
    return isForPeople(ctx.req) ? answer(ctx, lostPage(languageFor(ctx))) : next();
  });
  return router;
}

/** Of the visitor's browser. */
const languageFor = (ctx: Context): string => languageOf(ctx.get('accept-language'));

type At = (path: string | string[], handler: Handler, methods?: string[]) => void;

/** One file each, for the user who cannot get in or has only a mail. */
function plainPages(at: At, services: ServerServices, proxies: TrustedProxies): void {
  at('/help', async (ctx) => answer(ctx, await connectingPage(services, proxies.originOf(ctx.req), languageFor(ctx))));
  at('/help/moving-on', (ctx) => answer(ctx, movingOnPage(languageFor(ctx))));
  at('/help/certificate.pem', (ctx) => answer(ctx, certificatePage(services)));
  at('/reach', async (ctx) => {
    const query = new URLSearchParams(ctx.querystring);
    answer(
      ctx,
      await reachingPage(services, { query, ip: ctx.ip, userAgent: ctx.get('user-agent'), language: languageFor(ctx) }),
    );
  });
  const unsubscribing: Handler = async (ctx, { kind = '', key = '' }) =>
    answer(ctx, await unsubscribePage(services, { kind, key, method: ctx.method, language: languageFor(ctx) }));
  at('/unsubscribe/:kind/:key', unsubscribing, [...reading, 'POST']);
}

function builtPages(at: At, builtDir: string, services: ServerServices): void {
  // Where links in mails lead: the join page, with the key of an invitation or without one, and the choice of a password. Short, so
  // that they can be typed from a card; the chat shows them. Once the console did, and links from then still lead there.
  const mailed = ['/join', '/join/:key', '/new-password/:key'];
  at(
    ['', '/console'].flatMap((before) => mailed.map((path) => before + path)),
    (ctx) => ctx.redirect(`/chat${ctx.path.replace(/^\/console/, '').replace(/\/$/, '')}`),
  );
  for (const name of ['console', 'chat']) {
    const files = new StaticFiles(builtDir, `${name}/index.html`);
    at(`/${name}/{*path}`, async (ctx) => {
      ctx.set('Content-Security-Policy', contentSecurityPolicy(ctx));
      await files.send(ctx, ctx.path.slice(name.length + 2));
    });
    at(`/${name}`, (ctx) => ctx.redirect(`/${name}/`));
  }
  const apiDocs = new StaticFiles(builtDir, 'api-docs/index.html');
  at('/api/docs', async (ctx) => {
    ctx.set('Content-Security-Policy', contentSecurityPolicy(ctx));
    await apiDocs.send(ctx, '');
  });
  at('/', async (ctx) => ctx.redirect((await services.storage.read(hasOrganization)) ? '/chat/' : '/console/'));
  // Where apps send someone to sign in by the web; with the pad that their key comes back under.
  at('/accounts/login', (ctx) => {
    const pad = new URLSearchParams(ctx.querystring).get('mobile_flow_otp');
    ctx.redirect(pad === null ? '/chat/' : `/chat/app-sign-in?${new URLSearchParams({ mobile_flow_otp: pad })}`);
  });
}

/** @param found null: there is no such page, which browsers get as a page and programs as JSON. */
function answer(ctx: Context, found: PageAnswer | null): void {
  const page = found ?? (isForPeople(ctx.req) ? lostPage(languageFor(ctx)) : null);
  if (page === null) throw noSuchEndpoint(ctx.path);
  ctx.status = page.status;
  ctx.type = page.type;
  ctx.set(page.headers);
  ctx.body = page.body;
}
