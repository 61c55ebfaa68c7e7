/** Linkifiers in the console: written with their mistakes shown, tried, ordered by keyboard and by hand, deleted. */
import { expect } from '@playwright/test';
import { expectAccessible, openAs, test } from './console-kit.ts';

test('a linkifier is tried while it is written, and says what is wrong and where', async ({ page, office }) => {
  await openAs(page, office, '/linkifiers');
  await expect(page.getByText('No linkifiers yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add linkifier' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add linkifier' });
  const pattern = dialog.getByRole('textbox', { name: 'Pattern' });
  const template = dialog.getByRole('textbox', { name: 'URL template' });
  await pattern.fill('TICKET-(?P<n>[0-9+');
  await template.fill('https://tracker.example.com/{number}');
  await expect(pattern).toHaveAccessibleDescription(/not a valid regular expression: missing closing \]/);
  await pattern.fill('TICKET-(?P<n>[0-9]+)');
  await expect(template).toHaveAccessibleDescription(/uses "number", but the pattern has no group of that name/);
  await template.fill('https://tracker.example.com/{n}');
  await expect(template).not.toHaveAccessibleDescription(/no groups?/);
  await expect(dialog.getByRole('region', { name: 'Message preview' }).getByRole('link')).toHaveAttribute(
    'href',
    'https://tracker.example.com/56',
  );
  await dialog.getByLabel('Test topic').fill('TICKET-7');
  await expect(dialog.getByRole('link', { name: 'https://tracker.example.com/7' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save linkifier' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('list', { name: 'Linkifiers' }).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Message preview' }).getByRole('link')).toHaveText('TICKET-56');

  await page.getByRole('button', { name: 'Add linkifier' }).click();
  await pattern.fill('TICKET-(?P<n>[0-9]+)');
  await template.fill('https://other.example.com/{n}');
  await dialog.getByRole('button', { name: 'Save linkifier' }).click();
  await expect(pattern).toHaveAccessibleDescription(/already exists/);
});

test('the order is changed with buttons, with the keyboard on the handle, and elsewhere', async ({ page, office }) => {
  const { linkifiers: before } = await office.elsewhere('GET', '/realm/linkifiers');
  for (const { id } of before as { id: number }[]) await office.elsewhere('DELETE', `/realm/filters/${id}`);
  await office.elsewhere('POST', '/realm/filters', { pattern: 'first', url_template: 'https://one.example.com/' });
  await office.elsewhere('POST', '/realm/filters', { pattern: 'second', url_template: 'https://two.example.com/' });
  await office.elsewhere('POST', '/realm/filters', { pattern: 'third', url_template: 'https://three.example.com/' });
  await openAs(page, office, '/linkifiers');
  const codes = page.getByRole('list', { name: 'Linkifiers' }).locator('li > div > div > code');
  await expect(codes.last()).toHaveText('third');
  await page.getByRole('button', { name: 'Move third up' }).click();
  await expect(codes.nth(1)).toHaveText('third');
  await expectAccessible(page);

  const handle = page.getByRole('button', { name: 'Move third with the arrow keys' });
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  await expect(codes.first()).toHaveText('third');
  await expect
    .poll(async () => {
      const { linkifiers } = await office.elsewhere('GET', '/realm/linkifiers');
      return (linkifiers as { pattern: string }[]).map((one) => one.pattern)[0];
    })
    .toBe('third');

  const { linkifiers } = await office.elsewhere('GET', '/realm/linkifiers');
  const ids = (linkifiers as { id: number }[]).map(({ id }) => id).toReversed();
  await office.elsewhere('PATCH', '/realm/linkifiers', { ordered_linkifier_ids: JSON.stringify(ids) });
  await expect(codes.last()).toHaveText('third');
  await expect(handle).toBeFocused();

  await handle.dragTo(page.getByRole('button', { name: 'Move second with the arrow keys' }), { steps: 8 });
  await expect(codes.first()).toHaveText('third');

  await page.getByRole('button', { name: 'Delete third' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this linkifier?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(codes).toHaveCount(2);
});
