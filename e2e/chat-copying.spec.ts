/** Copying where browsers withhold the clipboard from pages, as they do on plain http. */
import { expect, type Locator, type Page } from '@playwright/test';
import { box, ChatOffice, row, topicAddress } from './chat-office.ts';
import { owner } from './hearth-process.ts';
import { watchedTest as test } from './watched.ts';

const code = 'print("by hand")\n';
let office: ChatOffice;
let channelId: number;
let messageId: number;

test.beforeAll(async () => {
  office = await ChatOffice.open();
  channelId = await office.newChannel('workshop');
  messageId = await office.say(owner.email, channelId, 'copies', `To be *copied*.\n\`\`\`python\n${code}\`\`\``);
});

test.afterAll(async () => office.close());

const withholdClipboard = (): void => {
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
};

/**
 * Presses every button of the chat that copies.
 * @param check what became of it: it is given what was to be copied, and the button where that stays on the page
 */
async function copyEverything(
  page: Page,
  check: (text: string | RegExp, button?: Locator) => Promise<void>,
): Promise<void> {
  const topic = `${office.hearth.url}/#narrow/channel/${channelId}-workshop/topic/copies`;
  const message = row(page, messageId);
  const copyCode = message.getByRole('button', { name: 'Copy', exact: true });
  await copyCode.click();
  await check(code, copyCode);
  await message.hover();
  await message.getByRole('button', { name: 'Copy link' }).click();
  await check(`${topic}/near/${messageId}`);
  for (const [item, text] of [
    ['Copy link', `${topic}/near/${messageId}`],
    ['Copy text', /^To be copied\.\s+print\("by hand"\)$/],
  ] as const) {
    await message.hover();
    await message.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await check(text);
  }
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  await check(`${topic}/with/${messageId}`);
  await page.goto(`${office.hearth.url}/chat/#settings/devices`);
  await page.getByText('API key for apps and scripts').click();
  await page.getByLabel('Your password').fill(owner.password);
  await page.getByRole('button', { name: 'Show API key' }).click();
  const copyKey = page.getByRole('button', { name: 'Copy API key' });
  await copyKey.click();
  await check(/^[A-Za-z0-9]{32}$/, copyKey);
}

test('without a clipboard of pages every button copies all the same', async ({ context }) => {
  await context.addInitScript(withholdClipboard);
  const page = await office.openChat(context, owner, topicAddress(channelId, 'copies'));
  const other = await office.openChat(context, owner, topicAddress(channelId, 'pasted'));
  // A page behind another one paints one frame a second, and each click waits for two.
  await page.bringToFront();
  await copyEverything(page, async (text) => {
    await expect(page.getByRole('dialog', { name: 'Copy manually' })).toHaveCount(0);
    await expect(async () => {
      await box(other).fill('');
      await box(other).press('Control+Shift+V');
      await expect(box(other)).toHaveValue(text, { timeout: 1000 });
    }).toPass();
  });
});

test('where nothing may copy, every button gives its text selected, and the focus comes back', async ({ context }) => {
  await context.addInitScript(withholdClipboard);
  await context.addInitScript(() => (document.execCommand = () => false));
  const page = await office.openChat(context, owner, topicAddress(channelId, 'copies'));
  await copyEverything(page, async (text, button) => {
    const dialog = page.getByRole('dialog', { name: 'Copy manually' });
    const field = dialog.getByLabel('Text to copy');
    await expect(field).toBeFocused();
    await expect(field).toHaveValue(text);
    const isSelected = (): Promise<boolean> =>
      field.evaluate(
        ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
          value.slice(selectionStart, selectionEnd) === value,
      );
    await expect.poll(isSelected).toBe(true);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(/^(?:Copied|Link copied\.?|Text copied)$/)).toHaveCount(0);
    if (button !== undefined) await expect(button).toBeFocused();
    // What is only there while it is pointed at has gone: its row, or the button of the menu.
    else await expect(page.locator('body')).not.toBeFocused();
  });
});
