/** Emoji, uploads and scheduled messages of the organization: added, found, changed, deactivated and deleted. */
import { screen, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { closeConsole, openConsole } from '../../testing/console-page.tsx';
import { choose, descriptionOf, dialogOf, expectGone, fill, press, user } from '../../testing/elements.ts';
import { Office } from '../../testing/office.ts';

/** A picture of one dot. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let office: Office;

beforeAll(async () => {
  office = await Office.open();
});
afterAll(() => office.close());
afterEach(closeConsole);

test('an emoji is shown before it is sent, named as emoji are, and deactivated', async () => {
  await openConsole(office, '/emoji');
  await screen.findByText('No emoji to show');
  await press('Add emoji');
  const adding = await dialogOf('Add emoji');
  const picked = adding.querySelector<HTMLInputElement>('input[type=file]');
  if (picked === null) throw new Error('there is no field for a file');
  await userEvent.setup({ applyAccept: false }).upload(picked, new File(['a;b'], 'Büro.csv', { type: 'text/csv' }));
  await within(adding).findByText('This file is not an image', { exact: false });
  expect(within(adding).queryByRole('region', { name: 'Preview' })).toBeNull();
  const name = within(adding).getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  fill(name, 'Büro');
  expect(within(adding).queryByText(/written :/)).toBeNull();
  fill(name, '');
  await user.upload(picked, new File([dot], 'Dot.png', { type: 'image/png' }));
  await expect.poll(() => name.value).toBe('dot');
  await within(adding).findByRole('region', { name: 'Preview' });
  fill(name, 'dot!');
  await expect.poll(() => descriptionOf(name)).toMatch(/only lowercase letters/);
  fill(name, 'Red dot');
  await press('Add emoji', adding);
  await screen.findByText(':red_dot:');
  await press('Deactivate red_dot');
  await press('Deactivate', await screen.findByRole('dialog'));
  await screen.findByText('No emoji to show');
  await user.click(within(screen.getByRole('radiogroup', { name: 'State' })).getByText('Deactivated'));
  await screen.findByText(':red_dot:');
});

test('uploads are found, followed to their messages and deleted; of private ones only the envelope shows', async () => {
  const una = await office.newPerson('Una Upton');
  const id = await office.newChannel('plans', [una]);
  await openConsole(office, '/uploads', una.email);
  await screen.findByText('No uploads yet');
  const plan = await office.upload(una.email, 'plan.txt', 'words');
  await office.upload(una.email, 'diary.txt', 'words');
  const row = (name: RegExp): HTMLElement => screen.getByRole('row', { name });
  await expect.poll(() => screen.queryByRole('row', { name: /plan.txt/ })?.textContent).toContain('5 B');
  await office.say(una.email, id, 'spring', `The [plan](${plan})`);
  await closeConsole();

  await openConsole(office, '/uploads');
  await screen.findByRole('row', { name: /plan.txt/ });
  expect(row(/plan.txt/).textContent).toContain('Una Upton');
  expect(row(/Private file/).textContent).toContain('No message');
  expect(screen.queryByText('diary.txt')).toBeNull();
  await press(/#plans, spring/, row(/plan.txt/));
  const message = await screen.findByRole('dialog');
  await within(message).findByRole('link', { name: 'plan' });
  await press('Close', message);
  await choose('Used', 'In messages');
  await screen.findByText('1 file of 5 B, 10 B in all');
  await press('Delete plan.txt');
  await press('Delete permanently', await screen.findByRole('dialog'));
  await screen.findByText('No files found');
});

test('a message is scheduled, changed and deleted, and its mistakes are shown at their field', async () => {
  await openConsole(office, '/scheduled');
  await screen.findByText('No scheduled messages');
  await press('Schedule message');
  const form = await dialogOf('Schedule message');
  await press('Schedule', form);
  const content = within(form).getByRole('textbox', { name: 'Message' });
  await expect.poll(() => descriptionOf(content)).toMatch(/Enter a message/);
  expect(descriptionOf(within(form).getByRole('combobox', { name: 'Channel' }))).toBe('Choose a channel.');
  fill(content, 'Happy **new** year');
  await choose('Channel', '#general', form);
  fill(within(form).getByLabelText(/^Topic/), 'greetings');
  const when = within(form).getByLabelText(/^When/);
  fill(when, '2001-01-01T00:00');
  await press('Schedule', form);
  await expect.poll(() => descriptionOf(when)).toMatch(/a time in the future/);
  fill(when, '2099-01-01T00:00');
  await press('Schedule', form);
  const own = await screen.findByRole('table', { name: 'Your scheduled messages' });
  await expect
    .poll(() => within(own).queryByRole('row', { name: /#general, greetings/ })?.textContent)
    .toContain('Waiting');
  await screen.findByText(/1 scheduled, 0 failed, next due/);
  await press(/^Edit/, own);
  const changing = await dialogOf('Edit scheduled message');
  fill(within(changing).getByLabelText(/^Topic/), 'wishes');
  await press('Save', changing);
  await expect.poll(() => own.textContent).toContain('wishes');
  await press(/^Delete/, own);
  await press('Delete', await screen.findByRole('dialog'));
  await expectGone(() => screen.queryByRole('table', { name: 'Your scheduled messages' }));
  await screen.findByText('No scheduled messages');
});
