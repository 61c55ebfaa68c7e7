/** Reading: conversations open where reading goes on, and read is what was read. */
import { expect, type Locator, type Page } from '@playwright/test';
import { ChatOffice, row, topicAddress, type Person } from './chat-office.ts';
import { firstSeen, wheel } from './feed-kit.ts';
import { owner } from './hearth-process.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;
let channelId: number;
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  ({ office, ben, channelId } = await ChatOffice.withWorkshop());
});

test.afterAll(async () => office.close());

const call: ChatOffice['call'] = (...request) => office.call(...request);
const say = (topic: string, content: string): Promise<number> => office.say(ben.email, channelId, topic, content);
const talk = (topic: string, count: number): Promise<number[]> => office.sayMany(ben.email, channelId, topic, count);
const unreadIds = (topic: string): Promise<number[]> => office.unreadIds(channelId, topic);

/** Longer than reading takes, by the page's own clock: what it does on its own it has done, and nothing of it is on its way. */
async function aMoment(page: Page): Promise<void> {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.clock.runFor(5000);
  expect(asked).not.toContain('POST /api/v1/messages/flags');
}

test('a topic opens at its first unread message, below a line that stays', async ({ context }) => {
  const ids = await talk('opening', 90);
  await office.markAsRead(ids.slice(0, 40));
  const page = await office.openChat(context, owner, topicAddress(channelId, 'opening'));
  const [first = 0] = ids.slice(40);
  await expect(row(page, first)).toBeInViewport();
  const line = page.locator('.unread-line');
  await expect(line).toBeInViewport();
  const placeOf = async (element: Locator): Promise<number> => (await element.boundingBox())?.y ?? NaN;
  await expect
    .poll(async () => (await placeOf(line)) - (await placeOf(page.locator('.feed-scroller'))))
    .toBeLessThan(160);
  await expect.poll(() => unreadIds('opening')).not.toContain(first);
  await expect(line).toBeInViewport();
  // Left and opened again, it stands where it was.
  await wheel(page, 600);
  const seen = await firstSeen(page);
  const before = await placeOf(row(page, seen));
  // Before that the line would come right above it, and with the line the author's name.
  await expect.poll(() => unreadIds('opening')).not.toContain(seen);
  await page.goto(`${office.hearth.url}/chat/#narrow/is/starred`);
  await expect(page.getByText('No starred messages')).toBeVisible();
  await page.goBack();
  await expect(row(page, seen)).toBeInViewport();
  await expect.poll(async () => Math.abs((await placeOf(row(page, seen))) - before)).toBeLessThan(2);
});

test('a link to a message that was moved leads to where it is, and one to a deleted message says so', async ({
  context,
}) => {
  const [first = 0, second = 0] = await talk('before', 3);
  await call(owner.email, 'PATCH', `/messages/${first}`, { topic: 'after', propagate_mode: 'change_one' });
  const page = await office.openChat(context, owner, `${topicAddress(channelId, 'before')}/near/${first}`);
  await expect(page).toHaveURL(new RegExp(`/topic/after/near/${first}$`));
  await expect(row(page, first)).toBeInViewport();
  await expect(row(page, first)).toHaveClass(/is-flashed/);
  // A user who looks at one thing has not read the rest.
  expect(await unreadIds('after')).toContain(first);
  await call(owner.email, 'DELETE', `/messages/${second}`);
  // The page knows it: opened before that, the message would be seen until it goes.
  await expect(page.getByRole('link', { name: 'before 1 unread' })).toBeVisible();
  await page.goto(`${office.hearth.url}/chat/${topicAddress(channelId, 'before')}/near/${second}`);
  await expect(page.getByText('Message not found')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open conversation' })).toBeVisible();
  // A channel that is not there offers nothing that could be done with it.
  await page.goto(`${office.hearth.url}/chat/#narrow/channel/999/topic/nowhere`);
  await expect(page.getByText('Conversation not available')).toBeVisible();
  await expect(
    page.getByRole('banner').or(page.locator('.view-header')).getByRole('button', { name: 'People' }),
  ).toHaveCount(0);
  await page.goto(`${office.hearth.url}/chat/#narrow/channel/999`);
  await expect(page.getByText('Conversation not available')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New topic' })).toHaveCount(0);
  // Nor does a person, a channel by its name or a filter, and each is said to be what is missing.
  await page.goto(`${office.hearth.url}/chat/#narrow/dm/999-nobody`);
  await expect(page.getByText('User not found')).toBeVisible();
  await expect(page.getByText('There is no one in this conversation to message.')).toBeVisible();
  await expect(page.getByRole('link', { name: '#999' })).toHaveCount(0);
  await page.goto(`${office.hearth.url}/chat/#narrow/channel/nowhere`);
  await expect(page.getByText('Channel “nowhere” not found')).toBeVisible();
  await page.goto(`${office.hearth.url}/chat/#narrow/is/foo`);
  await expect(page.getByText('These filters are not supported: is:foo.')).toBeVisible();
  // The old form of addresses has names, and leads to the same conversation, with its box.
  await page.goto(`${office.hearth.url}/chat/#narrow/stream/Workshop/subject/after`);
  await expect(row(page, first)).toBeInViewport();
  await expect(page.getByRole('textbox', { name: 'Message #workshop › after' })).toBeVisible();
  // A conversation that is renamed while it is open is followed.
  await page.goto(`${office.hearth.url}/chat/${topicAddress(channelId, 'after')}`);
  await expect(row(page, first)).toBeInViewport();
  await call(ben.email, 'PATCH', `/messages/${first}`, { topic: 'later', propagate_mode: 'change_all' });
  await expect(page).toHaveURL(/\/topic\/later$/);
  await expect(row(page, first)).toBeInViewport();
  // Into another channel a link follows, too.
  const other = await office.newChannel('annex', [ben]);
  const carried = await say('carried', 'to the annex');
  await call(owner.email, 'PATCH', `/messages/${carried}`, { stream_id: String(other), propagate_mode: 'change_all' });
  await page.goto(`${office.hearth.url}/chat/${topicAddress(channelId, 'carried')}/near/${carried}`);
  await expect(page).toHaveURL(new RegExp(`/channel/${other}-annex/topic/carried/near/${carried}$`));
  await expect(row(page, carried)).toBeInViewport();
});

test('what comes while its reader is away stays unread until they are back', async ({ context }) => {
  const ids = await talk('away', 3);
  await office.markAsRead(ids);
  await context.clock.install();
  const page = await office.openChat(context, owner, topicAddress(channelId, 'away'));
  await expect(row(page, ids.at(-1) ?? 0)).toBeInViewport();
  await page.evaluate(() => {
    document.hasFocus = () => false;
  });
  const id = await say('away', 'is somebody there?');
  await expect(row(page, id)).toBeInViewport();
  await aMoment(page);
  expect(await unreadIds('away')).toEqual([id]);
  await page.evaluate(() => {
    document.hasFocus = () => true;
  });
  await expect.poll(() => unreadIds('away')).toEqual([]);
  // The page has the focus, and no one has touched it for long: a user who left the room left it open.
  await page.clock.fastForward('06:00');
  const later = await say('away', 'and now?');
  await expect(row(page, later)).toBeInViewport();
  await aMoment(page);
  expect(await unreadIds('away')).toEqual([later]);
  await page.mouse.move(200, 200);
  await page.mouse.move(220, 210);
  await expect.poll(() => unreadIds('away')).toEqual([]);
});

test('unread from here stays unread, in every window, whatever is scrolled', async ({ context }) => {
  const ids = await talk('again', 12);
  await office.markAsRead(ids);
  await context.clock.install();
  const page = await office.openChat(context, owner, topicAddress(channelId, 'again'));
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(row(other, ids.at(-1) ?? 0)).toBeInViewport();
  await page.bringToFront();
  const from = ids[8] ?? 0;
  await row(page, from).hover();
  await row(page, from).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Mark as unread from here' }).click();
  await expect.poll(() => unreadIds('again')).toEqual(ids.slice(8));
  for (const window of [page, other]) {
    await expect(window.getByRole('link', { name: 'again 4 unread' })).toBeVisible();
    await window.bringToFront();
    await wheel(window, -400);
    await wheel(window, 800);
    await aMoment(window);
    await expect(window.getByRole('link', { name: 'again 4 unread' })).toBeVisible();
  }
  expect(await unreadIds('again')).toEqual(ids.slice(8));
});
