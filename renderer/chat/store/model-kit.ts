/** For tests of the chat without a screen: tabs of its model in a browser that is signed in, against a real server (server/testing). */
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { runOn, type PageMoments, type PagePort } from '../../client/page-port.ts';
import { setCsrfToken } from '../../client/request.ts';
import type { Session } from '../../client/session.ts';
import { ChatModel } from './chat-model.ts';

export interface Person {
  userId: number;
  email: string;
  ok: Record<'get' | 'post' | 'patch' | 'delete', (path: string, params?: object) => Promise<Record<string, unknown>>>;
  request: (method: string, path: string, options: object) => Promise<{ status: number }>;
}

/** What is needed of server/testing/world.ts, which is of another project and found by its path, as free-port.ts is. */
export interface World {
  url: string;
  owner: Person;
  member: Person;
  guest: Person;
  restart: () => Promise<void>;
  stop: () => Promise<void>;
}
let world: World;
let password: string;

/** Starts a real server with a channel of the owner and the member. */
export async function startOffice(): Promise<{ world: World; channelId: number }> {
  const root = join(import.meta.dirname, '../../..');
  const testing = (await import(/* @vite-ignore */ join(root, 'server/testing/world.ts'))) as {
    startWorld: (options: { port: number }) => Promise<World>;
    password: string;
  };
  const { freePort } = (await import(/* @vite-ignore */ join(root, 'e2e/free-port.ts'))) as {
    freePort: () => Promise<number>;
  };
  ({ password } = testing);
  // A session belongs to its port, so the server comes back at the same one.
  world = await testing.startWorld({ port: await freePort() });
  const { id } = await world.owner.ok.post('/channels/create', {
    name: 'workshop',
    subscribers: [world.owner.userId, world.member.userId],
  });
  return { world, channelId: Number(id) };
}

type Fate = 'request is lost' | 'answer is lost' | undefined;

type Listeners = Set<[moment: string, listener: (event: never) => void]>;

/** A browser that is signed in: tabs of it come and go, its storage stays. */
export class Browser implements PagePort {
  readonly #items = new Map<string, string>();
  readonly #listeners: Listeners = new Set();
  /** Of the tabs that hear of each other, each its own. */
  readonly #separate = new Set<Listeners>();
  readonly #cookies: string;
  readonly session: Session;
  /** What becomes of a request. */
  fate: (method: string, path: string, options: RequestInit) => Fate = () => undefined;

  private constructor(cookies: string, session: Session) {
    this.#cookies = cookies;
    this.session = session;
  }

  static async signedIn({ email }: Person): Promise<Browser> {
    const body = new URLSearchParams({ username: email, password });
    const answer = await fetch(`${world.url}/api/v1/console/sign_in`, { method: 'POST', body });
    if (!answer.ok) throw new Error(`not signed in: ${await answer.text()}`);
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
    const headers = { cookie: cookies.join('; ') };
    const session = await fetch(`${world.url}/api/v1/console/session`, { headers });
    return new Browser(headers.cookie, (await session.json()) as Session);
  }

  readonly storage = {
    keys: (): string[] => [...this.#items.keys()],
    get: (name: string): string | null => this.#items.get(name) ?? null,
    set: (name: string, value: string): void => void this.#items.set(name, value),
    remove: (name: string): void => void this.#items.delete(name),
  };

  readonly address = (): string => `${world.url}/chat/`;
  isPageShown = true;
  readonly isShown = (): boolean => this.isPageShown;

  on<M extends keyof PageMoments>(moment: M, listener: (event: PageMoments[M]) => void): () => void {
    return listenIn(this.#listeners, moment, listener);
  }

  /** A page of this browser with listeners of its own: what other such pages store is told to it. */
  separatePage(): PagePort {
    const listeners: Listeners = new Set();
    this.#separate.add(listeners);
    const store = (key: string, newValue: string | null): void => {
      const oldValue = this.#items.get(key) ?? null;
      if (newValue === oldValue) return;
      if (newValue === null) this.#items.delete(key);
      else this.#items.set(key, newValue);
      const event = Object.assign(new Event('storage'), { key, oldValue, newValue });
      // As in a browser: the other pages are told a moment later.
      setTimeout(() => {
        for (const other of this.#separate) if (other !== listeners) announce(other, 'storage', event);
      });
    };
    return {
      storage: { ...this.storage, set: store, remove: (name) => store(name, null) },
      address: this.address,
      isShown: this.isShown,
      fetch: async (path, options) => this.fetch(path, options),
      on: (moment, listener) => listenIn(listeners, moment, listener),
    };
  }

  /** Something happens to the page. */
  tell(happened: keyof PageMoments): void {
    announce(this.#listeners, happened, new Event(happened));
  }

  fetch = async (path: string, options: RequestInit): Promise<Response> => {
    const fate = this.fate(options.method ?? 'GET', path, options);
    if (fate === 'request is lost') throw new TypeError('lost');
    const headers = { ...(options.headers as Record<string, string>), cookie: this.#cookies };
    const answer = await fetch(`${world.url}${path}`, { ...options, headers });
    if (fate === 'answer is lost') throw new TypeError('lost');
    return answer;
  };
}

function listenIn(listeners: Listeners, moment: string, listener: (event: never) => void): () => void {
  const entry: [string, (event: never) => void] = [moment, listener];
  listeners.add(entry);
  return () => listeners.delete(entry);
}

function announce(listeners: Listeners, happened: string, event: Event): void {
  for (const [moment, listener] of listeners) if (moment === happened) listener(event as never);
}

const open = new Set<() => void>();

/** To be called after each test. */
export function closeTabs(): void {
  for (const close of open) close();
  open.clear();
}

export interface Tab {
  chat: ChatModel;
  close: () => void;
}

/** The chat in a tab, connected. */
export async function openTab(browser: Browser): Promise<Tab> {
  runOn(browser);
  setCsrfToken(browser.session.csrf_token);
  return connected(browser, ChatModel);
}

/** The chat in a tab with modules of its own, as in a browser: it hears what the other tabs store. */
export async function openSeparateTab(browser: Browser): Promise<Tab> {
  vi.resetModules();
  const ports = await import('../../client/page-port.ts');
  ports.runOn(browser.separatePage());
  (await import('../../client/request.ts')).setCsrfToken(browser.session.csrf_token);
  return connected(browser, (await import('./chat-model.ts')).ChatModel);
}

async function connected({ session }: Browser, Model: typeof ChatModel): Promise<Tab> {
  const chat = new Model({ session, readSession: async () => session, isSignedIn: () => true });
  const stop = chat.start();
  const close = (): void => {
    open.delete(close);
    stop();
  };
  open.add(close);
  await vi.waitFor(() => expect(chat.state.getState().connection).toBe('live'), { timeout: 20_000 });
  return { chat, close };
}
