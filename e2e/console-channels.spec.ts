/** Channels in the console, ordered in folders by drag, keys and menu, and pasted lists of people. The rest is in channels.page.test.ts. */
import { expect } from '@playwright/test';
import { expectAccessible, openAs, test } from './console-kit.ts';
import { owner } from './hearth-process.ts';
import { paste } from './paste.ts';

test('folders are made, named, ordered and archived; channels move between them by drag, keys and menu', async ({
  page,
  office,
}) => {
  await office.elsewhere('POST', '/channels/create', { name: 'workshop', subscribers: '[]' });
  await office.elsewhere('POST', '/channel_folders/create', { name: 'Projects', description: '' });
  await openAs(page, office, '/channels');
  const state = page.getByRole('radiogroup', { name: 'State' });
  await page.getByRole('button', { name: 'Create folder' }).click();
  const form = page.getByRole('dialog', { name: 'Create folder' });
  await form.getByLabel('Name', { exact: true }).fill('projects');
  await form.getByRole('button', { name: 'Create folder' }).click();
  await expect(form.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(/already in use/);
  await form.getByLabel('Name', { exact: true }).fill('House');
  await form.getByRole('button', { name: 'Create folder' }).click();
  await expect(form).toBeHidden();
  const heads = page.getByRole('heading', { level: 2 });
  await expect(heads).toHaveText(['Projects', 'House', 'Other channels']);

  const handle = page.getByRole('button', { name: 'Move #workshop with the arrow keys' });
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  const inHouse = page.getByRole('table', { name: 'House' }).getByRole('link', { name: '#workshop' });
  await expect(inHouse).toBeVisible();
  await expect(handle).toBeFocused();
  await handle.dragTo(page.getByRole('region', { name: 'Projects' }), { steps: 8 });
  await expect(page.getByRole('table', { name: 'Projects' }).getByRole('link', { name: '#workshop' })).toBeVisible();
  await page.getByRole('button', { name: 'Actions for #workshop' }).click();
  await page.getByRole('menuitem', { name: 'To House' }).click();
  await expect(inHouse).toBeVisible();
  await expectAccessible(page);

  const folder = page.getByRole('button', { name: 'Move folder House with the arrow keys' });
  await folder.focus();
  await page.keyboard.press('ArrowUp');
  await expect(heads).toHaveText(['House', 'Projects', 'Other channels']);
  await page.getByRole('button', { name: 'Move folder Projects with the arrow keys' }).dragTo(folder, { steps: 8 });
  await expect(heads).toHaveText(['Projects', 'House', 'Other channels']);
  await page.getByRole('button', { name: 'Folder actions: Projects', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(heads).toHaveText(['House', 'Other channels']);
  await state.getByText('Archived').click();
  await page.getByRole('button', { name: 'Unarchive Projects' }).click();
  await expect
    .poll(async () => (await office.elsewhere('GET', '/channel_folders'))['channel_folders'])
    .toMatchObject([{ name: 'Projects' }, { name: 'House' }]);
});

test('a pasted list adds everyone in it and names the pieces that name no one', async ({ page, office }) => {
  const people = ['Lena', 'Nils', 'Rosa'].map((name) => ({
    email: `${name.toLowerCase()}@example.com`,
    full_name: `${name} List`,
    password: owner.password,
  }));
  const ids: unknown[] = [];
  for (const one of people) ids.push((await office.elsewhere('POST', '/users', one))['user_id']);
  const { id } = await office.elsewhere('POST', '/channels/create', { name: 'pasted', subscribers: '[]' });
  await openAs(page, office, `/channels/${String(id)}/subscribers`);
  const add = page.getByRole('combobox', { name: 'Add people or groups' });
  const list = '"List, Lena" <lena@example.com>; mailto:nils@example.com.\r\nRosa List\nzoe@example.com';
  await paste(add, list);
  await expect(add).toHaveAccessibleDescription('Not added: zoe@example.com: not found');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('tab', { name: 'Subscribers (3)' })).toBeVisible();
  const { subscribers } = await office.elsewhere('GET', `/streams/${String(id)}/members`);
  expect([...(subscribers as number[])].toSorted()).toEqual(ids.toSorted());
  await add.fill('lena@example.com');
  await add.press('Enter');
  await expect(add).toHaveAccessibleDescription('Not added: lena@example.com: already included');
  await add.fill('yul@example.com');
  await add.press('Tab');
  await expect(add).toHaveAccessibleDescription('Not added: yul@example.com: not found');
  await add.fill('Yul');
  await add.press('Tab');
  await expect(add).toHaveAccessibleDescription('Not added: Yul: not found');

  await openAs(page, office, '/groups');
  await page.getByRole('button', { name: 'Create group' }).click();
  const form = page.getByRole('dialog', { name: 'Create group' });
  await form.getByLabel('Name', { exact: true }).fill('pasted');
  await paste(form.getByRole('combobox', { name: 'People' }), 'Lena List\tlena@example.com\tSales\nnils@example.com');
  await form.getByRole('button', { name: 'Create group' }).click();
  const panel = page.getByRole('dialog', { name: 'pasted' });
  await expect(panel.getByRole('heading', { name: 'People (3)' })).toBeVisible();
  await paste(panel.getByRole('combobox', { name: 'Add people' }), 'rosa@example.com, nobody here');
  await expect(panel.getByRole('combobox', { name: 'Add people' })).toHaveAccessibleDescription(
    'Not added: nobody here: not found',
  );
  await panel.getByRole('button', { name: 'Add the chosen people' }).click();
  await expect(panel.getByRole('heading', { name: 'People (4)' })).toBeVisible();
});
