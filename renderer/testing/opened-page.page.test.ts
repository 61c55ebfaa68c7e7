/** The kit of page tests: each page begins empty, however the one before it was closed. */
import { screen } from '@testing-library/dom';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { closePage, lead, openChat } from './chat-page.tsx';
import { Office } from './office.ts';

let office: Office;

beforeAll(async () => {
  office = await Office.open();
});
afterAll(() => office.close());
afterEach(closePage);

test('a page follows its address although the one before it was closed while timers waited', async () => {
  await openChat(office, '#narrow/has/reaction');
  await screen.findByText('Messages with reactions appear here.');
  // The page's own, and that of the window, which reports another address.
  setTimeout(() => undefined);
  lead('#inbox');
  await closePage();
  await openChat(office, '#narrow/has/reaction');
  await screen.findByText('Messages with reactions appear here.');
  lead('#narrow/has/image');
  expect(await screen.findByText('Messages with images appear here.')).toBeDefined();
  await expect(new Promise((resolve) => setTimeout(() => resolve('ran')))).resolves.toBe('ran');
});
