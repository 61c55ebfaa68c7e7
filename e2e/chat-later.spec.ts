/** Messages that are sent later, with the time and the room that a browser has: the rest is in renderer/chat/lists/later.page.test.ts. */
import { expect, type Page } from '@playwright/test';
import { box, ChatOffice, topicAddress, type Person } from './chat-office.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;
let channelId: number;

test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  ({ office, ben, channelId } = await ChatOffice.withWorkshop());
});

test.afterAll(async () => office.close());

interface Waiting {
  scheduled_message_id: number;
  content: string;
  scheduled_delivery_timestamp: number;
}

const waitingOf = async (): Promise<Waiting[]> =>
  (await office.call(ben.email, 'GET', '/scheduled_messages'))['scheduled_messages'] as Waiting[];
const contentsOf = (topic: string): Promise<string[]> => office.contentsOf(channelId, topic);
const nowSecs = (): number => Math.floor(Date.now() / 1000);

/** @returns the id of what is to be sent. */
const later = async (topic: string, content: string, inSecs: number): Promise<number> => {
  const { scheduled_message_id: id } = await office.call(ben.email, 'POST', '/scheduled_messages', {
    type: 'channel',
    to: String(channelId),
    topic,
    content,
    scheduled_delivery_timestamp: String(nowSecs() + inSecs),
  });
  return Number(id);
};
const item = (page: Page, words: string) => page.locator('.later-item').filter({ hasText: words });

/** Nine o'clock tomorrow by the clock of the page, in UNIX seconds. */
const tomorrowAtNine = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const now = new Date();
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9).getTime() / 1000;
  });

test('a message is sent later by a time in words: it leaves the box, is counted, and comes back by Undo', async ({
  context,
}) => {
  await context.clock.install();
  const page = await office.openChat(context, ben, topicAddress(channelId, 'later'));
  await box(page).fill('not before tomorrow');
  await page.getByRole('button', { name: 'Send later' }).click();
  const morning = page.getByRole('menuitem', { name: /^Tomorrow morning/ });
  // A menu does not open while the clock is paused.
  await expect(morning).toBeVisible();
  // Neither does what is said go on its own while a busy machine looks at it, nor is tomorrow another day by then.
  await page.clock.pauseAt(Date.now() + 10_000);
  await morning.click();
  await expect(box(page)).toHaveValue('');
  await expect(page.getByRole('link', { name: /^Scheduled/ })).toHaveText(/1/);
  const waiting = { content: 'not before tomorrow', scheduled_delivery_timestamp: await tomorrowAtNine(page) };
  await expect.poll(waitingOf).toMatchObject([waiting]);
  const undo = page.getByRole('button', { name: 'Undo' });
  // What it says covers nothing of the box.
  const room = async (): Promise<number> => {
    const said = await page.locator('.notice-bar').boundingBox();
    const dock = await page.locator('.composer').boundingBox();
    return (dock?.y ?? NaN) - ((said?.y ?? NaN) + (said?.height ?? NaN));
  };
  await expect.poll(room).toBeGreaterThanOrEqual(0);
  await undo.click();
  await expect(box(page)).toHaveValue('not before tomorrow');
  await expect(page.getByRole('link', { name: /^Scheduled/ })).toHaveCount(0);
  await expect.poll(waitingOf).toEqual([]);
  expect(await contentsOf('later')).toEqual([]);
});

test('on a phone what waits is reached from “Me”, and fits', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await later('small', 'on a small screen', 90_000);
  const page = await office.openChat(context, ben, '#settings');
  await page.getByRole('link', { name: /^Scheduled/ }).click();
  await expect(item(page, 'on a small screen')).toBeVisible();
  await page.getByRole('button', { name: 'More about #workshop › small' }).click();
  await page.getByRole('menuitem', { name: 'Edit in message box' }).click();
  await expect(box(page)).toHaveValue('on a small screen');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Send later' }).click();
  await page.getByRole('menuitem', { name: /^In 1 hour/ }).click();
  await expect(box(page)).toHaveValue('');
  await expect.poll(async () => (await waitingOf()).map(({ content }) => content)).toContain('on a small screen');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await context.close();
});
