/** Settings of the organization: saved, refused at their field, followed live, and locked for others. */
import { screen, within } from '@testing-library/dom';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { closeConsole, openConsole } from '../../../testing/console-page.tsx';
import {
  choose,
  descriptionOf,
  expectGone,
  fill,
  isDisabled,
  optionOf,
  press,
  user,
} from '../../../testing/elements.ts';
import { Office, owner } from '../../../testing/office.ts';

let office: Office;

beforeAll(async () => {
  office = await Office.open();
});
afterAll(() => office.close());
afterEach(closeConsole);

const text = (name: string): HTMLInputElement => screen.getByRole('textbox', { name });
const setMail = (settings: Record<string, unknown>): Promise<unknown> =>
  office.elsewhere('PATCH', '/console/delivery_settings', { settings: JSON.stringify(settings) });

/** Saves the form, and waits until the server has it: a button that is still at it is disabled, too. */
async function save(): Promise<void> {
  await press('Save');
  await expect.poll(() => screen.getByRole('button', { name: 'Save' }).dataset['disabled']).toBe('true');
}

async function storedSettings(): Promise<Record<string, unknown>> {
  const { settings } = await office.elsewhere('GET', '/console/organization');
  return settings as Record<string, unknown>;
}

const newUser = async (name: string, email: string): Promise<number> =>
  Number((await office.elsewhere('POST', '/users', { email, full_name: name, password: owner.password }))['user_id']);

test('the name is changed, and a change made elsewhere shows', async () => {
  await openConsole(office, '/organization');
  const button = await screen.findByRole('button', { name: 'Save' });
  expect(button).toHaveProperty('disabled', true);
  fill(text('Name'), 'Corner office');
  await save();
  await expect.poll(() => screen.getByRole('banner').textContent).toContain('Corner office');
  await office.elsewhere('PATCH', '/realm', { name: 'Test office' });
  await expect.poll(() => text('Name').value).toBe('Test office');
});

test('time limits of messages are changed together', async () => {
  await openConsole(office, '/organization');
  await user.click(await screen.findByRole('tab', { name: 'Messages' }));
  await choose('Time limit for editing messages', 'Forever');
  await choose('Time limit for deleting own messages', 'Custom');
  fill(await screen.findByLabelText('Time limit for deleting own messages: minutes'), '25');
  fill(screen.getByLabelText('Days to keep messages'), '365');
  await save();
  expect(await storedSettings()).toMatchObject({
    message_content_edit_limit_seconds: null,
    message_content_delete_limit_seconds: 1500,
    message_retention_days: 365,
  });
});

test('a permission is found by a search, and given to a role and a person', async () => {
  const paula = await newUser('Paula Painter', 'paula@example.com');
  await openConsole(office, '/organization/permissions');
  fill(await screen.findByLabelText('Search settings'), 'bots');
  await expectGone(() => screen.queryByRole('combobox', { name: 'Create public channels' }));
  await user.click(screen.getByRole('combobox', { name: 'Create bots' }));
  await user.click(await optionOf('Moderators and above'));
  await user.click(await optionOf('Paula Painter'));
  await user.keyboard('{Escape}');
  await save();
  expect((await storedSettings())['can_create_bots_group']).toMatchObject({ direct_members: [paula] });
});

test('mail is set up, its mistakes are shown at the field, and a test mail says what became of it', async () => {
  await openConsole(office, '/organization/mail');
  await press('Send test email');
  await within(await screen.findByRole('list', { name: 'Recent email' })).findByText('In the outbox');
  fill(text('Sender address'), 'nobody');
  await press('Save');
  await expect.poll(() => descriptionOf(text('Sender address'))).toMatch(/This is invalid/);
  fill(text('Sender address'), 'chat@example.com');
  fill(text('Mail server'), '127.0.0.1');
  fill(text('Port'), '9');
  await save();
  await press('Send test email');
  await screen.findByText(/No mail server accepts connections on port 9 of this host/);
  await setMail({ smtp_host: '' });
});

test('what the server may reach itself is set by owners only, and a refusal is shown at its field', async () => {
  await openConsole(office, '/organization/outgoing');
  const networks = await screen.findByRole('combobox', { name: 'Private networks that webhooks may reach' });
  await user.type(networks, 'office{Enter}');
  await press('Save');
  await expect.poll(() => descriptionOf(networks)).toMatch(/Not a network/);
  await closeConsole();

  const id = await newUser('Ada Admin', 'ada@example.com');
  await office.elsewhere('PATCH', `/users/${id}`, { role: '200' });
  await openConsole(office, '/organization/outgoing', 'ada@example.com');
  expect(isDisabled(await screen.findByLabelText('Push relay'))).toBe(true);
  await user.click(screen.getByRole('tab', { name: 'Email' }));
  await screen.findByText('Only owners can change these settings.');
  expect(isDisabled(text('Mail server'))).toBe(true);
});

test('domains are allowed and removed after a question', async () => {
  await openConsole(office, '/organization/joining');
  const domains = await screen.findByRole('region', { name: 'Allowed domains' });
  const field = await within(domains).findByLabelText('Add domain');
  fill(field, 'not a domain');
  await press('Add', domains);
  await expect.poll(() => descriptionOf(field)).toMatch(/domain/i);
  fill(field, 'example.org');
  await press('Add', domains);
  const subdomains = await within(domains).findByLabelText('Include subdomains of example.org');
  // Its state is the server's: a click changes it a moment later.
  await user.click(subdomains);
  await expect.poll(() => subdomains).toHaveProperty('checked', true);
  await expect
    .poll(async () => (await office.elsewhere('GET', '/realm/domains'))['domains'])
    .toEqual([{ domain: 'example.org', allow_subdomains: true }]);
  await press('Remove example.org', domains);
  await press('Remove', await screen.findByRole('dialog'));
  await within(domains).findByText(/No domains yet/);
});

test('the welcome message is saved, and tried by the user who wrote it', async () => {
  await openConsole(office, '/organization/joining');
  fill(await screen.findByRole('textbox', { name: 'Welcome message' }), 'Good to have **you**');
  await save();
  await press('Send to me');
  const dialog = await screen.findByRole('dialog');
  await expect
    .poll(() => [...dialog.querySelectorAll('strong')].map(({ textContent }) => textContent))
    .toContain('you');
});

test('what new people start with is found, changed, and is theirs', async () => {
  await openConsole(office, '/organization/defaults');
  const search = await screen.findByLabelText('Search settings');
  fill(search, 'enter');
  await user.click(await screen.findByLabelText(/^Enter sends/));
  fill(search, 'times');
  await choose('Times', '17:00');
  await save();
  const { user_settings_defaults: defaults } = await office.elsewhere('GET', '/console/organization');
  expect(defaults).toMatchObject({ enter_sends: false, twenty_four_hour_time: true });
});
