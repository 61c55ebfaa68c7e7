/** Users and bots in the console, as far as a browser is needed: links, downloads, the clipboard, addresses and thousands of rows. The rest is in users.page.test.ts and bots.page.test.ts. */
import { expect } from '@playwright/test';
import { expectAccessible, openAs, test } from './console-kit.ts';
import { owner } from './hearth-process.ts';

test('what the console shows of a user and of a channel leads to the chat', async ({ page, office }) => {
  const account = { email: 'zara@example.com', full_name: 'Zara Zeal', password: owner.password };
  await office.elsewhere('POST', '/users', account);
  await office.elsewhere('POST', '/users', { ...account, email: 'zeno@example.com', full_name: 'Zeno Zeal' });
  await openAs(page, office, '/users', 'zara@example.com');
  const own = page.getByRole('button', { name: 'Zara Zeal', exact: true });
  await expect(own).toBeVisible();
  await expect(page.getByRole('button', { name: 'Zeno Zeal', exact: true })).toHaveCount(0);
  await own.click();
  await expect(page).toHaveURL(/\/chat\/#settings\/profile$/);
  await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('Zara Zeal');

  const { id } = await office.elsewhere('POST', '/channels/create', { name: 'depot', subscribers: '[]' });
  await openAs(page, office, `/channels/${String(id)}`);
  await page.getByRole('link', { name: 'Open in the chat' }).click();
  await expect(page).toHaveURL(new RegExp(`/chat/#narrow/channel/${String(id)}`));
  await expect(page.getByRole('heading', { name: 'depot' })).toBeVisible();
});

test('someone who forgot the password chooses a new one by a link, and is signed out by force', async ({
  page,
  office,
  browser,
}) => {
  const account = { email: 'fay@example.com', full_name: 'Fay Forgot', password: owner.password };
  const { user_id: id } = await office.elsewhere('POST', '/users', account);
  await openAs(page, office, `/users/${String(id)}`);
  const dialog = page.getByRole('dialog', { name: 'Fay Forgot' });
  const inChat = dialog.getByRole('link', { name: 'Send message' });
  await expect(inChat).toHaveAttribute('href', `/chat/#narrow/dm/${String(id)}-dm`);
  await dialog.getByRole('tab', { name: 'Access' }).click();
  await dialog.getByRole('button', { name: 'Create password link' }).click();
  const made = page.getByRole('dialog', { name: 'Password link for Fay Forgot' });
  const link = String(await made.getByRole('link', { name: /new-password/ }).getAttribute('href'));
  await expectAccessible(page);
  await made.getByRole('button', { name: 'Done' }).click();

  const theirs = await (await browser.newContext()).newPage();
  await theirs.goto(link);
  await theirs.getByLabel('Password', { exact: true }).fill('short');
  await theirs.getByRole('button', { name: 'Set password' }).click();
  await expect(theirs.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/too short/);
  await expectAccessible(theirs);
  await theirs.getByLabel('Password', { exact: true }).fill('a brand new password');
  await theirs.getByRole('button', { name: 'Set password' }).click();
  await expect(theirs.getByRole('complementary', { name: 'Conversations' })).toBeVisible();
  await theirs.goto(link);
  await expect(theirs.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await theirs.goto(`${office.url}/console/users`);
  await expect(theirs.getByRole('heading', { name: 'Users' })).toBeVisible();

  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  const farewell = page.getByRole('dialog', { name: 'Sign out Fay Forgot?' });
  await farewell.getByRole('button', { name: 'Sign out' }).click();
  await expect(farewell).toBeHidden();
  await theirs.reload();
  await expect(theirs.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await theirs.context().close();
});

test('a bot is made, called elsewhere, given a new key, and its calls are in its log', async ({ page, office }) => {
  await openAs(page, office, '/users');
  await page.getByRole('button', { name: 'Add bot' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add bot' });
  await dialog.getByLabel('Full name').fill('Bell');
  await dialog.getByLabel('Short name').fill('no spaces');
  await dialog.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: /Outgoing/ }).click();
  await dialog.getByLabel('Webhook URL').fill('http://127.0.0.1:9/hook');
  await expect(dialog.getByRole('alert', { name: 'Address in a private network' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Add bot' }).click();
  await expect(dialog.getByLabel('Short name')).toHaveAccessibleDescription(/Bad name or username/);
  await dialog.getByLabel('Short name').fill('bell');
  await dialog.getByLabel('Direct message').uncheck();
  await dialog.getByRole('button', { name: 'Add bot' }).click();
  const bell = page.getByRole('dialog', { name: 'Bell' });
  await expect(bell.getByLabel('Webhook URL')).toHaveValue('http://127.0.0.1:9/hook');
  await expect(bell.getByLabel('Mentioned in a channel')).toBeChecked();
  await expect(bell.getByLabel('Direct message')).not.toBeChecked();
  await expectAccessible(page);
  const key = async () => {
    const { bots } = await office.elsewhere('GET', '/bots');
    return (bots as { full_name: string; api_key: string }[]).find((bot) => bot.full_name === 'Bell')?.api_key;
  };
  const before = await key();
  await bell.getByRole('tab', { name: 'Access' }).click();
  await bell.getByRole('button', { name: 'New API key' }).click();
  await page.getByRole('button', { name: 'Create new key' }).click();
  await expect(bell.getByText(String(before))).toBeHidden();
  await expect.poll(key).not.toBe(before);
  const download = page.waitForEvent('download');
  await bell.getByRole('button', { name: 'Download configuration file' }).click();
  expect((await download).suggestedFilename()).toBe('bell-bot.rc');

  const message = { type: 'channel', to: 'general', topic: 'noise', content: '@**Bell** ring' };
  await office.elsewhere('POST', '/messages', message);
  await bell.getByRole('tab', { name: 'Log' }).click();
  await bell.getByRole('button', { name: /^Mentioned/ }).click();
  await expect(bell.getByText('@**Bell** ring')).toBeVisible();
  await expectAccessible(page);
});

test('thousands of accounts are searched and sorted with only those in sight on the page', async ({ page, office }) => {
  await page.route('**/api/v1/users', async (route) => {
    const answer = (await (await route.fetch()).json()) as { members: Record<string, unknown>[] };
    const [first] = answer.members;
    const members = Array.from({ length: 5000 }, (_, at) => ({
      ...first,
      user_id: 1000 + at,
      full_name: `Person ${at}`,
      is_bot: false,
      bot_owner_id: null,
      is_active: true,
    }));
    await route.fulfill({ json: { ...answer, members } });
  });
  await openAs(page, office, '/users');
  await expect(page.getByRole('row', { name: /Person 0 / })).toBeVisible();
  await expect.poll(() => page.getByRole('row').count()).toBeLessThan(80);
  const id = page.getByRole('columnheader', { name: 'ID' });
  // A click turns round the order that the page has by then.
  for (const order of ['ascending', 'descending']) {
    await id.getByRole('button').click();
    await expect(id).toHaveAttribute('aria-sort', order);
  }
  await expect(page.getByRole('row', { name: /Person 4999 / })).toBeVisible();
  await expect.poll(() => page.getByRole('row').count()).toBeLessThan(80);
});

test('the filters and the order of a list are in its address, and survive a panel, a reload and Back', async ({
  page,
  office,
}) => {
  for (const name of ['Filter Anna', 'Filter Zoe'])
    await office.elsewhere('POST', '/users', {
      email: `${name.slice(7).toLowerCase()}@filters.example.com`,
      full_name: name,
      password: owner.password,
    });
  await openAs(page, office, '/users');
  const search = page.getByPlaceholder('Name or email');
  const names = page.getByRole('button', { name: /^Filter / });
  await search.fill('filter ');
  const byName = page
    .getByRole('columnheader')
    .filter({ has: page.getByRole('button', { name: 'Name', exact: true }) });
  for (const order of ['ascending', 'descending']) {
    await byName.getByRole('button').click();
    await expect(byName).toHaveAttribute('aria-sort', order);
  }
  await expect(names).toHaveText(['Filter Zoe', 'Filter Anna']);
  await page.getByRole('checkbox', { name: 'Never signed in' }).check();
  await expect(page).toHaveURL(/\?search=filter\+&sort=-name&never_signed_in=true$/);
  await names.first().click();
  await expect(page.getByRole('dialog', { name: 'Filter Zoe' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('dialog', { name: 'Filter Zoe' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(names).toHaveText(['Filter Zoe', 'Filter Anna']);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Groups' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible();
  await page.goBack();
  await expect(search).toHaveValue('filter ');
  await expect(page.getByRole('checkbox', { name: 'Never signed in' })).toBeChecked();
  await expect(names).toHaveText(['Filter Zoe', 'Filter Anna']);
  // A value that does not exist is none.
  await page.goto(`${office.url}/console/users?role=owner&never_signed_in=x&sort=-nothing&search=filter`);
  await expect(names).toHaveText(['Filter Anna', 'Filter Zoe']);
});
