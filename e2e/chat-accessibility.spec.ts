/** The chat's views, menus and cards keep axe's rules, in both themes, at three widths. */
import { expect, type Locator, type Page } from '@playwright/test';
import { violationsAt } from './axe.ts';
import { ChatOffice, rows, topicAddress, type Person } from './chat-office.ts';
import { owner } from './hearth-process.ts';
import { watchedTest as test } from './watched.ts';

const widths = [
  ['wide', 1280],
  ['narrow', 390],
  ['middle', 768],
] as const;

let office: ChatOffice;
let ben: Person;
let workshop: number;

test.beforeAll(async () => {
  ({ office, ben, channelId: workshop } = await ChatOffice.withWorkshop());
  await office.say(ben.email, workshop, 'to look at', 'Some words');
  await office.mentionOwner(ben.email, workshop, 'to look at', 'look here');
  await office.writeToOwner(ben.email, 'A word between us');
});

test.afterAll(async () => office.close());

const open = (page: Page, fragment: string): Promise<Page> => office.openChat(page.context(), owner, fragment);

const chip = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('link', { name, exact: true }).and(page.locator('[aria-current=page]'));

/** Each with its heading, and what only this one shows where several have the same. */
const views: readonly [name: string, fragment: string, heading: string, own?: (page: Page) => Locator][] = [
  ['inbox', '#inbox', 'Inbox'],
  ['recent', '#recent', 'Recent'],
  ['direct messages', '#direct', 'Direct messages'],
  ['channels', '#channels', 'Channels', (page) => page.getByRole('searchbox', { name: 'Find a channel' })],
  ['own channels', '#channels/mine', 'Channels', (page) => page.getByRole('navigation', { name: 'Your channels' })],
  ['profile', '#settings/profile', 'Settings', (page) => chip(page, 'Profile')],
  ['notifications', '#settings/notifications', 'Settings', (page) => chip(page, 'Notifications')],
  ['preferences', '#settings/preferences', 'Settings', (page) => chip(page, 'Preferences')],
  ['devices', '#settings/devices', 'Settings', (page) => chip(page, 'Other devices')],
  ['keys', '#keyboard-shortcuts', 'Keyboard'],
  ['nothing found', '#narrow/search/nowhereatall', 'No messages found for'],
];

/** They are looked at together: a page is loaded, and axe into it, once for several of them. */
const isOfSettings = ([, fragment]: (typeof views)[number]): boolean => fragment.startsWith('#settings/');

for (const [kind, some] of [
  ['any list', views.filter((view) => !isOfSettings(view))],
  ['any settings', views.filter(isOfSettings)],
] as const)
  test(`axe finds nothing wrong with ${kind}, in both themes, at three widths`, async ({ page }) => {
    const chat = await open(page, '');
    for (const [name, fragment, heading, own] of some)
      await test.step(name, async () => {
        await chat.goto(`${office.hearth.url}/chat/${fragment}`);
        for (const [size, width] of widths) {
          await chat.setViewportSize({ width, height: 800 });
          await expect(chat.getByRole('heading', { name: heading }).first()).toBeVisible();
          if (own !== undefined) await expect(own(chat)).toBeVisible();
          expect.soft(await violationsAt(chat, size), `${name} at ${width}`).toEqual([]);
        }
        await chat.setViewportSize({ width: 320, height: 700 });
        await expect.poll(() => chat.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      });
  });

test('axe finds nothing wrong with a card, a menu, the search and the people, in both themes, at three widths', async ({
  page,
}) => {
  const chat = await open(page, topicAddress(workshop, 'to look at'));
  await expect(rows(chat).first()).toBeVisible();
  for (const [size, width] of widths) {
    const check = async (): Promise<void> => expect(await violationsAt(chat, size)).toEqual([]);
    await chat.setViewportSize({ width, height: 800 });
    await chat.goto(chat.url().replace(/#.*/, `#user/${ben.userId}`));
    const card = chat.getByRole('dialog', { name: ben.name });
    await expect(card).toBeVisible();
    await check();
    await chat.keyboard.press('Escape');
    // As long as it is open, keys are its own.
    await expect(card).toBeHidden();
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
