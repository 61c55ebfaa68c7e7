/** Single-key shortcuts in a list of messages: each acts on the message that was clicked or focused, never on another one. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
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

const say = async (topic: string, content: string, email = ben.email): Promise<number> =>
  office.say(email, channelId, topic, content);

const thumbs = (within: Page | Locator): Locator => within.getByRole('button', { name: /^\+1/ });

/** Presses the key that reacts with a thumb, and the same once more, which takes it back. */
async function expectKeysAt(page: Page, id: number): Promise<void> {
  await page.keyboard.press('+');
  await expect(thumbs(row(page, id))).toBeVisible();
  await expect(thumbs(page)).toHaveCount(1);
  await page.keyboard.press('+');
  await expect(thumbs(page)).toHaveCount(0);
}

test('keys act on the message whose text, link or reaction was clicked, also after a menu is closed', async ({
  context,
}) => {
  const text = await say('clicks', 'Some text.');
  const link = await say('clicks', '[Here](#narrow/channel/1) and [there](https://example.invalid/)');
  const next = await say('clicks', 'The next one.');
  await say('clicks', 'Not the last one.');
  await office.call(owner.email, 'POST', `/messages/${text}/reactions`, { emoji_name: 'tada' });
  const page = await office.openChat(context, owner, topicAddress(channelId, 'clicks'));

  await row(page, text).getByText('Some text.').click();
  await expectKeysAt(page, text);
  await row(page, link).getByText('and').dblclick();
  await expectKeysAt(page, link);
  // The chip goes with the reaction, and the focus with it.
  await row(page, text).getByRole('button', { name: /^tada/ }).click();
  await expect(row(page, text).getByRole('button', { name: /^tada/ })).toHaveCount(0);
  await expectKeysAt(page, text);

  // The context menu of a link, which neither opens nor focuses it.
  await row(page, link).getByRole('link', { name: 'there' }).dispatchEvent('pointerdown');
  await expectKeysAt(page, link);
  // The focus is still in the other row, and goes back there when the menu closes.
  await page.keyboard.press('i');
  await expect(page.getByRole('menu', { name: 'Message actions' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expectKeysAt(page, link);
  await page.keyboard.press(':');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectKeysAt(page, link);
  await page.keyboard.press('j');
  await expect(row(page, next)).toBeFocused();
});

test('keys act on the message whose picture or task was clicked, also after what opened is closed', async ({
  context,
}) => {
  const text = await say('opening', 'Some text.');
  const link = await say('opening', '[Here](#narrow/channel/1) and there');
  const bytes = await readFile(resolve('resources/icons/128x128.png'));
  const file = await office.upload(ben.email, 'icon.png', 'image/png', bytes);
  const picture = await say('opening', `[icon.png](${file})`);
  const list = await say('opening', '/todo List\nSweep');
  await say('opening', 'Not the last one.');
  const page = await office.openChat(context, owner, topicAddress(channelId, 'opening'));

  await row(page, picture).locator('[data-action="picture"]').click();
  await expect(page.getByRole('dialog', { name: 'icon.png' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectKeysAt(page, picture);

  await row(page, list).getByRole('checkbox', { name: 'Sweep' }).click();
  // Out of the field, to its message.
  await page.keyboard.press('Escape');
  await expect(row(page, list)).toBeFocused();
  await expectKeysAt(page, list);

  await row(page, text).focus();
  await page.keyboard.press('Shift+V');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectKeysAt(page, text);
  // Tab reaches the links of the message at hand.
  await row(page, link).click();
  await page.keyboard.press('Tab');
  await expect(row(page, link).getByRole('link', { name: 'Here', exact: true })).toBeFocused();
  await expectKeysAt(page, link);
});

test('keys act on no other message when the clicked one is deleted or moved, and follow it when its topic is renamed', async ({
  context,
}) => {
  const [first, second, third, last] = [
    await say('going', 'First.'),
    await say('going', 'Second.'),
    await say('going', 'Third.'),
    await say('going', 'Last.'),
  ];
  const page = await office.openChat(context, owner, topicAddress(channelId, 'going'));
  const pressNothing = async (): Promise<void> => {
    await page.keyboard.press('+');
    await page.keyboard.press('Control+s');
  };
  await row(page, third).getByText('Third.').click();
  await office.call(owner.email, 'DELETE', `/messages/${third}`);
  await expect(row(page, third)).toHaveCount(0);
  await pressNothing();
  await page.keyboard.press('k');
  await expect(row(page, second)).toBeFocused();
  await office.call(owner.email, 'PATCH', `/messages/${second}`, { topic: 'elsewhere', propagate_mode: 'change_one' });
  await expect(row(page, second)).toHaveCount(0);
  await pressNothing();
  // One that can be waited for, on a message that is clicked.
  await row(page, first).getByText('First.').click();
  await page.keyboard.press('+');
  await expect(thumbs(row(page, first))).toBeVisible();
  await expect(thumbs(page)).toHaveCount(1);
  await expect(page.locator('.message-marks')).toHaveCount(0);
  await page.keyboard.press('+');
  await expect(thumbs(page)).toHaveCount(0);

  await office.call(owner.email, 'PATCH', `/messages/${last}`, { topic: 'gone on', propagate_mode: 'change_all' });
  await expect(page.getByRole('heading', { name: 'gone on' })).toBeVisible();
  await expect(row(page, first)).toBeVisible();
  await expectKeysAt(page, first);
});

test('keys act on the clicked message of the feed while others arrive and move the list', async ({ context }) => {
  const clicked = await say('arriving', 'Clicked.');
  await office.call(owner.email, 'POST', '/mark_all_as_read');
  const page = await office.openChat(context, owner, '#feed');
  await row(page, clicked).getByText('Clicked.').click();
  const reply = page.getByRole('button', { name: /^Reply in/ });
  await expect(reply).toHaveText('Reply in arriving');
  const many = await office.sayMany(ben.email, channelId, 'others', 60);
  await expect(row(page, many.at(-1) ?? 0)).toBeInViewport();
  await expect(row(page, clicked)).not.toBeInViewport();
  await expect(reply).toHaveText('Reply in arriving');
  await page.keyboard.press('r');
  await expect(page.getByRole('heading', { name: 'arriving' })).toBeVisible();
});
