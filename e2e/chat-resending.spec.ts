/** What was edited while nobody knew whether it was sent is there once, in its last words; and a second sign-in disturbs no other tab. */
import { expect, type BrowserContext, type Page, type Route } from '@playwright/test';
import { box, ChatOffice, rows, topicAddress, waitingRows, type Person } from './chat-office.ts';
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

const contentsOf = (topic: string): Promise<string[]> => office.contentsOf(channelId, topic);

interface Stored {
  key: string;
  createdAt: number;
}

/**
 * Ben writes what gets lost on its way, or its answer does, and comes back after two hours.
 * @param arrives the request did reach the server; `sent` is the content that it has, where that differs.
 */
async function comeBackTo(
  context: BrowserContext,
  { topic, text, arrives, sent = text }: { topic: string; text: string; arrives: boolean; sent?: string },
): Promise<Page> {
  const page = await office.openChat(context, ben, topicAddress(channelId, topic));
  await expect(box(page)).toBeVisible();
  // Only what is sent gets lost: a page that knows that nothing answers tries nothing.
  const lose = (route: Route): Promise<void> =>
    route.request().method() === 'POST' ? route.abort() : route.continue();
  await page.route('**/api/v1/messages', lose);
  await box(page).fill(text);
  await box(page).press('Enter');
  await expect(waitingRows(page)).toHaveCount(1);
  // Only what was tried can have reached the server.
  const isTried = (): boolean =>
    Object.keys(localStorage)
      .filter((name) => name.startsWith('hearth.outbox.'))
      .some((name) => localStorage.getItem(name)?.includes('"isTried":true') === true);
  await expect.poll(() => page.evaluate(isTried)).toBe(true);
  await page.goto('about:blank');
  await page.unroute('**/api/v1/messages', lose);
  const clean = await context.newPage();
  await clean.goto(`${office.hearth.url}/api/v1/server_settings`);
  const key = await clean.evaluate(() => {
    const item = Object.keys(localStorage).find((each) => each.startsWith('hearth.outbox.')) ?? '';
    const entry = JSON.parse(localStorage.getItem(item) ?? '{}') as Stored;
    localStorage.setItem(item, JSON.stringify({ ...entry, createdAt: entry.createdAt - 7_200_000 }));
    return entry.key;
  });
  await clean.close();
  if (arrives) await office.sendUnder(key, ben.email, channelId, topic, sent);
  await page.goto(`${office.hearth.url}/chat/${topicAddress(channelId, topic)}`);
  await expect(page.getByText('Not sent for over an hour.')).toBeVisible();
  return page;
}

async function editTo(page: Page, before: string, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(box(page)).toHaveValue(before);
  await expect(waitingRows(page)).toHaveCount(0);
  await box(page).fill(text);
  await box(page).press('Enter');
}

for (const arrives of [true, false])
  test(`an old message is edited that the server ${arrives ? 'has' : 'never got'}: it is there once, in its last words`, async ({
    context,
  }) => {
    const topic = arrives ? 'arrived' : 'lost';
    const page = await comeBackTo(context, { topic, text: 'words of before', arrives });
    await editTo(page, 'words of before', 'words of now');
    await expect(rows(page).filter({ hasText: 'words of now' })).toHaveCount(1);
    await expect(waitingRows(page)).toHaveCount(0);
    expect(await contentsOf(topic)).toEqual(['words of now']);
  });

test('an edit is not forgotten by a reload of the page', async ({ context }) => {
  const page = await comeBackTo(context, { topic: 'reloaded', text: 'first words', arrives: true });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(box(page)).toHaveValue('first words');
  await expect(waitingRows(page)).toHaveCount(0);
  await page.reload();
  await expect(box(page)).toHaveValue('first words');
  await box(page).fill('last words');
  await box(page).press('Enter');
  await expect(rows(page).filter({ hasText: 'last words' })).toHaveCount(1);
  await expect(waitingRows(page)).toHaveCount(0);
  expect(await contentsOf('reloaded')).toEqual(['last words']);
});

test('where the words of before may not be changed any more, their writer decides about those of now', async ({
  context,
}) => {
  const page = await comeBackTo(context, { topic: 'fixed', text: 'fixed words', arrives: true });
  await office.call(owner.email, 'PATCH', '/realm', { allow_message_editing: 'false' });
  await editTo(page, 'fixed words', 'other words');
  await expect(page.getByText('Your first version was sent after all, and stays:')).toBeVisible();
  expect(await contentsOf('fixed')).toEqual(['fixed words']);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(rows(page).filter({ hasText: 'other words' })).toHaveCount(1);
  await expect(waitingRows(page)).toHaveCount(0);
  expect(await contentsOf('fixed')).toEqual(['fixed words', 'other words']);
  await office.call(owner.email, 'PATCH', '/realm', { allow_message_editing: 'true' });
});

test('asks its writer when the server has another content under the key of a message that nobody edited', async ({
  context,
}) => {
  const page = await comeBackTo(context, { topic: 'reused', text: 'mine', arrives: true, sent: 'another content' });
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Your first version was sent after all, and stays:')).toBeVisible();
  expect(await contentsOf('reused')).toEqual(['another content']);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(rows(page).filter({ hasText: 'mine' })).toHaveCount(1);
  await expect(waitingRows(page)).toHaveCount(0);
  expect(await contentsOf('reused')).toEqual(['another content', 'mine']);
});

test('what was not sent goes as soon as the network is back, not when its next turn comes', async ({ context }) => {
  await context.clock.install();
  const page = await office.openChat(context, ben, topicAddress(channelId, 'network'));
  await expect(box(page)).toBeVisible();
  let [tried, failed] = [0, 0];
  const lose = async (route: Route): Promise<void> => {
    tried += 1;
    await route.abort();
  };
  await page.route('**/api/v1/messages', lose);
  page.on('requestfailed', (request) => {
    if (request.url().endsWith('/api/v1/messages')) failed += 1;
  });
  await box(page).fill('over the gap');
  await box(page).press('Enter');
  await expect.poll(() => tried).toBeGreaterThan(1);
  // No turn comes any more, and none is under way. The page hears of the moment before it has passed, busy as it may be.
  await page.clock.pauseAt(Date.now() + 10_000);
  await page.unroute('**/api/v1/messages', lose);
  await expect.poll(() => tried - failed).toBe(0);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => contentsOf('network')).toEqual(['over the gap']);
});

test('a second sign-in in the same browser leaves the other tabs able to change, send and upload', async ({
  context,
}) => {
  const page = await office.openChat(context, ben, topicAddress(channelId, 'tokens'));
  await expect(box(page)).toBeVisible();
  const signInAgain = async (): Promise<void> => {
    const form = { username: ben.email, password: owner.password };
    const answer = await context.request.post(`${office.hearth.url}/api/v1/console/sign_in`, { form });
    expect(answer.status()).toBe(200);
  };
  await signInAgain();
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Following', exact: true })).toBeVisible();
  await expect(page.getByText('CSRF')).toHaveCount(0);
  await signInAgain();
  await page
    .locator('.composer input[type=file]')
    .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('the plan') });
  await expect(box(page)).toHaveValue(/\[plan\.txt\]\(/);
  await signInAgain();
  await box(page).press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await expect(waitingRows(page)).toHaveCount(0);
});
