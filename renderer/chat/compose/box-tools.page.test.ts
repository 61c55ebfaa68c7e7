/** Tools of the message box: snippets, polls, lists of tasks and the preview; people of channels and direct messages. */
import { fireEvent, screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import {
  findAlert,
  messageBox,
  pickEntry,
  pressKeys,
  row,
  rows,
  topicAddress,
  viewHeader,
} from '../../testing/chat-elements.ts';
import { openChat } from '../../testing/chat-page.tsx';
import { dialogOf, expectGone, fill, press, user } from '../../testing/elements.ts';
import { owner, type Person } from '../../testing/office.ts';
import { workshopOffice } from '../../testing/workshop.ts';

let mia: Person;
const made = workshopOffice(async ({ office }) => {
  mia = await office.newPerson('Mia Mason');
});

/** Opens a topic as Ben. @returns its box */
async function openBox(topic: string): Promise<HTMLTextAreaElement> {
  await openChat(made.office, topicAddress(made.workshop, topic), made.ben.email);
  await screen.findByRole('button', { name: 'Bold' });
  return messageBox();
}

/** Takes an entry of the box's menu. */
async function pickTool(entry: string): Promise<void> {
  await press('More options');
  await pickEntry(entry);
}

test('a snippet is made of the words in the box, put in, changed and deleted', async () => {
  const box = await openBox('snippets');
  fill(box, 'Quay 7, gate B');
  await pressKeys(box, "{Control>}'{/Control}");
  await press('New snippet');
  const form = await dialogOf('New snippet');
  await press('Save', form);
  await within(form).findByText('Enter a name.');
  fill(within(form).getByRole('textbox', { name: /^Name/ }), 'Site');
  await press('Save', form);
  await press('Edit Site', await dialogOf('Snippets'));
  fill(await screen.findByRole('textbox', { name: /^Text/ }), 'Quay 8, gate C');
  await press('Save');
  await expect.poll(() => screen.queryByRole('button', { name: /^Site/ })?.textContent).toContain('Quay 8, gate C');
  await press('Close', (await dialogOf('Snippets')).querySelector<HTMLElement>('header') ?? undefined);
  await expectGone(() => screen.queryByRole('dialog'));
  fill(box, 'Meet at ');
  await pickTool('Snippets');
  const field = await within(await dialogOf('Snippets')).findByLabelText(/^Find a snippet/);
  fill(field, 'gate');
  await pressKeys(field, '{Enter}');
  await expect.poll(() => box.value).toBe('Meet at Quay 8, gate C');
  await expect.poll(() => document.activeElement === box).toBe(true);
  await pressKeys(box, "{Control>}'{/Control}");
  await press('Delete Site', await dialogOf('Snippets'));
  await within(await dialogOf('Snippets')).findByText('Snippet deleted.');
  const stored = await made.office.call(made.ben.email, 'GET', '/saved_snippets');
  expect(stored['saved_snippets']).toEqual([]);
});

test('polls and lists of tasks are made in forms', async () => {
  await openBox('forms');
  await pickTool('Poll');
  const poll = await dialogOf('New poll');
  await press('Send', poll);
  await findAlert('Enter a question.', poll);
  fill(within(poll).getByRole('textbox', { name: /^Question/ }), 'Lunch?');
  fill(within(poll).getByRole('textbox', { name: 'Option 1' }), 'Soup');
  await press('Add an option', poll);
  fill(await within(poll).findByRole('textbox', { name: 'Option 3' }), '- none');
  await press('Send', poll);
  await screen.findByRole('heading', { name: 'Lunch?' });
  await screen.findByRole('button', { name: /^Soup/ });
  await screen.findByRole('button', { name: /^- none/ });
  await pickTool('To-do list');
  const list = await dialogOf('New to-do list');
  fill(within(list).getByRole('textbox', { name: /^Title/ }), 'Friday');
  fill(within(list).getByRole('textbox', { name: 'Task 1' }), 'Sweep: the yard');
  await press('Send', list);
  await screen.findByRole('heading', { name: 'Friday' });
  await screen.findByRole('checkbox', { name: /^Sweep/ });
  expect(rows().at(-1)?.textContent).toContain('Sweep: the yard');
});

test('by keys alone one looks at the preview, comes back to the words, and sends them from there', async () => {
  const box = await openBox('preview');
  const find = (): HTMLElement | null => screen.queryByRole('region', { name: 'Preview' });
  const written = '**loud** words';
  fill(box, written);
  const look = async (): Promise<void> => {
    await user.keyboard('{Alt>}p{/Alt}');
    await expect.poll(() => document.activeElement === find()).toBe(true);
    await expect.poll(() => find()?.querySelector('strong')?.textContent).toBe('loud');
  };
  box.focus();
  for (const back of ['{Alt>}p{/Alt}', '{Escape}']) {
    await look();
    await user.keyboard(back);
    await expectGone(find);
    await expect.poll(async () => document.activeElement === (await messageBox())).toBe(true);
    expect((await messageBox()).value).toBe(written);
  }
  await look();
  await pressKeys(screen.getByRole('button', { name: /^Send to/ }), '{Enter}');
  await expect.poll(() => rows()).toHaveLength(1);
  await expect.poll(async () => document.activeElement === (await messageBox())).toBe(true);
});

test('in a view of many conversations the button says where to, and the others step back', async () => {
  const { office, ben } = made;
  const feed = await office.newChannel('mixed', [ben]);
  const one = await office.say(owner.email, feed, 'one', 'in one');
  const two = await office.say(owner.email, feed, 'two', 'in two');
  await openChat(office, `#narrow/channel/${feed}`, ben.email);
  const body = (await row(one)).querySelector('.message-body');
  if (body !== null) await user.click(body);
  await press('Reply in one');
  expect((await screen.findByRole('button', { name: 'Send to #mixed › one' })).textContent).toBe(
    'Send to #mixed › one',
  );
  const isFaded = async (id: number): Promise<boolean> => (await row(id)).classList.contains('is-faded');
  await expect.poll(() => isFaded(two)).toBe(true);
  expect(await isFaded(one)).toBe(false);
  const close = document.querySelector<HTMLElement>('.composer-close');
  if (close !== null) await user.click(close);
  await expect.poll(() => isFaded(two)).toBe(false);
});

test('people are added to a channel from its menu, by a few letters', async () => {
  await openChat(made.office, `#narrow/channel/${made.workshop}`);
  await press('More', await viewHeader());
  await pickEntry('Add people');
  const dialog = await dialogOf('Add people to #workshop');
  await press('Add', dialog);
  await within(dialog).findByText('Choose at least one person.');
  const field = await within(dialog).findByLabelText(/^People/);
  const found = (): string[] => {
    const list = within(dialog).queryByRole('list', { name: 'Search results' });
    return list === null
      ? []
      : within(list)
          .queryAllByRole('button')
          .map(({ textContent }) => textContent);
  };
  fill(field, 'mia');
  await expect.poll(found).toEqual([expect.stringContaining('Mia Mason')]);
  fill(field, 'ben');
  await expect.poll(found).toEqual([]);
  fill(field, 'mia');
  await expect.poll(found).toEqual([expect.stringContaining('Mia Mason')]);
  await pressKeys(field, '{Enter}');
  await press('Add', dialog);
  await screen.findByText('Added 1 person to #workshop.');
  const { subscribers } = await made.office.elsewhere('GET', `/streams/${made.workshop}/members`);
  expect(subscribers).toContain(mia.userId);
});

test('a pasted list chooses everyone in it, and what names no one is not passed over', async () => {
  await openChat(made.office, `#narrow/channel/${made.workshop}`);
  const heading = await screen.findByRole('heading', { level: 1 });
  await viewHeader();
  await pressKeys(heading, 'x');
  const dialog = await dialogOf('New direct message');
  const people = await within(dialog).findByRole('textbox', { name: /^People/ });
  const text = `Ben <${made.ben.email}>; ${mia.email}.\nKim <kim@elsewhere.example>, ${made.ben.email}`;
  fireEvent.paste(people, { clipboardData: { files: [], items: [], types: ['text/plain'], getData: () => text } });
  const chosen = (): HTMLElement[] =>
    within(within(dialog).getByRole('list', { name: 'Chosen' })).queryAllByRole('listitem');
  await expect.poll(() => chosen().length).toBe(2);
  await findAlert('Not added: Kim <kim@elsewhere.example>: not found', dialog);
  fill(people, 'lou@elsewhere.example');
  await press('Continue', dialog);
  await findAlert('Not added: lou@elsewhere.example: not found', dialog);
  await press('Continue', dialog);
  await expectGone(() => screen.queryByRole('dialog'));
  await expect.poll(() => location.hash).toMatch(/narrow\/dm\//);
});
