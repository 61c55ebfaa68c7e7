/** Console screens besides users and channels: profile fields, emoji, uploads, scheduled messages. */
import { expect } from '@playwright/test';
import { expectAccessible, openAs, test, type Office } from './console-kit.ts';
import { owner } from './hearth-process.ts';

/** A picture of one dot. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('profile fields are added with their choices, refused at their field, ordered and deleted', async ({
  page,
  office,
}) => {
  await openAs(page, office, '/profile-fields');
  await expect(page.getByText('No profile fields yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add profile field' }).click();
  const adding = page.getByRole('dialog', { name: 'Add profile field' });
  await adding.getByLabel('Name', { exact: true }).fill('Shift');
  await adding.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'List of options' }).click();
  await adding.getByRole('button', { name: 'Add field' }).click();
  await expect(adding.getByText('Field must have at least one choice.')).toBeVisible();
  for (const [index, text] of ['Late', 'Early'].entries()) {
    await adding.getByRole('button', { name: 'Add option' }).click();
    await adding.getByRole('textbox', { name: `Option ${index + 1}` }).fill(text);
  }
  await adding.getByRole('button', { name: 'Move Early up' }).click();
  await adding.getByLabel('Show in the profile summary').check();
  await expectAccessible(page);
  await adding.getByRole('button', { name: 'Add field' }).click();
  const list = page.getByRole('list', { name: 'Profile fields' });
  await expect(list.getByText('Early, Late')).toBeVisible();
  await expect(adding).toBeHidden();

  await office.elsewhere('POST', '/realm/profile_fields', {
    field_type: '7',
    name: 'Code',
    ...account('%(username)s'),
  });
  await office.elsewhere('POST', '/realm/profile_fields', { field_type: '4', name: 'Birthday' });
  const handle = page.getByRole('button', { name: 'Move Birthday with the arrow keys' });
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  await expect(list.getByRole('listitem').nth(1)).toContainText('Birthday');
  await handle.dragTo(page.getByRole('button', { name: 'Move Shift with the arrow keys' }), { steps: 8 });
  await expect(list.getByRole('listitem').first()).toContainText('Birthday');
  await page.getByRole('button', { name: 'Edit Code' }).click();
  const editing = page.getByRole('dialog', { name: 'Code' });
  await editing.getByLabel('Account URL').fill('https://code.example.com/');
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(editing.getByLabel('Account URL')).toHaveAccessibleDescription(/must contain/);
  await editing.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Add profile field' }).click();
  await adding.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'External account' }).click();
  await adding.getByRole('combobox', { name: 'Service' }).click();
  await page.getByRole('option', { name: 'GitHub' }).click();
  // A known service brings its name, its hint and its addresses along.
  await expect(adding.getByLabel('Name', { exact: true })).toHaveValue('GitHub user name');
  await expect(adding.getByText('https://github.com/%(username)s')).toBeVisible();
  await adding.getByRole('button', { name: 'Add field' }).click();
  await expect(adding).toBeHidden();
  await page.getByRole('button', { name: 'Delete Birthday' }).click();
  await page.getByRole('dialog', { name: 'Delete Birthday?' }).getByRole('button', { name: 'Delete' }).click();
  await expect
    .poll(async () => (await office.elsewhere('GET', '/realm/profile_fields'))['custom_fields'])
    .toMatchObject([
      { name: 'Shift', display_in_profile_summary: true },
      { name: 'Code' },
      { name: 'GitHub user name', hint: 'Your GitHub user name', field_data: '{"subtype":"github"}' },
    ]);
});

/** Another client of someone, beside the console. */
async function authorizationOf(office: Office, username: string): Promise<string> {
  const body = new URLSearchParams({ username, password: owner.password });
  const answer = await fetch(`${office.url}/api/v1/fetch_api_key`, { method: 'POST', body });
  const { api_key: key } = (await answer.json()) as { api_key: string };
  return `Basic ${Buffer.from(`${username}:${key}`).toString('base64')}`;
}

const account = (name: string) => ({
  field_data: JSON.stringify({ subtype: 'custom', url_pattern: `https://code.example.com/${name}` }),
});

test('an emoji is shown before it is sent, named as emoji are, and taken out of use', async ({ page, office }) => {
  await openAs(page, office, '/emoji');
  await expect(page.getByText('No emoji to show')).toBeVisible();
  await page.getByRole('button', { name: 'Add emoji' }).click();
  const adding = page.getByRole('dialog', { name: 'Add emoji' });
  const picked = adding.locator('input[type=file]');
  await picked.setInputFiles({ name: 'Büro.csv', mimeType: 'text/csv', buffer: Buffer.from('a;b') });
  await expect(adding.getByText('This file is not an image')).toBeVisible();
  await expect(adding.getByRole('region', { name: 'Preview' })).toHaveCount(0);
  await adding.getByLabel('Name').fill('Büro');
  await expect(adding.getByText(/written :/)).toHaveCount(0);
  await adding.getByLabel('Name').fill('');
  await picked.setInputFiles({ name: 'Dot.png', mimeType: 'image/png', buffer: dot });
  await expect(adding.getByLabel('Name')).toHaveValue('dot');
  await expect(adding.getByRole('region', { name: 'Preview' })).toBeVisible();
  await adding.getByLabel('Name').fill('dot!');
  await expect(adding.getByLabel('Name')).toHaveAccessibleDescription(/only lowercase letters/);
  await adding.getByLabel('Name').fill('Red dot');
  await expectAccessible(page);
  await adding.getByRole('button', { name: 'Add emoji' }).click();
  await expect(page.getByText(':red_dot:', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Deactivate red_dot' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('No emoji to show')).toBeVisible();
  await page.getByRole('radiogroup', { name: 'State' }).getByText('Deactivated').click();
  await expect(page.getByText(':red_dot:', { exact: true })).toBeVisible();
});

test('uploads are found, followed to their messages and deleted; of private ones only the envelope shows', async ({
  page,
  office,
}) => {
  await office.elsewhere('POST', '/users', {
    email: 'una@example.com',
    full_name: 'Una Upton',
    password: owner.password,
  });
  const { id } = await office.elsewhere('POST', '/channels/create', { name: 'plans', subscribers: '[]' });
  await openAs(page, office, '/uploads', 'una@example.com');
  await expect(page.getByText('No uploads yet')).toBeVisible();
  const headers = { authorization: await authorizationOf(office, 'una@example.com') };
  const uploaded: string[] = [];
  for (const name of ['plan.txt', 'diary.txt']) {
    const answer = await page.context().request.post(`${office.url}/api/v1/user_uploads`, {
      headers,
      multipart: { filename: { name, mimeType: 'text/plain', buffer: Buffer.from('words') } },
    });
    uploaded.push(((await answer.json()) as { url: string }).url);
  }
  await expect(page.getByRole('row', { name: /plan.txt/ })).toContainText('5 B');
  await page.context().request.post(`${office.url}/api/v1/messages`, {
    headers,
    form: { type: 'channel', to: String(id), topic: 'spring', content: `The [plan](${uploaded[0]})` },
  });

  await openAs(page, office, '/uploads');
  const row = page.getByRole('row', { name: /plan.txt/ });
  await expect(row).toContainText('Una Upton');
  await expect(page.getByRole('row', { name: /Private file/ })).toContainText('No message');
  await expect(page.getByText('diary.txt')).toBeHidden();
  await row.getByRole('button', { name: /#plans, spring/ }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'plan' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('combobox', { name: 'Used', exact: true }).click();
  await page.getByRole('option', { name: 'In messages', exact: true }).click();
  await expect(page.getByText('1 file of 5 B, 10 B in all')).toBeVisible();
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Delete plan.txt' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByText('No files found')).toBeVisible();
});

test('a message is scheduled, changed and deleted, and its mistakes stand at their field', async ({ page, office }) => {
  await openAs(page, office, '/scheduled');
  await expect(page.getByText('No scheduled messages')).toBeVisible();
  await page.getByRole('button', { name: 'Schedule message' }).click();
  const form = page.getByRole('dialog', { name: 'Schedule message' });
  await form.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(form.getByLabel('Message', { exact: true })).toHaveAccessibleDescription(/Enter a message/);
  await expect(form.getByRole('combobox', { name: 'Channel' })).toHaveAccessibleDescription('Choose a channel.');
  await form.getByLabel('Message', { exact: true }).fill('Happy **new** year');
  await form.getByRole('combobox', { name: 'Channel' }).click();
  await page.getByRole('option', { name: '#general' }).click();
  await form.getByLabel('Topic').fill('greetings');
  await form.getByLabel('When').fill('2001-01-01T00:00');
  await form.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(form.getByLabel('When')).toHaveAccessibleDescription(/a time in the future/);
  await form.getByLabel('When').fill('2099-01-01T00:00');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Schedule', exact: true }).click();
  const own = page.getByRole('table', { name: 'Your scheduled messages' });
  await expect(own.getByRole('row', { name: /#general, greetings/ })).toContainText('Waiting');
  await expect(page.getByText(/1 scheduled, 0 failed, next due/)).toBeVisible();
  await own.getByRole('button', { name: /^Edit/ }).click();
  const changing = page.getByRole('dialog', { name: 'Edit scheduled message' });
  await changing.getByLabel('Topic').fill('wishes');
  await changing.getByRole('button', { name: 'Save' }).click();
  await expect(own).toContainText('wishes');
  await own.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No scheduled messages')).toBeVisible();
});
