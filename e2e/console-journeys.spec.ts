/**
 * Journeys of someone who meets the console for the first time, on one server with three hundred people: a channel and who may
 * do what in it, and one person found and let go.
 */
import { expect, openAs, test, type Office } from './console-kit.ts';
import { owner } from './hearth-process.ts';

const siobhan = { email: 'siobhan@example.com', full_name: 'Siobhán O’Brien', password: owner.password };

/** A call of someone else, by their key. */
async function callAs(office: Office, email: string, path: string, params: Record<string, string>): Promise<Response> {
  const login = new URLSearchParams({ username: email, password: owner.password });
  const signedIn = await fetch(`${office.url}/api/v1/fetch_api_key`, { method: 'POST', body: login });
  const { api_key: key } = (await signedIn.json()) as { api_key?: string };
  const headers = { authorization: `Basic ${btoa(`${email}:${key ?? ''}`)}` };
  return fetch(`${office.url}/api/v1${path}`, { method: 'POST', headers, body: new URLSearchParams(params) });
}

test('a channel is created where its mistakes are seen, and shows correctly who may do what', async ({
  page,
  office,
}) => {
  await office.elsewhere('POST', '/users', {
    email: 'mo@example.com',
    full_name: 'Mo Member',
    password: owner.password,
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await openAs(page, office, '/');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /Screen, person/ }).fill('create channel');
  await expect(page.getByRole('option', { name: /Create channel/i, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Create channel' });
  const name = form.getByLabel('Name', { exact: true });
  await name.fill('general');
  await form.getByRole('button', { name: 'Create channel' }).click();
  await expect(name).toHaveAccessibleDescription(/already exists/);
  await expect(name).toBeInViewport({ ratio: 1 });
  await name.fill('orchard');
  await form.getByRole('button', { name: 'Create channel' }).click();
  await expect(form).toBeHidden();
  await page.getByRole('link', { name: '#orchard' }).click();
  await page.getByRole('tab', { name: 'Permissions' }).click();
  const who = (permission: string) => page.getByRole('combobox', { name: permission });
  await expect(who('Who can join without being added')).toHaveAccessibleDescription(
    /^Now: Members \(the channel is public\)/,
  );
  await expect(who('Who can resolve topics')).toHaveAccessibleDescription(/^Now: .*\(from the organization\)/);
  // And so it is.
  const joined = await callAs(office, 'mo@example.com', '/users/me/subscriptions', {
    subscriptions: JSON.stringify([{ name: 'orchard' }]),
  });
  expect(await joined.json()).toMatchObject({ subscribed: { [await idOf(office, 'mo@example.com')]: ['orchard'] } });
});

async function idOf(office: Office, email: string): Promise<string> {
  const { user } = (await office.elsewhere('GET', `/users/${email}`)) as { user: { user_id: number } };
  return String(user.user_id);
}

test('one of three hundred people is found as one types, and deactivated', async ({ page, office }) => {
  const rows = Array.from({ length: 300 }, (_, at) => ({ full_name: `Person ${at}`, email: `p${at}@example.com` }));
  for (const from of [0, 100, 200])
    await office.elsewhere('POST', '/console/accounts', { rows: JSON.stringify(rows.slice(from, from + 100)) });
  await office.elsewhere('POST', '/users', siobhan);
  await openAs(page, office, '/users');
  await expect(page.getByText(/^30\d people$/)).toBeVisible();
  const search = page.getByPlaceholder('Name or email');
  await search.fill(owner.email);
  await expect(page.getByText(/^1 of 30\d people$/)).toBeVisible();
  const neverOnly = page.getByLabel('Never signed in');
  await neverOnly.check();
  await expect(page.getByText('No one to show')).toBeVisible();
  await search.fill('p7@example.com');
  await expect(page.getByRole('row', { name: /Person 7 / })).toContainText('never signed in');
  await neverOnly.uncheck();
  await search.fill('');
  await page.getByRole('heading', { name: 'Users', level: 1 }).click();
  await page.keyboard.press('/');
  await page.keyboard.type('obrien');
  await expect(page.getByText(/^1 of 30\d people$/)).toBeVisible();
  const row = page.getByRole('row', { name: /Siobhán O’Brien/ });
  await row.getByRole('cell').last().click();
  const panel = page.getByRole('dialog', { name: 'Siobhán O’Brien' });
  await panel.getByRole('button', { name: 'Deactivate account' }).click();
  const question = page.getByRole('dialog', { name: 'Deactivate Siobhán O’Brien?' });
  await question.getByRole('button', { name: 'Deactivate', exact: true }).click();
  await expect(row).toBeHidden();
  expect((await callAs(office, siobhan.email, '/users/me/presence', { status: 'active' })).status).toBe(401);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('combobox', { name: /Screen, person/ });
  await palette.fill('obrien');
  await expect(page.getByRole('option', { name: /Siobhán O’Brien.*Deactivated/ })).toBeVisible();
  await palette.fill('person');
  await expect(page.getByRole('group', { name: 'Users and bots' })).toMatchAriaSnapshot(`
    - group "Users and bots":
      - text: /top 7 of 30\\d/
  `);
});
