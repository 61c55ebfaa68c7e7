/** Sample data tools of the console, and what it asks for when it opens. */
import { screen, within } from '@testing-library/dom';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { closeConsole, openConsole } from '../../testing/console-page.tsx';
import { fill, user } from '../../testing/elements.ts';
import { Office } from '../../testing/office.ts';
import { asked, changeAnswer } from '../../testing/opened-page.tsx';

let office: Office;

beforeAll(async () => {
  office = await Office.open();
});
afterAll(() => office.close());
afterEach(closeConsole);

test('nothing leads to tools that only work with sample data, and their address says so', async () => {
  await openConsole(office, '/');
  const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
  const names = links.map(({ textContent }) => textContent);
  expect(names).toContain('Events');
  expect(names).not.toContain('Labs');
  await user.keyboard('{Control>}k{/Control}');
  fill(await screen.findByRole('combobox', { name: /Screen, person/ }), 'webhook inspector');
  await screen.findByText('No results.');
  await closeConsole();
  await openConsole(office, '/labs/faults');
  await screen.findByText('Only with sample data');
  expect(within(screen.getByRole('main')).queryAllByRole('tab')).toEqual([]);
});

test.each(['/', '/users', '/channels', '/organization'])(
  'a page that opens at %s listens first, so that it has to ask for nothing again',
  async (path) => {
    changeAnswer('/api/v1/register', (answer) => {
      asked.push('listens');
      return answer;
    });
    await openConsole(office, path);
    await screen.findByRole('heading', { level: 1 });
    await expect.poll(() => asked.length).toBeGreaterThan(6);
    await expect.poll(() => asked).toContain('listens');
    const before = asked.slice(0, asked.indexOf('listens')).map((each) => each.replace(/^\/api\/v1|\?.*/g, ''));
    // Whether there is anything to listen to.
    expect(before).toEqual(['/console/setup', '/console/session', '/register']);
  },
);
