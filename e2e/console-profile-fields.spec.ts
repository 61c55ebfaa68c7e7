/** Profile fields in the console, ordered by keys and by drag. */
import { expect } from '@playwright/test';
import { expectAccessible, openAs, test } from './console-kit.ts';

test('profile fields are added with their choices, refused at their field, ordered and deleted', async ({
  page,
  office,
}) => {
  await openAs(page, office, '/profile-fields');
  await expect(page.getByText('No profile fields yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add profile field' }).click();
  const adding = page.getByRole('dialog', { name: 'Add profile field' });
  await adding.getByLabel('Name', { exact: true }).fill('Shift');
  await adding.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'List of options' }).click();
  await adding.getByRole('button', { name: 'Add field' }).click();
  await expect(adding.getByText('Field must have at least one choice.')).toBeVisible();
  for (const [index, text] of ['Late', 'Early'].entries()) {
    await adding.getByRole('button', { name: 'Add option' }).click();
    await adding.getByRole('textbox', { name: `Option ${index + 1}` }).fill(text);
  }
  await adding.getByRole('button', { name: 'Move Early up' }).click();
  await adding.getByLabel('Show in the profile summary').check();
  await expectAccessible(page);
  await adding.getByRole('button', { name: 'Add field' }).click();
  const list = page.getByRole('list', { name: 'Profile fields' });
  await expect(list.getByText('Early, Late')).toBeVisible();
  await expect(adding).toBeHidden();

  await office.elsewhere('POST', '/realm/profile_fields', {
    field_type: '7',
    name: 'Code',
    ...account('%(username)s'),
  });
  await office.elsewhere('POST', '/realm/profile_fields', { field_type: '4', name: 'Birthday' });
  const handle = page.getByRole('button', { name: 'Move Birthday with the arrow keys' });
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  await expect(list.getByRole('listitem').nth(1)).toContainText('Birthday');
  await handle.dragTo(page.getByRole('button', { name: 'Move Shift with the arrow keys' }), { steps: 8 });
  await expect(list.getByRole('listitem').first()).toContainText('Birthday');
  await page.getByRole('button', { name: 'Edit Code' }).click();
  const editing = page.getByRole('dialog', { name: 'Code' });
  await editing.getByLabel('Account URL').fill('https://code.example.com/');
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(editing.getByLabel('Account URL')).toHaveAccessibleDescription(/must contain/);
  await editing.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Add profile field' }).click();
  await adding.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'External account' }).click();
  await adding.getByRole('combobox', { name: 'Service' }).click();
  await page.getByRole('option', { name: 'GitHub' }).click();
  // A known service brings its name, its hint and its addresses along.
  await expect(adding.getByLabel('Name', { exact: true })).toHaveValue('GitHub user name');
  await expect(adding.getByText('https://github.com/%(username)s')).toBeVisible();
  await adding.getByRole('button', { name: 'Add field' }).click();
  await expect(adding).toBeHidden();
  await page.getByRole('button', { name: 'Delete Birthday' }).click();
  await page.getByRole('dialog', { name: 'Delete Birthday?' }).getByRole('button', { name: 'Delete' }).click();
  await expect
    .poll(async () => (await office.elsewhere('GET', '/realm/profile_fields'))['custom_fields'])
    .toMatchObject([
      { name: 'Shift', display_in_profile_summary: true },
      { name: 'Code' },
      { name: 'GitHub user name', hint: 'Your GitHub user name', field_data: '{"subtype":"github"}' },
    ]);
});

const account = (name: string) => ({
  field_data: JSON.stringify({ subtype: 'custom', url_pattern: `https://code.example.com/${name}` }),
});
