/** The search of the chat: dates, filters, counts, orders, recent searches, and what was meant. */
import { expect, type Locator, type Page } from '@playwright/test';
import { violationsAt } from './axe.ts';
import { ChatOffice, rows, type Person } from './chat-office.ts';
import { owner } from './hearth-process.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;
let workshop: number;

test.beforeAll(async () => {
  ({ office, ben, channelId: workshop } = await ChatOffice.withWorkshop());
  for (const [topic, text] of [
    ['printer', 'The printer is out of paper.'],
    ['kitchen', 'Somebody left a printer manual in the kitchen, beside many other things that nobody needs there.'],
    ['kitchen', 'Tea is ready.'],
  ] as const)
    await office.say(ben.email, workshop, topic, text);
});

test.afterAll(async () => office.close());

const open = (page: Page, fragment: string): Promise<Page> => office.openChat(page.context(), owner, fragment);
/** Keys are heard once the view is there. */
async function openSearch(chat: Page): Promise<Locator> {
  await expect(chat.getByRole('heading', { name: 'Inbox' })).toBeFocused();
  await chat.keyboard.press('Control+k');
  return fieldOf(chat);
}
const fieldOf = (chat: Page): Locator => chat.getByRole('combobox', { name: 'Search messages, people and channels' });

test('searches by date, by filters as fields, counts the results, and sorts them', async ({ page }) => {
  const chat = await open(page, '#inbox');
  const field = await openSearch(chat);
  await field.fill('printer after:last week');
  await field.press('Enter');
  await expect(rows(chat)).toHaveCount(2);
  await expect(chat.getByText('2 results')).toBeVisible();
  await expect(chat.getByRole('heading', { level: 1 })).toContainText('Search: “printer”, after S');
  await chat.getByRole('button', { name: 'Best match' }).click();
  await expect(chat.getByRole('feed', { name: 'Results, best match first' })).toBeVisible();
  await expect(rows(chat).first()).toContainText('out of paper');
  await chat.getByRole('button', { name: 'Newest' }).click();
  await expect(rows(chat).last()).toContainText('manual');
  await chat.getByRole('button', { name: 'Edit search' }).click();
  await field.fill('printer before:yesterday');
  await field.press('Enter');
  await expect(chat.getByText('0 results')).toBeVisible();

  // Searches of before are offered again, until they are cleared.
  await chat.keyboard.press('Control+k');
  await expect(chat.getByRole('listbox', { name: 'Recent searches' }).getByRole('option')).toHaveCount(2);
  await chat.getByRole('button', { name: 'Clear recent searches' }).click();
  await expect(chat.getByRole('option')).toHaveCount(0);
  await expect(chat.getByText('Recent searches cleared.')).toBeVisible();

  await chat.getByRole('button', { name: 'Filters' }).click();
  await chat.getByLabel('From', { exact: true }).fill(ben.name);
  await chat.getByLabel('In', { exact: true }).fill('#workshop');
  await chat.getByLabel('First day').fill('2020-01-31');
  await chat.getByLabel('Kind').selectOption({ label: 'Unread' });
  await expect(field).toHaveValue(`from:"${ben.name}" in:#workshop since:2020-01-31 is:unread`);
  await field.press('Enter');
  await expect(rows(chat)).toHaveCount(3);
});

test('keys act on the result that was clicked or focused, in the order of the best match', async ({ page }) => {
  const chat = await open(page, '#narrow/search/printer');
  await chat.getByRole('button', { name: 'Best match' }).click();
  const results = chat.getByRole('feed', { name: 'Results, best match first' });
  const [first, second] = [results.locator('.message').first(), results.locator('.message').nth(1)];
  await expect(first).toContainText('out of paper');
  await chat.keyboard.press('j');
  await expect(first).toBeFocused();
  await second.getByText('manual', { exact: false }).click();
  await chat.keyboard.press('+');
  await expect(second.getByRole('button', { name: /^\+1/ })).toBeVisible();
  await expect(first.getByRole('button', { name: /^\+1/ })).toHaveCount(0);
  await chat.keyboard.press('k');
  await expect(first).toBeFocused();
  await chat.keyboard.press('ArrowDown');
  await expect(second).toBeFocused();
  await chat.keyboard.press('ArrowUp');
  await chat.keyboard.press('r');
  await expect(chat.getByRole('heading', { level: 1 })).toContainText('printer');
  await expect(chat.getByRole('textbox', { name: /^Message/ })).toBeFocused();
  await chat.goBack();
  await chat.getByRole('button', { name: 'Newest message' }).click();
});

test('says what may be meant, lists what is known, and leads nowhere to a dead end', async ({ page }) => {
  const chat = await open(page, '#inbox');
  const field = await openSearch(chat);
  await field.fill('in:#workshp tea');
  await chat.getByRole('button', { name: 'Did you mean in:workshop?' }).click();
  await expect(field).toHaveValue('in:workshop tea');
  await field.fill('colour:red');
  await expect(chat.getByText('Unknown filter “colour:”. Known filters: from:, in:')).toBeVisible();
  await field.press('Enter');
  await expect(chat.getByRole('heading', { name: 'No messages found for “colour:red”' })).toBeVisible();
  await chat.goto(chat.url().replace(/#.*/, '#narrow/search/printr'));
  await chat.getByRole('link', { name: 'Did you mean “printer”?' }).click();
  await expect(rows(chat).first()).toBeVisible();
});

test('keeps the conversation of the first message in sight while results are scrolled', async ({ page }) => {
  for (let n = 1; n <= 12; n += 1) await office.say(ben.email, workshop, 'long list', `Plank number ${n}\n\nis oak.`);
  const chat = await open(page, '#narrow/search/plank');
  await chat.setViewportSize({ width: 800, height: 500 });
  await expect(rows(chat).last()).toContainText('number 12');
  await expect(chat.locator('.place-above')).toContainText('long list');
});

test('axe finds nothing wrong with the filters, problems and results, at three widths', async ({ page }) => {
  const chat = await open(page, '#narrow/search/printer');
  for (const [size, width] of [
    ['wide', 1280],
    ['middle', 768],
    ['narrow', 360],
  ] as const) {
    await chat.setViewportSize({ width, height: 800 });
    await expect(chat.getByText('2 results')).toBeVisible();
    expect(await violationsAt(chat, size)).toEqual([]);
    await chat.getByRole('button', { name: 'Edit search' }).click();
    await chat.getByRole('button', { name: 'Filters' }).click();
    await fieldOf(chat).fill('fom:me before:someday tea');
    await expect(chat.getByRole('button', { name: 'Did you mean from:me?' })).toBeVisible();
    expect(await violationsAt(chat, size)).toEqual([]);
    await chat.keyboard.press('Escape');
    await expect(fieldOf(chat)).toBeHidden();
  }
});
