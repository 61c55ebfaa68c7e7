/** The chat on a phone: while its keys are open, and where there is little room. */
import { expect, type Browser, type Page } from '@playwright/test';
import { box, ChatOffice, row, topicAddress, type Person } from './chat-office.ts';
import { owner } from './hearth-process.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;
let channelId: number;

test.beforeAll(async () => {
  ({ office, ben, channelId } = await ChatOffice.withWorkshop());
});

test.afterAll(async () => office.close());

const height = 844;

async function onPhone(browser: Browser, fragment: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height }, hasTouch: true, isMobile: true });
  await context.addInitScript((whole) => {
    // What Safari reports of its keys, which cover the page; those of the test's browser never do.
    const seen = Object.assign(new EventTarget(), { height: whole, width: 390, offsetTop: 0, offsetLeft: 0, scale: 1 });
    Object.defineProperty(window, 'visualViewport', { get: () => seen });
  }, height);
  return office.openChat(context, owner, fragment);
}

/** @param seen what of the page can still be seen. */
const coverWithKeys = (page: Page, seen: { height: number; offsetTop?: number; scale?: number }): Promise<void> =>
  page.evaluate((changes) => {
    const viewport = window.visualViewport;
    if (viewport === null) throw new Error('no viewport');
    Object.assign(viewport, { offsetTop: 0, scale: 1 }, changes);
    viewport.dispatchEvent(new Event('resize'));
  }, seen);

/** @returns where an element ends, in pixels from the top. */
const endOf = async (page: Page, selector: string): Promise<number> =>
  page
    .locator(selector)
    .last()
    .evaluate((element) => Math.round(element.getBoundingClientRect().bottom));

test('while the keys cover the foot of the page one sees what one writes, and the newest message above it', async ({
  browser,
}) => {
  const ids = await office.sayMany(ben.email, channelId, 'keys', 30);
  const last = ids.at(-1) ?? 0;
  await office.markAsRead(ids);
  const page = await onPhone(browser, topicAddress(channelId, 'keys'));
  await expect(row(page, last)).toBeInViewport({ ratio: 1 });
  const headerTop = async (): Promise<number> => (await page.locator('.view-header').boundingBox())?.y ?? -1;
  await box(page).tap();
  await coverWithKeys(page, { height: 480 });
  const boxTop = async (): Promise<number> => (await box(page).boundingBox())?.y ?? -1;
  await expect.poll(() => endOf(page, '.composer')).toBeLessThanOrEqual(480);
  await expect.poll(async () => (await endOf(page, `[data-message-id="${last}"]`)) <= (await boxTop())).toBe(true);
  await expect.poll(() => endOf(page, `[data-message-id="${last}"]`)).toBeGreaterThan(0);

  // Safari pushes the page up for the box that has the focus: the header stays in sight nevertheless.
  await coverWithKeys(page, { height: 480, offsetTop: 200 });
  await expect.poll(headerTop).toBe(200);
  await expect.poll(() => endOf(page, '.composer')).toBeLessThanOrEqual(680);
  await expect.poll(() => endOf(page, '.composer')).toBeGreaterThan(480);

  await coverWithKeys(page, { height });
  await expect.poll(() => endOf(page, '.composer')).toBeGreaterThan(700);
  await expect(row(page, last)).toBeInViewport({ ratio: 1 });

  // Two fingers enlarge the page: nothing covers it.
  await coverWithKeys(page, { height: 422, scale: 2 });
  await expect.poll(() => endOf(page, '.composer')).toBeGreaterThan(700);
  await page.context().close();
});

test('browsers that can make the page smaller for the keys are asked to', async ({ browser }) => {
  const page = await onPhone(browser, '#inbox');
  await expect(page.locator('meta[name=viewport]')).toHaveAttribute('content', /interactive-widget=resizes-content/);
  await page.context().close();
});

test('what one does with code stands in one line above it', async ({ browser }) => {
  await office.call(owner.email, 'POST', '/realm/playgrounds', {
    name: 'a playground of a long name',
    pygments_language: 'TypeScript',
    url_template: 'https://play.example/?code={code}',
  });
  const id = await office.say(ben.email, channelId, 'code', '```ts\nconst a: number = 1;\n```');
  const page = await onPhone(browser, topicAddress(channelId, 'code'));
  const bar = row(page, id).locator('.code-bar');
  await expect(bar).toHaveText('TypeScriptOpen in a playground of a long nameWrap linesCopy');
  await expect.poll(async () => (await bar.boundingBox())?.height).toBeLessThan(32);
  await expect(bar.getByRole('button', { name: 'Copy' })).toBeInViewport({ ratio: 1 });
  await page.context().close();
});
