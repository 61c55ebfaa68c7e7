/** The ways to the screens of the console, with the demo's data: the navigation, and keys that lead to a search. */
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

/** Screens whose list is reached by "/". */
const searched = ['Users', 'Presence', 'Groups', 'Channels', 'Emoji', 'Uploads', 'Events', 'API'];

test('the navigation leads to every screen, and "/" to its search', async () => {
  await openConsole(office, '/');
  const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
  expect(links.length).toBeGreaterThan(15);
  for (const link of links) {
    await user.click(link);
    // A number may follow it.
    const name = link.textContent.replace(/\d.*$/, '');
    await expect
      .poll(() => screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent))
      .toEqual([name]);
    await expect.poll(() => document.title).toBe(`${name} - Hearth`);
    const search = (): HTMLElement | null => document.querySelector('main input[data-search]');
    const isSearched = searched.includes(name);
    await expect.poll(() => !isSearched && screen.getByRole('main').textContent.includes('Loading')).toBe(false);
    await expect.poll(() => search() !== null, { message: name }).toBe(isSearched);
    await user.keyboard('/');
    await expect.poll(() => document.activeElement === search(), { message: name }).toBe(isSearched);
    // What it offers on its own is closed, and the next "/" is not typed into it.
    await user.keyboard('{Escape}');
    search()?.blur();
  }
});
