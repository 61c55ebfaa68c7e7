/**
 * All views, menus and dialogs of the chat in the pseudo-languages: no text that no language can translate, and none that is cut off
 * when it is a third longer, on a computer and on a phone, in both directions. Views and pages of settings come from the tables that
 * the chat is made of, entries of menus from the menus. `npm run test:long` opens each of them in both directions.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { ChatOffice, topicAddress, type Person } from './chat-office.ts';
import { owner } from './hearth-process.ts';
import { inForm } from './long-form.ts';
import { clippedAt, openPseudo, untranslated, type PseudoTag } from './pseudo-walk.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;
let channelId: number;
let messageId: number;

test.beforeAll(async () => {
  ({ office, ben, channelId } = await ChatOffice.withWorkshop());
  await office.newPerson('Nia Newcomer');
  for (const content of [
    '/poll Which wood?\nOak\nAsh',
    '/todo Friday\nSweep: all of it',
    '```spoiler Who won?\nAsh.\n```',
  ])
    await office.say(ben.email, channelId, 'kinds', content);
  messageId = await office.say(owner.email, channelId, 'kinds', 'A message with everything.');
  await office.call(owner.email, 'PATCH', `/messages/${messageId}`, { content: 'A message with *everything*.' });
  await office.call(ben.email, 'POST', `/messages/${messageId}/reactions`, { emoji_name: 'tada' });
  await office.mentionOwner(ben.email, channelId, 'mentions', 'look here');
  await office.writeToOwner(ben.email, 'A word between us');
  const later = String(Math.floor(Date.now() / 1000) + 86_400);
  const to = String(channelId);
  const waiting = { type: 'channel', to, topic: 'kinds', content: 'Tomorrow', scheduled_delivery_timestamp: later };
  await office.call(owner.email, 'POST', '/scheduled_messages', waiting);
  const reminder = { message_id: String(messageId), scheduled_delivery_timestamp: later };
  await office.call(owner.email, 'POST', '/reminders', reminder);
  const draft = { type: 'stream', to: [channelId], topic: 'kinds', content: 'A draft', timestamp: Number(later) };
  await office.call(owner.email, 'POST', '/drafts', { drafts: JSON.stringify([draft]) });
});

test.afterAll(async () => office.close());

const directions: readonly PseudoTag[] = inForm(['ar-xb'], ['ar-xb', 'en-xa']);
const source = (path: string): string => readFileSync(join(import.meta.dirname, '../renderer/chat', path), 'utf8');

/** Addresses of the views, in the order of their table, and of those that have parameters. */
const addresses = (): string[] => [
  ...source('routing/views.ts')
    .split(/^ {2}(?='?[a-z-]+'?: \{)/m)
    .slice(1)
    .map(
      (entry) =>
        /address: '([^']+)'/.exec(entry.replace(/tab: .*/, ''))?.[1] ??
        `#${/names: \['([^']*)'/.exec(entry)?.[1] ?? /^'?([a-z-]+)/.exec(entry)?.[1]}`,
    ),
  ...[...source('shell/settings-view.tsx').matchAll(/section: '(\w+)'/g)].map(([, section]) => `#settings/${section}`),
  `#topics/channel/${channelId}`,
  `#user/${ben.userId}`,
  `#channels/mine`,
  topicAddress(channelId, 'kinds'),
  '#narrow/search/nowhereatall',
  '#narrow/channel/999999',
];

async function open(page: Page, tag: PseudoTag, person: { email: string }, fragment: string): Promise<void> {
  await openPseudo(page.context(), tag);
  await page.setViewportSize({ width: 1280, height: 800 });
  await office.openChat(page.context(), person, fragment);
  await drawn(page);
}

/** What the page loads when it is needed has come. */
async function drawn(page: Page): Promise<void> {
  await expect(page.getByRole('main').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** With data, and of a user who has none: the empty views. */
for (const tag of directions)
  for (const who of ['an owner with data', 'a newcomer'] as const)
    test(`the views of ${who} are translated and not cut off in ${tag}`, async ({ page }) => {
      await open(page, tag, who === 'a newcomer' ? { email: 'nia.newcomer@example.com' } : owner, '');
      const offences: string[] = [];
      for (const address of addresses()) {
        await page.evaluate((fragment) => (location.hash = fragment), address);
        await drawn(page);
        offences.push(...(await clippedAt(page, address)));
        await page.keyboard.press('Escape');
      }
      expect([...(await untranslated(page)), ...offences]).toEqual([]);
    });

/** Where buttons with a menu or a dialog are: each of them is opened. */
const withButtons = [
  () => topicAddress(channelId, 'kinds'),
  () => `#topics/channel/${channelId}`,
  () => '#channels',
  () => '#settings/profile',
  () => '#settings/notifications',
  () => '#scheduled',
];

/** All that was begun is drawn, unless a file for it is still on its way; what comes later is looked at by the end of the test. */
const idle = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((done) => requestIdleCallback(() => requestIdleCallback(() => done()))));

/** Entries that neither leave the chat nor destroy what the test needs. */
const entries = (page: Page): Locator => page.locator('[role=menu] [role=menuitem]:not([href], .is-danger)');

async function close(page: Page): Promise<void> {
  for (let count = 0; count < 3; count += 1) await page.keyboard.press('Escape');
}

/** Opens a button's menu or dialog. @returns whether there is such a button in sight */
async function press(page: Page, address: string, place: number): Promise<boolean> {
  await page.evaluate((fragment) => (location.hash = fragment), address);
  await drawn(page);
  const tools = page.locator('article.message').last();
  if (await tools.isVisible()) await tools.hover();
  const buttons = page.locator('[aria-haspopup]:visible:enabled');
  if (place >= (await buttons.count())) return false;
  await buttons.nth(place).click();
  await idle(page);
  return true;
}

for (const tag of directions)
  for (const [number, address] of withButtons.entries())
    test(`what buttons and menus open is translated and not cut off in ${tag} (${number + 1} of ${withButtons.length})`, async ({
      page,
    }) => {
      await open(page, tag, owner, address());
      const offences: string[] = [];
      for (let place = 0; await press(page, address(), place); place += 1) {
        offences.push(...(await clippedAt(page, `button ${place + 1} of ${address()}`)));
        const names = await entries(page).allInnerTexts();
        await close(page);
        for (const [at, name] of names.entries()) {
          if (name.includes('Sign out') || !(await press(page, address(), place))) continue;
          await entries(page).nth(at).click();
          await idle(page);
          offences.push(...(await clippedAt(page, `${name} of ${address()}`)));
          await close(page);
        }
      }
      expect([...(await untranslated(page)), ...offences]).toEqual([]);
    });
