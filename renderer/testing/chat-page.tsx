/** The chat on a page of happy-dom, signed in to a real server: for what a component shows and does where no layout matters. */
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, fireEvent } from '@testing-library/dom';
import { createRoot, type Root } from 'react-dom/client';
import { App } from '../chat/app.tsx';
import { openSlot } from '../chat/kit/open-slot.ts';
import { page, runOn } from '../client/page-port.ts';
import { queryClient } from '../client/queries.ts';
import { theme } from '../styles/theme.ts';
import { owner, type Office } from './office.ts';

type Answer = Record<string, unknown>;

const shown = (): string => document.querySelector('main')?.textContent ?? document.body.textContent;
// As long as anything may take (vite.config.ts). Of the page an error has the text alone.
configure({
  asyncUtilTimeout: 30_000,
  getElementError: (message) => new Error(`${message ?? 'not found'}\nThe page says: ${shown().slice(0, 1000)}`),
});
// What happy-dom leaves out and the chat expects of a browser.
Object.assign(window, { visualViewport: null, isSecureContext: true });
Object.assign(document, { execCommand: editFocused });

/** Paths that the page asked for since it was opened, with their queries. */
export const asked: string[] = [];
const changes = new Map<string, (answer: Answer) => Answer>();
const browser = { ...page() };
runOn({
  ...browser,
  fetch: async (path, options) => {
    asked.push(path);
    const answer = await browser.fetch(path, options);
    const change = changes.get(path.replace(/\?.*/, ''));
    return change === undefined ? answer : Response.json(change((await answer.json()) as Answer));
  },
});

/** Changes what the server answers, as `page.route` does, until the page is closed. @param path of the request, without its query */
export function changeAnswer(path: string, change: (answer: Answer) => Answer): void {
  changes.set(path, change);
}

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

interface HappyDom {
  setURL: (url: string) => void;
  abort: () => Promise<void>;
}
const happyDom = (): HappyDom => (window as unknown as { happyDOM: HappyDom }).happyDOM;

let root: Root | undefined;

/** Opens the chat as a user. @param fragment with its "#" */
export async function openChat(office: Office, fragment: string, email = owner.email): Promise<void> {
  happyDom().setURL(`${office.url}/chat/${fragment}`);
  await signIn(email);
  const container = document.createElement('div');
  document.body.append(container);
  asked.length = 0;
  root = createRoot(container);
  root.render(
    <MantineProvider theme={theme()}>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

/** Leads the open chat to another address, as a link does. @param fragment with its "#" */
export function lead(fragment: string): void {
  location.hash = fragment;
}

/** Takes the page away, as a closed tab does. To be called after each test. */
export async function closePage(): Promise<void> {
  root?.unmount();
  root = undefined;
  await happyDom().abort();
  for (const kind of ['dialog', 'menu', 'picker', 'lightbox', 'file', 'notice'] as const) openSlot(kind).set(null);
  changes.clear();
  queryClient.clear();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
}

async function signIn(email: string): Promise<void> {
  const body = new URLSearchParams({ username: email, password: owner.password });
  const answer = await fetch('/api/v1/console/sign_in', { method: 'POST', body });
  if (!answer.ok) throw new Error(`not signed in: ${await answer.text()}`);
}
