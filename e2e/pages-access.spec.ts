/** axe on the pages around the chat and the console: help, links from emails, sign-in, the API's page, print; in both themes at two widths. */
import { expect, type Page } from '@playwright/test';
import { violationsAt } from './axe.ts';
import { ChatOffice, topicAddress, type Person } from './chat-office.ts';
import { owner } from './hearth-process.ts';
import { watchedTest as test } from './watched.ts';

const widths = [
  ['wide', 1280],
  ['narrow', 360],
] as const;

let office: ChatOffice;
let ben: Person;
let channelId: number;

test.beforeAll(async () => {
  ({ office, ben, channelId } = await ChatOffice.withWorkshop());
});

test.afterAll(async () => office.close());

async function expectNoViolations(page: Page): Promise<void> {
  for (const [name, width] of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await violationsAt(page, name), `${page.url()} at ${width}`).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}

test('the page of the API, closed and with an open operation', async ({ page }) => {
  // Operations of one subject: hundreds of the same form take a slow machine a minute to lay out.
  await page.route('**/api/openapi.json', async (route) => {
    const { paths, ...rest } = (await (await route.fetch()).json()) as { paths: Record<string, object> };
    const some = Object.entries(paths).filter(([path]) => /^\/api\/v1\/(?:events|drafts)/.test(path));
    await route.fulfill({ json: { ...rest, paths: Object.fromEntries(some) } });
  });
  await page.goto(`${office.hearth.url}/api/docs`);
  await expect(page.locator('.opblock-get').first()).toBeVisible();
  await expectNoViolations(page);
  await page.locator('.opblock-post .opblock-summary-control').first().click();
  await expect(page.locator('.opblock-post .responses-wrapper').first()).toBeVisible();
  await expectNoViolations(page);
});

for (const path of [
  '/help',
  '/help/moving-on',
  '/reach',
  '/unsubscribe/digest/unknown',
  '/no-such-page',
  '/chat/app-sign-in',
])
  test(`the page ${path}`, async ({ page }) => {
    await page.goto(`${office.hearth.url}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoViolations(page);
  });

test('a new password by a link of an administrator, and signing in to the console', async ({ page }) => {
  const { link_url: link } = await office.call(owner.email, 'POST', `/console/users/${ben.userId}/password_link`);
  await page.goto(String(link));
  await expect(page.locator('input[type=password]').first()).toBeVisible();
  await expectNoViolations(page);
  await page.goto(`${office.hearth.url}/console/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoViolations(page);
});

test('a conversation as it is printed', async ({ context }) => {
  await office.say(ben.email, channelId, 'on paper', 'Words to print, with `code` and **weight**.');
  const page = await office.openChat(context, owner, topicAddress(channelId, 'on paper'));
  await expect(page.getByText('Words to print')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Words to print')).toBeVisible();
  expect(await violationsAt(page, 'wide')).toEqual([]);
});
