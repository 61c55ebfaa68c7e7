/** A test whose every page is watched for what must never happen: a request to another host, a script error, a broken content policy. */
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';
import { KeptPages, pageIn } from './kept-pages.ts';

export interface Watched {
  /** What no page may do. */
  offences: string[];
}

/**
 * A dialog moves the focus into itself from timers, twice in the moment after it shows. No person types that quickly, a test
 * does, and what it types for the second field would land in the first: so a dialog is marked when that is over, and every
 * action waits until each has its mark. Afterwards the focus may go where it likes.
 */
function markSettledDialogs(): void {
  document.addEventListener('focusin', ({ target }) => {
    const dialog = target instanceof Element ? target.closest('[role=dialog]') : null;
    const settled = (): void => dialog?.setAttribute('data-settled', '');
    // The timers were set before the page came to rest, so they run before this one. A busy machine may never come to rest.
    if (dialog?.hasAttribute('data-settled') === false)
      requestIdleCallback(() => setTimeout(settled), { timeout: 500 });
  });
}

async function waitForDialogs(page: Page): Promise<void> {
  const unsettled = page.locator('[role=dialog][aria-modal=true]:not([data-settled])').first();
  // Nothing to do but to wait, which follows on its own.
  await page.addLocatorHandler(unsettled, () => Promise.resolve());
}

async function prepare(context: BrowserContext): Promise<void> {
  await context.addInitScript(markSettledDialogs);
  context.on('page', (page) => void waitForDialogs(page).catch(() => undefined));
}

export interface PerWorker {
  keptPages: KeptPages;
}

export const watchedTest = base.extend<Watched, PerWorker>({
  keptPages: [
    async ({ browser }, use) => {
      const kept = new KeptPages(browser, prepare);
      await use(kept);
      await kept.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ keptPages }, use, testInfo) => {
    await use(await keptPages.take());
    await keptPages.putBack(testInfo.status === testInfo.expectedStatus);
  },
  page: async ({ context }, use) => use(await pageIn(context)),
  offences: [
    async ({ context }, use) => {
      const offences: string[] = [];
      context.on('request', (request) => {
        const { protocol, hostname } = new URL(request.url());
        // An app that sent someone to sign in is led back to by its own kind of address, which is no host.
        if (!['data:', 'blob:', 'zulip:'].includes(protocol) && hostname !== '127.0.0.1')
          offences.push(`asked ${request.url()}`);
      });
      context.on('weberror', (error) => offences.push(`threw ${error.error().message}`));
      context.on('console', (message) => {
        if (/Content Security Policy/.test(message.text())) offences.push(message.text());
      });
      await use(offences);
      expect(offences).toEqual([]);
    },
    { auto: true },
  ],
});

/** Of a first visit: the browser has nothing of the pages yet. */
export const freshTest = watchedTest.extend({
  context: async ({ browser, keptPages }, use) => {
    const context = await browser.newContext();
    await prepare(context);
    await use(context);
    await keptPages.closeOthers();
  },
});
