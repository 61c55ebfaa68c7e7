/** Incoming webhooks, and lists of people that are imported: made, used, corrected. */
import { screen, within } from '@testing-library/dom';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { closeConsole, openConsole } from '../../../testing/console-page.tsx';
import { choose, descriptionOf, dialogOf, fill, press, user } from '../../../testing/elements.ts';
import { Office } from '../../../testing/office.ts';

let office: Office;

beforeAll(async () => {
  office = await Office.open();
});
afterAll(() => office.close());
afterEach(closeConsole);

const field = (name: string | RegExp, place: HTMLElement): HTMLElement => within(place).getByRole('textbox', { name });

/** Opens the form for a new bot, with its names and kind. */
async function openForm(fullName: string, shortName: string, kind: string): Promise<HTMLElement> {
  await openConsole(office, '/users');
  await press('Add bot');
  const dialog = await dialogOf('Add bot');
  fill(field('Full name', dialog), fullName);
  fill(field('Short name', dialog), shortName);
  await choose('Kind', kind, dialog);
  return dialog;
}

test('an incoming webhook shows an address as soon as it is made, and what a service posts there is said', async () => {
  const dialog = await openForm('Watcher', 'watcher', 'Incoming webhook');
  await press('Add bot', dialog);
  const watcher = await dialogOf('Watcher');
  await choose('Channel', 'general', watcher);
  fill(field('Topic', watcher), 'alerts');
  let address = '';
  const clipboard = { writeText: (text: string) => Promise.resolve(void (address = text)) };
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
  await press('Copy service URL', watcher);
  await within(watcher).findByRole('button', { name: 'Copied service URL' });
  Reflect.deleteProperty(navigator, 'clipboard');
  const { origin, pathname, search } = new URL(address);
  expect(origin).toBe(office.url);
  const answer = await fetch(`${pathname}${search}`, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'The disk is full' }),
  });
  expect(answer.status, await answer.text()).toBe(200);
  const query = { anchor: 'newest', num_before: '1', num_after: '0', apply_markdown: 'false' };
  const { messages } = await office.elsewhere('GET', '/messages', query);
  expect(messages).toMatchObject([
    { sender_full_name: 'Watcher', display_recipient: 'general', subject: 'alerts', content: 'The disk is full' },
  ]);
});

test('a list as a spreadsheet saves it is looked at row by row and made, and what was wrong is corrected and made too', async () => {
  await openConsole(office, '/users');
  await press('Import');
  await screen.findByRole('alert', { name: 'No email will be sent' });
  // What has lost its letters before is no name.
  fill(screen.getByLabelText('Or paste the list'), 'name;email\nPeter M\uFFFDller;peter@example.com\n');
  await press('Preview');
  const name = await screen.findByLabelText('Name in line 2');
  await expect.poll(() => descriptionOf(name)).toMatch(/This name contains an unreadable character/);
  await press('Start over');
  const list =
    'Full name;E-Mail;role;channels\r\nIda Müller;ida@example.com;moderator;general\r\nOle Odd;ole@example.com;;cellar\r\n';
  const file = new File([Buffer.from(list, 'latin1')], 'people.csv', { type: 'text/csv' });
  await screen.findByLabelText('Or paste the list');
  await user.upload(document.querySelector<HTMLElement>('input[type=file]') ?? document.body, file);
  await screen.findByText('1 ready, 1 with problems, not created.');
  const channels = (): HTMLElement => screen.getByLabelText('Channels in line 3');
  await expect.poll(() => descriptionOf(channels())).toContain('There is no channel "cellar".');
  // A double click makes it once, and what was made remains to be read.
  const create = screen.getByRole('button', { name: 'Create 1 account' });
  create.click();
  create.click();
  await expect.poll(() => screen.getByRole('row', { name: /Ida Müller/ }).textContent).toContain('Created');
  await screen.findByRole('button', { name: 'Copy link for ida@example.com' });
  const enter = async (channel: string): Promise<void> => {
    fill(channels(), channel);
    channels().focus();
    await user.keyboard('{Enter}');
  };
  await enter('attic');
  await expect.poll(() => descriptionOf(channels())).toContain('There is no channel "attic".');
  await enter('general');
  await press('Create 1 account');
  await screen.findByText('2 created.');
  await user.click(screen.getByRole('link', { name: 'Back to users' }));
  await screen.findByRole('row', { name: /Ole Odd ole@example.com Member/ });
});
