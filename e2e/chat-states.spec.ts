/**
 * States of the chat's views, menus and dialogs that chat-access.spec.ts and chat-accessibility.spec.ts do not have: each is
 * accessible in both themes. What leads there is tested without a browser, in `renderer/chat`.
 */
import { expect, type Page } from '@playwright/test';
import { themes, violations } from './axe.ts';
import { ChatOffice, row, topicAddress, type Person } from './chat-office.ts';
import { owner } from './hearth-process.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;
let channelId: number;
let ruleId: number;

const inAnHour = (): string => String(Math.floor(Date.now() / 1000) + 3600);

test.beforeAll(async () => {
  ({ office, ben, channelId } = await ChatOffice.withWorkshop());
  const { user_id: ownerId } = await office.call(owner.email, 'GET', '/users/me');
  const channel = { name: 'moderation', invite_only: 'true', subscribers: `[${String(ownerId)}]` };
  const { id: reports } = await office.call(owner.email, 'POST', '/channels/create', channel);
  await office.call(owner.email, 'PATCH', '/realm', { moderation_request_channel_id: String(reports) });
  ruleId = await office.say(owner.email, channelId, 'rules', 'Please knock first.');
  await office.call(ben.email, 'POST', `/messages/${ruleId}/pin`, { scope: 'channel' });
});

test.afterAll(async () => office.close());

async function expectNoViolations(page: Page): Promise<void> {
  for (const theme of await themes(page)) expect(await violations(page, theme)).toEqual([]);
}

async function goTo(page: Page, fragment: string): Promise<void> {
  await page.goto(`${office.hearth.url}/chat/${fragment}`);
}

async function pick(page: Page, id: number, entry: string): Promise<void> {
  await row(page, id).hover();
  await row(page, id).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menu', { name: 'Message actions' }).getByRole('menuitem', { name: entry }).click();
}

test('lists of scheduled messages, reminders and drafts are accessible', async ({ context }) => {
  const scheduled = { type: 'channel', to: String(channelId), topic: 'later', content: 'later words' };
  const add = (): Promise<Record<string, unknown>> =>
    office.call(ben.email, 'POST', '/scheduled_messages', { ...scheduled, scheduled_delivery_timestamp: inAnHour() });
  await add();
  const { scheduled_message_id: refused } = await add();
  const setPosting = (members: number[]): Promise<unknown> =>
    office.call(owner.email, 'PATCH', `/streams/${channelId}`, {
      can_send_message_group: JSON.stringify({ new: { direct_members: members, direct_subgroups: [] } }),
    });
  const { user_id: ownerId } = await office.call(owner.email, 'GET', '/users/me');
  await setPosting([Number(ownerId)]);
  const due = { scheduled_delivery_timestamp: String(Math.floor(Date.now() / 1000) + 3) };
  await office.call(ben.email, 'PATCH', `/scheduled_messages/${String(refused)}`, due);
  const page = await office.openChat(context, ben, '#scheduled');
  await expect(page.getByText(/^Not sent: /)).toBeVisible();
  await expectNoViolations(page);
  await setPosting([Number(ownerId), ben.userId]);

  const reminder = { message_id: String(ruleId), scheduled_delivery_timestamp: inAnHour(), note: 'twice a week' };
  await office.call(ben.email, 'POST', '/reminders', reminder);
  await goTo(page, '#reminders');
  await expect(page.getByText(/twice a week/)).toBeVisible();
  await expectNoViolations(page);

  const draft = { type: '', to: [], topic: '', content: 'without a place', timestamp: Math.floor(Date.now() / 1000) };
  const other = { ...draft, type: 'stream', to: [channelId], topic: 'half', content: 'half a thought' };
  await office.call(ben.email, 'POST', '/drafts', { drafts: JSON.stringify([draft, other]) });
  await goTo(page, '#drafts');
  await expect(page.getByText('half a thought')).toBeVisible();
  await expect(page.getByText('No recipient')).toBeVisible();
  await expectNoViolations(page);
});

test('forms and dialogs of one user are accessible', async ({ context }) => {
  const page = await office.openChat(context, ben, topicAddress(channelId, 'rules'));
  await page.getByRole('button', { name: '1 pinned message' }).click();
  await expect(page.getByRole('link', { name: /Please knock first/ })).toBeVisible();
  await expectNoViolations(page);

  await pick(page, ruleId, 'Report message');
  const report = page.getByRole('dialog', { name: 'Report message' });
  await report.getByRole('radio', { name: 'Other reason' }).check();
  await report.getByRole('button', { name: 'Send report' }).click();
  await report.getByRole('textbox', { name: 'Explanation' }).fill('It hurts.');
  await expectNoViolations(page);
  await report.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Message reported to the moderators.')).toBeVisible();

  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: 'Poll' }).click();
  const poll = page.getByRole('dialog', { name: 'New poll' });
  await poll.getByRole('button', { name: 'Send' }).click();
  await poll.getByRole('textbox', { name: 'Question' }).fill('Lunch?');
  await poll.getByRole('button', { name: 'Add an option' }).click();
  await expect(poll.getByRole('textbox', { name: 'Option 3' })).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');

  await office.call(ben.email, 'POST', '/saved_snippets', { title: 'Site', content: 'Quay 8, gate C' });
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: /^Snippets/ }).click();
  await expect(page.getByRole('button', { name: 'Edit Site' })).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');

  await goTo(page, '#settings/profile');
  await page.getByRole('button', { name: 'In a meeting' }).click();
  await page.getByRole('button', { name: 'Emoji: calendar. Change emoji' }).click();
  await page
    .getByRole('dialog', { name: 'Emoji' })
    .getByRole('radio', { name: 'Medium-dark skin tone' })
    .check({ force: true });
  await expectNoViolations(page);
});

test('the list of reports and the dialog that moves messages are accessible', async ({ context }) => {
  const id = await office.say(ben.email, channelId, 'moves', 'To be moved.');
  await office.call(ben.email, 'POST', `/messages/${ruleId}/report`, { report_type: 'other', description: 'Rude.' });
  const page = await office.openChat(context, owner, '#inbox');
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Rude.' })).toContainText('Open');
  await expectNoViolations(page);
  await goTo(page, topicAddress(channelId, 'moves'));
  await pick(page, id, 'Move message');
  const dialog = page.getByRole('dialog', { name: 'Move' });
  await dialog.getByRole('combobox', { name: 'Channel' }).fill('nowhere');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('No channel found to which you can move messages.');
  await dialog.getByRole('checkbox', { name: 'Notify the old topic' }).check();
  await expectNoViolations(page);
});

test('the forms of the status, quiet hours and devices are accessible, on a phone too', async ({ context }) => {
  const page = await office.openChat(context, ben, '#settings/profile');
  const look = async (): Promise<void> => {
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoViolations(page);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  };
  await page.getByRole('region', { name: 'Status' }).getByRole('button', { name: 'Focusing' }).click();
  await expect(page.getByRole('checkbox', { name: 'Do not disturb until it ends' })).toBeChecked();
  await look();
  await goTo(page, '#settings/notifications');
  const form = page.getByRole('form', { name: 'Quiet hours' });
  await form.getByRole('button', { name: 'Add quiet hours' }).click();
  await form.getByRole('button', { name: 'Sat' }).click();
  await look();
  const phones = page.getByRole('region', { name: 'On my phone' });
  await phones.getByRole('button', { name: 'Add a device' }).click();
  await phones.getByLabel('Name').fill('Phone of mine');
  await phones.getByRole('button', { name: 'Add device' }).click();
  await expect(phones.getByRole('img', { name: /QR code/ })).toBeVisible();
  await look();
});
