/** What tests of the chat's list of messages share: the wheel, and where messages stand while it turns. */
import type { Page } from '@playwright/test';

/** Notes from now on, in each frame, how far a message is from the upper edge. @returns a function that tells all places */
export async function watchPlace(page: Page, id: number): Promise<() => Promise<number[]>> {
  await page.evaluate((wanted) => {
    const seen: number[] = [];
    const look = (): void => {
      const element = document.querySelector(`.message[data-message-id="${wanted}"]`);
      seen.push(element === null ? -1 : Math.round(element.getBoundingClientRect().top));
      requestAnimationFrame(look);
    };
    (window as unknown as { seen: number[] }).seen = seen;
    look();
  }, id);
  return async () => [...new Set(await page.evaluate(() => (window as unknown as { seen: number[] }).seen))];
}

/** The first message that is wholly on the screen. */
export const firstSeen = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const top = document.querySelector('.feed-scroller')?.getBoundingClientRect().top ?? 0;
    const found = [...document.querySelectorAll<HTMLElement>('.message')].find(
      (element) => element.getBoundingClientRect().top >= top,
    );
    return Number(found?.dataset['messageId']);
  });

/** Waits until the list has not been scrolled for half a second of a quick machine; on a slow one frames take longer. */
export const rest = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const feed = document.querySelector('.feed-scroller');
        let [top, frames] = [feed?.scrollTop, 0];
        const look = (): void => {
          frames = feed?.scrollTop === top ? frames + 1 : 0;
          top = feed?.scrollTop;
          if (frames === 30) resolve();
          else requestAnimationFrame(look);
        };
        look();
      }),
  );

/** Turns the wheel over the feed, and waits until the list was scrolled and rests. */
export async function wheel(page: Page, pixels: number): Promise<void> {
  const box = await page.locator('.feed-scroller').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 200);
  // A busy machine hears of the wheel late: the list would rest before it has moved.
  const moved = await page.evaluateHandle((turned) => {
    const feed = document.querySelector('.feed-scroller');
    const { scrollTop, scrollHeight, clientHeight } = feed ?? { scrollTop: 0, scrollHeight: 0, clientHeight: 0 };
    const canMove = turned < 0 ? scrollTop > 0 : scrollTop + clientHeight < scrollHeight - 1;
    const isMoved = canMove
      ? new Promise((resolve) => feed?.addEventListener('scroll', resolve, { once: true }))
      : Promise.resolve();
    return { isMoved };
  }, pixels);
  await page.mouse.wheel(0, pixels);
  await moved.evaluate(async ({ isMoved }) => isMoved.then(() => undefined));
  await rest(page);
}
