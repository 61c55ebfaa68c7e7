/** Settings, as readers see them: what one says of oneself, how messages look, emoji as text, and pictures that move. */
import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { box, ChatOffice, row, topicAddress, type Person } from './chat-office.ts';
import { owner } from './hearth-process.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;
let channelId: number;

test.beforeAll(async () => {
  ({ office, ben, channelId } = await ChatOffice.withWorkshop());
});

test.afterAll(async () => office.close());

async function set(name: string, value: string): Promise<void> {
  await office.call(owner.email, 'PATCH', '/settings', { [name]: value });
}

test('emoji are text wherever they stand for the user who wants them so, and pictures again at once', async ({
  context,
}) => {
  const id = await office.say(ben.email, channelId, 'emoji', 'Well done :tada:');
  await office.call(ben.email, 'POST', `/messages/${id}/reactions`, { emoji_name: 'heart' });
  const page = await office.openChat(context, owner, topicAddress(channelId, 'emoji'));
  const body = row(page, id).locator('.message-body');
  const heart = row(page, id).getByRole('button', { name: /^heart, 1/ });
  await expect(body).toHaveText('Well done 🎉');
  await expect(heart).toHaveText('❤️1');
  await page.goto(`${office.hearth.url}/chat/#settings/preferences`);
  await page.getByRole('combobox', { name: 'Emoji' }).selectOption('As text, such as :smile:');
  await page.goto(`${office.hearth.url}/chat/${topicAddress(channelId, 'emoji')}`);
  await expect(body).toHaveText('Well done :tada:');
  await expect(heart).toHaveText(':heart:1');
  await row(page, id).getByRole('button', { name: 'Add a reaction' }).first().click();
  const picker = page.getByRole('dialog', { name: 'Emoji' });
  await picker.getByRole('searchbox').fill('rocket');
  const rocket = picker.getByRole('button', { name: 'rocket', exact: true });
  await expect(rocket).toHaveText(':rocket:');
  await rocket.click();
  await expect(row(page, id).getByRole('button', { name: /^rocket, 1/ })).toHaveText(':rocket:1');
  await row(page, id).hover();
  await expect(row(page, id).getByRole('button', { name: 'React with +1' })).toHaveText(':+1:');
  const check = row(page, id).getByRole('button', { name: 'React with check' });
  await expect.poll(() => check.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await row(page, id).getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'React with tada' })).toHaveText(':tada:');
  await page.keyboard.press('Escape');
  await box(page).fill('');
  await box(page).pressSequentially(':hea');
  const first = page.getByRole('option').first();
  await expect(first).toHaveText(':heart:');
  await page.goto(`${office.hearth.url}/chat/#settings/profile`);
  await expect(page.getByRole('button', { name: 'On vacation' })).toHaveText(':palm_tree:On vacation');
  await page.goto(`${office.hearth.url}/chat/#topics/channel/${channelId}`);
  const last = page.getByRole('listitem').filter({ hasText: 'Well done' });
  await expect(last).toContainText('Well done :tada:');
  await set('emojiset', 'google');
  await expect(last).toContainText('Well done 🎉');
  await page.goto(`${office.hearth.url}/chat/${topicAddress(channelId, 'emoji')}`);
  await expect(body).toHaveText('Well done 🎉');
  await expect(heart).toHaveText('❤️1');
});

test("one fills in one's own profile fields, and others see them on the card", async ({ context }) => {
  const field = (name: string, type: number, more: Record<string, string> = {}) =>
    office.call(owner.email, 'POST', '/realm/profile_fields', { name, field_type: String(type), ...more });
  const mentor = await office.newPerson('Mia Mentor');
  await field('Job', 1, { required: 'true' });
  await field('Where', 3, { field_data: '{"a":{"text":"Office","order":"1"},"b":{"text":"At home","order":"2"}}' });
  await field('Mentor', 6);
  await field('Staff number', 1, { editable_by_user: 'false' });
  const page = await office.openChat(context, ben, '#settings/profile');
  const about = page.getByRole('region', { name: 'Profile fields' });
  await expect(about.getByText('Your organization asks everyone to fill this in.')).toBeVisible();
  await expect(about.getByText('Staff number')).toHaveCount(0);
  await about.getByLabel('Job').fill('Joiner');
  await about.getByLabel('Where').selectOption('At home');
  await about.getByLabel('Mentor').fill('mia');
  await about.getByLabel('Mentor').press('Enter');
  await about.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Profile updated.')).toBeVisible();
  await expect(about.getByRole('button', { name: 'Save profile' })).toBeDisabled();
  await page.goto(`${office.hearth.url}/chat/#user/${ben.userId}`);
  const card = page.getByRole('dialog');
  await expect(card.locator('dd').filter({ hasText: /Joiner|At home/ })).toHaveText(['Joiner', 'At home']);
  await expect(card.getByRole('link', { name: mentor.name })).toBeVisible();
  const rightOf = (part: Locator): Promise<number> => part.evaluate((element) => element.getBoundingClientRect().right);
  await expect
    .poll(async () => (await rightOf(card)) - (await rightOf(card.getByRole('link', { name: 'Your messages' }))))
    .toBeGreaterThan(0);
});

test('a setting shows what was chosen at once, and messages are as wide as is wanted', async ({ context }) => {
  const id = await office.say(ben.email, channelId, 'wide', 'Words and words. '.repeat(60));
  const page = await office.openChat(context, owner, '#settings/preferences');
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/v1/settings', async (route) => {
    await asked;
    await route.continue();
  });
  const wide = page.getByLabel('Wide messages');
  await wide.check();
  await expect(wide).toBeChecked();
  answer();
  await expect(page.locator('html')).toHaveAttribute('data-fluid');
  await page.setViewportSize({ width: 1920, height: 900 });
  await page.goto(`${office.hearth.url}/chat/${topicAddress(channelId, 'wide')}`);
  const words = row(page, id).locator('.message-body p');
  await expect.poll(async () => (await words.boundingBox())?.width).toBeGreaterThan(900);
  await set('fluid_layout_width', 'false');
  await expect.poll(async () => (await words.boundingBox())?.width).toBeLessThan(900);
  await set('web_font_size_px', '20');
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(page.getByRole('button', { name: /^Send to/ })).toBeInViewport({ ratio: 1 });
  await set('web_font_size_px', '16');
  await page.unrouteAll();
});

/** A picture of two frames. */
async function movingPicture(): Promise<Uint8Array> {
  const [width, height] = [64, 48];
  const frames = Buffer.concat([0x33, 0xcc].map((shade) => Buffer.alloc(width * height * 3, shade)));
  return sharp(frames, { raw: { width, height: 2 * height, channels: 3, pageHeight: height } })
    .gif({ delay: [100, 100] })
    .toBuffer();
}

/** Whether the preview, once it is drawn, is the file with all frames. */
async function expectMoving(page: Page, id: number, isMoving: boolean): Promise<void> {
  const image = row(page, id).locator('.message_inline_image img');
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
  const expected = isMoving ? expect(image) : expect(image).not;
  await expected.toHaveAttribute('src', /-anim\.webp$/);
}

for (const { animate, atRest, pointedAt } of [
  { animate: 'always', atRest: true, pointedAt: true },
  { animate: 'on_hover', atRest: false, pointedAt: true },
  { animate: 'never', atRest: false, pointedAt: false },
])
  test(`pictures that can move do so as the reader wants: ${animate}`, async ({ context }) => {
    await set('web_animate_image_previews', animate);
    const path = await office.upload(ben.email, 'wave.gif', 'image/gif', await movingPicture());
    const id = await office.say(ben.email, channelId, animate, `[wave.gif](${path})`);
    const page = await office.openChat(context, owner, topicAddress(channelId, animate));
    await expectMoving(page, id, atRest);
    const preview = row(page, id).locator('.message_inline_image a');
    await preview.hover();
    await expectMoving(page, id, pointedAt);
    await page.getByRole('main').getByRole('heading').first().hover();
    await expectMoving(page, id, atRest);
    await preview.focus();
    await expectMoving(page, id, pointedAt);
  });
