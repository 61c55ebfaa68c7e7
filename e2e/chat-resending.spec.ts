/** Edits of messages in an unknown send state: they are sent once, in their last version; a second sign-in does not disturb other tabs. */
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

interface Stored {
  key: string;
  createdAt: number;
}

/** Ben writes what arrives without an answer, and comes back after two hours. What else may become of it: chat-model.test.ts. */
async function comeBackTo(context: BrowserContext, topic: string, text: string): Promise<Page> {
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
  await office.sendUnder(key, ben.email, channelId, topic, text);
  await page.goto(`${office.hearth.url}/chat/${topicAddress(channelId, topic)}`);
  await expect(page.getByText('Not sent for over an hour.')).toBeVisible();
  return page;
}

test('an old message that the server has is edited, and is there once with its edited content', async ({ context }) => {
  const topic = 'arrived';
  const page = await comeBackTo(context, topic, 'first content');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(box(page)).toHaveValue('first content');
  await expect(waitingRows(page)).toHaveCount(0);
  await box(page).fill('edited content');
  await box(page).press('Enter');
  await expect(rows(page).filter({ hasText: 'edited content' })).toHaveCount(1);
  await expect(waitingRows(page)).toHaveCount(0);
  await expect.poll(() => office.contentsOf(channelId, topic)).toEqual(['edited content']);
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
  await expect(page.getByRole('list', { name: 'Attachments' })).toContainText('plan.txt');
  await signInAgain();
  await box(page).press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await expect(waitingRows(page)).toHaveCount(0);
});
