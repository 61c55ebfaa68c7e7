/** Pinned messages and links at the top of channels: how they are made, shown to others, undone, and reached. */
import { expect, type Page } from '@playwright/test';
import { violations } from './axe.ts';
import { ChatOffice, row, topicAddress, type Person } from './chat-office.ts';
import { owner } from './hearth-process.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;
let channelId: number;

test.beforeAll(async () => {
  office = await ChatOffice.open();
  ({ ben, channelId } = await office.withBen());
});

test.afterAll(async () => office.close());

const pins = (page: Page) => page.getByRole('region', { name: 'Pinned messages and links' });

async function pick(page: Page, id: number, entry: string): Promise<void> {
  await row(page, id).hover();
  await row(page, id).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menu', { name: 'Message actions' }).getByRole('menuitem', { name: entry }).click();
}

test('a message is pinned to its topic and its channel, others see it, and Undo unpins it', async ({
  context,
  browser,
}) => {
  const id = await office.say(owner.email, channelId, 'rules', 'Please knock first.');
  await office.say(owner.email, channelId, 'lunch', 'Soup today.');
  const other = await browser.newContext();
  const hers = await office.openChat(other, owner, topicAddress(channelId, 'rules'));
  await expect(row(hers, id)).toBeVisible();
  const his = await office.openChat(context, ben, topicAddress(channelId, 'rules'));
  await pick(his, id, 'Pin to topic');
  await expect(his.getByText('Message pinned to the topic.')).toBeVisible();
  await expect(pins(hers).getByRole('button', { name: '1 pinned message' })).toBeVisible();
  await his.getByRole('button', { name: 'Undo' }).click();
  await expect(pins(his)).toHaveCount(0);
  await expect(pins(hers)).toHaveCount(0);

  await pick(his, id, 'Pin to channel');
  await his.goto(`${new URL(his.url()).origin}/chat/${topicAddress(channelId, 'lunch')}`);
  await pins(his).getByRole('button', { name: '1 pinned message' }).click();
  const link = pins(his).getByRole('link', { name: /Please knock first/ });
  await expect(link).toBeVisible();
  expect(await violations(his, 'light')).toEqual([]);
  expect(await violations(his, 'dark')).toEqual([]);
  await link.click();
  await expect(row(his, id)).toBeVisible();
  await row(his, id).focus();
  await his.keyboard.press('b');
  await expect(his.getByText('Message pinned to the topic.')).toBeVisible();
  await pick(his, id, 'Unpin from topic');
  await expect(pins(his)).toHaveCount(0);
});

test('a link is added at the top of a channel, opens elsewhere, and comes back by Undo', async ({ context }) => {
  const page = await office.openChat(context, owner, topicAddress(channelId, 'rules'));
  await page.goto(`${new URL(page.url()).origin}/chat/#narrow/channel/${channelId}`);
  await page
    .getByRole('banner')
    .or(page.locator('.view-header'))
    .getByRole('button', { name: 'More', exact: true })
    .click();
  await page.getByRole('menuitem', { name: 'Add a link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a link' });
  await dialog.getByRole('textbox', { name: 'Address' }).fill('javascript:alert(1)');
  await dialog.getByRole('button', { name: 'Add link' }).click();
  await expect(page.getByText('Enter a web address, such as https://example.com.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Address' }).fill('wiki.example.com/plan');
  await dialog.getByRole('button', { name: 'Add link' }).click();
  const link = pins(page).getByRole('link', { name: 'wiki.example.com/plan' });
  await expect(link).toHaveAttribute('href', 'https://wiki.example.com/plan');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await pins(page).getByRole('button', { name: 'Remove the link wiki.example.com/plan' }).click();
  await expect(pins(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(link).toBeVisible();
});
