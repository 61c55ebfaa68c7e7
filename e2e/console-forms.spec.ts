/** Forms of the console ask before they are left for elsewhere, and keep the error in sight. The rest is in forms.page.test.ts. */
import type { Locator, Page } from '@playwright/test';
import { expect, openAs, test } from './console-kit.ts';

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
