/** Long names in panels of the console, on a phone. What groups do is in groups.page.test.ts. */
import { expect } from '@playwright/test';
import { openAs, test } from './console-kit.ts';
import { owner } from './hearth-process.ts';

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
