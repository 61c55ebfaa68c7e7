/** The chat on a page of happy-dom, signed in to a real server: for what a component shows and does where no layout matters. */
import { App } from '../chat/app.tsx';
import { openSlot } from '../chat/kit/open-slot.ts';
import { owner, type Office } from './office.ts';
import { leavePage, openPage } from './opened-page.tsx';

export { asked, changeAnswer } from './opened-page.tsx';

/** Opens the chat as a user. @param fragment with its "#" */
export async function openChat(office: Office, fragment: string, email = owner.email): Promise<void> {
  await openPage(office, `/chat/${fragment}`, <App />, email);
}

/** Leads the open chat to another address, as a link does. @param fragment with its "#" */
export function lead(fragment: string): void {
  location.hash = fragment;
}

/** Takes the page away, as a closed tab does. To be called after each test. */
export async function closePage(): Promise<void> {
  await leavePage();
  for (const kind of ['dialog', 'menu', 'picker', 'lightbox', 'file', 'notice'] as const) openSlot(kind).set(null);
}
