/** Without a mouse, without a screen, and with words that run the other way. */
import { expect, type Locator, type Page } from '@playwright/test';
import { box, ChatOffice, row, rows, topicAddress, type Person } from './chat-office.ts';
import { wheel } from './feed-kit.ts';
import { owner } from './hearth-process.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;
let channelId: number;

test.beforeAll(async () => {
  ({ office, ben, channelId } = await ChatOffice.withWorkshop());
});

test.afterAll(async () => office.close());

const say = (topic: string, content: string): Promise<number> => office.say(ben.email, channelId, topic, content);

/** Turns on what the settings offer for this browser alone, and opens a topic with it. */
async function openWith(page: Page, label: string, topic: string): Promise<void> {
  await page.getByRole('checkbox', { name: label }).check();
  await page.goto(`${office.hearth.url}/chat/${topicAddress(channelId, topic)}`);
}

test('Arabic beside English runs its own way, line by line, as it is written and as it is read', async ({
  context,
}) => {
  const page = await office.openChat(context, owner, topicAddress(channelId, 'languages'));
  const lines = ['شكرا جزيلا لك', 'thank you', 'مع السلامة'];
  await say('languages', 'Say it in yours.');
  await expect(rows(page)).toHaveCount(1);
  await box(page).fill(lines.join('\n'));
  await expect.poll(() => box(page).evaluate((field) => field.matches(':dir(rtl)'))).toBe(true);
  await box(page).press('Control+Enter');
  await expect(page.locator('.message[data-message-id]').filter({ hasText: 'thank you' })).toBeVisible();
  const sides = (): Promise<string[]> =>
    page
      .locator('.message[data-message-id] .message-body p')
      .filter({ hasText: 'thank you' })
      .evaluate((paragraph) => {
        const { left, right } = paragraph.getBoundingClientRect();
        return [...paragraph.childNodes]
          .filter((node) => node instanceof Text && node.data.trim() !== '')
          .map((node) => {
            const range = document.createRange();
            range.selectNodeContents(node);
            const line = [...range.getClientRects()].find(({ width }) => width > 1);
            return (line?.left ?? 0) - left < right - (line?.right ?? 0) ? 'left' : 'right';
          });
      });
  await expect.poll(sides).toEqual(['right', 'left', 'right']);
  // A name runs its way, and the sentence around it its own, in the message as in lists of last words.
  const account = { email: 'omar@example.com', full_name: 'عمر', password: owner.password };
  const { user_id: userId } = await office.call(owner.email, 'POST', '/users', account);
  const id = await say('languages', `@**عمر|${String(userId)}** has the key.`);
  const directions = (words: Locator): Promise<string[]> =>
    words.evaluate((element) =>
      [element, ...element.querySelectorAll('.user-mention, bdi')].map((each) => getComputedStyle(each).direction),
    );
  await expect.poll(() => directions(row(page, id).locator('p'))).toEqual(['ltr', 'rtl']);
  await page.goto(`${office.hearth.url}/chat/#recent`);
  const line = page.locator('.cut[dir="auto"]').filter({ hasText: 'has the key' });
  await expect.poll(() => directions(line)).toEqual(['ltr', 'ltr', 'rtl']);
});

test('by keys alone one finds, reads, replies, reacts, edits and moves', async ({ context }) => {
  await office.say(owner.email, channelId, 'joinery', 'mine from before');
  const id = await say('joinery', 'who has the dovetailer?');
  const page = await office.openChat(context, owner, '#inbox');
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeFocused();
  const { keyboard } = page;
  await keyboard.press('/');
  await expect(page.getByRole('combobox')).toBeFocused();
  await keyboard.type('dovetailer');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/#narrow\/search\/dovetailer$/);
  await expect(row(page, id)).toBeVisible();
  await keyboard.press('j');
  await expect(row(page, id)).toBeFocused();
  await keyboard.press('s');
  await expect(page).toHaveURL(/topic\/joinery/);
  await expect(rows(page)).toHaveCount(2);
  await keyboard.press('k');
  await keyboard.press('j');
  await expect(row(page, id)).toBeFocused();
  await keyboard.press('r');
  await expect(box(page)).toBeFocused();
  await keyboard.type('I hav it');
  await keyboard.press('Control+Enter');
  await expect(rows(page).filter({ hasText: 'I hav it' })).toHaveCount(1);
  await expect(box(page)).toBeFocused();
  await keyboard.press('Escape');
  await expect(box(page)).not.toBeFocused();
  await keyboard.press('ArrowLeft');
  await expect(page.getByRole('textbox', { name: 'Edit message' })).toBeFocused();
  await keyboard.press('Control+A');
  await keyboard.type('I have it');
  await keyboard.press('Control+Enter');
  const own = rows(page).filter({ hasText: 'I have it' });
  await expect(own).toContainText('(edited)');
  await expect(box(page)).toBeFocused();
  await keyboard.press('Escape');
  await expect(box(page)).not.toBeFocused();
  await keyboard.press('k');
  await expect(row(page, id)).toBeFocused();
  await keyboard.press(':');
  await expect(page.getByRole('dialog')).toBeVisible();
  await keyboard.type('tada');
  // Enter takes the first that is found, as soon as one is.
  await expect(page.getByRole('dialog').getByRole('button', { name: 'tada', exact: true })).toBeVisible();
  await keyboard.press('Enter');
  await expect(row(page, id).getByRole('button', { name: /tada/ })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row(page, id)).toBeFocused();
  await keyboard.press('m');
  await expect(page.getByRole('dialog', { name: 'Move' }).getByRole('combobox', { name: 'Topic' })).toBeFocused();
  await keyboard.press('Control+A');
  await keyboard.type('tools');
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => office.contentsOf(channelId, 'tools')).toContain('who has the dovetailer?');
});

test('ten messages are ten named articles of a feed, and a new one is said once', async ({ context }) => {
  await office.sayMany(ben.email, channelId, 'aloud', 10);
  const page = await office.openChat(context, owner, topicAddress(channelId, 'aloud'));
  const feed = page.getByRole('feed');
  const articles = feed.getByRole('article', { name: new RegExp(`^${ben.name}, `) });
  await expect(articles).toHaveCount(10);
  await expect(feed).toHaveAttribute('aria-label', /aloud/);
  await expect
    .poll(() => articles.evaluateAll((all) => all.map((each) => each.getAttribute('aria-posinset'))))
    .toEqual(Array.from({ length: 10 }, (_, index) => String(index + 1)));
  for (let index = 0; index < 10; index += 1) await expect(articles.nth(index)).toHaveAttribute('aria-setsize', '-1');
  const log = page.getByRole('log', { name: 'New messages' });
  await log.evaluate((element) => {
    const said: string[] = [];
    (window as unknown as { said: string[] }).said = said;
    new MutationObserver(() => said.push(element.textContent)).observe(element, { childList: true, subtree: true });
  });
  const id = await say('aloud', 'The glue is dry.');
  await expect(log).toHaveText(`${ben.name}: The glue is dry.`);
  await expect(row(page, id)).toBeVisible();
  // Reading it, and what others do with it, says nothing again.
  await office.call(ben.email, 'POST', `/messages/${id}/reactions`, { emoji_name: 'tada' });
  await expect(row(page, id).locator('.reactions')).toBeAttached();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { said: string[] }).said))
    .toEqual([`${ben.name}: The glue is dry.`]);
  // Nothing but the log speaks of its own accord.
  await expect(page.locator('[aria-live]').filter({ has: feed })).toHaveCount(0);
  await expect(feed.locator('[aria-live]')).toHaveCount(0);
});

test('what is around the focus and what is selected stays on the page, however far it is scrolled', async ({
  context,
}) => {
  const ids = await office.sayMany(ben.email, channelId, 'long', 110);
  await office.markAsRead(ids);
  const page = await office.openChat(context, owner, topicAddress(channelId, 'long'));
  const at = (index: number) => row(page, ids[index] ?? 0);
  await expect(at(109)).toBeInViewport();
  await at(109).focus();
  await wheel(page, -5000);
  await expect(at(109)).not.toBeInViewport();
  for (const index of [85, 97, 109]) await expect(at(index)).toBeAttached();
  await page.getByRole('heading', { name: 'long' }).first().focus();
  await wheel(page, -400);
  await expect(at(109)).toHaveCount(0);
  await wheel(page, 9000);
  await expect(at(109)).toBeInViewport();
  await at(108).evaluate((element) => getSelection()?.selectAllChildren(element));
  await wheel(page, -5000);
  await expect(at(108)).toBeAttached();
  await expect(at(109)).toHaveCount(0);
});

test('who wants it has 250 messages on the page, or opens views at the newest', async ({ context }) => {
  const ids = await office.sayMany(ben.email, channelId, 'many', 70);
  const page = await office.openChat(context, owner, '#settings/preferences');
  await openWith(page, 'Open conversations at the newest message', 'many');
  await expect(row(page, ids.at(-1) ?? 0)).toBeInViewport();
  await expect(row(page, ids[0] ?? 0)).toHaveCount(0);
  await page.goto(`${office.hearth.url}/chat/#settings/preferences`);
  await openWith(page, 'Keep 250 messages on the page', 'many');
  await expect(rows(page)).toHaveCount(70);
});

test('who wants it has channels with news first, and the others by name', async ({ context }) => {
  const [attic, zoo] = [await office.newChannel('attic', [ben]), await office.newChannel('zoo', [ben])];
  const page = await office.openChat(context, owner, '#settings/preferences');
  const order = (): Promise<string[]> =>
    page
      .locator('.side-row')
      .evaluateAll((links) => links.flatMap(({ textContent }) => /attic|zoo/.exec(textContent ?? '') ?? []));
  await expect.poll(order).toEqual(['attic', 'zoo']);
  await page.getByRole('checkbox', { name: 'Sort channels by unread' }).check();
  await office.say(ben.email, zoo, 'lions', 'They roar.');
  await expect.poll(order).toEqual(['zoo', 'attic']);
  await office.say(ben.email, attic, 'mice', 'They squeak.');
  await expect.poll(order).toEqual(['attic', 'zoo']);
  await page.getByRole('checkbox', { name: 'Sort channels by unread' }).uncheck();
  await office.say(ben.email, zoo, 'lions', 'And again.');
  await expect(page.locator('.side-row', { hasText: 'zoo' })).toContainText('3');
  await expect.poll(order).toEqual(['attic', 'zoo']);
});

test('an empty message box runs the way of the page, and its text its own', async ({ context }) => {
  const page = await office.openChat(context, owner, topicAddress(channelId, 'empty box'));
  await page.evaluate(() => void (document.documentElement.dir = 'rtl'));
  await expect(box(page)).toHaveCSS('direction', 'rtl');
  await box(page).fill('thank you');
  await expect(box(page)).toHaveCSS('direction', 'ltr');
  await box(page).fill('شكرا');
  await expect(box(page)).toHaveCSS('direction', 'rtl');
});
