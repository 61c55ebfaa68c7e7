/**
 * The browser context and page that the tests of a worker hand on to one another. The next test finds them as new: no one signed
 * in, nothing stored, no listener, the first size. What stays is what the browser keeps of scripts, read and compiled: a page then
 * opens for a third of what it takes in a new context. A context of which something cannot be taken back is closed instead.
 */
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

/** What lasts on a context or a page as long as these: tests that use it have the context to themselves. */
const lasting = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
];
const lastingOfClocks = ['fastForward', 'install', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime'];
const storageTypes = 'cache_storage,file_systems,indexeddb,local_storage,service_workers,storage_buckets';
const blank = 'about:blank';

/** Pages that no one has asked for since their test began, by their context. */
const idlePages = new WeakMap<BrowserContext, Page>();

/** @returns the page of a context that is handed on, the first time in a test; then, and of any other context, a new one. */
export async function pageIn(context: BrowserContext): Promise<Page> {
  const idle = idlePages.get(context);
  idlePages.delete(context);
  return idle ?? context.newPage();
}

interface Kept {
  context: BrowserContext;
  page: Page;
  session: CDPSession;
  viewport: ReturnType<Page['viewportSize']>;
  /** Of the pages that were open in this test. */
  origins: Set<string>;
  isSpent: boolean;
}

export class KeptPages {
  readonly #browser: Browser;
  readonly #prepare: (context: BrowserContext) => Promise<void>;
  #kept: Kept | undefined;

  /** @param prepare does what every context needs before its first page. */
  constructor(browser: Browser, prepare: (context: BrowserContext) => Promise<void>) {
    this.#browser = browser;
    this.#prepare = prepare;
  }

  async take(): Promise<BrowserContext> {
    this.#kept ??= await this.#open();
    const { context, page, origins } = this.#kept;
    origins.clear();
    context.on('request', (request) => {
      const { origin } = new URL(request.url());
      if (origin.startsWith('http')) origins.add(origin);
    });
    idlePages.set(context, page);
    return context;
  }

  /** Makes it as new, or closes it. */
  async putBack(isGood: boolean): Promise<void> {
    await this.closeOthers();
    const kept = this.#kept;
    if (kept === undefined) return;
    // One that cannot be cleared, as after a crash, is no use to the next.
    if (isGood && !kept.isSpent && !kept.page.isClosed()) await clear(kept).catch(async () => this.close());
    else await this.close();
  }

  /** Closes what a test has opened beside it: left open, its pages would go on asking the servers of the tests that follow. */
  async closeOthers(): Promise<void> {
    for (const context of this.#browser.contexts()) if (context !== this.#kept?.context) await context.close();
  }

  async close(): Promise<void> {
    await this.#kept?.context.close();
    this.#kept = undefined;
  }

  async #open(): Promise<Kept> {
    const context = await this.#browser.newContext();
    await this.#prepare(context);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const kept: Kept = { context, page, session, viewport: page.viewportSize(), origins: new Set(), isSpent: false };
    const spend = (): void => {
      kept.isSpent = true;
    };
    for (const target of [context, page]) notice(target, lasting, spend);
    notice(context.clock, lastingOfClocks, spend);
    context.once('close', spend);
    return kept;
  }
}

/** Calls `heard` before each call of these methods. */
function notice(target: object, names: readonly string[], heard: () => void): void {
  for (const name of names) {
    const method: unknown = Reflect.get(target, name);
    if (typeof method !== 'function') continue;
    const noticed = (...args: unknown[]): unknown => {
      heard();
      return Reflect.apply(method, target, args);
    };
    Reflect.set(target, name, noticed);
  }
}

async function clear({ context, page, session, viewport, origins }: Kept): Promise<void> {
  for (const each of ['console', 'dialog', 'request', 'requestfailed', 'requestfinished', 'response', 'weberror'])
    context.removeAllListeners(each);
  for (const each of ['console', 'dialog', 'download', 'filechooser', 'framenavigated', 'pageerror', 'popup'])
    page.removeAllListeners(each);
  for (const each of ['request', 'requestfailed', 'requestfinished', 'response']) page.removeAllListeners(each);
  for (const other of context.pages()) if (other !== page) await other.close();
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // The server may have gone: what is asked for while the page is left is no one's.
  await page.goto(blank);
  await page.mouse.move(0, 0);
  await context.clearCookies();
  for (const origin of origins) await session.send('Storage.clearDataForOrigin', { origin, storageTypes });
  await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: 'reduce', forcedColors: null });
  if (viewport !== null && JSON.stringify(viewport) !== JSON.stringify(page.viewportSize()))
    await page.setViewportSize(viewport);
}
