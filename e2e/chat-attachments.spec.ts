/** Files and quotations in the message box: chips and strips beside the text, and the Markdown that is kept and sent. */
import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { box, ChatOffice, row, rows, topicAddress, waitingRows, type Person } from './chat-office.ts';
import { owner } from './hearth-process.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;
let channelId: number;

test.beforeAll(async () => {
  ({ office, ben, channelId } = await ChatOffice.withWorkshop());
});

test.afterAll(async () => office.close());

const chips = (page: Page): Locator => page.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
const picture = async (): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#3a7' } })
    .png()
    .toBuffer();

/** Puts a picture and a note into the box, as the choice of files does. */
async function choose(page: Page): Promise<void> {
  await page.locator('.composer input[type=file]').setInputFiles([
    { name: 'site.png', mimeType: 'image/png', buffer: await picture() },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('a note') },
  ]);
  await expect(chips(page)).toHaveCount(2);
}

test('files are chips that keep their order, take a caption, outlive a reload, and are sent as Markdown', async ({
  context,
}) => {
  const topic = 'chips';
  const page = await office.openChat(context, ben, topicAddress(channelId, topic));
  await box(page).fill('Look:');
  await choose(page);
  await expect(box(page)).toHaveValue('Look:');
  await expect(chips(page)).toContainText(['site.png', 'notes.txt']);
  await expect(chips(page).nth(1)).toContainText('6 B');
  await expect
    .poll(() =>
      chips(page)
        .nth(0)
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Options of notes.txt' }).press('Alt+ArrowLeft');
  await expect(chips(page)).toContainText(['notes.txt', 'site.png']);
  await page.getByRole('button', { name: 'Options of site.png' }).click();
  await page.getByRole('menuitem', { name: 'Add a caption' }).click();
  await page.getByRole('textbox', { name: 'Caption of site.png' }).fill('The *north* side');
  await page.keyboard.press('Enter');
  await expect(chips(page)).toContainText(['notes.txt', 'The *north* side']);
  await page.reload();
  await expect(chips(page)).toContainText(['notes.txt', 'The *north* side']);
  await expect(box(page)).toHaveValue('Look:');
  await page.getByRole('button', { name: 'Show Markdown' }).click();
  const source =
    /^Look:\n\n\[notes\.txt\]\(\/user_uploads\/\S+\)\n\[The \\\*north\\\* side\]\(\/user_uploads\/\S+site\.png\)$/;
  await expect(box(page)).toHaveValue(source);
  await page.getByRole('button', { name: 'Hide Markdown' }).click();
  await expect(box(page)).toHaveValue('Look:');
  await page.getByRole('button', { name: 'Remove notes.txt' }).click();
  await expect(chips(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(chips(page)).toHaveCount(2);
  await box(page).press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await expect(waitingRows(page)).toHaveCount(0);
  await expect(chips(page)).toHaveCount(0);
  const [sent] = await office.contentsOf(channelId, topic);
  expect(sent).toMatch(source);
});

test('a file that fails keeps the text, says why, and is sent again', async ({ context }) => {
  const topic = 'again';
  const page = await office.openChat(context, ben, topicAddress(channelId, topic));
  await page.route('**/api/v1/tus**', (route) =>
    route.fulfill({ status: 400, json: { result: 'error', msg: 'Not now', code: 'BAD_REQUEST' } }),
  );
  await box(page).fill('The plan:');
  await page
    .locator('.composer input[type=file]')
    .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('the plan') });
  await expect(page.getByRole('alert').getByText('Not now')).toBeVisible();
  await expect(box(page)).toHaveValue('The plan:');
  await page.unroute('**/api/v1/tus**');
  await page.getByRole('button', { name: 'Upload plan.txt again' }).click();
  await expect(chips(page)).toContainText(['plan.txt']);
  await box(page).press('Enter');
  await expect(rows(page)).toHaveCount(1);
  expect((await office.contentsOf(channelId, topic)).at(-1)).toMatch(/^The plan:\n\n\[plan\.txt\]\(\/user_uploads\//);
});

test('a quotation is a strip with its sender and first words, and is sent before the text', async ({ context }) => {
  const topic = 'strip';
  const id = await office.say(owner.email, channelId, topic, 'The **chisel** is sharp.\n\n```\nhandle\n```');
  const page = await office.openChat(context, ben, topicAddress(channelId, topic));
  await row(page, id).focus();
  await page.keyboard.press('>');
  const strip = page.getByRole('list', { name: 'Quotes' }).getByRole('listitem');
  await expect(strip).toContainText('The chisel is sharp.');
  await expect(strip).toContainText('Owner');
  await expect(box(page)).toHaveValue('');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('Good.');
  await box(page).press('Enter');
  await expect(rows(page)).toHaveCount(2);
  await expect(strip).toHaveCount(0);
  await expect(rows(page).last().locator('blockquote')).toContainText('The chisel is sharp.');
  expect((await office.contentsOf(channelId, topic)).at(-1)).toMatch(
    /^@_\*\*Owner\|\d+\*\* \[said\][^]*\n````\nGood\.$/,
  );
});

test('a phone offers its camera and its pictures, and shows the line that is written above its keys', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 480 }, hasTouch: true, isMobile: true });
  await office.say(owner.email, channelId, 'phone', 'What does it look like?');
  const page = await office.openChat(context, ben, topicAddress(channelId, 'phone'));
  await page.getByRole('button', { name: 'Add', exact: true }).tap();
  for (const name of ['Photos and videos', 'Take a photo', 'Attach files'])
    await expect(page.getByRole('menuitem', { name })).toBeVisible();
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Take a photo' }).tap();
  const camera = await chosen;
  expect(camera.isMultiple()).toBe(false);
  await expect(page.locator('.composer input[capture][accept="image/*"]')).toHaveCount(1);
  await page.getByRole('button', { name: 'Add', exact: true }).tap();
  const several = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Photos and videos' }).tap();
  expect((await several).isMultiple()).toBe(true);
  await choose(page);
  await box(page).fill(Array.from({ length: 12 }, (_, line) => `line ${line}`).join('\n'));
  await box(page).press('End');
  const ends = async (): Promise<boolean> => {
    const [field, list] = [await box(page).boundingBox(), await page.locator('.attachments').boundingBox()];
    return field !== null && list !== null && list.y + list.height <= field.y + 1 && field.y + field.height <= 480;
  };
  await expect.poll(ends).toBe(true);
  await context.close();
});

/** A microphone that hears a tone. */
const tone = (): void => {
  navigator.mediaDevices.getUserMedia = () => {
    const context = new AudioContext();
    const [source, target] = [context.createOscillator(), context.createMediaStreamDestination()];
    source.connect(target);
    source.start();
    return Promise.resolve(target.stream);
  };
};

test('a voice message is recorded, attached, sent and played, and says why it cannot be recorded', async ({
  context,
}) => {
  const topic = 'voice';
  await office.say(owner.email, channelId, topic, 'How does it sound?');
  const page = await office.openChat(context, ben, topicAddress(channelId, topic));
  const begin = page.getByRole('button', { name: 'Voice message', exact: true });
  const recorder = page.getByRole('group', { name: 'Voice message' });
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await begin.click();
  await expect(page.getByRole('alert').getByText(/^The microphone is not available\./)).toBeVisible();
  await expect(recorder).toBeHidden();
  await page.evaluate(tone);
  await begin.click();
  await expect(recorder.getByRole('timer')).toHaveText('Recording 0:01');
  await recorder.getByRole('button', { name: 'Cancel' }).click();
  await expect(recorder).toBeHidden();
  await expect(chips(page)).toHaveCount(0);
  await begin.click();
  await expect(recorder.getByRole('timer')).toHaveText('Recording 0:01');
  await recorder.getByRole('button', { name: 'Attach' }).click();
  await expect(chips(page)).toContainText([/voice-message-\d{4}-\d\d-\d\d-\d{4}\.(?:m4a|ogg|webm)/]);
  await box(page).press('Enter');
  await expect(rows(page)).toHaveCount(2);
  await expect(waitingRows(page)).toHaveCount(0);
  await rows(page).last().getByRole('button', { name: /^Play/ }).click();
  await expect
    .poll(() =>
      rows(page)
        .last()
        .locator('audio, video')
        .evaluate((player: HTMLMediaElement) => ({
          state: player.readyState > 0,
          error: player.error?.message ?? null,
        })),
    )
    .toEqual({ state: true, error: null });
});
