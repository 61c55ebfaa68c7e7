/** Lists of topics, channels and messages: what is in them, whom it calls, and where the focus goes on. */
import { expect, type Locator, type Page } from '@playwright/test';
import { ChatOffice, row, rows, topicAddress, type Person } from './chat-office.ts';
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
const inboxLink = (page: Page): Locator =>
  page.getByRole('complementary', { name: 'Conversations' }).getByRole('link', { name: 'Inbox' });
const listed = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });

test('what comes before the eyes of the user who reads many conversations calls no one', async ({ page }) => {
  await office.say(ben.email, workshop, 'calls', 'Are you there?');
  const chat = await open(page, '#feed');
  await expect(rows(chat).last()).toContainText('Are you there?');
  await office.mentionOwner(ben.email, workshop, 'calls', 'look here');
  await expect(rows(chat).last()).toContainText('look here');
  // Elsewhere one is called, and this comes after whatever the one before did.
  await inboxLink(chat).click();
  await expect(chat.getByRole('heading', { name: 'Inbox' })).toBeVisible();
  await office.mentionOwner(ben.email, workshop, 'calls', 'and here');
  await expect(chat.locator('.toast')).toContainText('and here');
  await expect(chat.locator('.toast .count')).toHaveCount(0);
});

test('a user who deletes a message by keys goes on with the next one', async ({ page }) => {
  const gone = await office.say(owner.email, workshop, 'deleted', 'This one goes.');
  const next = await office.say(ben.email, workshop, 'deleted', 'This one is next.');
  await office.say(ben.email, workshop, 'deleted', 'This one is last.');
  const chat = await open(page, topicAddress(workshop, 'deleted'));
  await row(chat, gone).focus();
  await chat.keyboard.press('i');
  await chat.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await expect(row(chat, gone)).toHaveCount(0);
  await expect(row(chat, next)).toBeFocused();
  // And takes it back by a key.
  await chat.keyboard.press('Control+z');
  await expect(row(chat, gone)).toBeVisible();
});

test('on a tablet that is touched the menu of a row stands beside its time', async ({ browser }) => {
  await office.say(ben.email, workshop, 'touched', 'By a finger.');
  const context = await browser.newContext({ viewport: { width: 820, height: 1180 }, hasTouch: true });
  const chat = await office.openChat(context, owner, '#inbox');
  const item = listed(chat, 'touched');
  const between = async (): Promise<number> => {
    const boxes = [await item.locator('time').boundingBox(), await item.getByRole('button').last().boundingBox()];
    const [left, right] = boxes.toSorted((a, b) => (a?.x ?? NaN) - (b?.x ?? NaN));
    return (right?.x ?? NaN) - ((left?.x ?? NaN) + (left?.width ?? NaN));
  };
  await expect.poll(between).toBeGreaterThanOrEqual(0);
  await context.close();
});

test('a long channel is recognised in the head of a long topic, and a long time runs into no words', async ({
  page,
}) => {
  const channel = await office.newChannel('Preparations for the summer fair of the whole quarter');
  const topic = 'Who brings the tables, the benches and the white cloths';
  await office.say(owner.email, channel, topic, 'I do.');
  const id = await office.say(owner.email, channel, topic, 'Or not.');
  const chat = await open(page, topicAddress(channel, topic));
  const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? { x: NaN, width: NaN };
  await expect(row(chat, id)).toBeVisible();
  const time = row(chat, id).locator('.message-gutter-time');
  await expect(async () => {
    const { width: channelWidth } = await boxOf(chat.locator('.view-channel'));
    const { width: topicWidth } = await boxOf(chat.locator('.view-topic'));
    expect(channelWidth).toBeGreaterThan(120);
    expect(topicWidth).toBeGreaterThan(channelWidth);
    await time.evaluate((element) => (element.textContent = '12:59 PM'));
    const { x, width } = await boxOf(time);
    expect(x + width).toBeLessThan((await boxOf(row(chat, id).locator('.message-body'))).x);
  }).toPass();
});

test('a topic that is typed decomposed, with two spaces, opens the topic that is stored', async ({ page }) => {
  await office.say(ben.email, workshop, 'caf\u00e9 plan', 'Espresso');
  const chat = await open(page, '#inbox');
  await chat.goto(`${office.hearth.url}/chat/#narrow/channel/${workshop}-workshop/topic/cafe.CC.81.20.20plan`);
  await expect(rows(chat)).toHaveCount(1);
  await office.say(ben.email, workshop, 'cafe\u0301  plan', 'Macchiato');
  await expect(rows(chat)).toHaveCount(2);
  await expect(rows(chat).last()).toContainText('Macchiato');
  await chat.goto(`${office.hearth.url}/chat/#topics/channel/${workshop}`);
  await expect(listed(chat, 'caf')).toHaveCount(1);
});

test('a message that moves to a channel of a reader who had left its former channel is unread there', async ({
  page,
}) => {
  const former = await office.newChannel('former', [ben]);
  const id = await office.mentionOwner(ben.email, former, 'desks', 'Which desk?');
  await office.call(owner.email, 'POST', '/mark_all_as_read');
  await office.call(owner.email, 'DELETE', '/users/me/subscriptions', { subscriptions: '["former"]' });
  const chat = await open(page, '#inbox');
  await office.call(ben.email, 'PATCH', `/messages/${id}`, {
    stream_id: String(workshop),
    send_notification_to_new_thread: 'false',
  });
  await expect(inboxLink(chat)).toHaveAccessibleName('Inbox 1 unread');
  await expect(listed(chat, 'desks')).toBeVisible();
  await chat.goto(`${office.hearth.url}/chat/${topicAddress(workshop, 'desks')}`);
  await expect(rows(chat)).toHaveCount(1);
  await expect(inboxLink(chat)).toHaveAccessibleName('Inbox');
});

test('a sign-out that the server cannot store is reported, and the page goes on', async ({ page }) => {
  const chat = await open(page, topicAddress(workshop, 'still here'));
  const msg = 'The server cannot write to its disk. Nothing was changed.';
  await chat.route('**/console/sign_out', async (route) =>
    route.fulfill({ status: 503, json: { result: 'error', code: 'STORAGE_UNAVAILABLE', msg } }),
  );
  await chat.locator('button.organization').click();
  await chat.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(chat.getByText(msg)).toBeVisible();
  await office.say(ben.email, workshop, 'still here', 'Do you hear me?');
  await expect(rows(chat)).toHaveCount(1);
  await chat.unroute('**/console/sign_out');
});
