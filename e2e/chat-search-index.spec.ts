/** Searching in the chat while the server builds its index, as after an import of messages. */
import { channelWithTopic } from './chat-kit.ts';
import { expect, expectAccessible, openAs, test } from './console-kit.ts';

test('says above results that the index is being built, and fetches them again until it is complete', async ({
  page,
  office,
}) => {
  await channelWithTopic(office, 'indexed');
  await openAs(page, office, '/');
  await page.clock.install();
  let state = 'building; built=3; total=25';
  let isEmpty = true;
  await page.route('**/api/v1/messages?**', async (route) => {
    const narrow = new URL(route.request().url()).searchParams.get('narrow') ?? '';
    if (!narrow.includes('search')) return route.continue();
    const response = await route.fetch();
    const json = { ...((await response.json()) as object), ...(isEmpty && { messages: [] }) };
    return route.fulfill({ response, json, headers: { ...response.headers(), 'search-index': state } });
  });
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`${office.url}/chat/#narrow/search/words`);
  const note = page.getByText('Messages are still being indexed (12 % done). Results are incomplete until then.');
  await expect(note).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No messages found for “words”' })).toBeVisible();
  await expectAccessible(page);
  isEmpty = false;
  await page.clock.runFor(5000);
  await expect(page.getByText('First words in indexed.')).toBeVisible();
  await expect(note).toBeVisible();
  state = 'complete';
  await page.clock.runFor(5000);
  await expect(note).toBeHidden();
  await expect(page.getByText('First words in indexed.')).toBeVisible();
});
