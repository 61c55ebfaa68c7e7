/** The chat's views, menus and cards keep axe's rules, in both themes, at three widths. */
import { expect, type Page } from '@playwright/test';
import { violations } from './axe.ts';
import { ChatOffice, rows, topicAddress, type Person } from './chat-office.ts';
import { owner } from './hearth-process.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;
let workshop: number;

test.beforeAll(async () => {
  ({ office, ben, channelId: workshop } = await ChatOffice.withWorkshop());
});

test.afterAll(async () => office.close());

const open = (page: Page, fragment: string): Promise<Page> => office.openChat(page.context(), owner, fragment);

const views = [
  ['inbox', '#inbox', 'Inbox'],
  ['recent', '#recent', 'Recent'],
  ['direct messages', '#direct', 'Direct messages'],
  ['channels', '#channels', 'Channels'],
  ['own channels', '#channels/mine', 'Channels'],
  ['profile', '#settings/profile', 'Settings'],
  ['notifications', '#settings/notifications', 'Settings'],
  ['preferences', '#settings/preferences', 'Settings'],
  ['devices', '#settings/devices', 'Settings'],
  ['keys', '#keyboard-shortcuts', 'Keyboard'],
  ['nothing found', '#narrow/search/nowhereatall', 'No message with'],
] as const;

for (const [name, fragment, heading] of views)
  test(`axe finds nothing wrong with ${name}, in both themes, at three widths`, async ({ page }) => {
    await office.say(ben.email, workshop, 'to look at', 'Some words');
    await office.mentionOwner(ben.email, workshop, 'to look at', 'look here');
    await office.writeToOwner(ben.email, 'A word between us');
    const chat = await open(page, fragment);
    for (const width of [390, 768, 1280]) {
      await chat.setViewportSize({ width, height: 800 });
      await expect(chat.getByRole('heading', { name: heading }).first()).toBeVisible();
      for (const theme of ['light', 'dark'] as const) expect(await violations(chat, theme), `${width}`).toEqual([]);
    }
    await chat.setViewportSize({ width: 320, height: 700 });
    await expect.poll(() => chat.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });

test('axe finds nothing wrong with a card, a menu, the search and the people, in both themes, at three widths', async ({
  page,
}) => {
  await office.say(ben.email, workshop, 'to look at', 'Some words');
  const chat = await open(page, topicAddress(workshop, 'to look at'));
  await expect(rows(chat).first()).toBeVisible();
  const check = async (): Promise<void> => {
    for (const theme of ['light', 'dark'] as const) expect(await violations(chat, theme)).toEqual([]);
  };
  for (const width of [390, 768, 1280]) {
    await chat.setViewportSize({ width, height: 800 });
    await chat.goto(chat.url().replace(/#.*/, `#user/${ben.userId}`));
    await expect(chat.getByRole('dialog', { name: ben.name })).toBeVisible();
    await check();
    await chat.keyboard.press('Escape');
    await chat.keyboard.press('/');
    await chat.getByRole('combobox').fill('wo');
    await check();
    await chat.keyboard.press('Escape');
    await chat.locator('.view-header').getByRole('button', { name: 'More' }).click();
    await expect(chat.getByRole('menu')).toBeVisible();
    await check();
    await chat.keyboard.press('Escape');
    if (width < 1200) await chat.locator('.view-header').getByRole('button', { name: 'People' }).click();
    await expect(chat.getByRole('heading', { name: 'People' })).toBeVisible();
    await check();
    if (width < 1200) await chat.keyboard.press('Escape');
  }
});
