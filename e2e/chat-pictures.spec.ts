/** Cropping of profile pictures: by keys, pointer and wheel, from photos, transparent and moving pictures. */
import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { ChatOffice, type Person } from './chat-office.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;

test.beforeAll(async () => {
  ({ office, ben } = await ChatOffice.withWorkshop());
});

test.afterAll(async () => office.close());

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Crop picture' });
const areaOf = (page: Page): Locator => page.getByRole('application', { name: 'Crop area' });

async function choose(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await page.locator('input[type="file"][accept="image/*"]').setInputFiles({ name, mimeType, buffer });
  await expect(areaOf(page)).toBeVisible();
}

/** Saves what is in the crop area. @returns the picture as the server keeps it */
async function save(page: Page): Promise<Buffer> {
  await dialogOf(page).getByRole('button', { name: 'Save picture' }).click();
  await expect(dialogOf(page)).toBeHidden();
  const headers = { authorization: await office.authorization(ben.email) };
  const kept = await fetch(`${office.hearth.url}/avatar/${String(ben.userId)}/medium`, { headers });
  return Buffer.from(await kept.arrayBuffer());
}

/** Notes the bytes of each file that the page sends. */
function noteFiles(): void {
  const sentFiles: number[][] = [];
  Object.assign(window, { sentFiles });
  const send = window.fetch;
  window.fetch = async (input, init) => {
    const file = init?.body instanceof FormData ? init.body.get('file') : null;
    if (file instanceof File) sentFiles.push([...new Uint8Array(await file.arrayBuffer())]);
    return send(input, init);
  };
}

/** Red on the left, blue on the right, 400 x 200. */
const twoColors = async (): Promise<Buffer> =>
  sharp({ create: { width: 400, height: 200, channels: 3, background: '#f00' } })
    .composite([
      {
        input: { create: { width: 200, height: 200, channels: 3, background: '#00f' } },
        left: 200,
        top: 0,
      },
    ])
    .png()
    .toBuffer();

/** @returns the mean of red and blue, from 0 to 255 */
async function redAndBlue(picture: Buffer): Promise<{ red: number; blue: number }> {
  const { channels } = await sharp(picture).stats();
  return { red: channels[0]?.mean ?? 0, blue: channels[2]?.mean ?? 0 };
}

test('crops an upright photo by keys, whatever its EXIF orientation, and its server keeps that part', async ({
  context,
}) => {
  const photo = await sharp(await twoColors())
    .rotate(-90)
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const page = await office.openChat(context, ben, '#settings/profile');
  await choose(page, 'photo.jpg', 'image/jpeg', photo);
  await areaOf(page).focus();
  for (let press = 0; press < 40; press += 1) await page.keyboard.press('ArrowRight');
  const left = await redAndBlue(await save(page));
  expect(left.red).toBeGreaterThan(240);
  expect(left.blue).toBeLessThan(15);
});

test('crops by dragging, and zooms by wheel and keys', async ({ context }) => {
  const page = await office.openChat(context, ben, '#settings/profile');
  await choose(page, 'two.png', 'image/png', await twoColors());
  const zoom = dialogOf(page).getByRole('slider', { name: 'Zoom' });
  await areaOf(page).hover();
  await page.mouse.wheel(0, -200);
  await expect.poll(async () => Number(await zoom.inputValue())).toBeGreaterThan(1);
  await areaOf(page).press('-');
  await areaOf(page).press('-');
  await areaOf(page).press('-');
  await areaOf(page).press('-');
  await areaOf(page).press('-');
  await expect(zoom).toHaveValue('1');
  await areaOf(page).press('+');
  await expect(zoom).toHaveValue('1.2');
  await areaOf(page).hover();
  await page.mouse.down();
  await page.mouse.move(0, 300, { steps: 5 });
  await page.mouse.up();
  const right = await redAndBlue(await save(page));
  expect(right.blue).toBeGreaterThan(240);
  expect(right.red).toBeLessThan(15);
});

test('keeps what is transparent, and sends a moving picture unchanged when nothing is cut off', async ({ context }) => {
  await context.addInitScript(noteFiles);
  const page = await office.openChat(context, ben, '#settings/profile');
  const clear = await sharp({ create: { width: 300, height: 200, channels: 4, background: '#0000' } })
    .png()
    .toBuffer();
  await choose(page, 'clear.png', 'image/png', clear);
  await areaOf(page).press('+');
  await expect(dialogOf(page).getByRole('slider', { name: 'Zoom' })).toHaveValue('1.2');
  expect((await sharp(await save(page)).stats()).channels[3]?.max).toBe(0);
  const frames = Buffer.concat([Buffer.alloc(40 * 40 * 3, 0), Buffer.alloc(40 * 40 * 3, 255)]);
  const moving = await sharp(frames, { raw: { width: 40, height: 80, channels: 3, pageHeight: 40 } })
    .gif({ loop: 0 })
    .toBuffer();
  await choose(page, 'moving.gif', 'image/gif', moving);
  await save(page);
  const sent = await page.evaluate(() => (window as unknown as { sentFiles: number[][] }).sentFiles);
  expect(Buffer.from(sent.at(-1) ?? []).equals(moving)).toBe(true);
});

test('fits a phone, and gives the focus back', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 }, hasTouch: true });
  const page = await office.openChat(context, ben, '#settings/profile');
  await choose(page, 'two.png', 'image/png', await twoColors());
  await expect(dialogOf(page).getByRole('button', { name: 'Save picture' })).toBeInViewport();
  await expect(areaOf(page)).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await context.close();
});
