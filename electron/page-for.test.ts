/** Which page the window shows, by what is known of the server. */
import { expect, it } from 'vitest';
import { pageFor } from './page-for.ts';

const statusPage = 'file:///app/status/index.html';
const base = { setupPath: null, message: '', lastLines: [] };

it('shows the console while the server runs', () => {
  expect(pageFor({ ...base, state: 'running', url: 'http://127.0.0.1:7420' }, statusPage)).toBe(
    'http://127.0.0.1:7420/console/',
  );
});

it('shows the set-up page while there is no organization', () => {
  const setupPath = '/console/setup#token=abc';
  expect(pageFor({ ...base, state: 'running', url: 'http://127.0.0.1:7420', setupPath }, statusPage)).toBe(
    `http://127.0.0.1:7420${setupPath}`,
  );
});

it.each(['starting', 'restarting', 'failed', 'stopped'] as const)(
  'shows the status page while the server is %s',
  (state) => {
    expect(pageFor({ ...base, state, url: null }, statusPage)).toBe(statusPage);
  },
);
