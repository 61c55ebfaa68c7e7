/** Lists of the console, with the demo's data: which columns sort, and how. What a list looks like is in console-lists.spec.ts. */
import { screen, within } from '@testing-library/dom';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { closeConsole, openConsole } from '../testing/console-page.tsx';
import { user } from '../testing/elements.ts';
import { Office } from '../testing/office.ts';

let office: Office;

beforeAll(async () => {
  office = await Office.openDemo();
});
afterAll(() => office.close());
afterEach(closeConsole);

/** Columns that no head sorts: what is done with a row, and texts in which there is no order to look for. */
const unsorted: [string, string[]][] = [
  ['/users', ['']],
  ['/presence', []],
  ['/groups', []],
  ['/channels', ['Move', 'Actions']],
  ['/invites', ['Actions']],
  // The server sorts its pages by time and by size.
  ['/uploads', ['File', 'Uploaded by', 'Used in', 'Actions']],
  ['/scheduled', ['Message', 'Actions']],
];

const tableNow = (): HTMLElement => screen.getAllByRole('table')[0] ?? document.body;
const head = (name: string): HTMLElement => screen.getByRole('columnheader', { name });
async function sortBy(name: string): Promise<void> {
  await user.click(within(head(name)).getByRole('button'));
}
async function expectSorted(name: string, order: string): Promise<void> {
  await expect.poll(() => head(name).getAttribute('aria-sort'), { message: name }).toBe(order);
}

test.each(unsorted)('every column of %s that has an order sorts by its head', async (path, heads) => {
  await openConsole(office, path);
  await screen.findAllByRole('table');
  const without = (): string[] =>
    [...tableNow().querySelectorAll('th')]
      .filter((each) => each.querySelector('button') === null)
      .map(({ textContent }) => textContent);
  await expect.poll(() => tableNow().querySelectorAll('th button').length).toBeGreaterThan(0);
  expect(without()).toEqual(heads);
});

test('the presence of people is sorted by name and by when they were last seen', async () => {
  await openConsole(office, '/presence');
  await screen.findAllByRole('table');
  const names = (): string[] => [...tableNow().querySelectorAll('td a')].map(({ textContent }) => textContent);
  await sortBy('Name');
  await expectSorted('Name', 'ascending');
  await expect.poll(() => names()[0]).toBe('Amara Okafor');
  await sortBy('Name');
  await expectSorted('Name', 'descending');
  await expect.poll(() => names().at(-1)).toBe('Amara Okafor');
  await sortBy('Last seen');
  await expect.poll(() => location.search).toBe('?sort=last-seen');
  await closeConsole();
  await openConsole(office, '/presence?sort=last-seen');
  await screen.findAllByRole('table');
  await expectSorted('Last seen', 'ascending');
});

test('uploads are sorted on the server by the heads of their table', async () => {
  await openConsole(office, '/uploads');
  await screen.findAllByRole('table');
  await sortBy('Size');
  await expect.poll(() => location.search).toMatch(/order=smallest/);
  await expectSorted('Size', 'ascending');
  await sortBy('Uploaded');
  await expect.poll(() => location.search).toMatch(/order=oldest/);
  await sortBy('Uploaded');
  await expectSorted('Uploaded', 'descending');
  await sortBy('Uploaded');
  await expectSorted('Uploaded', 'ascending');
});
