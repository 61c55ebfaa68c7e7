/** axe on what the views' own tests do not show: the pages before the chat, and messages of every kind; in both themes at three widths. */
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { violations } from './axe.ts';
import { ChatOffice, topicAddress, type Person } from './chat-office.ts';
import { owner } from './hearth-process.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;
let channelId: number;

test.beforeAll(async () => {
  ({ office, ben, channelId } = await ChatOffice.withWorkshop());
});

test.afterAll(async () => office.close());

/** @param height of the window: what is beyond it is not looked at. */
async function expectNoViolations(page: Page, height = 800): Promise<void> {
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height });
    for (const theme of ['light', 'dark'] as const) expect(await violations(page, theme), `at ${width}`).toEqual([]);
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
  test.slow();
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
  test.slow();
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
