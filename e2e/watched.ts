/** A test whose every page is watched for what must never happen: a request to another host, a script error, a broken content policy. */
import { expect, test as base, type Page } from '@playwright/test';

export interface Watched {
  /** What no page may do. */
  offences: string[];
}

/**
 * A dialog moves the focus into itself from timers, a moment after it shows. No person types that quickly, a test does,
 * and what it types for the second field would land in the first: so every action waits until the focus has arrived.
 */
async function letDialogsTakeFocus(page: Page): Promise<void> {
  const dialogs = page.locator('[role=dialog][aria-modal=true]');
  await page.addLocatorHandler(dialogs.and(page.locator(':not(:focus-within)')), async () => {
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve))));
  });
}

export const watchedTest = base.extend<Watched>({
  offences: [
    async ({ context }, use) => {
      const offences: string[] = [];
      context.on('page', (page) => void letDialogsTakeFocus(page).catch(() => undefined));
      context.on('request', (request) => {
        const { protocol, hostname } = new URL(request.url());
        if (!['data:', 'blob:'].includes(protocol) && hostname !== '127.0.0.1') offences.push(`asked ${request.url()}`);
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
