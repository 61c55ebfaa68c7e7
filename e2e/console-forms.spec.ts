/** Forms and dialogs of the console keep the input, the error in sight, and the place of the focus. */
import type { Locator, Page } from '@playwright/test';
import { expect, lead, openAs, test } from './console-kit.ts';

const question = (page: Page): Locator => page.getByRole('dialog', { name: 'Discard your changes?' });

test('changed settings are asked about on the way to a tab, a screen, back, and out of the window', async ({
  page,
  office,
}) => {
  await openAs(page, office, '/channels');
  await page.getByRole('link', { name: 'Organization', exact: true }).click();
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Another name');
  await page.getByRole('tab', { name: 'Permissions' }).click();
  await expect(question(page).getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(name).toHaveValue('Another name');

  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  await page.goBack();
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(name).toHaveValue('Another name');
  await expect(page).toHaveURL(/\/organization/);

  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  await (await asked).dismiss();
  await expect(name).toHaveValue('Another name');

  await page.goBack();
  await question(page).getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeVisible();
  await page.getByRole('link', { name: 'Organization', exact: true }).click();
  await expect(name).toHaveValue('Test office');
  // Nothing is asked where nothing was changed.
  await page.getByRole('tab', { name: 'Permissions' }).click();
  await expect(page.getByRole('tab', { name: 'Permissions' })).toHaveAttribute('aria-selected', 'true');
});

test('Escape in a half-filled form asks first; of an empty one it closes', async ({ page, office }) => {
  await openAs(page, office, '/users');
  await page.getByRole('button', { name: 'Add user' }).click();
  const form = page.getByRole('dialog', { name: 'Add user' });
  await form.getByLabel('Full name').fill('Nora');
  await page.keyboard.press('Escape');
  await expect(question(page).getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(form.getByLabel('Full name')).toHaveValue('Nora');
  await expect(form.getByLabel('Full name')).toBeFocused();
  await page.keyboard.press('Escape');
  await question(page).getByRole('button', { name: 'Discard changes' }).click();
  await expect(form).toBeHidden();
  const button = page.getByRole('button', { name: 'Add user' });
  await expect(button).toBeFocused();
  await button.click();
  await expect(form).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(question(page)).toBeHidden();
});

test('the first error of a long form is brought into sight and has the focus, and its buttons never leave it', async ({
  page,
  office,
}) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await openAs(page, office, '/channels');
  await page.getByRole('button', { name: 'Create channel' }).click();
  const form = page.getByRole('dialog', { name: 'Create channel' });
  const create = form.getByRole('button', { name: 'Create channel' });
  await expect(create).toBeInViewport({ ratio: 1 });
  const name = form.getByLabel('Name', { exact: true });
  await name.fill('general');
  await form.getByRole('combobox', { name: 'Topics' }).scrollIntoViewIfNeeded();
  await create.click();
  await expect(name).toHaveAccessibleDescription(/already exists/);
  await expect(name).toBeFocused();
  await expect(name).toBeInViewport();
  await expect(create).toBeInViewport({ ratio: 1 });
});

test('every other form of a screen asks, too, before what was typed in it is lost', async ({ page, office }) => {
  const { id: channel } = await office.elsewhere('POST', '/channels/create', { name: 'forms', subscribers: '[]' });
  const fields: [string, string | RegExp][] = [
    ['/organization/joining', 'Days until a new member is a full member'],
    ['/organization/messages', 'Days to keep messages'],
    ['/organization/defaults', 'Seconds to wait for more messages before emailing'],
    ['/organization/mail', 'Sender address'],
    ['/organization/outgoing', 'Push relay'],
    [`/channels/${String(channel)}`, 'Description'],
    ['/network', 'Requests per minute from one client'],
    ['/backups', 'Daily backups to keep'],
    ['/users/import', 'Or paste the list'],
  ];
  await openAs(page, office, '/');
  for (const [path, label] of fields) {
    await lead(page, path);
    const field = page.getByLabel(label, { exact: typeof label === 'string' }).first();
    await field.fill('77');
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await expect(question(page).getByRole('button', { name: 'Keep editing' }), path).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(field, path).toHaveValue('77');
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await question(page).getByRole('button', { name: 'Discard changes' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  }
});
