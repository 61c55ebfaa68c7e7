/**
 * The stand-in for Electron's WebContents: loads pages into Chromium, runs the preload script in them, and asks the app before
 * a page goes elsewhere, opens another, or takes a permission.
 */
import { EventEmitter } from 'node:events';
import type { Rectangle, WindowOpenHandlerResponse } from 'electron';
import type { BrowserContext, Frame, Page, Route } from 'playwright';
import { browserContext } from './chromium.ts';
import { dispatchName, invokeBinding, pageScript, permissionBinding } from './in-page.ts';
import { invoke } from './ipc-main.ts';
import { answerFor, fromChromium, toChromium } from './protocol.ts';
import { recorded } from './recorded.ts';
import { session } from './session.ts';

type OpenHandler = (details: { url: string }) => WindowOpenHandlerResponse;

export class WebContents extends EventEmitter {
  readonly #preload: string;
  readonly #bounds: Rectangle;
  #page: Promise<Page> | null = null;
  #url = '';
  /** What is being loaded by the app itself, which is asked of nobody. */
  #loading = '';
  #isGuarded = false;
  #openHandler: OpenHandler = () => ({ action: 'allow' });

  constructor(preload: string, bounds: Rectangle) {
    super();
    this.#preload = preload;
    this.#bounds = bounds;
  }

  getURL(): string {
    return this.#url;
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  /** @throws Error as Electron's loadURL rejects */
  async load(url: string): Promise<void> {
    this.#loading = url;
    this.#page ??= this.#open();
    const page = await this.#page;
    if (this.#loading !== url) throw new Error(`ERR_ABORTED (-3) loading '${url}'`);
    await page.goto(toChromium(url), { waitUntil: 'load' });
    this.emit('did-first-load');
    this.emit('did-finish-load');
  }

  downloadURL(url: string): void {
    recorded.downloads.push(url);
  }

  send(channel: string, ...args: unknown[]): void {
    // A page that is just being left hears nothing, as in Electron.
    void this.#page
      ?.then((page) =>
        page.evaluate(
          ([name, to, values]) => {
            const dispatch: unknown = Reflect.get(window, name);
            if (typeof dispatch === 'function') Reflect.apply(dispatch, undefined, [to, values]);
          },
          [dispatchName, channel, args] as const,
        ),
      )
      .catch(() => undefined);
  }

  forcefullyCrashRenderer(): void {
    void this.#page?.then((page) => page.goto('chrome://crash')).catch(() => undefined);
  }

  async destroy(): Promise<void> {
    const page = await this.#page;
    await page?.close().catch(() => undefined);
  }

  async #open(): Promise<Page> {
    const context = await browserContext();
    // Chromium begins with an empty page; it becomes the first window's.
    const empty = context.pages().find((each) => each.url() === 'about:blank');
    const page = empty ?? (await context.newPage());
    await page.exposeBinding(invokeBinding, async ({ frame }, channel: string, args: unknown[]) =>
      invoke(frame, channel, args),
    );
    await page.exposeBinding(
      permissionBinding,
      async ({ frame }, permission: 'notifications' | 'media' | 'geolocation') =>
        session.defaultSession.asks(permission, fromChromium(frame.url()), frame.parentFrame() === null),
    );
    await page.addInitScript(pageScript(this.#preload, process.platform));
    await page.setViewportSize({ width: this.#bounds.width, height: this.#bounds.height });
    await this.#guard(context);
    await this.#askBeforeOpening(context, page);
    page.on('popup', (popup) => void popup.close().catch(() => undefined));
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame()) return;
      this.#url = fromChromium(frame.url());
      this.emit('did-navigate', {}, this.#url);
    });
    page.on('crash', () => void this.#crashed(page));
    return page;
  }

  /** The app hears of a window before there is one: what the window would load may be dropped with it before it is asked for. */
  async #askBeforeOpening(context: BrowserContext, page: Page): Promise<void> {
    const devtools = await context.newCDPSession(page);
    devtools.on('Page.windowOpen', ({ url }) => {
      const { action } = this.#openHandler({ url: fromChromium(url) });
      if (action === 'allow') throw new Error('The stand-in opens no second window');
    });
    await devtools.send('Page.enable');
  }

  /** Every navigation passes here: of this page, of frames within it, and of pages that it opens. */
  async #guard(context: BrowserContext): Promise<void> {
    if (this.#isGuarded) return;
    this.#isGuarded = true;
    await context.route('**/*', async (route) => {
      const page = await this.#page;
      if (page !== null && route.request().isNavigationRequest()) await this.#navigation(route, page);
      else await goOn(route);
    });
  }

  async #navigation(route: Route, page: Page): Promise<void> {
    const url = fromChromium(route.request().url());
    const frame = frameOf(route);
    if (frame?.page() !== page) return route.abort('aborted');
    const isMainFrame = frame === page.mainFrame();
    if (isMainFrame && url === withoutFragment(this.#loading)) return goOn(route);
    let isPrevented = false;
    const event = { url, isMainFrame, preventDefault: () => (isPrevented = true) };
    this.emit('will-frame-navigate', event);
    if (isMainFrame) this.emit('will-navigate', event);
    return isPrevented ? route.abort('aborted') : goOn(route);
  }

  async #crashed(page: Page): Promise<void> {
    this.#page = null;
    // Whoever listens loads a page again, which is another one; Chromium would end with its last page.
    this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    await this.#opened();
    await page.close().catch(() => undefined);
  }

  /** The page there is by now. */
  #opened(): Promise<Page> | null {
    return this.#page;
  }
}

/** To the network, or to the app for what is under its own scheme. */
async function goOn(route: Route): Promise<void> {
  const answer = await answerFor(route.request().url());
  if (answer === null) return route.continue();
  const { status, headers } = answer;
  await route.fulfill({ status, headers: Object.fromEntries(headers), body: Buffer.from(await answer.arrayBuffer()) });
  return undefined;
}

/** A page that is being opened has no frame yet. */
function frameOf(route: Route): Frame | null {
  try {
    return route.request().frame();
  } catch {
    return null;
  }
}

const withoutFragment = (url: string): string => url.split('#')[0] ?? url;
