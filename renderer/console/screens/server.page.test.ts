/** The server's own screens: backups, their settings, and event queues, for owners and other administrators. */
import { screen } from '@testing-library/dom';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { closeConsole, openConsole } from '../../testing/console-page.tsx';
import { descriptionOf, expectGone, fill, press, user } from '../../testing/elements.ts';
import { Office, type Person } from '../../testing/office.ts';

let office: Office;
let ada: Person;
let sandra: Person;

beforeAll(async () => {
  office = await Office.open();
  ada = await office.newPerson('Ada Admin');
  await office.elsewhere('PATCH', `/users/${ada.userId}`, { role: '200' });
  sandra = await office.newPerson('Sandra Sailor');
});
afterAll(() => office.close());
afterEach(closeConsole);

const backUpDaily = (isOn: boolean): Promise<unknown> =>
  office.elsewhere('PATCH', '/console/backup_settings', { settings: JSON.stringify({ backup_daily: isOn }) });

test('settings of backups hold, and a folder that is not there is refused at its field', async () => {
  await backUpDaily(true);
  await openConsole(office, '/backups');
  const folder = await screen.findByRole('textbox', { name: 'Another folder (optional)' });
  fill(folder, '/no/such/folder');
  await press('Save');
  await expect.poll(() => descriptionOf(folder)).toMatch(/There is no folder/);
  fill(folder, '');
  fill(screen.getByLabelText('Daily backups to keep'), '3');
  await user.click(screen.getByRole('switch', { name: 'Back up every day' }));
  await press('Save');
  await screen.findByText('Daily backups are turned off.');
  await closeConsole();
  await openConsole(office, '/backups');
  expect(await screen.findByLabelText('Daily backups to keep')).toHaveProperty('value', '3');
  expect(screen.getByRole('switch', { name: 'Back up every day' })).toHaveProperty('checked', false);
});

test('administrators see and start backups, and nothing that would be refused', async () => {
  await backUpDaily(false);
  await openConsole(office, '/backups', ada.email);
  await press('Back up now');
  await screen.findByRole('row', { name: /manual/ });
  await screen.findByText('Owners can download, restore and delete backups.', { exact: false });
  expect(screen.queryByRole('link', { name: /^Download backup/ })).toBeNull();
  expect(screen.getByLabelText('Daily backups to keep')).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('link', { name: 'Overview' }));
  const last = await screen.findByText('Last backup');
  await expect.poll(() => last.parentElement?.textContent).toMatch(/just now|minutes? ago/);
});

test('event queues are listed with their backlog, and dropped after a question', async () => {
  const queue = { event_types: '["message"]', client: 'lab' };
  const { queue_id: queueId } = await office.elsewhere('POST', '/register', queue);
  const message = { type: 'channel', to: 'general', topic: 'live', content: 'for the queue' };
  await office.elsewhere('POST', '/messages', message);
  await openConsole(office, '/events');
  await user.click(await screen.findByRole('tab', { name: 'Queues' }));
  const row = (): HTMLElement | null =>
    screen.queryAllByRole('row').find(({ textContent }) => textContent.includes(String(queueId).slice(0, 12))) ?? null;
  await expect.poll(() => row()?.textContent).toContain('lab');
  expect(row()?.querySelectorAll('td')[5]?.textContent).toBe('1');
  // An id is no number of events: where nothing was sent yet, none is said to have been acknowledged.
  expect(row()?.textContent).toMatch(/starts after -?\d+/);
  await press(/Drop/, row() ?? undefined);
  await press('Drop queue');
  await expectGone(row);
});

test('the screen of events is for administrators, and says so', async () => {
  await openConsole(office, '/events', sandra.email);
  expect(await screen.findByText('This screen shows all server activity.', { exact: false })).toBeDefined();
});
