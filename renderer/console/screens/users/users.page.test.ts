/** Users and bots in the console: changed, deactivated and reactivated, one by one and together. */
import { screen, within } from '@testing-library/dom';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { closeConsole, openConsole } from '../../../testing/console-page.tsx';
import { choose, descriptionOf, dialogOf, expectGone, fill, press, user } from '../../../testing/elements.ts';
import { Office, owner } from '../../../testing/office.ts';

let office: Office;

beforeAll(async () => {
  office = await Office.open();
});
afterAll(() => office.close());
afterEach(closeConsole);

const newUser = async (fullName: string, email: string): Promise<number> =>
  Number(
    (await office.elsewhere('POST', '/users', { email, full_name: fullName, password: owner.password }))['user_id'],
  );

test('an account is renamed and given a role and a profile; a refused address is shown at its field', async () => {
  const id = await newUser('Nora New', 'nora@example.com');
  const { id: birthday } = await office.elsewhere('POST', '/realm/profile_fields', {
    field_type: '4',
    name: 'Birthday',
  });
  await openConsole(office, '/users');
  await press('Nora New');
  const dialog = await dialogOf('Nora New');
  fill(await within(dialog).findByRole('textbox', { name: 'Full name' }), 'Nora North');
  await choose('Role', 'Moderator', dialog);
  fill(within(dialog).getByLabelText('Birthday'), '1999-12-31');
  const email = within(dialog).getByRole('textbox', { name: 'Email' });
  fill(email, owner.email);
  await press('Save', dialog);
  await expect.poll(() => descriptionOf(email)).toMatch(/already/);
  fill(email, 'north@example.com');
  await press('Save', dialog);
  await screen.findByRole('row', { name: /Nora North north@example.com Moderator/ });
  await expect
    .poll(() => office.elsewhere('GET', `/users/${id}`, { include_custom_profile_fields: 'true' }))
    .toMatchObject({ user: { profile_data: { [String(birthday)]: { value: '1999-12-31' } } } });
});

test('an account is deactivated after a question, found among the deactivated, and reactivated', async () => {
  await newUser('Nils North', 'nils@example.com');
  await openConsole(office, '/users');
  await press('Nils North');
  await press('Deactivate account');
  const question = await dialogOf('Deactivate Nils North?');
  await within(question).findByText('The email is kept in the outbox', { exact: false });
  await expect.poll(() => document.activeElement).toBe(within(question).getByRole('button', { name: 'Cancel' }));
  await press('Deactivate', question);
  await expectGone(() => screen.queryByRole('row', { name: /Nils North/ }));
  // The event may come before the answer, which closes the question.
  await expectGone(() => screen.queryByRole('dialog'));
  fill(screen.getByPlaceholderText('Name or email'), 'nils');
  await screen.findByText('No matches. Try a shorter search.');
  await press('1 deactivated person');
  fill(screen.getByPlaceholderText('Name or email'), '');
  await press('Nils North');
  await press('Reactivate account');
  await screen.findByText('No one to show');
});

test('a role is given to several people together, who may then create accounts until that is taken away', async () => {
  const id = await newUser('Mona Many', 'mona@example.com');
  await openConsole(office, '/users');
  const box = await screen.findByRole('checkbox', { name: 'Select Mona Many' });
  box.focus();
  await user.keyboard(' ');
  await user.click(screen.getByRole('checkbox', { name: 'Select Owner' }));
  await press('Actions (2 selected)');
  await user.click(await screen.findByRole('menuitem', { name: 'Change role' }));
  const many = await dialogOf('Change role of Mona Many?');
  await within(many).findByText(/^You, bots .* skipped \(1\)\.$/);
  await choose('Role', 'Administrator', many);
  await press('Change role', many);
  await within(many).findByRole('row', { name: 'Mona Many Now Administrator' });
  await press('Done', many);
  await expect.poll(() => document.activeElement?.textContent).toBe('Actions (1 selected)');
  await press('Mona Many');
  const mona = await dialogOf('Mona Many');
  const mayCreate = await within(mona).findByRole('switch', { name: /^Can create accounts/ });
  expect(mayCreate).toHaveProperty('checked', true);
  await user.click(mayCreate);
  await expect.poll(() => mayCreate).toHaveProperty('checked', false);
  await press('Save', mona);
  await expectGone(() => screen.queryByRole('dialog', { name: 'Mona Many' }));
  const { account } = await office.elsewhere('GET', `/console/users/${id}`);
  expect(account).toMatchObject({ can_create_users: false });
});

test('people who are chosen and then hidden by a search are named, and let go of by one button', async () => {
  await newUser('Zara Zeal', 'zara@example.com');
  await newUser('Zeno Zeal', 'zeno@example.com');
  await openConsole(office, '/users');
  await user.click(await screen.findByRole('checkbox', { name: 'Select Zara Zeal' }));
  fill(screen.getByRole('textbox', { name: 'Search' }), 'zeno');
  const actions = (): string | null => screen.getByRole('button', { name: /^Actions/ }).textContent;
  await screen.findByText(/^1 of \d+ people$/);
  await screen.findByText('Also selected but hidden by the search: Zara Zeal');
  await user.click(screen.getByRole('checkbox', { name: 'Select Zeno Zeal' }));
  await expect.poll(actions).toBe('Actions (2 selected)');
  await press('Deselect');
  await expect.poll(actions).toBe('Actions (1 selected)');
  expect(screen.queryByText('Also selected but hidden by the search', { exact: false })).toBeNull();
});

test('what a user alone administers is handed on in the question before the account is deactivated', async () => {
  const id = await newUser('Lena Lone', 'lone@example.com');
  const { user_id: ownId } = await office.elsewhere('GET', '/users/me');
  const { id: den } = await office.elsewhere('POST', '/channels/create', {
    name: 'den',
    subscribers: JSON.stringify([ownId, id]),
    invite_only: 'true',
    can_administer_channel_group: JSON.stringify({ direct_members: [id], direct_subgroups: [] }),
  });
  await openConsole(office, `/users/${id}`);
  await press('Deactivate account');
  const question = await dialogOf('Deactivate Lena Lone?');
  await choose('New administrator of #den', 'Owner', question);
  await press('Deactivate', question);
  await screen.findByText('You can reactivate Lena Lone at any time.');
  const { stream: handedOn } = await office.elsewhere('GET', `/streams/${String(den)}`);
  expect(handedOn).toMatchObject({ can_administer_channel_group: { direct_members: [ownId], direct_subgroups: [] } });
});

test('an administrator is offered nothing that concerns owners alone', async () => {
  const admin = await office.newPerson('Ada Admin');
  await office.elsewhere('PATCH', `/users/${admin.userId}`, { role: '200' });
  await openConsole(office, '/users', admin.email);
  await user.click(await screen.findByRole('checkbox', { name: 'Select Owner' }));
  await press('Actions (1 selected)');
  await screen.findByRole('menuitem', { name: 'Add to channels' });
  for (const name of ['Change role', 'Deactivate']) expect(screen.queryByRole('menuitem', { name })).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('checkbox', { name: 'Select Ada Admin' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Nora North' }));
  await press('Actions (3 selected)');
  await user.click(await screen.findByRole('menuitem', { name: 'Deactivate' }));
  const many = await dialogOf('Deactivate Nora North?');
  await within(many).findByText('You, owners and accounts that are already deactivated are skipped (2).');
  await press('Cancel', many);
  await press('Owner');
  const panel = await dialogOf('Owner');
  await within(panel).findByRole('textbox', { name: 'Full name' });
  expect(within(panel).queryByRole('button', { name: 'Deactivate account' })).toBeNull();
});

test('prints every row of a long list, without columns for hands', async () => {
  const people = Array.from({ length: 60 }, (_none, number) => ({
    name: `Row ${number}`,
    email: `row${number}@example.com`,
  }));
  for (const { name, email } of people) await newUser(name, email);
  await openConsole(office, '/users');
  await screen.findByRole('row', { name: /Row 0 row0@/ });
  const rows = (): number => document.querySelectorAll('tr[data-index]').length;
  const total = Number(/^(\d+) people$/.exec(screen.getByText(/^\d+ people$/).textContent)?.[1]);
  expect(rows()).toBeLessThan(total);
  dispatchEvent(new Event('beforeprint'));
  await expect.poll(rows).toBe(total);
  for (const row of document.querySelectorAll('tr:has(input[type=checkbox])'))
    expect(row.querySelector('[data-for-hands] input[type=checkbox]')).not.toBeNull();
  dispatchEvent(new Event('afterprint'));
  await expect.poll(rows).toBeLessThan(total);
});
