/** Text at twice its size, as browsers are set to it: the chat takes the layout that fits, and cuts nothing off. */
import { chromium, expect, type Browser, type Page } from '@playwright/test';
import { ChatOffice, rows, topicAddress } from './chat-office.ts';
import { owner } from './hearth-process.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let browser: Browser;
let channelId: number;

test.beforeAll(async () => {
  // Only at its start a browser takes another size of text, which queries of widths in em follow.
  [office, browser] = await Promise.all([
    ChatOffice.open(),
    chromium.launch({ args: ['--blink-settings=defaultFontSize=32'] }),
  ]);
  ({ channelId } = await office.withBen());
  await office.say(owner.email, channelId, 'large text', 'Words that are read from far away.');
});

test.afterAll(async () => {
  await browser.close();
  await office.close();
});

/** @returns what is wider than the window, and texts that are cut off without a sign that there is more. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isShown = (element: HTMLElement): boolean =>
      element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 1;
    const isCut = (element: HTMLElement): boolean => {
      const { overflowX, textOverflow } = getComputedStyle(element);
      return overflowX === 'hidden' && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1;
    };
    const cut = [...document.querySelectorAll<HTMLElement>('.chat-frame *')]
      .filter((element) => isShown(element) && element.closest('.visually-hidden') === null && isCut(element))
      .map((element) => `${element.tagName}.${element.className} is cut off`);
    const { scrollWidth } = document.documentElement;
    return scrollWidth > innerWidth ? [...cut, `${scrollWidth} pixels wide`] : cut;
  });

for (const width of [360, 1280])
  test(`nothing is cut off at twice the size of text, ${width} pixels wide`, async () => {
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    const page = await office.openChat(context, owner, topicAddress(channelId, 'large text'));
    await expect(rows(page).first()).toBeVisible();
    await expect(page.locator('html')).toHaveCSS('font-size', '32px');
    const box = page.getByRole('textbox', { name: /^Message/ });
    await expect(box).toBeInViewport({ ratio: 1 });
    // One letter a line is no title.
    const title = page.locator('.view-topic');
    await expect.poll(() => title.evaluate((shown) => shown.clientWidth / shown.clientHeight)).toBeGreaterThan(1);
    await expect.poll(() => cutOff(page)).toEqual([]);
    for (const [fragment, heading] of [
      ['#inbox', 'Inbox'],
      ['#recent', 'Recent'],
      ['#channels', 'Channels'],
      ['#settings/preferences', 'Settings'],
      ['#settings/profile', 'Settings'],
    ] as const) {
      await page.goto(`${office.hearth.url}/chat/${fragment}`);
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
      await expect.poll(() => cutOff(page), fragment).toEqual([]);
    }
    await context.close();
  });
