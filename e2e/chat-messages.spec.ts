/** Actions on a message from its row, its menu and its text, as users perform them. */
import { expect, type Locator, type Page } from '@playwright/test';
import { box, ChatOffice, row, rows, topicAddress, type Person } from './chat-office.ts';
import { rest } from './feed-kit.ts';
import { shutGate } from './gate.ts';
import { owner } from './hearth-process.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;
let cy: Person;
let channelId: number;

test.beforeAll(async () => {
  office = await ChatOffice.open();
  ben = await office.newPerson('Ben Builder');
  cy = await office.newPerson('Cy Carpenter');
  channelId = await office.newChannel('workshop', [ben, cy]);
});

test.afterAll(async () => office.close());

const say = async (topic: string, content: string, email = ben.email): Promise<number> =>
  office.say(email, channelId, topic, content);

/** Picks an entry of a message's menu, as with the mouse. */
async function pick(page: Page, id: number, entry: string): Promise<void> {
  await row(page, id).hover();
  await row(page, id).getByRole('button', { name: 'More actions' }).click();
  await page
    .getByRole('menu', { name: 'Message actions' })
    .getByRole('menuitem', { name: entry, exact: false })
    .click();
}

test('a star is put on a message and taken off, and the starred view follows', async ({ context }) => {
  const id = await say('stars', 'Worth keeping.');
  const page = await office.openChat(context, owner, topicAddress(channelId, 'stars'));
  await pick(page, id, 'Star');
  await page.getByRole('link', { name: 'Starred' }).click();
  await expect(row(page, id)).toBeVisible();
  // However long the server takes to hear of it: the view that is opened again asks after that.
  const gate = await shutGate(page, '**/api/v1/messages/flags');
  await pick(page, id, 'Unstar');
  await expect.poll(() => gate.waiting).toBe(1);
  await page.getByRole('link', { name: 'Inbox' }).click();
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
  await page.getByRole('link', { name: 'Starred' }).click();
  await expect(page.getByRole('heading', { name: 'Starred' })).toBeVisible();
  gate.open();
  await expect(page.getByText('No starred messages')).toBeVisible();
});

test('the link to a message leads to it and lights it, and its words can be copied', async ({ context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const id = await say('links', 'The one that is *meant*, by $$x^2$$.');
  for (let number = 0; number < 30; number += 1) await say('links', `Another ${number}`);
  const page = await office.openChat(context, owner, topicAddress(channelId, 'links'));
  await page.goto(`${office.hearth.url}/chat/${topicAddress(channelId, 'links')}/near/${id}`);
  const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  await row(page, id).hover();
  await row(page, id).getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = `${office.hearth.url}/#narrow/channel/${channelId}-workshop/topic/links/near/${id}`;
  await expect.poll(clipboard).toBe(link);
  await pick(page, id, 'Copy text');
  await expect(page.getByText('Text copied')).toBeVisible();
  await expect.poll(clipboard).toBe('The one that is meant, by x^2.');
  const other = await context.newPage();
  await other.goto(link);
  await expect(row(other, id)).toBeInViewport();
  await expect(row(other, id)).toHaveClass(/is-flashed/);
});

test('a message is quoted in its conversation, and forwarded to another', async ({ context }) => {
  const id = await say('tools', 'The chisel is sharp.');
  const page = await office.openChat(context, owner, topicAddress(channelId, 'tools'));
  await pick(page, id, 'Quote in reply');
  await expect(box(page)).toBeFocused();
  await page.getByRole('button', { name: 'Show Markdown' }).click();
  await expect(box(page)).toHaveValue(/@_\*\*Ben Builder.*near\/\d+\):\n```quote\nThe chisel is sharp\.\n```/s);
  await page.getByRole('button', { name: 'Hide Markdown' }).click();
  await page.getByRole('button', { name: 'Remove quote of Ben Builder' }).click();
  await pick(page, id, 'Forward');
  const dialog = page.getByRole('dialog', { name: 'Forward message' });
  await dialog.getByRole('radio', { name: 'People' }).check();
  await dialog.getByRole('textbox', { name: 'People' }).fill('cy');
  await dialog.getByRole('button', { name: cy.name }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: cy.name })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Quotes' })).toContainText('The chisel is sharp.');
  await box(page).press('Control+Enter');
  await expect(rows(page).locator('blockquote')).toHaveText('The chisel is sharp.');
  await expect(rows(page).getByRole('link', { name: 'said' })).toHaveAttribute('href', new RegExp(`near/${id}$`));
});

test('a message is folded to a line of it, on every device, and unfolded there', async ({ context }) => {
  const id = await say('folding', 'A first line.\n\nAnd a second one.');
  const page = await office.openChat(context, owner, topicAddress(channelId, 'folding'));
  const second = await office.openChat(context, owner, topicAddress(channelId, 'folding'));
  await page.bringToFront();
  await pick(page, id, 'Collapse message');
  await second.bringToFront();
  for (const each of [page, second]) await expect(row(each, id).locator('p')).toHaveCount(0);
  await expect(row(second, id)).toContainText('A first line. And a second one.');
  await row(second, id).getByRole('button', { name: 'Show' }).click();
  await expect(row(page, id).locator('p')).toHaveCount(2);
});

test('the row that has the focus keeps it when rows above it go', async ({ context }) => {
  const gone = await say('going', 'This one goes.');
  const id = await say('going', 'This one stays.', cy.email);
  const page = await office.openChat(context, owner, topicAddress(channelId, 'going'));
  await row(page, id).focus();
  await office.call(owner.email, 'DELETE', `/messages/${gone}`);
  await expect(row(page, gone)).toBeHidden();
  await expect(row(page, id)).toBeFocused();
});

test('the tools of a message are there under a pointer that was there before it, and within what is seen of a long one', async ({
  context,
}) => {
  const last = await say('tools', 'The last so far.');
  // Else a line stands above it until it was read, and is gone when it is opened again.
  await office.call(owner.email, 'POST', '/mark_all_as_read');
  const page = await office.openChat(context, owner, topicAddress(channelId, 'tools'));
  const tools = (id: number): Locator => row(page, id).getByRole('group', { name: 'Message actions' });
  await expect(row(page, last)).toBeInViewport({ ratio: 1 });
  const { x, y } = (await row(page, last).boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(x + 200, y + 10);
  await expect(tools(last)).toBeVisible();
  await page.keyboard.press('Shift+I');
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
  await page.goBack();
  await expect(row(page, last)).toBeInViewport({ ratio: 1 });
  // The hand is never quite still.
  let trembling = 0;
  await expect(async () => {
    trembling += 1;
    await page.mouse.move(x + 200 + (trembling % 2), y + 10);
    await expect(tools(last)).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });

  const long = await say('tools', Array.from({ length: 80 }, (_, line) => `Line ${line}`).join('\n\n'));
  await expect(row(page, long).getByText('Line 79')).toBeInViewport();
  await row(page, long).getByText('Line 79').hover();
  await expect(tools(long)).toBeInViewport({ ratio: 1 });
});

test('what is answered from a view of many conversations is the message at hand', async ({ context }) => {
  const first = await say('one', 'First place.');
  await say('two', 'Second place.');
  // Read, the view opens at its end.
  await office.call(owner.email, 'POST', '/mark_all_as_read');
  const page = await office.openChat(context, owner, '#feed');
  const reply = page.getByRole('button', { name: /^Reply in/ });
  await expect(reply).toHaveText('Reply in two');
  await row(page, first).locator('.message-body').click();
  await expect(reply).toHaveText('Reply in one');
  // By keys it follows the selection; the first step takes the message at hand itself.
  await page.getByRole('heading', { name: 'Everything' }).focus();
  await page.keyboard.press('j');
  await expect(reply).toHaveText('Reply in two');
  await page.keyboard.press('k');
  await expect(reply).toHaveText('Reply in one');
});

test('keys are about the message that was clicked, wherever it stands', async ({ context }) => {
  const first = await say('keys one', 'In the first place.');
  await say('keys two', 'In the second place.');
  await office.writeToOwner(ben.email, 'In private.');
  await office.call(owner.email, 'POST', '/mark_all_as_read');
  const page = await office.openChat(context, owner, '#feed');
  await row(page, first).locator('.message-body').click();
  await page.keyboard.press('r');
  await expect(page.getByRole('heading', { name: 'keys one' })).toBeVisible();
  const ids = [
    first,
    await say('keys one', 'Second.'),
    await say('keys one', 'Third.'),
    await say('keys one', 'Fourth.'),
  ];
  const at = (index: number) => row(page, ids[index] ?? 0);
  await expect(at(3)).toBeInViewport();
  await page.keyboard.press('Escape');
  await page.keyboard.press('k');
  await at(0).locator('.message-body').click();
  await page.keyboard.press('+');
  await expect(at(0).getByRole('button', { name: /^\+1/ })).toBeVisible();
  // It stays the one when its menu is closed, and the next step leads on from it.
  await page.keyboard.press('i');
  await expect(page.getByRole('menu', { name: 'Message actions' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.keyboard.press('j');
  await expect(at(1)).toBeFocused();
  await expect(page.locator('.message.is-selected')).toHaveCount(1);
});

test('what is unread from here is unread on the phone, and scrolling elsewhere does not undo it', async ({
  context,
  browser,
}) => {
  await say('phones', 'The first.');
  const second = await say('phones', 'The second.');
  const third = await say('phones', 'The third.');
  await office.call(owner.email, 'POST', '/mark_all_as_read');
  const page = await office.openChat(context, owner, topicAddress(channelId, 'phones'));
  const pocket = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const phone = await office.openChat(pocket, owner, '#inbox');
  const inbox = phone.getByRole('navigation', { name: 'Views', exact: true }).getByRole('link', { name: /^Inbox/ });
  await expect(inbox).toHaveAccessibleName('Inbox');
  await pick(page, second, 'Mark as unread from here');
  await expect(inbox).toHaveAccessibleName(/Inbox\s*2 unread/);
  await row(page, third).hover();
  await page.mouse.wheel(0, -400);
  await page.mouse.wheel(0, 800);
  // Whatever else that would have read is read by now.
  await say('elsewhere', 'One more.');
  await expect(inbox).toHaveAccessibleName(/Inbox\s*3 unread/);
  await phone
    .getByRole('main')
    .getByRole('link', { name: /phones/ })
    .click();
  await expect(row(phone, second)).toBeVisible();
  await expect(phone.locator('.unread-line')).toBeVisible();
  await pocket.close();
});

test('a finger that rests on a message opens its menu, and picks nothing of it when it is lifted', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 600 }, hasTouch: true, isMobile: true });
  for (let number = 1; number < 12; number += 1) await say('fingers', `Number ${number}`);
  const id = await say('fingers', 'Press me.');
  const page = await office.openChat(context, owner, topicAddress(channelId, 'fingers'));
  await expect(row(page, id)).toBeVisible();
  const finger = await context.newCDPSession(page);
  /** At the head of the message: a notice may lie over its foot, and marks make it higher. */
  const press = async (): Promise<void> => {
    await rest(page);
    const { x, y } = (await row(page, id).boundingBox()) ?? { x: 0, y: 0 };
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 120, y: y + 8 }] });
  };
  await press();
  const menu = page.getByRole('menu', { name: 'Message actions' });
  await expect(menu).toBeVisible();
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  // Input is taken in its order: what the lifted finger picked would have closed the menu before this.
  await menu.getByRole('menuitem', { name: 'Star' }).tap();
  await page.getByText('Message starred.').locator('..').getByRole('button', { name: 'Close' }).tap();
  await expect
    .poll(async () => {
      const { message } = await office.call(owner.email, 'GET', `/messages/${id}`);
      return (message as { flags: string[] }).flags.toSorted();
    })
    .toEqual(['read', 'starred']);

  // Every emoji is in reach of a finger, not only those that are at hand.
  await press();
  await expect(menu).toBeVisible();
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await menu.getByRole('menuitem', { name: 'More reactions' }).tap();
  await page.getByRole('searchbox', { name: 'Find an emoji' }).fill('snail');
  await page.getByRole('button', { name: 'snail', exact: true }).tap();
  await expect(row(page, id).getByRole('button', { name: /snail/ })).toBeVisible();
  await context.close();
});

test('in a channel that is archived a message can be read, not reacted to, edited or moved', async ({ context }) => {
  const cellar = await office.newChannel('cellar', [ben, cy]);
  const id = await office.say(owner.email, cellar, 'jars', 'Nine jars of plums.');
  await office.call(ben.email, 'POST', `/messages/${id}/reactions`, { emoji_name: 'tada' });
  const poll = await office.say(owner.email, cellar, 'jars', '/poll More?\nYes\nNo');
  const page = await office.openChat(context, owner, topicAddress(cellar, 'jars'));
  const party = row(page, id).getByRole('button', { name: /^tada/ });
  const yes = row(page, poll).getByRole('button', { name: 'Yes' });
  const resolve = page.getByRole('button', { name: 'Mark as resolved' });
  await expect(party).toBeEnabled();
  await expect(yes).toBeEnabled();
  await expect(resolve).toBeVisible();
  await office.call(owner.email, 'DELETE', `/streams/${cellar}`);
  await expect(page.getByText('This channel is archived.')).toBeVisible();
  await expect(party).toBeDisabled();
  await expect(yes).toBeDisabled();
  await expect(resolve).toBeHidden();
  await row(page, id).hover();
  await expect(row(page, id).getByRole('button', { name: 'Copy link' })).toBeVisible();
  await expect(row(page, id).getByRole('button', { name: /React|reaction/ })).toHaveCount(0);
  await row(page, id).getByRole('button', { name: 'More actions' }).click();
  const menu = page.getByRole('menu', { name: 'Message actions' });
  await expect(menu.getByRole('menuitem', { name: 'Star' })).toBeVisible();
  await expect(
    menu.getByRole('menuitem', { name: /React with|a reaction|first reaction|More reactions|Edit(?! history)|Move/i }),
  ).toHaveCount(0);
  await page.keyboard.press('Escape');

  // Nothing leads to a new topic there.
  await page.goto(page.url().replace(/#.*/, `#narrow/channel/${cellar}`));
  const begin = page.getByRole('main').getByRole('button', { name: 'New topic' });
  await expect(page.getByText('This channel is archived.')).toBeVisible();
  await expect(begin).toHaveCount(0);
  await page.getByRole('button', { name: 'New message' }).click();
  const dialog = page.getByRole('dialog', { name: 'New topic' });
  await expect(dialog.getByRole('combobox', { name: 'Channel' })).toHaveValue('');
  await expect(dialog.getByRole('option', { name: 'cellar' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.goto(page.url().replace(/#.*/, `#topics/channel/${cellar}`));
  await expect(page.getByRole('button', { name: 'Channel menu' })).toBeVisible();
  await expect(begin).toHaveCount(0);
});

test('a person is muted from the menu of a message: rows fold and say no name, also to those who hear the page', async ({
  context,
}) => {
  const id = await say('noise', 'Loud words.', cy.email);
  const page = await office.openChat(context, owner, topicAddress(channelId, 'noise'));
  await expect(row(page, id)).toBeVisible();
  const log = page.getByRole('log', { name: 'New messages' });
  await say('noise', 'Heard once.', cy.email);
  await expect(log).toHaveText(`${cy.name}: Heard once.`);
  await pick(page, id, 'Mute user');
  await expect(page.getByText('2 messages from a muted user')).toBeVisible();
  await expect(log).toHaveText('');
  await say('noise', 'Not heard.', cy.email);
  await say('noise', 'A quiet word.', ben.email);
  await expect(log).toHaveText(`${ben.name}: A quiet word.`);
  await expect(page.locator('.feed')).not.toContainText(cy.name);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText('Not heard.')).toBeVisible();
  await pick(page, id, 'Unmute user');
  await expect(page.getByText('from a muted user')).toBeHidden();
});

test('a mention in a muted channel counts, and nothing else of it does', async ({ context }) => {
  const muted = await office.newChannel('machines', [ben]);
  // A mention would have its topic followed, which counts on its own.
  await office.call(owner.email, 'PATCH', '/settings', { automatically_follow_topics_where_mentioned: 'false' });
  await office.call(owner.email, 'POST', '/users/me/subscriptions/properties', {
    subscription_data: JSON.stringify([{ stream_id: muted, property: 'is_muted', value: true }]),
  });
  await office.call(owner.email, 'POST', '/mark_all_as_read');
  const page = await office.openChat(context, owner, '#inbox');
  const inbox = page.locator('.sidebar').getByRole('link', { name: /^Inbox/ });
  await expect(inbox).toHaveAccessibleName('Inbox');
  await office.say(ben.email, muted, 'hum', 'It hums.');
  const { user_id: me, full_name: name } = await office.call(owner.email, 'GET', '/users/me');
  await office.say(ben.email, muted, 'hum', `@**${String(name)}|${String(me)}** listen.`);
  await expect(inbox).toHaveAccessibleName('Inbox 1 unread');
  await expect(page.locator('.sidebar').getByRole('link', { name: /^Mentions/ })).toHaveAccessibleName(
    'Mentions 1 unread',
  );
  await expect(page).toHaveTitle(/^\(1\)/);
});
