/** Fixtures of the chat tests: one office for each test file, with users and their open pages. */
import type { Browser, Locator, Page } from '@playwright/test';
import { expect, type Office } from './console-kit.ts';
import { owner } from './hearth-process.ts';
import { signIn } from './sessions.ts';

/** Opens the chat as someone who is signed in. @param fragment with its "#". */
export async function openChat(page: Page, url: string, fragment: string): Promise<void> {
  await page.goto(`${url}/chat/${fragment}`);
  await expect(page.getByRole('navigation').first()).toBeAttached();
}

/** Someone in a browser of their own, signed in. */
export async function somebody(
  browser: Browser,
  url: string,
  email = owner.email,
  password = owner.password,
): Promise<Page> {
  const context = await browser.newContext();
  await signIn(context, url, email, password);
  return context.newPage();
}

/** What is announced as an error there; the place for notices is an alert too, and mostly empty. */
export const alertIn = (scope: Page | Locator): Locator => scope.getByRole('alert').filter({ hasText: /\S/ });

export const box = (page: Page) => page.getByRole('textbox', { name: /^Message/ });

/** Writes a message into the open conversation. */
export async function write(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await box(page).press('Control+Enter');
}

/** A channel in which everyone talks, with a first topic. @returns the address of the topic. */
export async function channelWithTopic(office: Office, name: string): Promise<string> {
  const { id } = await office.elsewhere('POST', '/channels/create', { name, subscribers: '[]', announce: 'false' });
  await office.elsewhere('POST', '/users/me/subscriptions', { subscriptions: JSON.stringify([{ name }]) });
  await office.elsewhere('POST', '/messages', {
    type: 'channel',
    to: name,
    topic: 'hello',
    content: `First words in ${name}.`,
  });
  return `#narrow/channel/${String(id)}-${name}/topic/hello`;
}

/** The link of a new invitation to one address. */
export async function invite(
  office: Office,
  email: string,
  channels: number[] = [],
): Promise<{ id: number; link: string }> {
  await office.elsewhere('POST', '/invites', { invitee_emails: email, stream_ids: JSON.stringify(channels) });
  const { invitations } = await office.elsewhere('GET', '/console/invitations');
  const made = (invitations as { id: number; email: string | null; link_url: string }[]).find(
    (each) => each.email === email,
  );
  if (made === undefined) throw new Error(`no invitation to ${email}`);
  return { id: made.id, link: made.link_url };
}

/** Makes an account with the tests' password, by an invitation. @returns its id. */
export async function newcomer(office: Office, email: string, fullName: string): Promise<number> {
  const { link } = await invite(office, email);
  const key = link.split('/').at(-1) ?? '';
  const form = new URLSearchParams({ full_name: fullName, password: owner.password });
  const answer = await fetch(`${office.url}/api/v1/console/join/${key}`, { method: 'POST', body: form });
  return ((await answer.json()) as { user_id: number }).user_id;
}

/** Deletes every event queue of the server: each client has to register again. */
export async function dropQueues(office: Office): Promise<void> {
  const { queues } = await office.elsewhere('GET', '/console/event_queues');
  for (const { queue_id: id } of queues as { queue_id: string }[])
    await office.elsewhere('DELETE', `/console/event_queues/${encodeURIComponent(id)}`);
}

/** Makes a page believe that it is shown or hidden: Playwright's pages are all shown at once. */
export async function show(page: Page, isShown: boolean): Promise<void> {
  // The page behind another one of its context paints one frame a second, and each click waits for two.
  if (isShown) await page.bringToFront();
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => state === 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    isShown ? 'visible' : 'hidden',
  );
}
