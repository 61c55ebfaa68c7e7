/** Escape closes every menu and dialog of the chat, and the focus is back on what opened it. */
import { expect, type Locator, type Page } from '@playwright/test';
import { box } from './chat-kit.ts';
import { ChatOffice, topicAddress, type Person } from './chat-office.ts';
import { owner } from './hearth-process.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;
let channelId: number;
let message: number;

test.beforeAll(async () => {
  ({ office, ben, channelId } = await ChatOffice.withWorkshop());
  message = await office.say(owner.email, channelId, 'focus', 'Words of mine.');
  await office.call(owner.email, 'PATCH', `/messages/${message}`, { content: 'Better words of mine.' });
  await office.call(ben.email, 'POST', `/messages/${message}/reactions`, { emoji_name: 'tada' });
  await office.say(ben.email, channelId, 'focus', 'Words of Ben.');
});

test.afterAll(async () => office.close());

const row = (page: Page) => page.locator(`.message[data-message-id="${message}"]`);
const header = (page: Page) => page.locator('.view-header');
const inComposer = (name: string) => (page: Page) =>
  page.locator('.composer').getByRole('button', { name, exact: true });
const more = (page: Page) => page.getByRole('button', { name: 'More about workshop' });
const inHeader = (page: Page) => header(page).getByRole('button', { name: 'More', exact: true });
const inRow = (page: Page) => row(page).getByRole('button', { name: 'More actions' });

const sendLater = inComposer('Send later');

/** What opens something; the entry of its menu that opens the dialog; and the dialog's name. A menu alone has neither. */
const openers: readonly [group: string, opener: (page: Page) => Locator, entry?: string, dialog?: RegExp | string][] = [
  ['sidebar', (page) => page.getByRole('button', { name: /^Hearth|^Test|office/i }).first()],
  ['sidebar', (page) => page.getByRole('button', { name: /^Search/ }).first(), undefined, /Search/],
  ['sidebar', (page) => page.getByRole('button', { name: 'Do not disturb' })],
  ['sidebar', more],
  ['sidebar', more, 'Notifications', /workshop/],
  ['sidebar', more, 'Add a link', /link/i],
  ['sidebar', more, 'Add people', /Add people/],
  ['sidebar', more, 'Name and description', 'Name and description'],
  ['header', inHeader],
  ['header', inHeader, 'Rename topic', 'Rename topic'],
  ['message', inRow],
  ['message', inRow, 'Remind me'],
  ['message', inRow, 'See who reacted', /reac/i],
  ['message', inRow, 'Read receipts', /Read|Seen/i],
  ['message', inRow, 'Edit history', 'Edit history'],
  ['message', inRow, 'Move message', /Move/],
  ['message', (page) => row(page).getByRole('button', { name: 'Add a reaction' }).first(), undefined, /emoji/i],
  ['message box', inComposer('Emoji'), undefined, /emoji/i],
  ['message box', inComposer('Link'), undefined, /link/i],
  ['message box', inComposer('More options')],
  ['message box', inComposer('More options'), 'Poll', /poll/i],
  ['message box', inComposer('More options'), 'To-do list', /to-do/i],
  ['message box', inComposer('More options'), 'Snippets', /snippets/i],
  [
    'message box',
    (page) => page.locator('.composer').getByRole('button', { name: 'Change' }),
    undefined,
    /recipient|Send to/i,
  ],
  ['message box', sendLater],
];

for (const group of new Set(openers.map(([name]) => name)))
  test(`Escape gives the focus back to what opened a menu or a dialog: ${group}`, async ({ context }) => {
    const page = await office.openChat(context, owner, topicAddress(channelId, 'focus'));
    await expect(page.getByText('Words of Ben.')).toBeVisible();
    for (const [, opener, entry, dialog] of openers.filter(([name]) => name === group))
      await test.step(`${entry ?? ''} ${String(dialog ?? 'menu')}`, async () => {
        // The tools of a message are there under the pointer.
        if (group === 'message') await row(page).hover();
        // Sending later needs something to send.
        if (opener === sendLater) await box(page).fill('Words to send.');
        const button = opener(page);
        await button.focus();
        await page.keyboard.press('Enter');
        const menu = page.getByRole('menu');
        if (entry !== undefined) {
          await menu.getByRole('menuitem', { name: entry }).focus();
          await page.keyboard.press('Enter');
        }
        const surface = dialog === undefined ? menu : page.getByRole('dialog', { name: dialog });
        await expect(surface).toBeVisible();
        await expect(surface.locator(':focus')).toHaveCount(1);
        await page.keyboard.press('Escape');
        await expect(surface).toHaveCount(0);
        await expect(button).toBeFocused();
      });
  });

test('Escape leads from the card of a user back to the conversation, with the focus on the name', async ({
  context,
}) => {
  const page = await office.openChat(context, owner, topicAddress(channelId, 'focus'));
  const name = page.getByRole('button', { name: 'Ben Builder' }).last();
  await name.focus();
  await page.keyboard.press('Enter');
  const card = page.getByRole('dialog', { name: 'Ben Builder' });
  await expect(card).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await expect(page).toHaveURL(/topic\/focus/);
  await expect(name).toBeFocused();
});
