/** Forms of the console: nothing that was typed is lost without a question. What is brought into sight is in console-forms.spec.ts. */
import { screen, within } from '@testing-library/dom';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { closeConsole, openConsole } from '../testing/console-page.tsx';
import { dialogOf, expectGone, fill, press, user } from '../testing/elements.ts';
import { Office } from '../testing/office.ts';

let office: Office;
let channel: string;

beforeAll(async () => {
  office = await Office.open();
  channel = String((await office.elsewhere('POST', '/channels/create', { name: 'forms', subscribers: '[]' }))['id']);
});
afterAll(() => office.close());
afterEach(closeConsole);

const question = (): Promise<HTMLElement> => dialogOf('Discard your changes?');
const expectNoQuestion = (): Promise<void> => expectGone(() => screen.queryByText('Discard your changes?'));
async function expectKeepFocused(): Promise<void> {
  const keep = within(await question()).getByRole('button', { name: 'Keep editing' });
  await expect.poll(() => document.activeElement).toBe(keep);
}

test('Escape in a half-filled form asks first; of an empty one it closes', async () => {
  await openConsole(office, '/users');
  await press('Add user');
  const form = await dialogOf('Add user');
  const name = within(form).getByRole('textbox', { name: 'Full name' });
  name.focus();
  fill(name, 'Nora');
  await user.keyboard('{Escape}');
  await expectKeepFocused();
  await user.keyboard('{Escape}');
  await expectNoQuestion();
  expect(name).toHaveProperty('value', 'Nora');
  await expect.poll(() => document.activeElement).toBe(name);
  await user.keyboard('{Escape}');
  await press('Discard changes', await question());
  await expectGone(() => screen.queryByRole('dialog'));
  const button = screen.getByRole('button', { name: 'Add user' });
  await expect.poll(() => document.activeElement).toBe(button);
  await user.click(button);
  await dialogOf('Add user');
  await user.keyboard('{Escape}');
  await expectGone(() => screen.queryByRole('dialog'));
  expect(screen.queryByText('Discard your changes?')).toBeNull();
});

const fields: [string, string | RegExp][] = [
  ['/organization/joining', 'Days until a new member is a full member'],
  ['/organization/messages', 'Days to keep messages'],
  ['/organization/defaults', 'Seconds to wait for more messages before emailing'],
  ['/organization/mail', 'Sender address'],
  ['/organization/outgoing', 'Push relay'],
  ['/channels/CHANNEL', 'Description'],
  ['/network', 'Requests per minute from one client'],
  ['/backups', 'Daily backups to keep'],
  ['/users/import', 'Or paste the list'],
];

test.each(fields)('the form of %s asks before what was typed in it is lost', async (path, label) => {
  await openConsole(office, path.replace('CHANNEL', channel));
  const field = (await screen.findAllByLabelText(label))[0] ?? document.body;
  fill(field, '77');
  const overview = screen.getByRole('link', { name: 'Overview' });
  await user.click(overview);
  await expectKeepFocused();
  await user.keyboard('{Enter}');
  await expectNoQuestion();
  expect(field).toHaveProperty('value', '77');
  await user.click(overview);
  await press('Discard changes', await question());
  await screen.findByRole('heading', { level: 1, name: 'Overview' });
});
