/** Message box in a browser: completions while typing, keys that begin, one line on a phone, and own pictures. The rest is in renderer/chat/compose. */
import { resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { box, ChatOffice, rows, topicAddress, type Person } from './chat-office.ts';
import { shutGate } from './gate.ts';
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

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('languages of code and times are completed, and any other time is asked for', async ({ context }) => {
  const page = await office.openChat(context, ben, topicAddress(channelId, 'fences'));
  await box(page).click();
  await page.keyboard.type('```py');
  await expect(page.getByRole('option', { name: /^python/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.type('print(1)');
  await expect(box(page)).toHaveValue('```python\nprint(1)\n```');
  await box(page).fill('');
  await page.keyboard.type('Call <time:tomo');
  await expect(page.getByRole('option', { name: /^Tomorrow morning/ })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(box(page)).toHaveValue(/^Call <time:\d{4}-\d\d-\d\dT09:00:00[+-]\d\d:\d\d> $/);
  await page.keyboard.type('or <time:whenever');
  await expect(page.getByRole('option', { name: /^Choose day and time/ })).toBeVisible();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Time' });
  await dialog.getByLabel('Day and time').fill('2040-05-06T10:30');
  await dialog.getByRole('button', { name: 'Insert' }).click();
  await expect(box(page)).toHaveValue(/> or <time:2040-05-06T10:30:00[+-]\d\d:\d\d> $/);
  await box(page).press('Control+Enter');
  await expect(rows(page).locator('time.is-local, .message-body time')).toHaveCount(2);
});

test('keys begin, quote, forward, edit, fold and join as the sheet says', async ({ context }) => {
  const id = await office.say(owner.email, channelId, 'keys', 'what the owner said');
  await office.say(ben.email, channelId, 'keys', 'what ben said');
  const page = await office.openChat(context, ben, topicAddress(channelId, 'keys'));
  await expect(rows(page)).toHaveCount(2);
  const first = page.locator(`article[data-message-id="${id}"]`);
  await heading(page).focus();
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog', { name: 'New topic' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('x');
  await expect(page.getByRole('dialog', { name: 'New direct message' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('ArrowLeft');
  const editor = page.getByRole('textbox', { name: 'Edit message' });
  await expect(editor).toHaveValue('what ben said');
  await editor.press('Escape');
  await expect(editor).toHaveCount(0);
  await first.focus();
  await page.keyboard.press('-');
  await expect.poll(async () => (await flagsOf(id)).includes('collapsed')).toBe(true);
  // The page may hear of it later than the server was asked, and would fold it again.
  await expect(first.locator('.message-body.is-collapsed')).toBeVisible();
  await first.focus();
  await page.keyboard.press('-');
  await expect.poll(async () => (await flagsOf(id)).includes('collapsed')).toBe(false);
  await first.focus();
  await page.keyboard.press('Shift+V');
  await expect(page.getByRole('dialog', { name: 'Read receipts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await first.focus();
  await page.keyboard.press('<');
  await expect(page.getByRole('dialog', { name: 'Forward message' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await first.focus();
  await page.keyboard.press('>');
  await expect(page.getByRole('list', { name: 'Quotes' })).toContainText('what the owner said');
  await page.getByRole('button', { name: 'Remove quote of Owner' }).click();
  await first.focus();
  await page.keyboard.press('@');
  await expect(box(page)).toHaveValue(/^@\*\*Owner\|\d+\*\* $/);
  await box(page).fill('');
  await heading(page).focus();
  const gate = await shutGate(page, '**/api/v1/events?**');
  // The poll that was under way is answered; the next one is held.
  await office.say(owner.email, channelId, 'elsewhere', 'listen');
  await expect.poll(() => gate.waiting).toBe(1);
  const answered = page.waitForResponse((response) => response.url().endsWith('/users/me/subscriptions'));
  await page.keyboard.press('Shift+S');
  await answered;
  // What is said waits until the page shows it: the same key joins then, and does not leave once more.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(page.getByText('You left #workshop.')).toHaveCount(0);
  gate.open();
  await expect(page.getByText('You left #workshop.')).toBeVisible();
  await heading(page).focus();
  await page.keyboard.press('Shift+S');
  await expect
    .poll(async () => (await office.call(owner.email, 'GET', `/streams/${channelId}/members`))['subscribers'])
    .toContain(ben.userId);
  await page.keyboard.press('?');
  await expect(
    page.getByRole('dialog', { name: 'Keyboard' }).getByText('Edit your last message', { exact: true }),
  ).toBeVisible();
});

const flagsOf = async (id: number): Promise<string[]> =>
  ((await office.call(ben.email, 'GET', `/messages/${id}`))['message'] as { flags: string[] }).flags;

test('on a phone the box is one line, names its place once there is something to send, and grows', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await office.openChat(context, ben, topicAddress(channelId, 'phone'));
  const composer = page.locator('form.composer');
  const height = async (): Promise<number> => (await composer.boundingBox())?.height ?? 0;
  await expect(box(page)).toBeVisible();
  await expect.poll(height).toBeLessThanOrEqual(48);
  await expect(page.getByRole('button', { name: 'Change', exact: true })).toBeHidden();
  const plus = page.getByRole('button', { name: 'Add', exact: true });
  const send = page.getByRole('button', { name: /^Send to/ });
  for (const part of [plus, box(page), send])
    await expect.poll(async () => (await part.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expect
    .poll(async () => ((await plus.boundingBox())?.y ?? NaN) - ((await send.boundingBox())?.y ?? NaN))
    .toBe(0);
  await box(page).fill('one line');
  await expect(page.getByRole('button', { name: 'Change', exact: true })).toBeVisible();
  // With the line that names its place.
  await expect.poll(height).toBeGreaterThan(48);
  const one = await height();
  await box(page).fill('one line\ntwo lines\nthree lines');
  await expect.poll(height).toBeGreaterThan(one + 40);
  await page.getByRole('button', { name: 'Add', exact: true }).tap();
  await page.getByRole('menuitem', { name: 'Preview' }).tap();
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('three lines');
  await page.getByRole('button', { name: 'Add', exact: true }).tap();
  await page.getByRole('button', { name: /^Send to/ }).tap();
  await expect(rows(page)).toHaveCount(1);
  await expect.poll(height).toBeLessThanOrEqual(48);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await context.close();
});

test('an own picture is sent up, is seen by others at once, and is taken away', async ({ browser, context }) => {
  await office.say(ben.email, channelId, 'faces', 'look at me');
  const other = await office.openChat(await browser.newContext(), owner, topicAddress(channelId, 'faces'));
  await expect(rows(other)).toHaveCount(1);
  const page = await office.openChat(context, ben, '#settings/profile');
  const picker = page.locator('input[type="file"][accept="image/*"]');
  const remove = page.getByRole('button', { name: 'Remove picture' });
  await expect(page.getByRole('button', { name: 'Choose picture' })).toBeVisible();
  await expect(remove).toBeHidden();
  await picker.setInputFiles(resolve('resources/icons/128x128.png'));
  await page.getByRole('button', { name: 'Save picture' }).click();
  await expect(page.getByText('Picture updated.')).toBeVisible();
  const picture = rows(other).locator('.avatar img');
  await expect(picture).toHaveAttribute('src', /version=2/);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await picker.setInputFiles({ name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(page.locator('.notice-place [role="alert"]')).toContainText(/image/i);
  await remove.click();
  // What the server draws for everyone takes its place.
  await expect(picture).toHaveAttribute('src', /version=3/);
  await expect(remove).toBeHidden();
});
