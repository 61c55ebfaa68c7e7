/** Connections that die without a word: what has no answer is given up, said, and asked again on its own. */
import type { BrowserContext, Page } from '@playwright/test';
import { channelWithTopic, openChat } from './chat-kit.ts';
import { expect, test } from './console-kit.ts';
import { wheel } from './feed-kit.ts';
import { signIn } from './sessions.ts';

/** Longer than a server takes that is there, and than the pause before the next attempt; by the page's clock. */
const longMs = 40_000;

/** The first requests to an address go nowhere. @returns how many have. */
async function swallow(page: Page | BrowserContext, url: string | RegExp, times: number): Promise<() => number> {
  let swallowed = 0;
  await page.route(url, () => void (swallowed += 1), { times });
  return () => swallowed;
}

for (const [what, path] of [
  ['whose session', 'console/session'],
  ['whose registration', 'register'],
] as const)
  test(`a page ${what} has no answer says so, and opens by itself`, async ({ page, context, office }) => {
    const name = `silent-${path.replace('/', '-')}`;
    const topic = await channelWithTopic(office, name);
    await page.clock.install();
    await signIn(context, office.url);
    const count = await swallow(page, `**/api/v1/${path}`, 1);
    await page.goto(`${office.url}/chat/${topic}`);
    await expect.poll(count).toBe(1);
    await page.clock.runFor(6000);
    await expect(page.getByRole('heading', { name: 'Connecting to the server' })).toBeVisible();
    await page.clock.runFor(longMs);
    await expect(page.getByText(`First words in ${name}.`)).toBeVisible();
  });

test('messages that have no answer are asked for again, those that open and those before them', async ({
  page,
  context,
  office,
}) => {
  const topic = await channelWithTopic(office, 'unheard');
  for (let n = 1; n <= 240; n += 1)
    await office.elsewhere('POST', '/messages', {
      type: 'channel',
      to: 'unheard',
      topic: 'hello',
      content: `Line ${n}.`,
    });
  await office.elsewhere('POST', '/mark_all_as_read');
  await page.clock.install();
  await signIn(context, office.url);
  const first = await swallow(page, '**/api/v1/messages?**', 1);
  await page.goto(`${office.url}/chat/${topic}`);
  await expect.poll(first).toBe(1);
  await page.clock.runFor(longMs);
  await expect(page.getByText('Line 240.')).toBeInViewport();
  const older = await swallow(page, '**/api/v1/messages?**', 1);
  await expect
    .poll(async () => {
      await wheel(page, -4000);
      return older();
    })
    .toBe(1);
  await page.clock.runFor(longMs);
  await expect(async () => {
    await wheel(page, -4000);
    await expect(page.getByText('First words in unheard.')).toBeVisible({ timeout: 1000 });
  }).toPass();
});

test('a file goes on where it stopped when neither its beginning nor its bytes have an answer', async ({
  page,
  context,
  office,
}) => {
  const topic = await channelWithTopic(office, 'standstill');
  await page.clock.install();
  await signIn(context, office.url);
  await openChat(page, office.url, topic);
  const begun = await swallow(page, '**/api/v1/tus', 1);
  const sent = await swallow(page, '**/api/v1/tus/*', 1);
  await page
    .locator('.composer input[type=file]')
    .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('the plan') });
  await expect.poll(begun).toBe(1);
  await page.clock.runFor(longMs);
  await expect.poll(sent).toBe(1);
  await page.clock.runFor(longMs);
  await expect(page.getByRole('list', { name: 'Attachments' })).toContainText('plan.txt');
});
