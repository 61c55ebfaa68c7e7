/** Place and time: the way back to lists and out of joining, midnight, the direction of text, and paper. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { ChatOffice, row, rows, topicAddress, type Person } from './chat-office.ts';
import { owner } from './hearth-process.ts';
import { signIn } from './sessions.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;
let channelId: number;

test.beforeAll(async () => {
  ({ office, ben, channelId } = await ChatOffice.withWorkshop());
});

test.afterAll(async () => office.close());

const open = (page: Page, fragment: string): Promise<Page> => office.openChat(page.context(), owner, fragment);
const scroller = (page: Page) => page.getByRole('main').locator('.scroll');
const top = (page: Page): Promise<number> => scroller(page).evaluate((element) => element.scrollTop);

test('Back returns to the place in recent, inbox and topics, with what was chosen there', async ({ page }) => {
  for (let number = 1; number <= 40; number += 1) await office.say(ben.email, channelId, `place ${number}`, 'Here.');
  await page.setViewportSize({ width: 1280, height: 500 });
  const chat = await open(page, '#recent');
  for (const list of ['#recent', '#inbox', `#topics/channel/${channelId}`]) {
    await chat.evaluate((address) => (location.hash = address), list);
    await expect(chat.getByRole('link', { name: /place 12\b/ }).last()).toBeAttached();
    if (list === '#recent') await chat.getByRole('button', { name: 'Include muted' }).click();
    await scroller(chat).evaluate((element) => (element.scrollTop = 900));
    await expect.poll(() => top(chat)).toBe(900);
    // A row far down, which a click brings into view first: the place is the one from which it was opened.
    const far = scroller(chat).locator('a[data-row]').nth(25);
    await far.scrollIntoViewIfNeeded();
    await expect.poll(() => top(chat)).toBeGreaterThan(300);
    const place = await top(chat);
    await far.click();
    await expect(rows(chat)).toHaveCount(1);
    await chat.goBack();
    await expect(chat.getByRole('link', { name: /place 12\b/ }).last()).toBeAttached();
    // The row that was read has left the inbox: its list may be shorter than before, and no more than that.
    const fromPlace = (): Promise<number> =>
      scroller(chat).evaluate(
        ({ scrollTop, scrollHeight, clientHeight }, before) =>
          scrollTop - Math.min(before, scrollHeight - clientHeight),
        place,
      );
    await expect.poll(fromPlace).toBe(0);
    if (list === '#recent')
      await expect(chat.getByRole('button', { name: 'Include muted' })).toHaveAttribute('aria-pressed', 'true');
    // A link to the same list opens it at its top.
    await chat.evaluate(() => (location.hash = '#drafts'));
    await expect(chat.getByRole('heading', { name: 'Drafts', exact: true })).toBeVisible();
    await chat.evaluate((address) => (location.hash = address), list);
    await expect(chat.getByRole('link', { name: /place 40\b/ }).last()).toBeAttached();
    await expect.poll(() => top(chat)).toBe(0);
  }
});

test('Back returns to the place in a list after the page was loaded again, and closes a menu over the view', async ({
  page,
}) => {
  for (let number = 1; number <= 40; number += 1) await office.say(ben.email, channelId, `again ${number}`, 'Here.');
  await page.setViewportSize({ width: 1280, height: 500 });
  const chat = await open(page, '#recent');
  await chat.getByRole('button', { name: 'Include muted' }).click();
  await expect(chat.getByRole('link', { name: /again 12\b/ }).last()).toBeAttached();
  await scroller(chat).evaluate((element) => (element.scrollTop = 600));
  const stored = () => chat.evaluate(() => (history.state as { kept?: { top: number } }).kept?.top);
  await expect.poll(stored).toBe(600);
  await chat.evaluate((address) => (location.hash = address), topicAddress(channelId, 'again 7'));
  await expect(rows(chat)).toHaveCount(1);
  await chat.reload();
  await rows(chat).first().click({ button: 'right' });
  await chat.keyboard.press('i');
  await expect(chat.getByRole('menu', { name: 'Message actions' })).toBeVisible();
  await chat.goBack();
  await expect(chat.getByRole('heading', { name: 'Recent', exact: true })).toBeVisible();
  await expect(chat.getByRole('menu')).toHaveCount(0);
  await expect.poll(() => top(chat)).toBe(600);
  await expect(chat.getByRole('button', { name: 'Include muted' })).toHaveAttribute('aria-pressed', 'true');
});

test('Back returns to the place among the results of a search', async ({ page }) => {
  for (let number = 1; number <= 20; number += 1)
    await office.say(ben.email, channelId, 'found', `Zeppelin ${number}.`);
  await page.setViewportSize({ width: 1280, height: 500 });
  const chat = await open(page, '#narrow/search/zeppelin');
  await chat.getByRole('button', { name: 'Best match' }).click();
  const found = chat.getByRole('feed', { name: 'Results, best match first' });
  await expect(found.locator('.message')).toHaveCount(20);
  await found.evaluate((element) => (element.scrollTop = 500));
  await expect.poll(() => chat.evaluate(() => (history.state as { kept?: { top: number } }).kept?.top)).toBe(500);
  await chat.evaluate((address) => (location.hash = address), topicAddress(channelId, 'found'));
  await expect(chat.getByRole('heading', { name: 'found' })).toBeVisible();
  await chat.goBack();
  await expect.poll(() => found.evaluate((element) => element.scrollTop)).toBe(500);
  await chat.getByRole('button', { name: 'Newest' }).click();
  await expect(found).toHaveCount(0);
});

test('Back in the header after joining leads to the inbox, never to the invitation', async ({ browser }) => {
  await office.call(owner.email, 'POST', '/invites', {
    invitee_emails: 'joiner@example.com',
    stream_ids: JSON.stringify([channelId]),
  });
  const { invitations } = await office.call(owner.email, 'GET', '/console/invitations');
  const { link_url: link } = (invitations as { email: string; link_url: string }[]).find(
    ({ email }) => email === 'joiner@example.com',
  ) ?? { link_url: '' };
  const phone = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
  await phone.goto(link);
  // The limit counts characters, not units.
  await phone.getByLabel('Your name').fill('😀'.repeat(101));
  await expect(phone.getByLabel('Your name')).toHaveValue('😀'.repeat(100));
  await phone.getByLabel('Your name').fill('Joe Joiner');
  await phone.getByLabel('Password', { exact: true }).fill(owner.password);
  await phone.getByRole('button', { name: /^Join / }).click();
  await expect(phone).toHaveURL(/\/chat\/#/);
  const first = phone.url();
  await office.say(ben.email, channelId, 'welcome', 'Welcome.');
  await phone.evaluate((address) => (location.hash = address), topicAddress(channelId, 'welcome'));
  await expect(rows(phone)).toHaveCount(1);
  await phone.getByRole('button', { name: 'Back' }).click();
  await expect(phone).toHaveURL(first);
  // From the conversation in which one begins, too.
  await phone.getByRole('button', { name: 'Back' }).click();
  await expect(phone).toHaveURL(/\/chat\/#inbox$/);
  await expect(phone.getByRole('heading', { name: "You're already signed in" })).toHaveCount(0);
});

test('a page that stays open over midnight calls the day before "Yesterday"', async ({ browser }) => {
  const context = await browser.newContext({ timezoneId: 'UTC' });
  await signIn(context, office.hearth.url, owner.email);
  const page = await context.newPage();
  const first = await office.say(ben.email, channelId, 'midnight', 'Said before midnight.');
  const said = (await office.said(channelId, 'midnight')) as unknown as { timestamp: number }[];
  const day = 24 * 3600;
  const midnight = (Math.floor((said[0]?.timestamp ?? 0) / day) + 1) * day * 1000;
  await page.clock.install({ time: midnight - 120_000 });
  await page.goto(`${office.hearth.url}/chat/${topicAddress(channelId, 'midnight')}`);
  await expect(row(page, first)).toBeVisible();
  await expect(page.locator('.day-line')).toHaveText('Today');
  await page.clock.runFor(180_000);
  await expect(page.locator('.day-line')).toHaveText('Yesterday');
});

test('the tools of a right-to-left message leave its first letters free, and its parts run from the right', async ({
  page,
}) => {
  await office.say(ben.email, channelId, 'hebrew', 'שלום לכולם');
  const table = '| אחת | שתיים |\n|---|---|\n| א | ב |';
  const second = await office.say(ben.email, channelId, 'hebrew', `הודעה שנייה\n\n> ציטוט\n\n1. ראשון\n\n${table}`);
  await page.setViewportSize({ width: 1280, height: 800 });
  const chat = await open(page, topicAddress(channelId, 'hebrew'));
  const body = row(chat, second).locator('.message-body');
  await row(chat, second).hover();
  await expect(row(chat, second).locator('.message-tools')).toBeVisible();
  const isFree = (): Promise<boolean> =>
    body
      .locator('p')
      .first()
      .evaluate((paragraph) => {
        const letters = document.createRange();
        letters.selectNodeContents(paragraph);
        const { right, top: upper, height } = letters.getBoundingClientRect();
        return document.elementFromPoint(right - 4, upper + height / 2)?.closest('.message-tools') === null;
      });
  await expect.poll(isFree).toBe(true);
  for (const part of ['blockquote', 'ol', 'table']) await expect(body.locator(part)).toHaveCSS('direction', 'rtl');
});

test('code, addresses and names keep their order in right-to-left text', async ({ page }) => {
  const id = await office.say(
    ben.email,
    channelId,
    'hebrew',
    `שלום \`run(1)\` וגם https://example.com/a_(b)/ ו-@**${ben.name}** או #**workshop** $$x^2$$`,
  );
  const chat = await open(page, topicAddress(channelId, 'hebrew'));
  const body = row(chat, id).locator('.message-body');
  for (const part of ['code', 'a[href^="https"]', '.user-mention', 'a.stream']) {
    const places = await body.locator(part).evaluate((element) => {
      const letters = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const lefts: number[] = [];
      for (let node = letters.nextNode(); node !== null; node = letters.nextNode())
        for (let at = 0; at < (node.nodeValue ?? '').length; at += 1) {
          const letter = document.createRange();
          letter.setStart(node, at);
          letter.setEnd(node, at + 1);
          lefts.push(letter.getBoundingClientRect().left);
        }
      return lefts;
    });
    expect(places.length).toBeGreaterThan(3);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  }
});

test('the tools of a message leave Copy and Wrap lines of its code free', async ({ page }) => {
  await office.say(ben.email, channelId, 'code', 'Look:');
  const id = await office.say(ben.email, channelId, 'code', '```js\nconst answer = 42;\n```');
  await page.setViewportSize({ width: 1280, height: 800 });
  const chat = await open(page, topicAddress(channelId, 'code'));
  await row(chat, id).hover();
  await expect(row(chat, id).locator('.message-tools')).toBeVisible();
  const tools = row(chat, id).locator('.code-tool');
  await expect(tools).toHaveCount(2);
  const covered = (): Promise<(string | null)[]> =>
    tools.evaluateAll((all) =>
      all
        .filter((tool) => {
          const { left, top: upper, width, height } = tool.getBoundingClientRect();
          const points = [upper + 2, upper + height / 2, upper + height - 2];
          return points.some((y) => !tool.contains(document.elementFromPoint(left + width / 2, y)));
        })
        .map(({ textContent }) => textContent),
    );
  await expect.poll(covered).toEqual([]);
});

test('muting a channel says so, offers Undo, and shows in the header', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const phone = await office.openChat(context, owner, `#narrow/channel/${channelId}`);
  const heading = phone.getByRole('main').getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  await expect(heading).not.toContainText('Muted');
  await phone.getByRole('button', { name: 'More', exact: true }).click();
  await phone.getByRole('menuitem', { name: 'Mute channel' }).click();
  const said = phone.getByRole('status').filter({ hasText: 'Channel muted.' });
  await expect(said).toBeVisible();
  await expect(heading).toContainText('Muted');
  await said.getByRole('button', { name: 'Undo' }).click();
  await expect(heading).not.toContainText('Muted');
});

test('signing out ends the event queue and the presence of the page', async ({ browser }) => {
  const context = await browser.newContext();
  const page = await office.openChat(context, ben, '#inbox');
  const own = async (): Promise<number> => {
    const { queues } = await office.call(owner.email, 'GET', '/console/event_queues');
    return (queues as { user_id: number }[]).filter(({ user_id: id }) => id === ben.userId).length;
  };
  await expect.poll(own).toBe(1);
  await page.locator('.organization').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: /^Sign in to/ })).toBeVisible();
  await expect.poll(own).toBe(0);
  const presence = async (): Promise<string | undefined> => {
    const { users } = await office.call(owner.email, 'GET', '/console/presence');
    return (users as { user_id: number; status: string }[]).find(({ user_id: id }) => id === ben.userId)?.status;
  };
  await expect.poll(presence).toBe('offline');
});

test('a printed conversation is dark on white, with a time at each message and nothing cut off', async ({
  browser,
}) => {
  const icon = await readFile(resolve('resources/icons/128x128.png'));
  const file = await office.upload(ben.email, 'icon.png', 'image/png', icon);
  const last = await office.say(ben.email, channelId, 'sheet', 'A short one.');
  await office.call(ben.email, 'POST', `/messages/${last}/reactions`, { emoji_name: 'tada' });
  for (const content of [
    `\`\`\`js\nconst x = ${'12345678 '.repeat(40)};\n\`\`\``,
    `\`${'y'.repeat(300)}\` https://example.invalid/${'z'.repeat(300)}`,
    `| a | b |\n|--|--|\n| ${'wide '.repeat(80)} | 2 |`,
    `[icon.png](${file})`,
    `$$${'x+'.repeat(150)}y$$`,
    'שלום עולם\n\n> ציטוט ארוך\n\n- אחד',
    'The end.',
  ])
    await office.say(ben.email, channelId, 'sheet', content);
  const context = await browser.newContext({ colorScheme: 'dark', viewport: { width: 794, height: 1123 } });
  const page = await office.openChat(context, owner, topicAddress(channelId, 'sheet'));
  await expect(rows(page)).toHaveCount(8);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  // What is fixed to the screen would be on each sheet.
  await expect(page.locator('dialog')).toBeHidden();
  await expect(page.locator('.toasts')).toBeHidden();
  await expect(rows(page).getByText('The end.')).toBeVisible();
  await expect(rows(page).first().getByRole('button', { name: 'Add a reaction' })).toBeHidden();
  const found = await page.locator('main').evaluate((main) => {
    const isLight = (color: string): boolean =>
      (color.match(/[\d.]+/g) ?? []).slice(0, 3).every((part) => Number(part) > 140);
    const parts = [...main.querySelectorAll<HTMLElement>('.message, .message *')].filter(
      (element) => element.getClientRects().length > 0 && element.closest('.katex-mathml') === null,
    );
    return {
      light: parts.filter((element) => isLight(getComputedStyle(element).color)).map(({ outerHTML }) => outerHTML),
      cut: parts
        .filter(
          (element) =>
            element.getBoundingClientRect().right > innerWidth + 1 || element.getBoundingClientRect().left < -1,
        )
        .map(({ outerHTML }) => outerHTML),
      timeless: [...main.querySelectorAll('.message')].filter((message) => {
        const time = message.querySelector('time');
        return time === null || getComputedStyle(time).opacity !== '1';
      }).length,
    };
  });
  expect(found).toEqual({ light: [], cut: [], timeless: 0 });
  await context.close();
});

test('a printed conversation has every message of the page, and says what is missing', async ({ page }) => {
  await office.sayMany(ben.email, channelId, 'paper', 420);
  const chat = await open(page, topicAddress(channelId, 'paper'));
  await expect(rows(chat).first()).toBeVisible();
  const note = chat.getByText('Newer messages are not loaded.');
  await expect(note).toBeHidden();
  // A page whose last row comes into sight loads the rest: here it waits for it, as on a slow line.
  await chat.route(/\/api\/v1\/messages\?/, () => undefined);
  await chat.emulateMedia({ media: 'print' });
  await chat.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(note).toBeVisible();
  await expect.poll(() => rows(chat).count()).toBeGreaterThan(50);
  await expect(chat.getByRole('navigation').first()).toBeHidden();
  await chat.evaluate(() => dispatchEvent(new Event('afterprint')));
  await chat.emulateMedia({ media: null });
  await expect(note).toBeHidden();
});
