/** axe on what the views' own tests do not show: the pages before the chat, messages of every kind, menus, dialogs and cards; in both themes at three widths. */
import { expect, type BrowserContext, type Page } from '@playwright/test';
import sharp from 'sharp';
import { themes, violations, violationsAt } from './axe.ts';
import { show } from './chat-kit.ts';
import { ChatOffice, topicAddress, type Person } from './chat-office.ts';
import { owner } from './hearth-process.ts';
import { watchedTest as test } from './watched.ts';

const wide = ['wide', 1280] as const;
const narrow = ['narrow', 360] as const;
const widths = [wide, narrow, ['middle', 768]] as const;

let office: ChatOffice;
let ben: Person;
let channelId: number;

test.beforeAll(async () => {
  ({ office, ben, channelId } = await ChatOffice.withWorkshop());
});

test.afterAll(async () => office.close());

/** @param height of the window: what is beyond it is not looked at. */
async function expectNoViolations(page: Page, height = 800): Promise<void> {
  await expectNoViolationsAt(page, widths, height);
}

/** @param within only what stands there; the whole page without it. */
async function expectNoViolationsAt(
  page: Page,
  looked: readonly (typeof widths)[number][],
  height: number,
  within?: string,
): Promise<void> {
  for (const [name, width] of looked) {
    await page.setViewportSize({ width, height });
    expect(await violationsAt(page, name, within), `${within ?? 'the page'} at ${width}`).toEqual([]);
  }
}

/** Puts a picture on the server. @returns its link in Markdown */
async function picture(): Promise<string> {
  const create = { width: 320, height: 200, channels: 3, background: '#27477d' } as const;
  const bytes = await sharp({ create }).png().toBuffer();
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'wall.png');
  const headers = { authorization: await office.authorization(ben.email) };
  const answer = await fetch(`${office.hearth.url}/api/v1/user_uploads`, { method: 'POST', headers, body: form });
  return `[wall.png](${((await answer.json()) as { url: string }).url})`;
}

test('the pages before the chat', async ({ page }) => {
  const { url } = office.hearth;
  await page.goto(`${url}/chat/`);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expectNoViolations(page);
  await office.call(owner.email, 'POST', '/invites', { invitee_emails: 'dee@example.com', stream_ids: '[]' });
  const { invitations } = await office.call(owner.email, 'GET', '/console/invitations');
  const [invitation] = invitations as { link_url: string }[];
  await page.goto(invitation?.link_url ?? '');
  await expect(
    page.getByLabel('Password', { exact: true }).or(page.locator('input[type=password]')).first(),
  ).toBeVisible();
  await expectNoViolations(page);
  await page.goto(`${url}/join/nothing-of-that-name`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoViolations(page);
  await page.goto(`${url}/new-password/nothing-of-that-name`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoViolations(page);
});

test('messages of every kind, alone and in the view of everything', async ({ context }) => {
  const { user_id: me, full_name: name } = await office.call(owner.email, 'GET', '/users/me');
  const kinds = [
    `@**${String(name)}|${String(me)}** and @_**Ben Builder|${ben.userId}** see #**workshop** at <time:2026-05-01T10:00:00Z>.`,
    '```python\n# a note\ndef price(hours: int) -> str:\n    return f"{hours * 40.5}"\n```\nand `code` between words',
    '> What was said\n\n- [x] done\n- [ ] not done\n\n1. first\n\n| a | b |\n|---|---|\n| 1 | 2 |',
    '```spoiler Who won?\nNobody.\n```\n$$\\frac{a}{b}$$',
    '/poll Which wood?\nOak\nAsh',
    '/todo Friday\nSweep: all of it',
    await picture(),
    '/me waves',
  ];
  for (const kind of kinds) await office.say(ben.email, channelId, 'kinds', kind);
  await office.call(owner.email, 'POST', '/mark_all_as_read');
  const id = await office.say(owner.email, channelId, 'kinds', 'A word of *mine*.');
  await office.call(owner.email, 'PATCH', `/messages/${id}`, { content: 'A word of **mine**.' });
  await office.call(ben.email, 'POST', `/messages/${id}/reactions`, { emoji_name: 'tada' });
  await office.call(owner.email, 'POST', `/messages/${id}/reactions`, { emoji_name: 'heart' });
  const page = await office.openChat(context, owner, topicAddress(channelId, 'kinds'));
  await expect(page.getByText('A word of mine.')).toBeVisible();
  // So high that all of them are on the page.
  await expectNoViolations(page, 2400);
  await page.goto(`${office.hearth.url}/chat/#feed`);
  await expect(page.getByRole('heading', { name: 'Everything' })).toBeVisible();
  await expect(page.getByText('A word of mine.')).toBeVisible();
  await expectNoViolations(page);
});

/** A topic with a picture and a message of the owner's that was edited and has a reaction. @returns the message's id */
async function topicToLookAt(topic: string): Promise<number> {
  await office.say(ben.email, channelId, topic, await picture());
  const id = await office.say(owner.email, channelId, topic, 'Words of mine.');
  await office.call(owner.email, 'PATCH', `/messages/${id}`, { content: 'Better words of mine.' });
  await office.call(ben.email, 'POST', `/messages/${id}/reactions`, { emoji_name: 'tada' });
  return id;
}

/**
 * Opens something, looks at it alone on a computer and on a phone, in each theme, and closes it. What is laid over the page has
 * no form of its own for the width between.
 */
async function lookAt(page: Page, within: string, open: () => Promise<unknown>): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open();
  await expect(page.locator(within).first()).toBeVisible();
  await expect(page.locator(`${within} [aria-busy=true]`)).toHaveCount(0);
  await expectNoViolationsAt(page, [wide, narrow], 800, within);
  await page.keyboard.press('Escape');
  await expect(page.locator(within)).toHaveCount(0);
}

/** The menu of a message with a reaction that was edited. */
async function messageMenu(context: BrowserContext, topic: string) {
  const id = await topicToLookAt(topic);
  const page = await office.openChat(context, owner, topicAddress(channelId, topic));
  const row = page.locator(`.message[data-message-id="${id}"]`);
  const menu = page.getByRole('menu', { name: 'Message actions' });
  const open = async (): Promise<void> => {
    await row.hover();
    await row.getByRole('button', { name: 'More actions' }).click();
  };
  const pick = async (name: string): Promise<void> => {
    await open();
    await menu.getByRole('menuitem', { name }).click();
  };
  return { page, open, pick };
}

test('the menu of a message, and the notice that it was deleted', async ({ context }) => {
  const { page, open, pick } = await messageMenu(context, 'menu');
  await lookAt(page, '[role=menu]', open);
  await page.setViewportSize({ width: 1280, height: 800 });
  await pick('Delete');
  // It goes after some seconds, unless it is pointed at.
  await page.locator('.notice-bar').hover();
  await expectNoViolationsAt(page, [wide], 800, '.notice-bar');
});

for (const names of [
  ['See who reacted', 'Read receipts', 'Edit history'],
  ['Move message', 'Forward'],
])
  test(`the dialogs of a message: ${names.join(', ')}`, async ({ context }) => {
    const { page, pick } = await messageMenu(context, `dialogs ${names.length}`);
    for (const name of names) await lookAt(page, 'dialog[open]', () => pick(name));
  });

test('the emoji picker, a picture, and the dialogs for a new message and a new channel', async ({ context }) => {
  const id = await topicToLookAt('pictures');
  const page = await office.openChat(context, owner, topicAddress(channelId, 'pictures'));
  const row = page.locator(`.message[data-message-id="${id}"]`);
  await lookAt(page, '.emoji-picker', async () => {
    await row.hover();
    await row.locator('.message-tools').getByRole('button', { name: 'Add a reaction' }).click();
  });
  await lookAt(page, 'dialog[open]', () => page.locator('[data-action="picture"]').click());
  await lookAt(page, 'dialog[open]', () => page.getByRole('button', { name: 'New message' }).click());
  await lookAt(page, 'dialog[open]', async () => {
    await page.goto(`${office.hearth.url}/chat/#channels`);
    await page.getByRole('button', { name: 'New channel' }).click();
  });
});

test('the card of a message that is said elsewhere, and first steps', async ({ context, browser }) => {
  const page = await office.openChat(context, owner, '#channels');
  await expect(page.getByRole('button', { name: 'New channel' })).toBeVisible();
  // A card of what is said elsewhere. To a user who looks it is shown for some seconds, which a busy machine needs to check it.
  await show(page, false);
  const message = { type: 'direct', to: JSON.stringify([owner.email]), content: 'Between us.' };
  await office.call(ben.email, 'POST', '/messages', message);
  await expect(page.locator('.toast').first()).toBeVisible();
  for (const theme of await themes(page)) expect(await violations(page, theme, '.toasts')).toEqual([]);
  const newcomer = await browser.newContext();
  await office.call(owner.email, 'POST', '/invites', { invitee_emails: 'ann@example.com', stream_ids: '[]' });
  const { invitations } = await office.call(owner.email, 'GET', '/console/invitations');
  const invitation = (invitations as { email: string; link_url: string }[]).find(
    ({ email }) => email === 'ann@example.com',
  );
  const first = await newcomer.newPage();
  await first.goto(invitation?.link_url ?? '');
  await first.getByLabel('Your name').fill('Ann Apprentice');
  await first.locator('input[type=password]').first().fill(owner.password);
  await first.getByRole('button', { name: /^Join/ }).click();
  await first.getByRole('button', { name: 'Welcome!' }).click();
  await expect(first.getByRole('dialog', { name: 'Getting started' })).toBeVisible();
  await expectNoViolations(first);
  await newcomer.close();
});
