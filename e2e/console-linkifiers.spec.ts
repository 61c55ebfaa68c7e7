/** Linkifiers in the console: ordered by keyboard and by hand, deleted. How they are written is in linkifiers.page.test.ts. */
import { expect } from '@playwright/test';
import { expectAccessible, openAs, test } from './console-kit.ts';

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
