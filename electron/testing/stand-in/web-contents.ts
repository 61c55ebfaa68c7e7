/**
 * The stand-in for Electron's WebContents: loads pages into Chromium, runs the preload script in them, and asks the app before
 * a page goes elsewhere, opens another, or takes a permission.
 */
import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Rectangle, WindowOpenHandlerResponse } from 'electron';
import type { BrowserContext, Frame, Page, Route } from 'playwright';
import { browserContext } from './chromium.ts';
import { download } from './downloads.ts';
import { dispatchName, invokeBinding, pageScript, permissionBinding } from './in-page.ts';
import { cloned, invoke } from './ipc-main.ts';
import { answerFor, fromChromium, toChromium } from './protocol.ts';
import { recorded } from './recorded.ts';
import { session } from './session.ts';

type OpenHandler = (details: { url: string }) => WindowOpenHandlerResponse;

/** The contents of each page. A page that is in no window of the app loads nothing. */
const contentsOf = new Map<Page, WebContents>();
let guarded: Promise<void> | null = null;

export class WebContents extends EventEmitter {
  readonly #preload: string | null;
  readonly #bounds: Rectangle;
  #page: Promise<Page> | null = null;
  #url = '';
  /** HTTP status of the page. */
  #status = 200;
  /** The address that the app itself loads, without navigation events. */
  #loading = '';
  #openHandler: OpenHandler = () => ({ action: 'allow' });

  /** @param preload null: the page can ask the app for nothing */
  constructor(preload: string | null, bounds: Rectangle) {
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
    const name = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '');
    void download(name, async () => {
      const answer = await (await browserContext()).request.get(url);
      if (!answer.ok()) throw new Error(`the server answered ${answer.status()}`);
      return answer.body();
    });
  }

  /** @throws Error for what cannot be cloned (shell/browser/api/electron_api_web_frame_main.cc, Send) */
  send(channel: string, ...sent: unknown[]): void {
    let args: unknown[];
    try {
      args = cloned(sent);
    } catch {
      throw new Error('Failed to serialize arguments');
    }
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
    if (page !== null) contentsOf.delete(page);
    await page?.close().catch(() => undefined);
  }

  async #open(): Promise<Page> {
    const context = await browserContext();
    // Chromium begins with an empty page; it becomes the first window's.
    const empty = context.pages().find((each) => each.url() === 'about:blank');
    const page = empty ?? (await context.newPage());
    contentsOf.set(page, this);
    if (this.#preload !== null) await this.#prepare(page, this.#preload);
    await page.setViewportSize({ width: this.#bounds.width, height: this.#bounds.height });
    await (guarded ??= guard(context));
    await this.#askBeforeOpening(context, page);
    await this.#askBeforeRedirects(context, page);
    page.on('popup', (popup) => void popup.close().catch(() => undefined));
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame()) return;
      this.#url = fromChromium(frame.url());
      this.emit('did-navigate', {}, this.#url, this.#status, '');
    });
    page.on('response', (response) => {
      if (response.request().isNavigationRequest() && response.frame() === page.mainFrame())
        this.#status = response.status();
    });
    page.on('download', (file) => {
      void download(basename(file.suggestedFilename()), async () => readFile(await file.path()));
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

  /** What of a page is there before its own scripts: the preload script and the questions for permissions. */
  async #prepare(page: Page, preload: string): Promise<void> {
    await page.exposeBinding(invokeBinding, async ({ frame }, channel: string, args: unknown[]) =>
      invoke(frame, channel, args),
    );
    await page.exposeBinding(
      permissionBinding,
      async ({ frame }, permission: 'notifications' | 'media' | 'geolocation', mediaTypes?: string[]) =>
        session.defaultSession.asks(permission, fromChromium(frame.url()), frame.parentFrame() === null, mediaTypes),
    );
    await page.addInitScript(pageScript(preload, process.platform));
  }

  /** Each redirect is asked about, of the app's own loads too (shell/browser/electron_navigation_throttle.cc, WillRedirectRequest). */
  async #askBeforeRedirects(context: BrowserContext, page: Page): Promise<void> {
    const devtools = await context.newCDPSession(page);
    const { frameTree } = await devtools.send('Page.getFrameTree');
    devtools.on(
      'Fetch.requestPaused',
      ({ requestId, request, frameId, responseStatusCode = 0, responseHeaders = [] }) => {
        const location = responseHeaders.find(({ name }) => name.toLowerCase() === 'location')?.value;
        let isPrevented = false;
        if (responseStatusCode >= 300 && responseStatusCode < 400 && location !== undefined)
          this.emit('will-redirect', {
            url: fromChromium(new URL(location, request.url).href),
            isMainFrame: frameId === frameTree.frame.id,
            preventDefault: () => (isPrevented = true),
          });
        const answered = isPrevented
          ? devtools.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
          : devtools.send('Fetch.continueRequest', { requestId });
        answered.catch(() => undefined);
      },
    );
    await devtools.send('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Response' }] });
  }

  /** A navigation of this page, or of a frame within it. */
  async navigation(route: Route, frame: Frame, page: Page): Promise<void> {
    const url = fromChromium(route.request().url());
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
    contentsOf.delete(page);
    // A user who listens loads a page again, which is another one; Chromium would end with its last page.
    this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    await this.#opened();
    await page.close().catch(() => undefined);
  }

  /** The page there is by now. */
  #opened(): Promise<Page> | null {
    return this.#page;
  }
}

/** Every navigation passes here: of the windows' pages, of frames within them, and of pages that they open. */
async function guard(context: BrowserContext): Promise<void> {
  await context.route('**/*', async (route) => {
    if (!route.request().isNavigationRequest()) return goOn(route);
    const frame = frameOf(route);
    const page = frame?.page();
    const contents = page === undefined ? undefined : contentsOf.get(page);
    if (frame === null || page === undefined || contents === undefined) return route.abort('aborted');
    return contents.navigation(route, frame, page);
  });
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
