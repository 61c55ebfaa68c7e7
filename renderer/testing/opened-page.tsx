/** A page of happy-dom that is signed in to a real server: what the kits of the chat and the console share. */
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, fireEvent } from '@testing-library/dom';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { page, runOn } from '../client/page-port.ts';
import { queryClient } from '../client/queries.ts';
import { theme } from '../styles/theme.ts';
import type { Office } from './office.ts';

type Answer = Record<string, unknown>;

const shown = (): string => document.querySelector('main')?.textContent ?? document.body.textContent;
// As long as anything may take (vite.config.ts). Of the page an error has its address and its text alone.
configure({
  asyncUtilTimeout: 30_000,
  getElementError: (message) =>
    new Error(`${message ?? 'not found'}\nThe page at ${location.href} says: ${shown().slice(0, 1000)}`),
});

/** Paths that the page asked for since it was opened, with their queries. */
export const asked: string[] = [];
const changes = new Map<string, (answer: Answer) => Answer>();
const browser = { ...page() };
runOn({
  ...browser,
  fetch: async (path, options) => {
    asked.push(path);
    const plain = path.replace(/\?.*/, '');
    const instead = insteads.find(({ method, place }) => place.test(plain) && (options.method ?? 'GET') === method);
    const goOn = (): Promise<Response> => browser.fetch(path, options);
    const answer = await (instead === undefined ? goOn() : instead.answer(goOn));
    const change = changes.get(plain);
    return change === undefined ? answer : Response.json(change((await answer.json()) as Answer));
  },
});

/** Changes what the server answers, as `page.route` does, until the page is closed. @param path of the request, without its query */
export function changeAnswer(path: string, change: (answer: Answer) => Answer): void {
  changes.set(path, change);
}

/** What a test answers in place of the server. */
interface Instead {
  method: string;
  place: RegExp;
  answer: (goOn: () => Promise<Response>) => Promise<Response>;
}
let insteads: Instead[] = [];

/**
 * Answers requests in place of the server, as `page.route` does, until it is ended or the page is closed.
 * @param place of its path, without the query. @param answer gets what lets the request go on. @returns ends it
 */
export function answerInstead(method: string, place: RegExp, answer: Instead['answer']): () => void {
  const added = { method, place, answer };
  insteads = [added, ...insteads];
  return () => {
    insteads = insteads.filter((each) => each !== added);
  };
}

interface HappyDom {
  setURL: (url: string) => void;
  abort: () => Promise<void>;
}
const happyDom = (): HappyDom => (window as unknown as { happyDOM: HappyDom }).happyDOM;

/** Puts a text in place of what is selected in the field that has the focus, as "insertText" and "delete" do; nothing undoes it. */
function editFocused(command: string, _shown: boolean, text = ''): boolean {
  const field = document.activeElement;
  if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return false;
  const { value, selectionStart, selectionEnd } = field;
  const [from, to] = [selectionStart ?? value.length, selectionEnd ?? value.length];
  const inserted = command === 'insertText' ? text : '';
  fireEvent.input(field, { target: { value: value.slice(0, from) + inserted + value.slice(to) } });
  field.setSelectionRange(from + inserted.length, from + inserted.length);
  return true;
}

/** @returns the window of happy-dom: vitest puts its own global object in its place. */
const windowOfPage = (): typeof window =>
  Reflect.get(Object.getPrototypeOf(document) as Document, 'defaultView', document) as typeof window;

/** The window that is prepared: each file of tests has its own. */
let prepared: typeof window | undefined;

/** Adds what happy-dom leaves out and the pages expect of a browser. */
function prepareWindow(): void {
  const own = windowOfPage();
  if (own === prepared) return;
  prepared = own;
  Object.assign(window, { visualViewport: null, isSecureContext: true });
  Object.assign(document, { execCommand: editFocused });
  // All its timers without a delay share one of Node.js. Once `abort` has cancelled that one, none of them runs again, so no `hashchange` comes.
  // What the pages call is the `setTimeout` of Node.js.
  const start = own.setTimeout.bind(own) as (callback: () => void, delay: number, ...rest: unknown[]) => unknown;
  Object.assign(own, {
    setTimeout: (callback: () => void, delay?: number, ...rest: unknown[]) =>
      start(callback, Number(delay) || 1, ...rest),
  });
}

let root: Root | undefined;

/** Opens a page as a user. @param path of its address, from "/" on. @param app what is drawn there. @param env of Mantine: in "test" nothing fades in or out */
export async function openPage(
  office: Office,
  path: string,
  app: ReactNode,
  email: string,
  env: 'default' | 'test' = 'default',
): Promise<void> {
  prepareWindow();
  happyDom().setURL(`${office.url}${path}`);
  await signIn(email, office.owner.password);
  const container = document.createElement('div');
  document.body.append(container);
  asked.length = 0;
  root = createRoot(container);
  root.render(
    <MantineProvider theme={theme()} env={env}>
      <QueryClientProvider client={queryClient}>{app}</QueryClientProvider>
    </MantineProvider>,
  );
}

/** Takes the page away, as a closed tab does, with all that tests changed and the browser keeps. */
export async function leavePage(): Promise<void> {
  await unloadPage();
  changes.clear();
  insteads = [];
  localStorage.clear();
  sessionStorage.clear();
}

/** Takes the page away, as before it is loaded again: what its browser keeps stays. */
export async function unloadPage(): Promise<void> {
  root?.unmount();
  root = undefined;
  await happyDom().abort();
  queryClient.clear();
  document.body.replaceChildren();
}

async function signIn(email: string, password: string): Promise<void> {
  const body = new URLSearchParams({ username: email, password });
  const answer = await fetch('/api/v1/console/sign_in', { method: 'POST', body });
  if (!answer.ok) throw new Error(`not signed in: ${await answer.text()}`);
}
