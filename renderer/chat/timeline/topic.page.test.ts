/** Topics and channels from their headers and menus: followed, renamed, resolved, deleted, created, joined and left. */
import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import {
  closeNotice,
  findAlert,
  pickEntry,
  row,
  rows,
  sidebar,
  topicAddress,
  viewHeader,
} from '../../testing/chat-elements.ts';
import { closePage, openChat } from '../../testing/chat-page.tsx';
import { dialogOf, expectGone, fill, press, user } from '../../testing/elements.ts';
import { workshopOffice } from '../../testing/workshop.ts';

const made = workshopOffice();

const say = (topic: string, content: string): Promise<number> =>
  made.office.say(made.ben.email, made.workshop, topic, content);
const open = (topic: string, email?: string): Promise<void> =>
  openChat(made.office, topicAddress(made.workshop, topic), email);

/** Takes an entry of the menu of the view. */
async function pickOfView(entry: string): Promise<void> {
  await press('More', await viewHeader());
  await pickEntry(entry);
}

/** Renames the topic that is open. */
async function rename(name: string): Promise<void> {
  const dialog = await dialogOf('Rename topic');
  fill(within(dialog).getByRole('textbox', { name: /^Topic/ }), name);
  await press('Rename', dialog);
}

test('the address of a topic that was resolved since leads on to what was said', async () => {
  const id = await say('glaze', 'Which glaze?');
  const resolved = { topic: '✔ glaze', propagate_mode: 'change_all' };
  await made.office.call(made.ben.email, 'PATCH', `/messages/${id}`, resolved);
  await open('glaze');
  await screen.findByText('Its messages are now in “✔ glaze”.');
  await user.click(await screen.findByRole('link', { name: 'Open conversation' }));
  await expect.poll(() => rows()[0]?.textContent).toContain('Which glaze?');
});

test('a topic is followed, renamed and resolved from its header, and the view goes along', async () => {
  await say('old name', 'Words that stay.');
  await open('old name');
  await screen.findByText('Words that stay.');
  await press('Follow', await viewHeader());
  await within(await viewHeader()).findByRole('button', { name: 'Following' });
  await pickOfView('Rename topic');
  await rename('new name');
  await screen.findByRole('heading', { name: /new name/ });
  await screen.findByText('Words that stay.');
  await press('Mark as resolved', await viewHeader());
  expect(await screen.findByRole('heading', { name: /resolved new name/ })).toBeDefined();
});

test('a topic is deleted from its menu, with an undo, by those who may delete what others wrote', async () => {
  await say('leftovers', 'Words that go.');
  await say('offcuts', 'Words that stay.');
  await open('leftovers');
  await screen.findByText('Words that go.');
  await pickOfView('Delete topic');
  await screen.findByText(/leftovers deleted/);
  await press('Undo');
  await screen.findByText('Words that go.');
  await pickOfView('Delete topic');
  await screen.findByText(/leftovers deleted/);
  await closeNotice();
  await expect.poll(() => location.hash).toBe(`#topics/channel/${made.workshop}`);
  const main = within(await screen.findByRole('main'));
  await main.findByText('offcuts');
  await expectGone(() => main.queryByText('leftovers'));
  await closePage();
  await open('offcuts', made.ben.email);
  await row((await made.office.said(made.workshop, 'offcuts'))[0]?.id ?? 0);
  await press('More', await viewHeader());
  await screen.findByRole('menuitem', { name: /^Mark as resolved/ });
  expect(screen.queryByRole('menuitem', { name: /^Delete topic/ })).toBeNull();
});

test('a topic whose name has no room for the mark says why it cannot be resolved, until it is shortened', async () => {
  const long = 'A topic of fifty-nine characters, which is two too many now';
  await say(long, 'Words that wait.');
  await open(long);
  const header = await viewHeader();
  const resolve = await within(header).findByRole('button', { name: 'Mark as resolved' });
  await expect.poll(() => resolve.hasAttribute('disabled')).toBe(true);
  expect(resolve.title).toBe("The topic's name is too long. Shorten it to mark it as resolved.");
  await press('More', header);
  const entry = await screen.findByRole('menuitem', { name: /^Mark as resolved/ });
  expect(entry.hasAttribute('disabled')).toBe(true);
  expect(entry.textContent).toContain('Name too long');
  await pickEntry('Rename topic');
  await rename('A short topic');
  const isEnabled = async (): Promise<boolean> =>
    !(await within(await viewHeader()).findByRole('button', { name: 'Mark as resolved' })).hasAttribute('disabled');
  await expect.poll(isEnabled).toBe(true);
});

test('a dialog that was open while its topic was renamed acts on the topic as it is, or says that it is gone', async () => {
  const { office, workshop } = made;
  const id = await say('first name', 'Stays here.');
  await open('first name');
  await row(id);
  await pickOfView('Rename topic');
  const dialog = await dialogOf('Rename topic');
  const field = within(dialog).getByRole<HTMLInputElement>('textbox', { name: /^Topic/ });
  await expect.poll(() => field.value).toBe('first name');
  await office.elsewhere('PATCH', `/messages/${id}`, { topic: 'second name', propagate_mode: 'change_all' });
  await expect.poll(() => field.value).toBe('second name');
  await say('first name', 'Another, under the first name.');
  await rename('last name');
  await screen.findByRole('heading', { name: /last name/ });
  await row(id);
  await pickOfView('Rename topic');
  fill(within(await dialogOf('Rename topic')).getByRole('textbox', { name: /^Topic/ }), 'nothing');
  await office.elsewhere('POST', `/streams/${workshop}/delete_topic`, { topic_name: 'last name' });
  await press('Rename', await dialogOf('Rename topic'));
  await screen.findByText(/^This topic was moved or deleted\./);
});

test('a channel is created; another user finds it, joins it and leaves it', async () => {
  await openChat(made.office, '#channels');
  await press('New channel');
  const dialog = await dialogOf('New channel');
  const name = within(dialog).getByRole('textbox', { name: /^Name/ });
  fill(name, 'workshop');
  await press('Create channel', dialog);
  await findAlert("Channel 'workshop' already exists", dialog);
  fill(name, 'garden');
  const alerts = (): string =>
    within(dialog)
      .queryAllByRole('alert')
      .map(({ textContent }) => textContent)
      .join('');
  await expect.poll(alerts).toBe('');
  fill(within(dialog).getByRole('textbox', { name: /^Description/ }), 'What grows');
  await press('Create channel', dialog);
  await screen.findByRole('heading', { name: /garden/ });
  await sidebar().findByRole('link', { name: /^garden/ });
  await closePage();

  await openChat(made.office, '#channels', made.ben.email);
  fill(await screen.findByRole('searchbox', { name: 'Find a channel' }), 'grows');
  const find = (): HTMLElement | null => sidebar().queryByRole('link', { name: /^garden/ });
  await press('Join garden');
  await sidebar().findByRole('link', { name: /^garden/ });
  await press('Leave garden');
  await expectGone(find);
  await screen.findByText('You left #garden.');
  await press('Undo');
  await sidebar().findByRole('link', { name: /^garden/ });
});
