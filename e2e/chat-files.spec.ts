/** Files of conversations as a list, and the sidebar of a user with many channels. */
import { expect, type Page } from '@playwright/test';
import { violationsAt } from './axe.ts';
import { ChatOffice, type Person } from './chat-office.ts';
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

test('lists the files of a channel by kind and name, and leads to the message', async ({ page }) => {
  const chat = await open(page, `#narrow/channel/${workshop}`);
  const upload = (name: string): Promise<string> =>
    office.upload(owner.email, name, name.endsWith('pdf') ? 'application/pdf' : 'text/plain', Buffer.from('a note'));
  for (const name of ['Plan.pdf', 'notes.txt'])
    await office.say(owner.email, workshop, 'papers', `[${name}](${await upload(name)})`);
  await chat.locator('.view-header').getByRole('button', { name: 'More' }).click();
  await chat.getByRole('menuitem', { name: 'Files' }).click();
  await expect(chat.getByRole('heading', { name: 'Files', level: 1 })).toBeFocused();
  const items = chat.getByRole('main').getByRole('listitem');
  await expect(items).toHaveCount(2);
  await expect(chat.getByText('2 files')).toBeVisible();
  for (const [size, width] of [
    ['wide', 1280],
    ['middle', 768],
    ['narrow', 360],
  ] as const) {
    await chat.setViewportSize({ width, height: 800 });
    expect(await violationsAt(chat, size)).toEqual([]);
    await expect.poll(() => chat.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await chat.getByRole('button', { name: 'PDF' }).click();
  await expect(items).toHaveCount(1);
  await expect(items).toContainText('Plan.pdf');
  await chat.getByRole('button', { name: 'All' }).click();
  await chat.getByRole('searchbox', { name: 'Find a file by name' }).fill('nothing');
  await expect(chat.getByText('No matching files')).toBeVisible();
  await chat.getByRole('searchbox', { name: 'Find a file by name' }).fill('NOTES');
  await expect(items).toHaveCount(1);
  await expect(chat.getByRole('link', { name: 'Download notes.txt' })).toHaveAttribute(
    'href',
    /notes\.txt\?download=true$/,
  );
  await chat.getByRole('link', { name: 'Show notes.txt in its conversation' }).click();
  await expect(chat).toHaveURL(/topic\/papers\/near\/\d+$/);
});

test('filters a long sidebar, and leads to what is unread below', async ({ page }) => {
  for (let n = 1; n <= 30; n += 1) await office.newChannel(`area ${String(n).padStart(2, '0')}`, [ben]);
  const last = await office.newChannel('zebra', [ben]);
  await office.call(owner.email, 'POST', '/mark_all_as_read');
  await office.say(ben.email, last, 'stripes', 'Black or white?');
  const chat = await open(page, '#inbox');
  await chat.setViewportSize({ width: 1280, height: 700 });
  await expect(chat.getByRole('heading', { name: 'Inbox' })).toBeFocused();
  const sidebar = chat.getByRole('complementary', { name: 'Conversations' });
  await sidebar.getByRole('button', { name: 'More unread below' }).click();
  await expect(sidebar.getByRole('link', { name: /^zebra/ })).toBeInViewport();
  await expect(sidebar.getByRole('button', { name: 'More unread below' })).toBeHidden();
  expect(await violationsAt(chat, 'wide', '.sidebar')).toEqual([]);
  await chat.keyboard.press('Shift+Q');
  const field = sidebar.getByRole('searchbox', { name: 'Filter the sidebar' });
  await expect(field).toBeFocused();
  await field.fill('area 1');
  await expect(sidebar.getByRole('link', { name: /^area/ })).toHaveCount(10);
  await field.fill('nobody at all');
  await expect(sidebar.getByText('No channel or person matches')).toBeVisible();
  await field.press('Escape');
  await expect(sidebar.getByRole('link', { name: 'Recent' })).toBeVisible();
  await field.fill('zeb');
  await field.press('Enter');
  await expect(chat).toHaveURL(new RegExp(`channel/${last}`));
});
