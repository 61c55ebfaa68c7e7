/** Groups in the console: made, filled, given permissions, taken out of use and brought back; the roles are only looked at. */
import { expect } from '@playwright/test';
import { expectAccessible, openAs, test } from './console-kit.ts';
import { owner } from './hearth-process.ts';

test('a group is made, filled and emptied with a way back, renamed, deactivated and brought back', async ({
  page,
  office,
}) => {
  const account = { email: 'gina@example.com', full_name: 'Gina Groups', password: owner.password };
  await office.elsewhere('POST', '/users', account);
  await openAs(page, office, '/groups');
  await page.getByRole('button', { name: 'Create group' }).click();
  const form = page.getByRole('dialog', { name: 'Create group' });
  await form.getByLabel('Name', { exact: true }).fill('role:nobody');
  await form.getByRole('button', { name: 'Create group' }).click();
  await expect(form.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(/cannot start with/);
  // A user who works by keyboard is at what is to be corrected.
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused();
  await form.getByLabel('Name', { exact: true }).fill('kitchen');
  await form.getByRole('button', { name: 'Create group' }).click();

  const panel = page.getByRole('dialog', { name: 'kitchen' });
  await panel.getByRole('combobox', { name: 'Add people' }).fill('Gina');
  await page.getByRole('option', { name: /Gina Groups/ }).click();
  await panel.getByRole('button', { name: 'Add the chosen people' }).click();
  await expect(panel.getByRole('link', { name: 'Gina Groups' })).toBeVisible();
  await panel.getByRole('combobox', { name: 'Add subgroups' }).fill('Moder');
  await page.getByRole('option', { name: 'Moderators and above' }).click();
  await panel.getByRole('button', { name: 'Add the chosen subgroups' }).click();
  await expect(panel.getByRole('heading', { name: 'All members with subgroups (2)' })).toBeVisible();
  await expectAccessible(page);

  await panel.getByRole('button', { name: 'Remove Gina Groups' }).click();
  await expect(panel.getByRole('link', { name: 'Gina Groups' })).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(panel.getByRole('link', { name: 'Gina Groups' })).toBeVisible();

  await panel.getByRole('tab', { name: 'Permissions' }).click();
  await panel.getByRole('combobox', { name: 'Who can mention it' }).click();
  await page.getByRole('option', { name: 'Members', exact: true }).click();
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your changes to kitchen are in effect.')).toBeVisible();
  await expectAccessible(page);

  await panel.getByRole('tab', { name: 'Settings' }).click();
  await panel.getByRole('button', { name: 'Deactivate group' }).click();
  await page
    .getByRole('dialog', { name: 'Deactivate kitchen?' })
    .getByRole('button', { name: 'Deactivate', exact: true })
    .click();
  await page.getByRole('radiogroup', { name: 'Type of groups' }).getByText('Deactivated', { exact: true }).click();
  await page.getByRole('button', { name: 'kitchen' }).click();
  await panel.getByRole('tab', { name: 'Settings' }).click();
  await panel.getByRole('button', { name: 'Reactivate group' }).click();
  await expect(page.getByText('No group to show')).toBeVisible();
});

test('a group made elsewhere shows at once, and the roles are only looked at', async ({ page, office }) => {
  await openAs(page, office, '/groups');
  await office.elsewhere('POST', '/user_groups/create', {
    name: 'elsewhere',
    description: 'Made by a script',
    members: '[]',
  });
  await expect(page.getByRole('row', { name: /elsewhere/ })).toBeVisible();
  await page.getByText('Roles', { exact: true }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Owners', exact: true }).click();
  const owners = page.getByRole('dialog', { name: 'Owners' });
  await expect(owners.getByText('Managed by the server')).toBeVisible();
  await expect(owners.getByRole('combobox')).toHaveCount(0);
});

test('a name without a space hides no button on a phone, and no sentence of a dialog', async ({ page, office }) => {
  const name = 'Unbreakable'.repeat(9);
  const email = `${'unbreakable'.repeat(5)}@example.com`;
  const { user_id: id } = await office.elsewhere('POST', '/users', {
    email,
    full_name: name,
    password: owner.password,
  });
  const { group_id: group } = await office.elsewhere('POST', '/user_groups/create', {
    name: 'phones',
    description: '',
    members: JSON.stringify([id]),
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await openAs(page, office, `/groups/${String(group)}`);
  await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeInViewport({ ratio: 1 });
  await page.goto(`${office.url}/console/users/${String(id)}`);
  await page.getByRole('button', { name: 'Deactivate account' }).click();
  const told = page.getByRole('dialog', { name: /^Deactivate/ }).getByText(`Notify ${email} by email`);
  await expect(told).toBeVisible();
  await expect.poll(() => told.evaluate((label) => label.getBoundingClientRect().right)).toBeLessThanOrEqual(360);
});
