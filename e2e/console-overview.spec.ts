/** The overview: where to connect, who is there, what is said, and how the server does, live. */
import { expect } from '@playwright/test';
import { expectAccessible, openAs, test } from './console-kit.ts';

test('the overview follows what happens, and its chart can be read as a table', async ({ page, office }) => {
  await openAs(page, office, '/');
  await expect(page.getByRole('heading', { name: 'Your team connects here' })).toBeVisible();
  await expect(page.getByText(`:${new URL(office.url).port}`).first()).toBeVisible();

  // A user who looks after the server in the console is in no chat for it.
  await expect(page.getByText('No one is online.')).toBeVisible();

  const message = { type: 'channel', to: 'general', topic: 'noise', content: 'counted' };
  await office.elsewhere('POST', '/messages', message);
  await office.elsewhere('POST', '/users/me/presence', { status: 'active' });
  await expect(page.getByRole('heading', { name: 'Online now (1)' })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('link', { name: '#general' })).toBeVisible();
  await expect(page.locator('.recharts-surface').first()).toBeVisible();
  await page.getByText('Today', { exact: true }).click();
  await page.getByRole('button', { name: 'Show as table' }).click();
  const table = page.getByRole('table', { name: 'Messages sent' });
  await expect(table.getByRole('row')).toHaveCount(25);
  await expect(table.getByRole('row', { name: /[1-9]\d*$/ }).first()).toBeVisible();
  await expect(page.getByRole('table', { name: 'Slowest operations' }).getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByText('Event loop delay (p50, p99, max)')).toBeVisible();
  await expectAccessible(page);
});

test('the first day has next steps until they are done, and everyone finds their own account', async ({
  page,
  office,
}) => {
  await openAs(page, office, '/');
  const steps = page.getByRole('region', { name: 'Next steps' });
  await expect(steps.getByRole('link')).toHaveText([
    'Allow your team to connect',
    'Invite your team',
    'Open chat',
    'Get the app',
    'Choose a folder for backups',
  ]);
  await expectAccessible(page);
  await steps.getByRole('link', { name: 'Open chat' }).click();
  await expect(page.getByRole('complementary', { name: 'Conversations' })).toBeVisible();
  await office.elsewhere('POST', '/users', {
    email: 'zora@example.com',
    full_name: 'Zora Zander',
    password: 'correct horse battery',
  });
  await page.goto(`${office.url}/console/`);
  await expect(steps.getByRole('link')).toHaveText([
    'Allow your team to connect',
    'Get the app',
    'Choose a folder for backups',
  ]);
  await expect(steps.getByText('2 of 5 done.')).toBeVisible();
  await steps.getByRole('button', { name: 'Hide' }).click();
  await expect(steps).toBeHidden();

  // A press anywhere on a row opens what it names.
  await page.goto(`${office.url}/console/users`);
  await expect(page.getByText(/^\d+ (?:person|people)$/)).toBeVisible();
  await page
    .getByRole('row', { name: /Zora Zander/ })
    .getByRole('cell')
    .nth(2)
    .click();
  await expect(page.getByRole('dialog', { name: 'Zora Zander' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'My chat settings' }).click();
  await expect(page).toHaveURL(/\/chat\/#settings\/profile/);
  await expect(page.getByRole('heading', { name: 'Password' })).toBeVisible();
  await page.getByLabel('Your name').fill('Olive Owner');
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.goto(`${office.url}/console/`);
  await expect(page.getByRole('button', { name: 'Account: Olive Owner' })).toBeVisible();
});
