/** Page that the window shows, by the known state of the server. */
import { expect, it } from 'vitest';
import { pageFor } from './page-for.ts';

const statusPage = 'hearth://status/index.html';
const url = 'http://127.0.0.1:7420';
const running = {
  server: { state: 'running', url },
  status: { setup_path: null },
  task: null,
  isPageBroken: false,
} as const;

it('shows the console while the server runs', () => {
  expect(pageFor(running, statusPage)).toBe(`${url}/console/`);
});

it('shows the set-up page while there is no organization, and waits until that is known', () => {
  const setup_path = '/console/setup#token=abc';
  expect(pageFor({ ...running, status: { setup_path } }, statusPage)).toBe(`${url}${setup_path}`);
  expect(pageFor({ ...running, status: null }, statusPage)).toBeNull();
});

it.each(['starting', 'restarting', 'failed', 'stopping', 'stopped'] as const)(
  'shows the status page while the server is %s',
  (state) => {
    expect(pageFor({ ...running, server: { state, url: null } }, statusPage)).toBe(statusPage);
  },
);

it('shows the status page while the data is moved, not while a backup is restored beside a running server', () => {
  expect(pageFor({ ...running, task: { kind: 'move', progress: 0.5 } }, statusPage)).toBe(statusPage);
  expect(pageFor({ ...running, task: { kind: 'restore', progress: 0.5 } }, statusPage)).toBe(`${url}/console/`);
});

it('shows the status page when the console keeps failing', () => {
  expect(pageFor({ ...running, isPageBroken: true }, statusPage)).toBe(statusPage);
});
