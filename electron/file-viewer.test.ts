/** Windows that show files, and what their frames may load, without Electron. */
import { EventEmitter } from 'node:events';
import { beforeEach, expect, test, vi } from 'vitest';

interface FakeWindow extends EventEmitter {
  options: { webPreferences: Record<string, unknown>; title: string };
  webContents: FakeContents;
  loaded: string[];
  focused: number;
  isDestroyed(): boolean;
}
interface FakeContents extends EventEmitter {
  setWindowOpenHandler(handler: (details: { url: string }) => unknown): void;
  openHandler: (details: { url: string }) => unknown;
  downloadURL(url: string): void;
  downloaded: string[];
}

const electron = await vi.hoisted(async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  const windows: FakeWindow[] = [];
  const outside: string[] = [];
  class Contents extends Emitter {
    openHandler: FakeContents['openHandler'] = () => undefined;
    downloaded: string[] = [];
    setWindowOpenHandler(handler: FakeContents['openHandler']): void {
      this.openHandler = handler;
    }
    downloadURL(url: string): void {
      this.downloaded.push(url);
    }
  }
  const app = new Emitter();
  class BrowserWindow extends Emitter {
    webContents = new Contents();
    loaded: string[] = [];
    focused = 0;
    #isDestroyed = false;
    options: FakeWindow['options'];
    constructor(options: FakeWindow['options']) {
      super();
      this.options = options;
      app.emit('web-contents-created', {}, this.webContents);
      windows.push(this);
    }
    async loadURL(url: string): Promise<void> {
      this.loaded.push(url);
    }
    focus(): void {
      this.focused += 1;
    }
    isDestroyed(): boolean {
      return this.#isDestroyed;
    }
    destroy(): void {
      this.#isDestroyed = true;
      this.emit('closed');
    }
  }
  const session = {
    setPermissionRequestHandler() {},
    setPermissionCheckHandler() {},
    setDevicePermissionHandler() {},
    on() {},
  };
  return {
    windows,
    outside,
    Contents,
    module: {
      app,
      BrowserWindow,
      session: { defaultSession: session },
      shell: { openExternal: (url: string) => outside.push(url) },
      systemPreferences: {},
      Menu: {},
      nativeTheme: {},
      screen: {},
      dialog: {},
    },
  };
});
vi.mock('electron', () => electron.module);
const { setUpSecurity } = await import('./security.ts');

const server = 'http://127.0.0.1:7420';
const pdf = `${server}/user_uploads/2/ab/plan.pdf`;
const viewerPage = 'chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/index.html';
const failed = vi.fn<(name: string) => void>();
setUpSecurity({ serverUrl: () => server, statusPage: 'hearth://status/index.html' }, {
  failed,
} as unknown as Parameters<typeof setUpSecurity>[1]);

/** The page of the chat, as Electron would make it. */
function chatPage(): FakeContents {
  const contents = new electron.Contents();
  electron.module.app.emit('web-contents-created', {}, contents);
  return contents;
}

/** @returns whether a frame of a page may load an address. */
function mayFrame(contents: EventEmitter, url: string): boolean {
  let isAllowed = true;
  contents.emit('will-frame-navigate', { url, isMainFrame: false, preventDefault: () => (isAllowed = false) });
  return isAllowed;
}

beforeEach(() => {
  for (const window of electron.windows.splice(0)) window.emit('closed');
  electron.outside.length = 0;
  failed.mockClear();
});

test('opens a PDF file of the chat in one window that has the viewer and no rights', () => {
  const chat = chatPage();
  expect(chat.openHandler({ url: pdf })).toEqual({ action: 'deny' });
  const [window] = electron.windows;
  expect(window?.loaded).toEqual([pdf]);
  expect(window?.options.title).toBe('plan.pdf');
  expect(window?.options.webPreferences).toMatchObject({ plugins: true, sandbox: true, nodeIntegration: false });
  expect(window?.options.webPreferences).not.toHaveProperty('preload');
  chat.openHandler({ url: pdf });
  expect([electron.windows.length, window?.focused]).toEqual([1, 1]);
});

test('loads the viewer of PDF files only in frames of such a window', () => {
  const chat = chatPage();
  chat.openHandler({ url: pdf });
  const viewer = electron.windows[0]?.webContents ?? new EventEmitter();
  expect([mayFrame(viewer, viewerPage), mayFrame(viewer, pdf), mayFrame(viewer, 'about:blank')]).toEqual([
    true,
    true,
    true,
  ]);
  expect(mayFrame(viewer, 'https://elsewhere.example/')).toBe(false);
  expect(mayFrame(chat, viewerPage)).toBe(false);
});

test('closes the window of a file that the server does not give, and reports it', () => {
  chatPage().openHandler({ url: pdf });
  const [window] = electron.windows;
  window?.webContents.emit('did-navigate', {}, pdf, 404);
  expect([failed.mock.calls, window?.isDestroyed()]).toEqual([[['plan.pdf']], true]);
});

test('downloads what is not shown, and leaves other addresses to the browser', () => {
  const chat = chatPage();
  chat.openHandler({ url: `${pdf}?download=true` });
  chat.openHandler({ url: 'https://elsewhere.example/plan.pdf' });
  expect([chat.downloaded, electron.outside]).toEqual([
    [`${pdf}?download=true`],
    ['https://elsewhere.example/plan.pdf'],
  ]);
  expect(electron.windows).toEqual([]);
});
