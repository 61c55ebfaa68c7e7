/** Channels in the console: made and changed with every choice, filled, ordered in folders, talked in, archived and brought back. */
import { expect } from '@playwright/test';
import { expectAccessible, openAs, save, test } from './console-kit.ts';
import { owner } from './hearth-process.ts';
import { paste } from './paste.ts';

type Channel = Record<string, unknown> & { name: string; stream_id: number };

test('a channel is made with its choices, changed, archived and brought back', async ({ page, office }) => {
  await openAs(page, office, '/channels');
  const state = page.getByRole('radiogroup', { name: 'State' });
  await page.getByRole('button', { name: 'Create channel' }).click();
  const making = page.getByRole('dialog', { name: 'Create channel' });
  await making.getByLabel('Name', { exact: true }).fill('garden');
  await making.getByRole('combobox', { name: 'Access' }).click();
  await page.getByRole('option', { name: /whole history/ }).click();
  await making.getByRole('combobox', { name: 'Retention' }).click();
  await page.getByRole('option', { name: 'Custom number of days' }).click();
  await making.getByLabel('Days', { exact: true }).fill('');
  await making.getByRole('button', { name: 'Create channel' }).click();
  await expect(making.getByLabel('Days', { exact: true })).toHaveAccessibleDescription(/retention/);
  await making.getByLabel('Days', { exact: true }).fill('90');
  await making.getByRole('button', { name: 'Permissions' }).click();
  await making.getByRole('combobox', { name: 'Who can send messages' }).click();
  await page.getByRole('option', { name: 'Moderators and above' }).click();
  await page.keyboard.press('Tab');
  await making.getByRole('button', { name: 'Create channel' }).click();
  await expect(making).toBeHidden();

  await expect(page.getByRole('row', { name: /#garden/ })).toContainText('90 days');
  await page.getByRole('link', { name: '#garden' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '#garden' })).toBeVisible();
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('general');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(name).toHaveAccessibleDescription(/already exists/);
  await expectAccessible(page);
  await name.fill('gardens');
  await page.getByLabel('Add new members automatically').check();
  await page.getByRole('button', { name: 'Save' }).click();
  // A private channel cannot be a default one, and nothing of a refused change is kept.
  await expect(page.getByLabel('Add new members automatically')).toHaveAccessibleDescription(/default/);
  await page.getByLabel('Add new members automatically').uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '#gardens' })).toBeVisible();
  await page.getByRole('tab', { name: 'Permissions' }).click();
  const resolvers = page.getByRole('combobox', { name: 'Who can resolve topics' });
  await expect(resolvers).toHaveAccessibleDescription(
    'Now: Everyone including guests (from the organization), and the selection here.',
  );
  await resolvers.click();
  await page.getByRole('option', { name: 'Members', exact: true }).click();
  await page.keyboard.press('Escape');
  await save(page);
  const { streams: channels } = await office.elsewhere('GET', '/streams', { include_all: 'true' });
  const gardens = (channels as Channel[]).find((one) => one.name === 'gardens');
  expect(gardens).toMatchObject({ invite_only: true, message_retention_days: 90, history_public_to_subscribers: true });

  await page.getByRole('button', { name: 'Archive channel' }).click();
  await page.getByRole('dialog', { name: 'Archive #gardens?' }).getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('link', { name: 'All channels' }).click();
  await page.getByPlaceholder('Channel name').fill('gardens');
  await page.getByRole('button', { name: '1 archived channel', exact: true }).click();
  await page.getByRole('button', { name: 'Actions for #gardens' }).click();
  await page.getByRole('menuitem', { name: 'Unarchive' }).click();
  await state.getByText('Active').click();
  await expect(page.getByRole('link', { name: '#gardens' })).toBeVisible();
});

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

test('people are added and removed together, and a change made elsewhere shows', async ({ page, office }) => {
  const newUser = async (name: string) =>
    office.elsewhere('POST', '/users', {
      email: `${name.toLowerCase()}@example.com`,
      full_name: `${name} Post`,
      password: owner.password,
    });
  const { user_id: pia } = await newUser('Pia');
  const { user_id: otto } = await newUser('Otto');
  await office.elsewhere('POST', '/user_groups/create', {
    name: 'drivers',
    description: '',
    members: JSON.stringify([otto]),
  });
  const { id } = await office.elsewhere('POST', '/channels/create', { name: 'depot', subscribers: '[]' });
  await openAs(page, office, `/channels/${String(id)}/subscribers`);
  await expect(page.getByText('No subscribers')).toBeVisible();
  const add = page.getByRole('combobox', { name: 'Add people or groups' });
  await add.click();
  await page.getByRole('option', { name: 'Pia Post' }).click();
  await page.getByRole('option', { name: 'drivers' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('tab', { name: 'Subscribers (2)' })).toBeVisible();
  await page.getByLabel('Search subscribers').fill('otto');
  await expect(page.getByRole('checkbox', { name: 'Select Pia Post' })).toBeHidden();
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await expect(page.getByRole('checkbox', { name: 'Select Otto Post' })).toBeChecked();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove selected (1)' }).click();
  const question = page.getByRole('dialog', { name: 'Remove 1 person from #depot?' });
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('tab', { name: 'Subscribers (1)' })).toBeVisible();
  await office.elsewhere('DELETE', '/users/me/subscriptions', {
    subscriptions: JSON.stringify(['depot']),
    principals: JSON.stringify([pia]),
  });
  await expect(page.getByText('No subscribers')).toBeVisible();
  // Where it is talked in: the chat, in this channel.
  await page.goto(`${office.url}/console/channels/${String(id)}`);
  await page.getByRole('link', { name: 'Open in the chat' }).click();
  await expect(page).toHaveURL(new RegExp(`/chat/#narrow/channel/${String(id)}`));
  await expect(page.getByRole('heading', { name: 'depot' })).toBeVisible();
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

test('topics show their sizes, and are read, renamed, resolved and deleted', async ({ page, office }) => {
  const me = await office.elsewhere('GET', '/users/me');
  const { id } = await office.elsewhere('POST', '/channels/create', {
    name: 'talks',
    subscribers: JSON.stringify([me['user_id']]),
  });
  const write = (topic: string, content: string) =>
    office.elsewhere('POST', '/messages', { type: 'channel', to: String(id), topic, content });
  await write('roses', 'They **bloom**');
  await write('roses', 'and smell');
  await openAs(page, office, `/channels/${String(id)}/topics`);
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
  await expect(row('roses').getByRole('cell').nth(1)).toHaveText('2');
  await write('tools', 'Who has the spade?');
  await expect(row('tools').getByRole('cell').nth(1)).toHaveText('1');
  await page.getByRole('button', { name: /Newest message of roses/ }).click();
  await expect(page.getByRole('dialog').getByText('and smell')).toBeVisible();
  const inChat = page.getByRole('dialog').getByRole('link', { name: 'Open in the chat' });
  await expect(inChat).toHaveAttribute('href', new RegExp(`^/chat/#narrow/channel/${String(id)}/topic/roses/near/`));
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Actions for roses' }).click();
  await page.getByRole('menuitem', { name: 'Rename or move' }).click();
  const form = page.getByRole('dialog', { name: 'Rename or move roses' });
  await form.getByLabel('Topic', { exact: true }).fill('tools');
  await form.getByRole('button', { name: 'Rename' }).click();
  await expect(row('roses')).toBeHidden();
  // The messages of both, and the notice of the move.
  await expect(row('tools').getByRole('cell').nth(1)).toHaveText('4');
  await page.getByRole('button', { name: 'Actions for tools' }).click();
  await page.getByRole('menuitem', { name: 'Mark as resolved' }).click();
  await expect(row('tools').getByText('Resolved')).toBeVisible();
  // There is no room for the mark before this name.
  await write('n'.repeat(59), 'Too long a name');
  await page.getByRole('button', { name: /^Actions for nnn/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Mark as resolved (the name is too long)' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Actions for .*tools/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
  await expect(row('tools')).toBeHidden();
});
