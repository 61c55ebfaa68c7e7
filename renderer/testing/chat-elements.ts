/** Chat elements for page tests: addresses of topics, rows of messages and their menu, the message box, and notices. */
import { fireEvent, screen, within } from '@testing-library/dom';
import { expect } from 'vitest';
import { press, user } from './elements.ts';

/** The address of a topic, with its "#". */
export const topicAddress = (channelId: number, topic: string): string =>
  `#narrow/channel/${channelId}/topic/${encodeURIComponent(topic).replaceAll('%', '.')}`;

/** Rows of messages that the server has, in their order. */
export const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('article[data-message-id]')];

/** Waits for the row of a message. */
export async function row(id: number): Promise<HTMLElement> {
  const find = (): HTMLElement | undefined => rows().find(({ dataset }) => dataset['messageId'] === String(id));
  await expect.poll(() => find()?.textContent, { message: `the row of message ${id}` }).toBeDefined();
  return find() ?? document.body;
}

/** Opens the menu of a message. */
export async function openMenu(id: number): Promise<void> {
  const message = await row(id);
  await user.hover(message);
  await press('More actions', message);
  await screen.findByRole('menu');
}

/** Takes an entry of the menu that is open. @param entry how its name begins: keys and notes stand behind it */
export async function pickEntry(entry: string | RegExp): Promise<void> {
  const isIts = (name: string): boolean => (typeof entry === 'string' ? name.startsWith(entry) : entry.test(name));
  await user.click(await screen.findByRole('menuitem', { name: isIts }));
}

/** Takes an entry of a message's menu. */
export async function pick(id: number, entry: string | RegExp): Promise<void> {
  await openMenu(id);
  await pickEntry(entry);
}

/** Waits for the message box. */
export const messageBox = (name: string | RegExp = /^Message /): Promise<HTMLTextAreaElement> =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name });

/** The sidebar. */
export const sidebar = (): ReturnType<typeof within> =>
  within(screen.getByRole('complementary', { name: 'Conversations' }));

/** The header of the view that is open. */
export async function viewHeader(): Promise<HTMLElement> {
  const find = (): HTMLElement | null => document.querySelector('.view-header');
  await expect.poll(find).not.toBeNull();
  return find() ?? document.body;
}

/** Closes the last notice, so that what it announced is done at once. */
export async function closeNotice(): Promise<void> {
  const bars = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.notice-bar')];
  await expect.poll(() => bars().length).toBeGreaterThan(0);
  await press('Close', bars().at(-1));
}

/** Presses keys in a field, as `user.keyboard` writes them. */
export async function pressKeys(field: HTMLElement, keys: string): Promise<void> {
  field.focus();
  await user.keyboard(keys);
}

/** Closes a dialog as Escape does: in happy-dom that key has no effect of its own. */
export function escape(dialog: HTMLElement): void {
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
}

/** Waits for what is announced as an error. @param inside such as a dialog */
export async function findAlert(text: string, inside: HTMLElement = document.body): Promise<void> {
  const texts = (): string[] =>
    within(inside)
      .queryAllByRole('alert')
      .map(({ textContent }) => textContent);
  await expect.poll(texts).toContain(text);
}
