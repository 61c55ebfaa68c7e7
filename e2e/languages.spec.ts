/** The language of the pages: chosen by the user, before sign-in by the browser; it changes without a reload and loses no draft. */
import { expect, type Page } from '@playwright/test';
import { box, ChatOffice, topicAddress, type Person } from './chat-office.ts';
import { owner } from './hearth-process.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;
let channelId: number;

test.beforeAll(async () => {
  ({ office, ben, channelId } = await ChatOffice.withWorkshop());
});

test.afterAll(async () => office.close());

const speak = (email: string, tag: string): Promise<unknown> =>
  office.call(email, 'PATCH', '/settings', { default_language: tag });
const isWritten = (page: Page, lang: string, dir: string): Promise<void> =>
  expect(page.locator(`html[lang=${lang}][dir=${dir}]`)).toHaveCount(1);

test('the chat changes its language and direction at once, in one request, and keeps the draft', async ({
  context,
}) => {
  await office.say(ben.email, channelId, 'languages', 'Hello');
  const page = await office.openChat(context, owner, topicAddress(channelId, 'languages'));
  await isWritten(page, 'en', 'ltr');
  await box(page).fill('A draft that stays');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const place = await page.locator('.composer textarea').evaluateHandle((field) => field);
  await speak(owner.email, 'ar');
  await isWritten(page, 'ar', 'rtl');
  // Its name is in the other language now.
  await expect(page.locator('.composer textarea')).toHaveValue('A draft that stays');
  expect(await place.evaluate((field) => field.isConnected)).toBe(true);
  expect(asked.filter((path) => /^\/console\/assets\/ar-[^/]*$/.test(path))).toHaveLength(1);
  await speak(owner.email, 'de');
  await isWritten(page, 'de', 'ltr');
  await page.reload();
  await isWritten(page, 'de', 'ltr');
  await speak(owner.email, 'en');
  await isWritten(page, 'en', 'ltr');
});

test('the console follows the language of its user', async ({ context }) => {
  const page = await office.openChat(context, owner, '');
  await page.goto(`${office.hearth.url}/console/`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  // Alerts are sentences of the server.
  const alerts = page.waitForRequest((request) => request.url().endsWith('/console/status'), { timeout: 10_000 });
  await speak(owner.email, 'ar');
  await isWritten(page, 'ar', 'rtl');
  await alerts;
  await speak(owner.email, 'en');
  await isWritten(page, 'en', 'ltr');
});

test('before sign-in the page has the language of the browser, by the parts of its tag', async ({ browser }) => {
  for (const [locale, lang] of [
    ['de-AT', 'de'],
    ['pt-BR', 'en'],
  ] as const) {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    await page.goto(`${office.hearth.url}/chat/`);
    await isWritten(page, lang, 'ltr');
    await context.close();
  }
});
