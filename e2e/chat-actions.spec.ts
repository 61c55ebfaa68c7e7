/** Chat actions besides writing: reports, polls, statuses, skin tones, stars, the history of a message, and moves. */
import { expect, type Page } from '@playwright/test';
import { violations } from './axe.ts';
import { ChatOffice, row, topicAddress, type Person } from './chat-office.ts';
import { owner } from './hearth-process.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;
let channelId: number;
let reportsId: number;

test.beforeAll(async () => {
  office = await ChatOffice.open();
  ({ ben, channelId } = await office.withBen());
  const channel = { name: 'moderation', invite_only: 'true', subscribers: `[${await ownerId()}]` };
  reportsId = Number((await office.call(owner.email, 'POST', '/channels/create', channel)).id);
  await office.call(owner.email, 'PATCH', '/realm', { moderation_request_channel_id: String(reportsId) });
});

test.afterAll(async () => office.close());

const ownerId = async (): Promise<number> => Number((await office.call(owner.email, 'GET', '/users/me')).user_id);

async function expectNoViolations(page: Page): Promise<void> {
  expect(await violations(page, 'light')).toEqual([]);
  expect(await violations(page, 'dark')).toEqual([]);
}

async function pick(page: Page, id: number, entry: string): Promise<void> {
  await row(page, id).hover();
  await row(page, id).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menu', { name: 'Message actions' }).getByRole('menuitem', { name: entry }).click();
}

test('a message is reported with a reason, and moderators settle the report', async ({ context, browser }) => {
  const id = await office.say(owner.email, channelId, 'rude', 'Something rude.');
  const his = await office.openChat(context, ben, topicAddress(channelId, 'rude'));
  await pick(his, id, 'Report message');
  const dialog = his.getByRole('dialog', { name: 'Report message' });
  await expect(dialog.getByRole('radio', { name: 'Spam' })).toBeFocused();
  await dialog.getByRole('radio', { name: 'Other reason' }).check();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Enter an explanation.');
  await dialog.getByRole('textbox', { name: 'Explanation' }).fill('It hurts.');
  await expectNoViolations(his);
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(his.getByText('Message reported to the moderators.')).toBeVisible();
  await expect(his.getByRole('link', { name: 'Reports', exact: true })).toHaveCount(0);

  const other = await browser.newContext();
  const page = await office.openChat(other, owner, '#inbox');
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  const report = page.getByRole('listitem').filter({ hasText: 'It hurts.' });
  await expect(report).toContainText('Open');
  await expect(report).toContainText('Other reason');
  await expectNoViolations(page);
  await report.getByRole('button', { name: 'Mark as settled' }).click();
  await expect(page.getByText('No open reports')).toBeVisible();
  await page.getByRole('button', { name: 'Settled', exact: true }).click();
  await expect(report).toContainText('Settled by ');
  await report.getByRole('button', { name: 'Reopen' }).click();
  await expect(page.getByText('No settled reports')).toBeVisible();
  // One's own messages are not reported.
  await page.goto(`${office.hearth.url}/chat/${topicAddress(channelId, 'rude')}`);
  await row(page, id).hover();
  await row(page, id).getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Report message' })).toHaveCount(0);
  await other.close();
});

test('polls and lists of tasks are made in forms', async ({ context }) => {
  const page = await office.openChat(context, ben, topicAddress(channelId, 'forms'));
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: 'Poll' }).click();
  const poll = page.getByRole('dialog', { name: 'New poll' });
  await poll.getByRole('button', { name: 'Send' }).click();
  await expect(poll.getByRole('alert')).toHaveText('Enter a question.');
  await poll.getByRole('textbox', { name: 'Question' }).fill('Lunch?');
  await poll.getByRole('textbox', { name: 'Option 1' }).fill('Soup');
  await poll.getByRole('button', { name: 'Add an option' }).click();
  await poll.getByRole('textbox', { name: 'Option 3' }).fill('- none');
  await expectNoViolations(page);
  await poll.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('heading', { name: 'Lunch?' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Soup/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^- none/ })).toBeVisible();
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: 'To-do list' }).click();
  const list = page.getByRole('dialog', { name: 'New to-do list' });
  await list.getByRole('textbox', { name: 'Title' }).fill('Friday');
  await list.getByRole('textbox', { name: 'Task 1' }).fill('Sweep: the yard');
  await list.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('heading', { name: 'Friday' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Sweep: the yard' })).toBeVisible();
});

test('any emoji is a status, in the chosen skin tone, and each setting says that it is saved', async ({ context }) => {
  const page = await office.openChat(context, ben, '#settings/profile');
  const status = async (): Promise<Record<string, string>> =>
    (await office.call(ben.email, 'GET', `/users/${ben.userId}/status`))['status'] as Record<string, string>;
  await page.getByRole('button', { name: 'In a meeting' }).click();
  await page.getByRole('button', { name: 'Save status' }).click();
  await expect(page.getByText('Status saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Emoji: calendar. Change emoji' }).click();
  const picker = page.getByRole('dialog', { name: 'Emoji' });
  await picker.getByRole('radio', { name: 'Medium-dark skin tone' }).check({ force: true });
  await expectNoViolations(page);
  await picker.getByRole('button', { name: 'People', exact: true }).click();
  await picker.getByRole('searchbox').fill('raised hand');
  await expect(picker.getByRole('button', { name: /raised hand/i }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(picker).toBeHidden();
  await page.getByRole('button', { name: 'Save status' }).click();
  // The notice of the first status may still be on the page: the server knows which one it has.
  await expect
    .poll(status)
    .toMatchObject({ status_text: 'In a meeting', emoji_name: expect.stringMatching(/_tone4$/) });
  await expect(page.getByText('Status saved.')).toBeVisible();
  await page.goto(`${office.hearth.url}/chat/#settings/notifications`);
  await page.getByRole('region', { name: 'Phone notifications' }).getByRole('checkbox').first().click();
  await expect(page.getByRole('status').filter({ hasText: /^Saved: / })).toBeVisible();
});

test('stars and reminders are marked, and the history of a message shows what changed', async ({ context }) => {
  const id = await office.say(owner.email, channelId, 'marks', 'Come at noon today.');
  await office.call(owner.email, 'PATCH', `/messages/${id}`, { content: 'Come at one today.' });
  const page = await office.openChat(context, ben, topicAddress(channelId, 'marks'));
  await pick(page, id, 'Star');
  await expect(row(page, id).getByText('Starred')).toBeVisible();
  await expect(page.getByText('Message starred.')).toBeVisible();
  await pick(page, id, 'Remind me');
  await page.getByRole('menuitem', { name: /Tomorrow/ }).click();
  await expect(row(page, id).getByText(/^Reminder: Tomorrow/)).toBeVisible();
  await pick(page, id, 'Edit history');
  const history = page.getByRole('dialog', { name: 'Edit history' });
  await expect(history.getByRole('deletion')).toHaveText('noon');
  await expect(history.getByRole('insertion')).toHaveText('one');
});

test('a message is moved to a channel that is found by its letters, when no one undoes it', async ({ context }) => {
  const id = await office.say(owner.email, channelId, 'moves', 'To be moved.');
  const cellar = await office.newChannel('cellar', [ben]);
  const closed = await office.newChannel('announced', [ben]);
  await office.call(owner.email, 'PATCH', `/streams/${closed}`, {
    can_send_message_group: JSON.stringify({ new: { direct_members: [ben.userId], direct_subgroups: [] } }),
  });
  const page = await office.openChat(context, owner, topicAddress(channelId, 'moves'));
  const move = async (): Promise<void> => {
    await pick(page, id, 'Move message');
    const dialog = page.getByRole('dialog', { name: 'Move' });
    await dialog.getByRole('combobox', { name: 'Channel' }).fill('announced');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('No channel found to which you can move messages.');
    await dialog.getByRole('combobox', { name: 'Channel' }).fill('CELLAR');
    await dialog.getByRole('checkbox', { name: 'Notify the old topic' }).check();
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: 'Move' }).click();
    await expect(row(page, id)).toHaveCount(0);
  };
  await move();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(row(page, id)).toBeVisible();
  await move();
  await page.locator('.notice-bar').getByRole('button', { name: 'Close' }).click();
  await expect.poll(async () => (await office.said(cellar, 'moves')).map((said) => said.id)).toContain(id);
  await expect.poll(() => office.contentsOf(channelId, 'moves')).toHaveLength(1);
});

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
