/** Do not disturb: turned on and off in the chat, seen by others, and quiet hours; on a wide screen and on a phone. */
import { openChat } from './chat-kit.ts';
import { expect, expectAccessible, test } from './console-kit.ts';
import { signIn } from './sessions.ts';

test('notifications are turned off for a while and on again from the sidebar', async ({ page, office }) => {
  await signIn(page.context(), office.url);
  await openChat(page, office.url, '#inbox');
  const button = page
    .getByRole('complementary', { name: 'Conversations' })
    .getByRole('button', { name: 'Do not disturb' });
  await button.click();
  await page.getByRole('menuitem', { name: /^For 30 minutes/ }).click();
  await expect(page.getByText(/^Notifications are off until/)).toBeVisible();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('.side-me').getByText(/^Quiet until/)).toBeVisible();
  await button.click();
  await page.getByRole('menuitem', { name: 'Turn on notifications' }).click();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
});

for (const width of [1280, 360])
  test(`a status turns on do not disturb until it is cleared at ${width} px`, async ({ page, office }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page.context(), office.url);
    await openChat(page, office.url, '#settings/profile');
    const form = page.getByRole('region', { name: 'Status' });
    await form.getByRole('button', { name: 'Focusing' }).click();
    await expect(form.getByRole('combobox', { name: 'Clear status' })).toHaveValue('1');
    await expect(form.getByRole('checkbox', { name: 'Do not disturb until it ends' })).toBeChecked();
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Save status' }).click();
    await expect(form.getByText(/^Your status ends: .*Do not disturb until then\.$/)).toBeVisible();
    await page.reload();
    await expect(form.getByRole('textbox', { name: 'Your status' })).toHaveValue('Focusing');
    await form.getByRole('button', { name: 'Clear status' }).click();
    await expect(form.getByText(/^Your status ends/)).toBeHidden();
    await expect(form.getByRole('textbox', { name: 'Your status' })).toHaveValue('');
  });

for (const width of [1280, 360])
  test(`quiet hours are added and removed at ${width} px`, async ({ page, office }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page.context(), office.url);
    await openChat(page, office.url, '#settings/notifications');
    const group = page.getByRole('region', { name: 'Do not disturb' });
    const form = group.getByRole('form', { name: 'Quiet hours' });
    await form.getByRole('button', { name: 'Add quiet hours' }).click();
    await form.getByRole('button', { name: 'Sat' }).click();
    await form.getByLabel('From').fill('19:30');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Save quiet hours' }).click();
    await expect(page.getByText('Quiet hours saved.')).toBeVisible();
    await page.reload();
    await expect(form.getByLabel('From')).toHaveValue('19:30');
    await expect(form.getByRole('button', { name: 'Sat' })).toHaveAttribute('aria-pressed', 'true');
    await form.getByRole('button', { name: 'Remove' }).click();
    await form.getByRole('button', { name: 'Save quiet hours' }).click();
    await expect(form.getByLabel('From')).toBeHidden();
  });
