/** What every form and dialog of the console keeps: what was typed, the error in sight, and the place of the focus. */
import type { Locator, Page } from '@playwright/test';
import { expect, openAs, test } from './console-kit.ts';
import { owner } from './hearth-process.ts';

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
  await expect(question(page)).toBeVisible();
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

/** Tab leads through everything in a dialog and round again, never out of it; nothing on the way is without a name. */
async function expectRoundTrip(page: Page, what: string): Promise<void> {
  const stops = new Set<string>();
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const focused = document.activeElement;
      const dialog = focused?.closest('[role=dialog]');
      if (focused === null || dialog === null || dialog === undefined) return null;
      const all = [...dialog.querySelectorAll('*')];
      const name = [focused.getAttribute('aria-label'), focused.textContent, focused.getAttribute('placeholder')];
      const labels =
        focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement ? focused.labels : null;
      const isNamed = name.some((one) => one !== null && one.trim() !== '') || (labels?.length ?? 0) > 0;
      return `${all.indexOf(focused)} ${isNamed || focused.hasAttribute('aria-labelledby') ? '' : focused.outerHTML}`;
    });
    expect(stop, `${what}: Tab stays inside`).not.toBeNull();
    expect(stop, `${what}: every stop has a name`).toMatch(/^\d+ $/);
    const [first] = stops;
    // A field for a date has stops within it.
    if (stop === null || (stop === first && stops.size > 1)) break;
    stops.add(stop);
  }
  expect(stops.size, what).toBeGreaterThan(1);
  expect(stops.size, `${what} comes round`).toBeLessThan(60);
}

/** Opens a dialog or panel by a key, goes through it and closes it by Escape; what opened it has the focus again. */
async function expectFocusBack(page: Page, opener: Locator, role: 'button' | 'menu' = 'button'): Promise<void> {
  const dialog = page.locator('[role=dialog][data-settled]');
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await expectRoundTrip(page, await dialog.innerText());
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  if (role === 'button') await expect(opener).toBeFocused();
}

test('every dialog and panel is opened, gone through and left by keyboard, and the focus comes back', async ({
  page,
  office,
}) => {
  const { user_id: id } = await office.elsewhere('POST', '/users', {
    email: 'nils@example.com',
    full_name: 'Nils Norden',
    password: owner.password,
  });
  await office.elsewhere('POST', '/realm/filters', {
    pattern: 'HR-(?P<id>[0-9]+)',
    url_template: 'https://x.test/{id}',
  });
  const button = (name: string | RegExp): Locator =>
    page.getByRole('button', { name, exact: typeof name === 'string' });
  const openers: Record<string, (string | RegExp)[]> = {
    '/users': ['Add user', 'Add bot', 'Nils Norden'],
    '/groups': ['Create group'],
    '/channels': ['Create channel', 'Create folder'],
    '/invites': ['Create link', 'Invite by email'],
    '/profile-fields': ['Add profile field'],
    '/linkifiers': ['Add linkifier', /^Edit/],
    '/emoji': ['Add emoji'],
    '/scheduled': ['Schedule a message'],
    '/backups': ['Restore from a file'],
    '/network': ['Use a certificate of your own'],
  };
  await openAs(page, office, '/');
  for (const [path, names] of Object.entries(openers)) {
    await page.goto(`${office.url}/console${path}`);
    for (const name of names) await expectFocusBack(page, button(name).first());
  }

  // By an entry of a menu, which is gone by then: its button.
  await page.goto(`${office.url}/console/channels`);
  const actions = button('Actions for #general');
  await actions.click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(actions).toBeFocused();

  // A panel whose place a question takes.
  await page.goto(`${office.url}/console/users`);
  const row = button('Nils Norden');
  await row.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await page
    .getByRole('dialog', { name: /Deactivate Nils Norden/ })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await expect(row).toBeFocused();

  // After the palette, what had it before; and where nothing is left of the page before, the heading.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /A screen, a person/ }).fill('add user');
  await page.keyboard.press('Enter');
  await expect(page.locator('[role=dialog][data-settled]')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();
  await page.goto(`${office.url}/console/users/${String(id)}`);
  await expect(page.locator('[role=dialog][data-settled]')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeFocused();
});
