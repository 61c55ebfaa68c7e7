/** Groups: created, filled, given permissions, deactivated and reactivated; the roles are only looked at. */
import { screen, within } from '@testing-library/dom';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { closeConsole, openConsole } from '../../../testing/console-page.tsx';
import { choose, descriptionOf, dialogOf, expectGone, fill, optionOf, press, user } from '../../../testing/elements.ts';
import { Office, owner } from '../../../testing/office.ts';

let office: Office;

beforeAll(async () => {
  office = await Office.open();
});
afterAll(() => office.close());
afterEach(closeConsole);

const openTab = async (name: string, inside: HTMLElement): Promise<void> =>
  user.click(await within(inside).findByRole('tab', { name }));

test('a group is created, filled and emptied with a way back, given a permission, deactivated and reactivated', async () => {
  const account = { email: 'gina@example.com', full_name: 'Gina Groups', password: owner.password };
  await office.elsewhere('POST', '/users', account);
  await openConsole(office, '/groups');
  await press('Create group');
  const form = await dialogOf('Create group');
  const name = within(form).getByRole('textbox', { name: 'Name' });
  fill(name, 'role:nobody');
  await press('Create group', form);
  await expect.poll(() => descriptionOf(name)).toMatch(/cannot start with/);
  // A user who works by keyboard is at what is to be corrected.
  await expect.poll(() => document.activeElement).toBe(name);
  fill(name, 'kitchen');
  await press('Create group', form);

  const panel = await dialogOf('kitchen');
  const member = (): HTMLElement | null => within(panel).queryByRole('link', { name: 'Gina Groups' });
  await user.type(await within(panel).findByRole('combobox', { name: 'Add people' }), 'Gina');
  await user.click(await screen.findByRole('option', { name: /Gina Groups/ }));
  await press('Add the chosen people', panel);
  await expect.poll(member).not.toBeNull();
  await user.type(within(panel).getByRole('combobox', { name: 'Add subgroups' }), 'Moder');
  await user.click(await optionOf('Moderators and above'));
  await press('Add the chosen subgroups', panel);
  await within(panel).findByRole('heading', { name: 'All members with subgroups (2)' });

  await press('Remove Gina Groups', panel);
  await expectGone(member);
  await press('Undo');
  await expect.poll(member).not.toBeNull();

  await openTab('Permissions', panel);
  await choose('Who can mention it', 'Members', panel);
  await press('Save', panel);
  await screen.findByText('Your changes to kitchen are in effect.');

  await openTab('Settings', panel);
  await press('Deactivate group', panel);
  await press('Deactivate', await dialogOf('Deactivate kitchen?'));
  await expectGone(() => screen.queryByRole('dialog'));
  const types = await screen.findByRole('radiogroup', { name: 'Type of groups' });
  await user.click(within(types).getByText('Deactivated'));
  await press('kitchen');
  const again = await dialogOf('kitchen');
  await openTab('Settings', again);
  await press('Reactivate group', again);
  await screen.findByText('No group to show');
});

test('a group made elsewhere shows at once, and the roles are only looked at', async () => {
  await openConsole(office, '/groups');
  const group = { name: 'elsewhere', description: 'Made by a script', members: '[]' };
  await office.elsewhere('POST', '/user_groups/create', group);
  await screen.findByRole('row', { name: /elsewhere/ });
  await user.click(screen.getByText('Roles'));
  await press('Owners');
  const owners = await dialogOf('Owners');
  await within(owners).findByText('Managed by the server', { exact: false });
  expect(within(owners).queryAllByRole('combobox')).toEqual([]);
});
