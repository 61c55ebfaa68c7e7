/** Views beside the messages: inbox, recent, channels, search, people, settings and keys. */
import { expect, type Locator, type Page } from '@playwright/test';
import { ChatOffice, rows, topicAddress, type Person } from './chat-office.ts';
import { shutGate } from './gate.ts';
import { owner } from './hearth-process.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;
let cy: Person;
let workshop: number;

test.beforeAll(async () => {
  office = await ChatOffice.open();
  ben = await office.newPerson('Ben Builder');
  cy = await office.newPerson('Cy Carpenter');
  workshop = await office.newChannel('workshop', [ben, cy]);
});

test.afterAll(async () => office.close());

test.beforeEach(async () => {
  // What an earlier test left unread is no matter of the next one.
  await office.call(owner.email, 'POST', '/mark_all_as_read');
});

const open = (page: Page, fragment: string): Promise<Page> => office.openChat(page.context(), owner, fragment);
const sidebar = (page: Page): Locator => page.getByRole('complementary', { name: 'Conversations' });
const sideLink = (page: Page, name: string): Locator => sidebar(page).getByRole('link', { name });
const inboxRow = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });

test('A mutes a topic, and the counts drop in every tab, its title, and on the phone', async ({ page, browser }) => {
  await office.say(ben.email, workshop, 'glue', 'Which glue?');
  await office.say(ben.email, workshop, 'glue', 'The yellow one.');
  await office.say(ben.email, workshop, 'wood', 'Oak is here.');
  const inbox = await open(page, '#inbox');
  const other = await page.context().newPage();
  await other.goto(`${office.hearth.url}/chat/#recent`);
  await inbox.bringToFront();
  const pocket = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const phone = await office.openChat(pocket, owner, '#inbox');
  const onPhone = phone.getByRole('navigation', { name: 'Views', exact: true }).getByRole('link', { name: /^Inbox/ });
  await expect(onPhone).toHaveAccessibleName(/Inbox\s*3 unread/);
  for (const tab of [inbox, other]) {
    await expect(tab).toHaveTitle(/^\(3\) /);
    await expect(sideLink(tab, 'Inbox')).toHaveAccessibleName('Inbox 3 unread');
    await expect(sideLink(tab, 'workshop')).toHaveAccessibleName('workshop 3 unread');
  }
  const mute = async (): Promise<void> => {
    await inboxRow(inbox, 'glue').hover();
    await inbox.getByRole('button', { name: 'Mute glue' }).click();
  };
  await mute();
  for (const tab of [inbox, other]) {
    await expect(tab).toHaveTitle(/^\(1\) /);
    await expect(sideLink(tab, 'Inbox')).toHaveAccessibleName('Inbox 1 unread');
    await expect(sideLink(tab, 'workshop')).toHaveAccessibleName('workshop 1 unread');
  }
  await expect(onPhone).toHaveAccessibleName(/Inbox\s*1 unread/);
  await pocket.close();
  await expect(inbox.getByText('1 unread in 1 conversation.')).toBeVisible();
  await expect(inbox.getByText('2 unread, not counted')).toBeVisible();
  // What calls its reader is heard from a muted topic, too.
  await office.mentionOwner(ben.email, workshop, 'glue', 'come and see');
  await expect(sideLink(other, 'Inbox')).toHaveAccessibleName('Inbox 2 unread');
  // Each has a notice of its own for some seconds.
  const newest = inbox.locator('.notice-bar').last();
  await mute();
  await expect(newest).toContainText('Topic unmuted.');
  await expect(sideLink(other, 'Inbox')).toHaveAccessibleName('Inbox 4 unread');
  await mute();
  await expect(newest).toContainText('Topic muted.');
  await newest.getByRole('button', { name: 'Undo' }).click();
  for (const tab of [inbox, other]) await expect(sideLink(tab, 'Inbox')).toHaveAccessibleName('Inbox 4 unread');
});

test('what can be undone stays as long as someone is at it, by pointer or by keys', async ({ page }) => {
  await page.clock.install();
  await office.say(ben.email, workshop, 'nails', 'How many?');
  const chat = await open(page, '#inbox');
  await inboxRow(chat, 'nails').hover();
  // From here on time passes only when it is moved.
  await chat.clock.pauseAt(Date.now() + 60_000);
  await chat.getByRole('button', { name: 'Mute nails' }).click();
  const said = chat.getByText('Topic muted.');
  const undo = chat.getByRole('button', { name: 'Undo' });
  for (const stay of [() => said.hover(), () => undo.focus()]) {
    await stay();
    await chat.clock.fastForward(30_000);
    await expect(undo).toBeVisible();
  }
  await undo.blur();
  await chat.clock.fastForward(5000);
  await expect(undo).toBeVisible();
  await chat.clock.fastForward(2000);
  await expect(undo).toHaveCount(0);
});

test('the row of the topic in view is in sight, however late its topics come', async ({ page }) => {
  for (let number = 0; number < 9; number += 1) await office.say(ben.email, workshop, `plan ${number}`, 'Well?');
  const chat = await open(page, '#inbox');
  await chat.setViewportSize({ width: 1280, height: 420 });
  await chat.goto(`${office.hearth.url}/chat/${topicAddress(workshop, 'plan 1')}`);
  await expect(sideLink(chat, 'plan 1')).toBeInViewport({ ratio: 1 });
});

test('a row of the inbox that is read there stays, pale and with the focus, and keys lead on', async ({ page }) => {
  await office.say(ben.email, workshop, 'first', 'One');
  await office.say(ben.email, workshop, 'second', 'Two');
  const inbox = await open(page, '#inbox');
  await inboxRow(inbox, 'second').hover();
  await inbox.getByRole('button', { name: 'Mark second as read' }).click();
  await expect(inboxRow(inbox, 'second').getByText('Just read')).toBeVisible();
  await expect(inboxRow(inbox, 'second').getByRole('link')).toBeFocused();
  await inbox.keyboard.press('j');
  await expect(inboxRow(inbox, 'first').getByRole('link')).toBeFocused();
  await inbox.keyboard.press('Enter');
  await expect(inbox.getByRole('heading', { name: /first/ })).toBeVisible();
  await inbox.goBack();
  await expect(inbox.getByRole('heading', { name: 'Inbox' })).toBeFocused();
});

test('the address of a group is the same for all its people', async ({ page, browser }) => {
  const { user_id: ownerId } = await office.call(owner.email, 'GET', '/users/me');
  const to = JSON.stringify([ben.userId, cy.userId]);
  await office.call(owner.email, 'POST', '/messages', { type: 'direct', to, content: 'The three of us.' });
  const chat = await open(page, '#recent');
  await chat
    .getByRole('main')
    .getByRole('link', { name: /Ben .*, .*Cy |Cy .*, .*Ben / })
    .click();
  await expect(rows(chat).getByText('The three of us.')).toBeVisible();
  const everybody = [Number(ownerId), ben.userId, cy.userId].toSorted((a, b) => a - b).join(',');
  await expect(chat).toHaveURL(new RegExp(`#narrow/dm/${everybody}-group$`));
  const context = await browser.newContext();
  const bens = await office.openChat(context, ben, new URL(chat.url()).hash);
  await expect(rows(bens).getByText('The three of us.')).toBeVisible();
  await expect(bens.getByRole('link', { name: new RegExp(cy.name) }).and(bens.locator('[aria-current]'))).toBeVisible();
  await context.close();
});

test('the way back on a phone leads to the view before, even where one was there earlier', async ({ page }) => {
  const chat = await open(page, '#channels');
  await chat.setViewportSize({ width: 390, height: 844 });
  const drafts = chat.getByRole('heading', { name: 'Drafts', exact: true });
  const channels = chat.getByRole('heading', { name: 'Channels', level: 1 });
  const back = chat.getByRole('main').getByRole('button', { name: 'Back' });
  await chat.evaluate(() => location.assign('#drafts'));
  await expect(drafts).toBeVisible();
  await chat.evaluate(() => location.assign('#channels'));
  await expect(channels).toBeVisible();
  await back.click();
  await expect(drafts).toBeVisible();
  await back.click();
  await expect(channels).toBeVisible();
  // Here the way began.
  await back.click();
  await expect(chat.getByRole('heading', { name: 'Inbox', level: 1 })).toBeVisible();
});

test('the search finds words with operators, says what it does not know, and widens', async ({ page }) => {
  const arrived = await office.say(ben.email, workshop, 'timber', 'The larch has arrived.');
  await office.say(owner.email, workshop, 'timber', 'Is the larch dry?');
  const chat = await open(page, '#inbox');
  await expect(chat.getByRole('heading', { name: 'Inbox' })).toBeFocused();
  await chat.keyboard.press('Control+k');
  const field = chat.getByRole('combobox', { name: 'Search messages, people and channels' });
  await expect(field).toBeFocused();
  await field.fill('from:ben larch colour:red');
  await expect(chat.getByText('Unknown filter “colour:”. Known filters: from:, in:')).toBeVisible();
  // What is not understood alone leaves nothing to search.
  await field.fill('is:foo');
  await expect(chat.getByText('“foo” is not a value of “is:”. Known values: unread, dm,')).toBeVisible();
  await field.fill('from:ben larch colour:red');
  await field.press('Enter');
  await expect(rows(chat)).toHaveCount(1);
  await expect(rows(chat).locator('.highlight')).toHaveText('larch');
  // What is changed meanwhile is shown as it is now.
  await office.call(ben.email, 'PATCH', `/messages/${arrived}`, { content: 'The larch has gone.' });
  await expect(rows(chat).getByText('The larch has gone.')).toBeVisible();
  // An emoji is found however it is written, in the words and not among the reactions.
  await office.say(ben.email, workshop, 'cake', 'That is a contract. :cake:');
  const praised = await office.say(ben.email, workshop, 'cake', 'I made it.');
  await office.call(owner.email, 'POST', `/messages/${praised}/reactions`, { emoji_name: 'cake' });
  await chat.keyboard.press('Control+k');
  await field.fill('🍰');
  await field.press('Enter');
  await expect(rows(chat)).toHaveCount(1);
  await expect(rows(chat)).toContainText('That is a contract.');
  await chat.goto(chat.url().replace(/#.*/, '#narrow/search/.F0.9F.A6.A9'));
  await expect(chat.getByText('Search finds emoji in message text, not in reactions.')).toBeVisible();
  // A message can be found by its topic, which then is what is marked.
  await chat.goto(chat.url().replace(/#.*/, '#narrow/search/timber'));
  await expect(chat.locator('.conversation-line .highlight').first()).toHaveText('timber');
  await chat.goto(chat.url().replace(/#.*/, `#narrow/sender/${ben.userId}/search/larchless`));
  await expect(chat.getByRole('heading', { name: 'No messages found for “larchless”' })).toBeVisible();
  await expect(chat.getByText('Search finds emoji')).toHaveCount(0);
  await chat.getByRole('link', { name: 'Search everywhere' }).click();
  await expect(chat).toHaveURL(/#narrow\/search\/larchless$/);
});

test('the search leads to people, channels and topics by keys alone', async ({ page }) => {
  await office.say(ben.email, workshop, 'roof tiles', 'Red ones.');
  const chat = await open(page, '#inbox');
  await expect(chat.getByRole('heading', { name: 'Inbox' })).toBeFocused();
  await chat.keyboard.press('w');
  const field = chat.getByRole('combobox', { name: 'Search messages, people and channels' });
  await expect(field).toHaveValue('@');
  await expect(chat.getByRole('option', { name: cy.name })).toBeVisible();
  await chat.keyboard.type('ben');
  await expect(chat.getByRole('option', { selected: true })).toContainText(ben.name);
  await field.press('Enter');
  await expect(chat.getByRole('heading', { name: ben.name })).toBeVisible();
  await chat.keyboard.press('Escape');
  await chat.keyboard.press('q');
  await expect(field).toBeFocused();
  await chat.keyboard.type('work');
  await expect(chat.getByRole('option', { selected: true })).toContainText('workshop');
  await chat.keyboard.press('Enter');
  await expect(chat).toHaveURL(new RegExp(`#narrow/channel/${workshop}-workshop$`));
});

test('what is typed before the search has come stands in it, and is no command', async ({ page }) => {
  const script = await shutGate(page.context(), /\/assets\/dialog-host-[^/]*\.js$/);
  const chat = await open(page, '#inbox');
  await expect(chat.getByRole('heading', { name: 'Inbox' })).toBeFocused();
  await chat.keyboard.press('/');
  await chat.keyboard.type('exx');
  await chat.keyboard.press('Backspace');
  await chat.keyboard.type('tra quick');
  script.open();
  await expect(chat.getByRole('combobox', { name: 'Search messages, people and channels' })).toHaveValue('extra quick');
  await chat.keyboard.type('er');
  await expect(chat.getByRole('combobox', { name: 'Search messages, people and channels' })).toHaveValue(
    'extra quicker',
  );
  await expect(chat).toHaveURL(/#inbox$/);
});

test('settings of the profile, the look and the password hold, on the server too', async ({ page }) => {
  const chat = await open(page, '#settings/profile');
  await chat.getByRole('textbox', { name: 'Your name' }).fill('Olive Owner');
  await chat.getByRole('button', { name: 'Save name' }).click();
  await expect(sidebar(chat).getByText('Olive Owner')).toBeVisible();
  await chat.getByRole('button', { name: 'Commuting' }).click();
  await chat.getByRole('button', { name: 'Save status' }).click();
  await expect(sidebar(chat).getByText('Commuting')).toBeVisible();
  await chat.getByRole('link', { name: 'Preferences' }).click();
  await chat.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
  await expect.poll(() => chat.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
  await chat.getByRole('checkbox', { name: 'Enter sends' }).click();
  const settings = async () =>
    (await office.call(owner.email, 'POST', '/register', { fetch_event_types: '["user_settings"]' }))[
      'user_settings'
    ] as Record<string, unknown>;
  await expect.poll(async () => (await settings())['color_scheme']).toBe(2);
  await chat.getByRole('combobox', { name: 'Theme' }).selectOption('System theme');
  await chat.goto(chat.url().replace(/#.*/, '#settings/profile'));
  await chat.getByLabel('Current password').fill('not the password');
  await chat.getByLabel('New password').fill('another long one');
  await chat.getByRole('button', { name: 'Change password' }).click();
  await expect(chat.getByRole('alert').filter({ hasText: /wrong password/i })).toBeVisible();
  const changed = chat.waitForRequest((request) => request.method() === 'PATCH' && request.url().endsWith('/settings'));
  await chat.getByRole('checkbox', { name: /Also replace the API key/ }).check();
  await chat.getByRole('button', { name: 'Change password' }).click();
  expect((await changed).postData()).toContain('end_api_key=true');
});

test('on a phone one pane leads back to the one before, and every tab to its list', async ({ page }) => {
  await office.say(ben.email, workshop, 'on the phone', 'Small words.');
  await page.setViewportSize({ width: 390, height: 844 });
  const chat = await open(page, '#inbox');
  await chat.setViewportSize({ width: 390, height: 844 });
  const tabs = chat.getByRole('navigation', { name: 'Views', exact: true });
  await tabs.getByRole('link', { name: 'Channels' }).click();
  await chat.getByRole('navigation', { name: 'Your channels' }).getByRole('link', { name: 'workshop' }).click();
  await chat.getByRole('link', { name: /on the phone/ }).click();
  await expect(tabs).toBeHidden();
  await chat.getByRole('button', { name: 'Back' }).click();
  await expect(chat.getByRole('heading', { name: '#workshop' })).toBeVisible();
  await chat.getByRole('button', { name: 'Back' }).click();
  await expect(chat.getByRole('heading', { name: 'Channels', level: 1 })).toBeVisible();
  await tabs.getByRole('button', { name: 'Search' }).click();
  await expect(chat.getByRole('dialog', { name: 'Search' })).toBeVisible();
  await chat.getByRole('button', { name: 'Close' }).click();
  await tabs.getByRole('link', { name: 'Direct' }).click();
  await expect(chat.getByRole('heading', { name: 'Direct messages' })).toBeVisible();
  const dialog = chat.getByRole('dialog', { name: 'New direct message' });
  await chat.getByRole('button', { name: 'New message' }).click();
  await expect(dialog).toBeVisible();
  await chat.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // The phone's own way back leaves no dialog over the view before.
  await chat.getByRole('button', { name: 'New message' }).click();
  await expect(dialog).toBeVisible();
  await chat.goBack();
  await expect(dialog).toBeHidden();
  // What has no tab stands before the settings.
  await tabs.getByRole('link', { name: 'Me' }).click();
  await chat.getByRole('navigation', { name: 'More views' }).getByRole('link', { name: 'Everything' }).click();
  await expect(chat.getByRole('heading', { name: 'Everything' })).toBeVisible();
});

test('the sheet of keys opens by a question mark, and letters can be switched off', async ({ page }) => {
  const chat = await open(page, '#inbox');
  await expect(chat.getByRole('heading', { name: 'Inbox' })).toBeFocused();
  await chat.keyboard.press('?');
  const sheet = chat.getByRole('dialog', { name: 'Keyboard' });
  await sheet.getByRole('checkbox', { name: /Single-key shortcuts/ }).click();
  await chat.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(chat).toHaveURL(/#inbox$/);
  await chat.keyboard.press('t');
  await chat.keyboard.press('Control+k');
  await chat.getByRole('button', { name: 'Close' }).click();
  await expect(chat.getByRole('heading', { name: 'Inbox' })).toBeVisible();
});

test('A mutes B: the rows of B fold, and B does not count', async ({ page }) => {
  const chat = await open(page, `${topicAddress(workshop, 'paint')}`);
  await office.say(owner.email, workshop, 'paint', 'What colour?');
  await office.say(ben.email, workshop, 'paint', 'A colour of my own.');
  await expect(rows(chat)).toHaveCount(2);
  await expect(sideLink(chat, 'Inbox')).toHaveAccessibleName('Inbox');
  await chat.goto(chat.url().replace(/#.*/, `#user/${ben.userId}`));
  const card = chat.getByRole('dialog', { name: ben.name });
  await card.getByRole('button', { name: 'Mute user' }).click();
  await expect(card.getByText('You muted this user')).toBeVisible();
  await chat.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(rows(chat)).toHaveCount(1);
  await expect(chat.getByText('1 message from a muted user')).toBeVisible();
  await chat.goto(chat.url().replace(/#.*/, '#inbox'));
  await office.writeToOwner(ben.email, 'Can you hear me?');
  await office.say(ben.email, workshop, 'after', 'And here?');
  await office.say(cy.email, workshop, 'after', 'I can hear you.');
  await expect(sideLink(chat, 'workshop')).toHaveAccessibleName('workshop 1 unread');
  // Of what came, only the text of the other count.
  await expect(sideLink(chat, 'Inbox')).toHaveAccessibleName('Inbox 1 unread');
  await expect(chat).toHaveTitle(/^(?:\(1\) )?Inbox/);
  await office.call(owner.email, 'DELETE', `/users/me/muted_users/${ben.userId}`);
});
