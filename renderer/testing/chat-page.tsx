/** The chat on a page of happy-dom, signed in to a real server: for what a component shows and does where no layout matters. */
import { App } from '../chat/app.tsx';
import { openSlot } from '../chat/kit/open-slot.ts';
import { owner, type Office } from './office.ts';
import { leavePage, openPage, unloadPage } from './opened-page.tsx';
import { changedSizes } from './sizes.ts';

export { answerInstead, asked, changeAnswer } from './opened-page.tsx';

/** Nothing has a size here: a list of messages is higher than all that it holds, so that every message is on the page and seen. */
const sizes = changedSizes(
  ['clientWidth', 'clientHeight', 'offsetWidth', 'offsetHeight', 'scrollHeight'],
  (element) => {
    if (element.classList.contains('feed-scroller')) return 100_000;
    return element.classList.contains('feed-row') ? 40 : 0;
  },
);

/** Opens the chat as a user. @param fragment with its "#" */
export async function openChat(office: Office, fragment: string, email = owner.email): Promise<void> {
  sizes.begin();
  // Another file of the same process may have opened something without a page.
  closeAll();
  await openPage(office, `/chat/${fragment}`, <App />, email);
}

/** Leads the open chat to another address, as a link does. @param fragment with its "#" */
export function lead(fragment: string): void {
  location.hash = fragment;
}

/** Closes the page and keeps what its browser stores, until `openChat` opens the next one. */
export async function unloadChat(): Promise<void> {
  await unloadPage();
  closeAll();
}

/** Takes the page away, as a closed tab does. To be called after each test. */
export async function closePage(): Promise<void> {
  await leavePage();
  sizes.end();
  closeAll();
}

function closeAll(): void {
  for (const kind of ['dialog', 'menu', 'picker', 'lightbox', 'file', 'notice'] as const) openSlot(kind).set(null);
}
