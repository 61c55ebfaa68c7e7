/** The organization's settings in the console: kept, refused at their field, followed live, and locked for others. */
import { expect } from '@playwright/test';
import { expectAccessible, openAs, test } from './console-kit.ts';
import { owner } from './hearth-process.ts';

test('name and limits are changed, and a change made elsewhere shows', async ({ page, office }) => {
  await openAs(page, office, '/organization');
  const save = page.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await page.getByLabel('Name', { exact: true }).fill('Corner office');
  await save.click();
  await expect(page.getByRole('banner').getByText('Corner office')).toBeVisible();
  await expect(save).toBeDisabled();
  await office.elsewhere('PATCH', '/realm', { name: 'Test office' });
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Test office');

  await page.getByRole('tab', { name: 'Messages' }).click();
  await page.getByRole('combobox', { name: 'How long their authors may edit messages' }).click();
  await page.getByRole('option', { name: 'For ever' }).click();
  await page.getByLabel('Days that messages are kept').fill('365');
  await expectAccessible(page);
  await save.click();
  await expect(save).toBeDisabled();
  const { settings } = (await office.elsewhere('GET', '/console/organization')) as {
    settings: Record<string, unknown>;
  };
  expect(settings).toMatchObject({ message_content_edit_limit_seconds: null, message_retention_days: 365 });
});

test('a permission is given to a role and a person', async ({ page, office }) => {
  const { user_id: paula } = await office.elsewhere('POST', '/users', {
    email: 'paula@example.com',
    full_name: 'Paula Painter',
    password: owner.password,
  });
  await openAs(page, office, '/organization/permissions');
  const picker = page.getByRole('combobox', { name: 'Create bots', exact: true });
  await picker.click();
  await page.getByRole('option', { name: 'Moderators and above' }).click();
  await page.getByRole('option', { name: 'Paula Painter' }).click();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  const { settings } = (await office.elsewhere('GET', '/console/organization')) as {
    settings: Record<string, unknown>;
  };
  expect(settings['can_create_bots_group']).toMatchObject({ direct_members: [paula] });
});

test('mail is set up, its mistakes stand at the field, and a test mail says what became of it', async ({
  page,
  office,
}) => {
  await openAs(page, office, '/organization/mail');
  await page.getByRole('button', { name: 'Send a test mail to me' }).click();
  await expect(page.getByRole('list', { name: 'Last mails' }).getByText('In the outbox')).toBeVisible();
  await page.getByLabel('Sender address').fill('nobody');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Sender address')).toHaveAccessibleDescription(/This is invalid/);
  await page.getByLabel('Sender address').fill('chat@example.com');
  await page.getByLabel('Mail server', { exact: true }).fill('127.0.0.1');
  await page.getByLabel('Port').fill('9');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.getByRole('button', { name: 'Send a test mail to me' }).click();
  await expect(page.getByText(/ECONNREFUSED/)).toBeVisible();
  await expectAccessible(page);
  await office.elsewhere('PATCH', '/console/delivery_settings', { settings: JSON.stringify({ smtp_host: '' }) });
});

test('what the server may reach itself is set by owners, and a refusal stands at its field', async ({
  page,
  office,
}) => {
  await openAs(page, office, '/organization/outgoing');
  const networks = page.getByRole('combobox', { name: 'Private networks that webhooks may reach' });
  await networks.fill('office');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(networks).toHaveAccessibleDescription(/Not a network/);
  await expectAccessible(page);
});
