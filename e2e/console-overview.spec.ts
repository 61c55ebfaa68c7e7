/** The overview: where to connect, who is there, what is said, and how the server does, live. */
import { expect } from '@playwright/test';
import { expectAccessible, openAs, test } from './console-kit.ts';

test('the overview follows what happens, and its chart can be read as a table', async ({ page, office }) => {
  await openAs(page, office, '/');
  await expect(page.getByRole('heading', { name: 'Your team connects here' })).toBeVisible();
  await expect(page.getByText(`:${new URL(office.url).port}`).first()).toBeVisible();

  const message = { type: 'channel', to: 'general', topic: 'noise', content: 'counted' };
  await office.elsewhere('POST', '/messages', message);
  await office.elsewhere('POST', '/users/me/presence', { status: 'active' });
  await expect(page.getByRole('heading', { name: 'Online now (1)' })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('link', { name: '#general' })).toBeVisible();
  await expect(page.locator('.recharts-surface').first()).toBeVisible();
  await page.getByText('Today', { exact: true }).click();
  await page.getByRole('button', { name: 'Show as a table' }).click();
  const table = page.getByRole('table', { name: 'Messages sent' });
  await expect(table.getByRole('row')).toHaveCount(25);
  await expect(table.getByRole('row', { name: /[1-9]\d*$/ }).first()).toBeVisible();
  await expect(page.getByRole('table', { name: 'Slowest operations' }).getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByText('Event loop delay (p50, p99, max)')).toBeVisible();
  await expectAccessible(page);
});
