/** Channels in the console: every choice of one is changed, people come and go, and it is archived and brought back. */
import { expect } from '@playwright/test';
import { expectAccessible, openAs, test } from './console-kit.ts';
import { owner } from './hearth-process.ts';

test('a channel is made with its choices, changed, filled, archived and brought back', async ({ page, office }) => {
  await office.elsewhere('POST', '/channel_folders/create', { name: 'Projects', description: '' });
  await office.elsewhere('POST', '/users', {
    email: 'pia@example.com',
    full_name: 'Pia Post',
    password: owner.password,
  });
  await openAs(page, office, '/channels');
  await page.getByRole('button', { name: 'Create channel' }).click();
  const making = page.getByRole('dialog', { name: 'Create channel' });
  await making.getByLabel('Name', { exact: true }).fill('garden');
  await making.getByRole('combobox', { name: 'Access' }).click();
  await page.getByRole('option', { name: /whole history/ }).click();
  await making.getByLabel('Days that messages are kept').fill('soon');
  await making.getByRole('button', { name: 'Create channel' }).click();
  await expect(making.getByLabel('Days that messages are kept')).toHaveAccessibleDescription(/retention/);
  await making.getByLabel('Days that messages are kept').fill('90');
  await making.getByRole('button', { name: 'Permissions' }).click();
  await making.getByRole('combobox', { name: 'Who may write' }).click();
  await page.getByRole('option', { name: 'Moderators and above' }).click();
  await page.keyboard.press('Tab');
  await making.getByRole('button', { name: 'Create channel' }).click();
  await expect(making).toBeHidden();

  await page.getByRole('button', { name: '#garden' }).click();
  const dialog = page.getByRole('dialog', { name: '#garden' });
  await expect(dialog.getByLabel('Days that messages are kept')).toHaveValue('90');
  await dialog.getByLabel('Name', { exact: true }).fill('general');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(/already exists/);
  await expectAccessible(page);
  await dialog.getByLabel('Name', { exact: true }).fill('gardens');
  await dialog.getByRole('combobox', { name: 'Subscribers' }).click();
  await page.getByRole('option', { name: 'Pia Post' }).click();
  await page.keyboard.press('Tab');
  await dialog.getByRole('combobox', { name: 'Folder' }).click();
  await page.getByRole('option', { name: 'Projects' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('table', { name: 'Projects' }).getByRole('row', { name: /#gardens/ });
  await expect(row.getByRole('cell').nth(2)).toHaveText('2');
  const { streams } = await office.elsewhere('GET', '/streams', { include_all: 'true' });
  const gardens = (streams as Record<string, unknown>[]).find(({ name }) => name === 'gardens');
  expect(gardens).toMatchObject({ invite_only: true, message_retention_days: 90, history_public_to_subscribers: true });

  await page.getByRole('button', { name: '#gardens' }).click();
  await page.getByRole('button', { name: 'Archive channel' }).click();
  await page.getByRole('dialog', { name: 'Archive #gardens?' }).getByRole('button', { name: 'Archive' }).click();
  await expect(row).toBeHidden();
});
