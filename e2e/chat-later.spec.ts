/** Scheduled messages, reminders and drafts: each has its view, is current without a reload, and loses no text. */
import { expect, type Page } from '@playwright/test';
import { themes, violations } from './axe.ts';
import { box, ChatOffice, rows, topicAddress, type Person } from './chat-office.ts';
import { owner } from './hearth-process.ts';
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
const goTo = (page: Page, fragment: string): Promise<unknown> =>
  page.evaluate((address) => {
    location.hash = address;
  }, fragment);

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

test('an own day and time, in words that say what is wrong with it', async ({ context }) => {
  const page = await office.openChat(context, ben, topicAddress(channelId, 'own time'));
  await box(page).fill('on a day of its own');
  await page.getByRole('button', { name: 'Send later' }).click();
  await page.getByRole('menuitem', { name: 'Choose day and time…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send later' });
  await dialog.getByLabel('Day and time').fill('2020-01-01T10:00');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(dialog.getByText('Choose a time in the future.')).toBeVisible();
  await dialog.getByLabel('Day and time').fill('2040-05-06T10:30');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(box(page)).toHaveValue('');
  const moment = await page.evaluate(() => new Date(2040, 4, 6, 10, 30).getTime() / 1000);
  await expect.poll(waitingOf).toMatchObject([{ scheduled_delivery_timestamp: moment }]);
  const [waiting] = await waitingOf();
  await office.call(ben.email, 'DELETE', `/scheduled_messages/${waiting?.scheduled_message_id}`);
});

test('scheduled messages are listed as they come and go, changed, taken back, deleted, and sent at once', async ({
  context,
}) => {
  const page = await office.openChat(context, ben, '#scheduled');
  await expect(page.getByText('No scheduled messages')).toBeVisible();
  await later('first', 'first words', 7200);
  await later('second', 'second words', 3600);
  await later('third', 'third words', 90_000);
  await expect(page.locator('.later-item')).toHaveText([/second words/, /first words/, /third words/]);
  for (const theme of await themes(page)) expect(await violations(page, theme)).toEqual([]);
  await item(page, 'first words').hover();
  await page.getByRole('button', { name: 'Change: #workshop › first' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit scheduled message' });
  await dialog.getByLabel('Message').fill('better words');
  await dialog.getByLabel('Topic').fill('better topic');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(item(page, 'better words')).toContainText('#workshop › better topic');
  await item(page, 'better words').hover();
  await page.getByRole('button', { name: 'Send now: #workshop › better topic' }).click();
  await expect(item(page, 'better words')).toHaveCount(0);
  await expect.poll(() => contentsOf('better topic')).toEqual(['better words']);
  await item(page, 'third words').hover();
  await page.getByRole('button', { name: 'Change time: #workshop › third' }).click();
  await page.getByRole('menuitem', { name: /^In 1 hour/ }).click();
  await expect
    .poll(async () => (await waitingOf()).every((each) => each.scheduled_delivery_timestamp < nowSecs() + 7300))
    .toBe(true);
  await page.getByRole('button', { name: 'More about #workshop › third' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(item(page, 'third words')).toHaveCount(0);
  await page.getByRole('button', { name: 'More about #workshop › second' }).click();
  await page.getByRole('menuitem', { name: 'Edit in message box' }).click();
  await expect(page.getByRole('textbox', { name: 'Message #workshop › second' })).toHaveValue('second words');
  await expect.poll(waitingOf).toEqual([]);
  expect(await contentsOf('second')).toEqual([]);
  await box(page).fill('');
});

test('what could not be sent says why, first of all, and is sent when it can be', async ({ context }) => {
  const { user_id: ownerId } = await office.call(owner.email, 'GET', '/users/me');
  const setPosting = (members: number[]): Promise<unknown> =>
    office.call(owner.email, 'PATCH', `/streams/${channelId}`, {
      can_send_message_group: JSON.stringify({ new: { direct_members: members, direct_subgroups: [] } }),
    });
  await later('far', 'far away', 90_000);
  const refused = await later('refused', 'refused words', 90_000);
  await setPosting([Number(ownerId)]);
  // Due only now: on a slow machine it could have been sent before that.
  const due = { scheduled_delivery_timestamp: String(nowSecs() + 5) };
  await office.call(ben.email, 'PATCH', `/scheduled_messages/${refused}`, due);
  const page = await office.openChat(context, ben, '#scheduled');
  await expect(page.locator('.later-item').first()).toContainText('refused words');
  await expect(item(page, 'refused words').getByText(/^Not sent: .*(Not authorized|permission)/i)).toBeVisible();
  await expect(page.getByRole('link', { name: /^Scheduled/ }).locator('.count.calls')).toHaveText('2');
  for (const theme of await themes(page)) expect(await violations(page, theme)).toEqual([]);
  await setPosting([Number(ownerId), ben.userId]);
  await item(page, 'refused words').hover();
  await page.getByRole('button', { name: 'Send now: #workshop › refused' }).click();
  await expect(item(page, 'refused words')).toHaveCount(0);
  await expect.poll(() => contentsOf('refused')).toEqual(['refused words']);
});

test('a message comes back with a note; the reminder is listed, leads to it, is moved and deleted', async ({
  context,
}) => {
  await office.say(owner.email, channelId, 'plants', 'Water the **plants**.');
  const page = await office.openChat(context, ben, topicAddress(channelId, 'plants'));
  await rows(page).hover();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Remind me' }).click();
  await page.getByRole('menuitem', { name: 'Choose day and time…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remind me' });
  await dialog.getByLabel('Day and time').fill('2040-05-06T10:30');
  await dialog.getByLabel('Note to yourself').fill('twice a week');
  // Done, and the answer is lost: asked for once more, there is still one reminder.
  await page.route('**/api/v1/reminders', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Remind me' }).click();
  await expect(page.getByText("Can't reach the server.")).toBeVisible();
  await page.unroute('**/api/v1/reminders');
  await dialog.getByRole('button', { name: 'Remind me' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('link', { name: /^Reminders/ }).click();
  await expect(page.locator('.later-item')).toHaveText([/twice a week/]);
  await expect(item(page, 'Water the plants')).toContainText('2040');
  await item(page, 'Water the plants').hover();
  await page.getByRole('button', { name: 'Change time: #workshop › plants' }).click();
  await page.getByRole('menuitem', { name: /^Tomorrow morning/ }).click();
  // The new one is there before the old one goes.
  await expect(page.locator('.later-item')).toHaveText([/twice a week[^]*Tomorrow/]);
  for (const theme of await themes(page)) expect(await violations(page, theme)).toEqual([]);
  await page.getByRole('link', { name: /#workshop › plants/ }).click();
  await expect(rows(page).filter({ hasText: 'Water the plants' })).toBeVisible();
  await goTo(page, '#reminders');
  await item(page, 'twice a week').hover();
  await page.getByRole('button', { name: 'Delete reminder: #workshop › plants' }).click();
  await expect(page.getByText('No reminders')).toBeVisible();
  await expect.poll(async () => (await office.call(ben.email, 'GET', '/reminders'))['reminders']).toEqual([]);
});

test('drafts of all conversations and devices are listed once, written on, sent, deleted and brought back', async ({
  context,
}) => {
  // Someone of whom no test before has left a draft, however late its page said so.
  const dora = await office.newPerson('Dora Drafts');
  const study = await office.newChannel('study', [dora]);
  const page = await office.openChat(context, dora, topicAddress(study, 'half'));
  await box(page).fill('half a thought');
  await goTo(page, '#drafts');
  await expect(item(page, 'half a thought')).toContainText('#study › half');
  const elsewhere = { type: '', to: [], topic: '', content: 'without a place', timestamp: nowSecs() };
  await office.call(dora.email, 'POST', '/drafts', { drafts: JSON.stringify([elsewhere]) });
  await expect(item(page, 'without a place')).toContainText('No recipient');
  await expect(page.getByRole('link', { name: /^Drafts/ })).toHaveText(/2/);
  for (const theme of await themes(page)) expect(await violations(page, theme)).toEqual([]);
  await item(page, 'half a thought').hover();
  await page.getByRole('button', { name: 'More about #study › half' }).click();
  await page.getByRole('menuitem', { name: 'Delete draft' }).click();
  await expect(item(page, 'half a thought')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(item(page, 'half a thought')).toHaveCount(1);
  await item(page, 'half a thought').hover();
  await page.getByRole('button', { name: 'Send now: #study › half' }).click();
  await expect(item(page, 'half a thought')).toHaveCount(0);
  await expect.poll(() => office.contentsOf(study, 'half')).toEqual(['half a thought']);
  await page.getByRole('link', { name: 'No recipient' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a recipient' });
  await dialog.getByRole('combobox', { name: 'Channel' }).selectOption('study');
  await dialog.getByLabel('Topic', { exact: true }).fill('found');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('textbox', { name: 'Message #study › found' })).toHaveValue('without a place');
  await box(page).press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await goTo(page, '#drafts');
  await expect(page.getByText('No drafts')).toBeVisible();
  await expect.poll(async () => (await office.call(dora.email, 'GET', '/drafts'))['drafts']).toEqual([]);
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
