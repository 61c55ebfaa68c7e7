/** Users and bots in the console: changed, closed and brought back; thousands of them without thousands of rows. */
import { expect } from '@playwright/test';
import { expectAccessible, openAs, test } from './console-kit.ts';
import { owner } from './hearth-process.ts';

test('an account is renamed and given a role, deactivated after a question, and reactivated', async ({
  page,
  office,
}) => {
  const account = { email: 'nora@example.com', full_name: 'Nora New', password: owner.password };
  await office.elsewhere('POST', '/users', account);
  await openAs(page, office, '/users');
  await page.getByRole('button', { name: 'Nora New' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nora New' });
  await dialog.getByLabel('Full name').fill('Nora North');
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Moderator' }).click();
  await dialog.getByLabel('Email', { exact: true }).fill(owner.email);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(/already/);
  await expectAccessible(page);
  await dialog.getByLabel('Email', { exact: true }).fill('north@example.com');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('row', { name: /Nora North north@example.com Moderator/ });
  await expect(row).toBeVisible();

  await page.getByRole('button', { name: 'Nora North' }).click();
  await page.getByRole('button', { name: 'Deactivate account' }).click();
  const question = page.getByRole('dialog', { name: 'Deactivate Nora North?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Deactivate' }).click();
  await expect(row).toBeHidden();
  await page.getByText('Deactivated', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Nora North' }).click();
  await page.getByRole('button', { name: 'Reactivate account' }).click();
  await expect(page.getByText('Nobody to show')).toBeVisible();
});

test('a bot is made, called elsewhere, and given a new key', async ({ page, office }) => {
  await openAs(page, office, '/users');
  await page.getByRole('button', { name: 'Add bot' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add bot' });
  await dialog.getByLabel('Full name').fill('Bell');
  await dialog.getByLabel('Short name').fill('no spaces');
  await dialog.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: /Outgoing/ }).click();
  await dialog.getByLabel('Called at').fill('http://127.0.0.1:9/hook');
  await dialog.getByRole('button', { name: 'Add bot' }).click();
  await expect(dialog.getByLabel('Short name')).toHaveAccessibleDescription(/Bad name or username/);
  await dialog.getByLabel('Short name').fill('bell');
  await dialog.getByRole('button', { name: 'Add bot' }).click();
  await page.getByText('Bots', { exact: true }).click();
  await page.getByRole('button', { name: 'Bell', exact: true }).click();
  const bell = page.getByRole('dialog', { name: 'Bell' });
  await expect(bell.getByLabel('Called at')).toHaveValue('http://127.0.0.1:9/hook');
  const key = async () => {
    const { bots } = await office.elsewhere('GET', '/bots');
    return (bots as { full_name: string; api_key: string }[]).find((bot) => bot.full_name === 'Bell')?.api_key;
  };
  const before = await key();
  await expectAccessible(page);
  await bell.getByRole('button', { name: 'New API key' }).click();
  await page.getByRole('button', { name: 'Make a new key' }).click();
  await expect(bell).toBeVisible();
  expect(await key()).not.toBe(before);
});

test('thousands of accounts are searched and sorted with only those in sight on the page', async ({ page, office }) => {
  await page.route('**/api/v1/users', async (route) => {
    const answer = (await (await route.fetch()).json()) as { members: Record<string, unknown>[] };
    const [first] = answer.members;
    const members = Array.from({ length: 5000 }, (_, at) => ({
      ...first,
      user_id: 1000 + at,
      full_name: `Person ${at}`,
      is_bot: false,
      bot_owner_id: null,
      is_active: true,
    }));
    await route.fulfill({ json: { ...answer, members } });
  });
  await openAs(page, office, '/users');
  await expect(page.getByRole('row', { name: /Person 0 / })).toBeVisible();
  expect(await page.getByRole('row').count()).toBeLessThan(80);
  const started = Date.now();
  await page.getByRole('columnheader', { name: 'ID' }).getByRole('button').click();
  await page.getByRole('columnheader', { name: 'ID' }).getByRole('button').click();
  await expect(page.getByRole('columnheader', { name: 'ID' })).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('row', { name: /Person 4999 / })).toBeVisible();
  expect(Date.now() - started).toBeLessThan(3000);
  await expectAccessible(page);
});
