/** Helpers for tests of the message list: the mouse wheel and the visible rows. */
import { expect, type Locator, type Page } from '@playwright/test';

const feedOf = (page: Page): Locator => page.locator('.feed-scroller');

/** The first message that is wholly on the screen. Waits until there are messages. */
export async function firstSeen(page: Page): Promise<number> {
  await expect(feedOf(page).locator('.message').first()).toBeAttached();
  return feedOf(page).evaluate((feed) => {
    const { top } = feed.getBoundingClientRect();
    const found = [...feed.querySelectorAll<HTMLElement>('.message')].find(
      (element) => element.getBoundingClientRect().top >= top,
    );
    return Number(found?.dataset['messageId']);
  });
}

/** Waits until the list has not been scrolled for half a second of a quick machine; on a slow one frames take longer. */
export const rest = (page: Page): Promise<void> =>
  feedOf(page).evaluate(
    (feed) =>
      new Promise<void>((resolve) => {
        let [top, frames] = [feed.scrollTop, 0];
        const look = (): void => {
          frames = feed.scrollTop === top ? frames + 1 : 0;
          top = feed.scrollTop;
          if (frames === 30) resolve();
          else requestAnimationFrame(look);
        };
        look();
      }),
  );

/** Turns the wheel over the feed, and waits until the list was scrolled and rests. */
export async function wheel(page: Page, pixels: number): Promise<void> {
  await feedOf(page).hover({ position: { x: 200, y: 200 } });
  // A busy machine hears of the wheel late: the list would rest before it has moved.
  const moved = await feedOf(page).evaluateHandle((feed, turned) => {
    const { scrollTop, scrollHeight, clientHeight } = feed;
    const canMove = turned < 0 ? scrollTop > 0 : scrollTop + clientHeight < scrollHeight - 1;
    const isMoved = canMove
      ? new Promise((resolve) => feed.addEventListener('scroll', resolve, { once: true }))
      : Promise.resolve();
    return { isMoved };
  }, pixels);
  await page.mouse.wheel(0, pixels);
  await moved.evaluate(async ({ isMoved }) => isMoved.then(() => undefined));
  await rest(page);
}
