/** Files in messages: cards, pictures side by side, previews of texts and documents, deleted files, and linked pages. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { ChatOffice, row, topicAddress, type Person } from './chat-office.ts';
import { owner } from './hearth-process.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;
let channelId: number;

test.beforeAll(async () => {
  ({ office, ben, channelId } = await ChatOffice.withWorkshop());
});

test.afterAll(async () => office.close());

const upload = async (name: string, type: string, bytes: Uint8Array): Promise<string> =>
  office.upload(ben.email, name, type, bytes);
const picture = async (color: string): Promise<Uint8Array> =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: color } })
    .png()
    .toBuffer();
const open = (context: Parameters<ChatOffice['openChat']>[0], topic: string): Promise<Page> =>
  office.openChat(context, owner, topicAddress(channelId, topic));

test('a file is a card with its size, a text is read in the chat, and a deleted file says so', async ({ context }) => {
  const notes = await upload('notes.txt', 'text/plain', Buffer.from('First line\nSecond line'));
  const gone = await upload('gone.zip', 'application/zip', Buffer.from('PK'));
  const id = await office.say(ben.email, channelId, 'cards', `Look:\n\n[notes.txt](${notes})\n[gone.zip](${gone})`);
  const { attachments } = (await office.call(ben.email, 'GET', '/attachments')) as {
    attachments: { id: number; name: string }[];
  };
  const file = attachments.find(({ name }) => name === 'gone.zip')?.id ?? 0;
  await office.call(ben.email, 'DELETE', `/attachments/${file}`);
  const page = await open(context, 'cards');
  const cards = row(page, id).locator('.file-card');
  await expect(cards).toHaveCount(2);
  await expect(cards.nth(0)).toContainText('22 B');
  await expect(cards.nth(0).getByRole('link', { name: 'Download notes.txt' })).toHaveAttribute(
    'href',
    `${notes}?download=true`,
  );
  await expect(cards.nth(1)).toContainText('This file was deleted.');
  const preview = cards.nth(0).getByRole('button', { name: 'Preview notes.txt' });
  await preview.click();
  const dialog = page.getByRole('dialog', { name: 'notes.txt' });
  await expect(dialog.getByRole('textbox', { name: 'notes.txt' })).toHaveValue('First line\nSecond line');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(preview).toBeFocused();
});

test('a page of an uploaded document is text in its preview, and nothing in it runs', async ({ context }) => {
  const html = '<script>document.title = "run"</script><h1>Title</h1>';
  const address = await upload('page.html', 'text/html', Buffer.from(html));
  const id = await office.say(ben.email, channelId, 'markup', `[page.html](${address})`);
  const page = await open(context, 'markup');
  await row(page, id).getByRole('button', { name: 'Preview page.html' }).click();
  await expect(page.getByRole('dialog', { name: 'page.html' }).locator('textarea')).toHaveValue(html);
  await expect(page).not.toHaveTitle('run');
});

test('a PDF is shown by the viewer of the browser, in a frame that its server sandboxes', async ({ context }) => {
  const address = await upload('plan.pdf', 'application/pdf', Buffer.from('%PDF-1.4\n%%EOF'));
  const id = await office.say(ben.email, channelId, 'documents', `[plan.pdf](${address})`);
  const page = await open(context, 'documents');
  // Headless browsers may have no viewer of their own.
  await page.evaluate(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => true }));
  // What the viewer itself asks for is nothing of the chat.
  await page.route('**/plan.pdf', (route) => route.fulfill({ contentType: 'text/plain', body: 'a document' }));
  await row(page, id).getByRole('button', { name: 'Preview plan.pdf' }).click();
  const headers = (await page.request.get(`${office.hearth.url}${address}`)).headers();
  expect(headers['x-frame-options']).toBe('SAMEORIGIN');
  expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox$/);
  await expect(page.getByRole('dialog', { name: 'plan.pdf' }).locator('iframe')).toHaveAttribute('src', address);
});

test('pictures stand side by side with their captions, and turn and grow in the large view', async ({ context }) => {
  const [red, blue] = [
    await upload('red.png', 'image/png', await picture('#a33')),
    await upload('blue.png', 'image/png', await picture('#33a')),
  ];
  const id = await office.say(ben.email, channelId, 'grid', `Two:\n\n[red.png](${red})\n[The sea](${blue})`);
  const page = await open(context, 'grid');
  const grid = row(page, id).locator('.picture-grid');
  await expect(grid.locator('img')).toHaveCount(2);
  await expect(grid.locator('.picture-caption')).toHaveText(['The sea']);
  // Their names are not said twice.
  await expect(row(page, id).locator('.message-body > p')).toHaveText(['Two:']);
  await grid.locator('a').first().click();
  const dialog = page.getByRole('dialog', { name: 'red.png' });
  const image = dialog.getByRole('img');
  const width = (): Promise<number> => image.evaluate((each) => Math.round(each.getBoundingClientRect().width));
  await expect.poll(width).toBe(640);
  await page.keyboard.press('r');
  await expect.poll(width).toBe(480);
  await page.keyboard.press('+');
  await expect.poll(width).toBe(720);
  await page.keyboard.press('0');
  await expect.poll(width).toBe(640);
  await page.keyboard.press('End');
  await expect(page.getByRole('dialog', { name: 'The sea' })).toBeVisible();
});

test('a linked page shows its title and text, and its author removes them', async ({ context }) => {
  const shown = await picture('#3a3');
  const head =
    '<title>The plan</title><meta name="description" content="All of it"><meta property="og:image" content="/p.png">';
  const site = createServer(({ url }, response) =>
    url === '/p.png'
      ? response.writeHead(200, { 'content-type': 'image/png' }).end(shown)
      : response.writeHead(200, { 'content-type': 'text/html' }).end(head),
  );
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve);
  });
  const { port } = site.address() as AddressInfo;
  await office.call(owner.email, 'PATCH', '/realm', { inline_url_embed_preview: 'true' });
  const settings = JSON.stringify({ webhook_allowed_networks: ['127.0.0.1'] });
  await office.call(owner.email, 'PATCH', '/console/delivery_settings', { settings });
  const page = await open(context, 'links');
  const id = await office.say(owner.email, channelId, 'links', `see http://127.0.0.1:${port}/plan`);
  const embed = row(page, id).locator('.message_embed');
  await expect(embed).toContainText('The plan');
  await expect(embed).toContainText('All of it');
  await expect
    .poll(() => embed.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await row(page, id).hover();
  await row(page, id).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Remove link preview' }).click();
  await expect(embed).toHaveCount(0);
  site.close();
});
