/**
 * The page around what runs on it: its storage, its address, its moments, and the way to its server. Models reach them only through
 * `page`, so that a test runs them with a page of its own and a real server.
 */

/** What this browser keeps for all of its tabs. Each call throws where storage is full or forbidden. */
export interface PageStorage {
  keys: () => string[];
  get: (name: string) => string | null;
  set: (name: string, value: string) => void;
  remove: (name: string) => void;
}

export interface PageMoments {
  online: Event;
  pagehide: PageTransitionEvent;
  pageshow: PageTransitionEvent;
  /** Another tab changed the storage. */
  storage: StorageEvent;
  /** The page was shown or hidden. */
  visibilitychange: Event;
}

export interface PagePort {
  storage: PageStorage;
  /** The whole address that is shown. */
  address: () => string;
  /** Whether the page can be seen, as far as its browser knows. */
  isShown: () => boolean;
  /** @returns a function that ends the listening. */
  on: <M extends keyof PageMoments>(moment: M, listener: (event: PageMoments[M]) => void) => () => void;
  /** As `fetch`. @param path below the origin of the page. */
  fetch: (path: string, options: RequestInit) => Promise<Response>;
}

const browserPage: PagePort = {
  storage: {
    keys: () => Object.keys(localStorage),
    get: (name) => localStorage.getItem(name),
    set: (name, value) => localStorage.setItem(name, value),
    remove: (name) => localStorage.removeItem(name),
  },
  address: () => location.href,
  isShown: () => document.visibilityState === 'visible',
  on(moment, listener) {
    const heard = listener as EventListener;
    const target = moment === 'visibilitychange' ? document : globalThis;
    target.addEventListener(moment, heard);
    return () => target.removeEventListener(moment, heard);
  },
  fetch: async (path, options) => fetch(path, options),
};

let current: PagePort = browserPage;

/** The page that models run on. */
export const page = (): PagePort => current;

/** Puts what runs from now on on another page. @param port the page of the browser itself where it is missing */
export function runOn(port: PagePort = browserPage): void {
  current = port;
}
