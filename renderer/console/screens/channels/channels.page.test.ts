/** Channels: created and changed with their choices, filled, their topics changed, archived and unarchived. */
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

const newUser = async (fullName: string): Promise<number> => {
  const email = `${fullName.split(' ')[0]?.toLowerCase()}@example.com`;
  const account = { email, full_name: fullName, password: owner.password };
  return Number((await office.elsewhere('POST', '/users', account))['user_id']);
};
const newChannel = async (name: string, subscribers: number[] = []): Promise<number> =>
  Number(
    (await office.elsewhere('POST', '/channels/create', { name, subscribers: JSON.stringify(subscribers) }))['id'],
  );
const nameField = (place: HTMLElement): HTMLElement => within(place).getByRole('textbox', { name: 'Name' });

test('a channel is created with its choices; a refused one is shown at its field', async () => {
  await openConsole(office, '/channels');
  await press('Create channel');
  const form = await dialogOf('Create channel');
  fill(nameField(form), 'garden');
  await choose('Access', 'Private: new members see the whole history', form);
  await choose('Retention', 'Custom number of days', form);
  const days = await within(form).findByRole('textbox', { name: 'Days' });
  fill(days, '');
  await press('Create channel', form);
  await expect.poll(() => descriptionOf(days)).toMatch(/retention/);
  fill(days, '90');
  await press('Permissions', form);
  await choose('Who can send messages', 'Moderators and above', form);
  await user.keyboard('{Tab}');
  await press('Create channel', form);
  await expectGone(() => screen.queryByRole('dialog'));
  await expect.poll(() => screen.getByRole('row', { name: /#garden/ }).textContent).toContain('90 days');
  await user.click(screen.getByRole('link', { name: '#garden' }));
  await screen.findByRole('heading', { level: 1, name: '#garden' });
  const { streams } = await office.elsewhere('GET', '/streams', { include_all: 'true' });
  const garden = (streams as Record<string, unknown>[]).find(({ name }) => name === 'garden');
  expect(garden).toMatchObject({ invite_only: true, message_retention_days: 90, history_public_to_subscribers: true });
});

test('a private channel is renamed, cannot be a default one, and nothing of a refused change is kept', async () => {
  const channel = { name: 'orchard', subscribers: '[]', invite_only: 'true', history_public_to_subscribers: 'true' };
  const { id } = await office.elsewhere('POST', '/channels/create', channel);
  await openConsole(office, `/channels/${String(id)}`);
  const name = await screen.findByRole('textbox', { name: 'Name' });
  fill(name, 'general');
  await press('Save');
  await expect.poll(() => descriptionOf(name)).toMatch(/already exists/);
  fill(name, 'orchards');
  const isDefault = screen.getByLabelText('Add new members automatically');
  await user.click(isDefault);
  await press('Save');
  await expect.poll(() => descriptionOf(isDefault)).toMatch(/default/);
  await user.click(isDefault);
  await press('Save');
  await screen.findByRole('heading', { level: 1, name: '#orchards' });
  await user.click(screen.getByRole('tab', { name: 'Permissions' }));
  const resolvers = await screen.findByRole('combobox', { name: 'Who can resolve topics' });
  const now = 'Now: Everyone including guests (from the organization), and the selection here.';
  await expect.poll(() => descriptionOf(resolvers)).toContain(now);
  await choose('Who can resolve topics', 'Members');
  await user.keyboard('{Escape}');
  await press('Save');
  await expect.poll(() => screen.getByRole('button', { name: 'Save' }).dataset['disabled']).toBe('true');
  const { stream: stored } = await office.elsewhere('GET', `/streams/${String(id)}`);
  expect(stored).toMatchObject({ name: 'orchards', invite_only: true, history_public_to_subscribers: true });
});

test('a channel is archived after a question, found among the archived, and unarchived', async () => {
  const id = await newChannel('harvest');
  await openConsole(office, `/channels/${id}`);
  await press('Archive channel');
  await press('Archive', await dialogOf('Archive #harvest?'));
  await user.click(await screen.findByRole('link', { name: 'All channels' }));
  fill(await screen.findByPlaceholderText('Channel name'), 'harvest');
  await press('1 archived channel');
  await press('Actions for #harvest');
  await user.click(await screen.findByRole('menuitem', { name: 'Unarchive' }));
  await user.click(within(screen.getByRole('radiogroup', { name: 'State' })).getByText('Active'));
  expect(await screen.findByRole('link', { name: '#harvest' })).toBeDefined();
});

test('people are added and removed together, and a change made elsewhere shows', async () => {
  const pia = await newUser('Pia Post');
  const otto = await newUser('Otto Post');
  const group = { name: 'drivers', description: '', members: JSON.stringify([otto]) };
  await office.elsewhere('POST', '/user_groups/create', group);
  const id = await newChannel('depot');
  await openConsole(office, `/channels/${id}/subscribers`);
  await screen.findByText('No subscribers');
  await choose('Add people or groups', 'Pia Post');
  await user.click(await optionOf('drivers'));
  await user.keyboard('{Escape}');
  await press('Add');
  await screen.findByRole('tab', { name: 'Subscribers (2)' });
  // The tab may count them before the list shows them.
  await screen.findByRole('checkbox', { name: 'Select Pia Post' });
  fill(screen.getByLabelText('Search subscribers'), 'otto');
  await expectGone(() => screen.queryByRole('checkbox', { name: 'Select Pia Post' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
  expect(screen.getByRole('checkbox', { name: 'Select Otto Post' })).toHaveProperty('checked', true);
  await press('Remove selected (1)');
  await press('Remove', await dialogOf('Remove 1 person from #depot?'));
  await screen.findByRole('tab', { name: 'Subscribers (1)' });
  const removal = { subscriptions: JSON.stringify(['depot']), principals: JSON.stringify([pia]) };
  await office.elsewhere('DELETE', '/users/me/subscriptions', removal);
  await screen.findByText('No subscribers');
});

test('topics show their sizes, and are read, renamed, resolved and deleted', async () => {
  const { user_id: own } = await office.elsewhere('GET', '/users/me');
  const id = await newChannel('talks', [Number(own)]);
  const write = (topic: string, content: string): Promise<number> => office.say(owner.email, id, topic, content);
  await write('roses', 'They **bloom**');
  await write('roses', 'and smell');
  await openConsole(office, `/channels/${id}/topics`);
  await screen.findByRole('table');
  const row = (name: string): HTMLElement | null =>
    screen.queryAllByRole('row').find((each) => within(each).queryByText(name) !== null) ?? null;
  const size = (name: string): string | null | undefined => row(name)?.querySelectorAll('td')[1]?.textContent;
  await expect.poll(() => size('roses')).toBe('2');
  await write('tools', 'Who has the spade?');
  await expect.poll(() => size('tools')).toBe('1');
  await press(/Newest message of roses/);
  const message = await screen.findByRole('dialog');
  await within(message).findByText('and smell');
  const inChat = within(message).getByRole('link', { name: 'Open in the chat' }).getAttribute('href');
  expect(inChat).toMatch(new RegExp(`^/chat/#narrow/channel/${id}/topic/roses/near/`));
  await press('Close', message);

  await press('Actions for roses');
  await user.click(await screen.findByRole('menuitem', { name: 'Rename or move' }));
  const form = await dialogOf('Rename or move roses');
  fill(within(form).getByRole('textbox', { name: 'Topic' }), 'tools');
  await press('Rename', form);
  await expectGone(() => row('roses'));
  // The messages of both, and the notice of the move.
  await expect.poll(() => size('tools')).toBe('4');
  await press('Actions for tools');
  await user.click(await screen.findByRole('menuitem', { name: 'Mark as resolved' }));
  await expect.poll(() => row('tools')?.textContent).toContain('Resolved');
  // There is no room for the mark before this name.
  await write('n'.repeat(59), 'Too long a name');
  await press(/^Actions for nnn/);
  const mark = await screen.findByRole('menuitem', { name: 'Mark as resolved (the name is too long)' });
  expect(mark).toHaveProperty('disabled', true);
  await user.keyboard('{Escape}');
  await press(/^Actions for .*tools/);
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await press('Delete permanently', await screen.findByRole('dialog'));
  await expectGone(() => row('tools'));
});
