/** Stops of Tab among the messages, and shapes of who is active: what the actions do is in renderer/chat. */
import { expect } from '@playwright/test';
import { ChatOffice, topicAddress, type Person } from './chat-office.ts';
import { owner } from './hearth-process.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;
let channelId: number;

test.beforeAll(async () => {
  ({ office, ben, channelId } = await ChatOffice.withWorkshop());
});

test.afterAll(async () => office.close());

test('Tab stops once at the messages, and Escape in the box leads back to them', async ({ context }) => {
  for (const number of [1, 2, 3, 4, 5, 6])
    await office.say(owner.email, channelId, 'stops', `Number ${number} with a [link](https://example.com/${number}).`);
  const page = await office.openChat(context, ben, topicAddress(channelId, 'stops'));
  await expect(page.locator('.message')).toHaveCount(6);
  await page.getByRole('heading', { level: 1 }).focus();
  const field = page.getByRole('textbox', { name: /^Message/ });
  const stops: string[] = [];
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab');
    // Something has the focus after each Tab, as long as the page has places for it.
    const stop = await page
      .locator(':focus')
      .evaluate((focused) => ({ name: focused.tagName, isInFeed: focused.closest('.feed') !== null }));
    if (stop.name === 'TEXTAREA') break;
    if (stop.isInFeed) stops.push(stop.name);
  }
  await expect(field).toBeFocused();
  // The message at hand, and the link in it.
  expect(stops.filter((name) => name !== 'DIV')).toEqual(['ARTICLE', 'A']);
  await page.keyboard.press('Escape');
  await expect(page.locator('.message').last()).toBeFocused();
  await page.evaluate(() => document.body.focus());
  await page.getByRole('link', { name: 'Skip to the message box' }).press('Enter');
  await expect(field).toBeFocused();
});

test('who is active and who is idle have other shapes in forced colours', async ({ context }) => {
  const page = await office.openChat(context, ben, topicAddress(channelId, 'stops'));
  await page.emulateMedia({ forcedColors: 'active' });
  const shapeOf = (kind: string): Promise<string[]> =>
    page
      .locator('.avatar')
      .first()
      .evaluate((avatar, name) => {
        const dot = document.createElement('i');
        dot.className = name;
        avatar.append(dot);
        const { borderRadius, backgroundColor } = getComputedStyle(dot);
        dot.remove();
        return [borderRadius, backgroundColor];
      }, kind);
  const [round, filled] = await shapeOf('presence active');
  const [square, empty] = await shapeOf('presence idle');
  expect(round).not.toBe(square);
  expect(filled).not.toBe(empty);
});
