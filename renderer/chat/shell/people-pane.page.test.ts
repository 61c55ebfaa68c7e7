/** The people beside a conversation, and what a conversation without messages says. */
import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { changeAnswer, lead, openChat } from '../../testing/chat-page.tsx';
import { user } from '../../testing/elements.ts';
import type { Office, Person } from '../../testing/office.ts';
import { workshopOffice } from '../../testing/workshop.ts';

let office: Office;
let ben: Person;
let workshop: number;

workshopOffice((made) => {
  ({ office, ben, workshop } = made);
});

test('a user who left is among the people of a direct message, as deactivated', async () => {
  const leaver = await office.newPerson('Lea Leaver');
  await office.writeToOwner(leaver.email, 'I am off.');
  await office.elsewhere('DELETE', `/users/${leaver.userId}`);
  await openChat(office, `#narrow/dm/${leaver.userId}-dm`);
  const people = within(await screen.findByRole('complementary', { name: 'People' }));
  expect((await people.findByRole('link', { name: /Lea Leaver/ })).textContent).toContain('Deactivated');
  expect(people.getByRole('link', { name: /You/ })).toBeDefined();
});

test('a user who stays at the chat is shown as online, although events only report who comes', async () => {
  const fresh = Math.floor(Date.now() / 1000);
  await office.call(ben.email, 'POST', '/users/me/presence', { status: 'active' });
  // As a page knows it that was opened some minutes ago: Ben came before, and has been there since.
  changeAnswer('/api/v1/register', (answer) => ({
    ...answer,
    presences: {
      ...(answer['presences'] as object),
      [ben.userId]: { active_timestamp: fresh - 600, idle_timestamp: fresh - 600 },
    },
  }));
  await openChat(office, `#narrow/channel/${workshop}`);
  const people = within(await screen.findByRole('complementary', { name: 'People' }));
  expect(await people.findByRole('link', { name: /Ben Builder online/ })).toBeDefined();
});

test('a channel without messages asks for its first topic, and for nothing else', async () => {
  const { stream_id: empty } = await office.elsewhere('GET', '/get_stream_id', { stream: 'sandbox' });
  await openChat(office, `#narrow/channel/${String(empty)}`);
  await screen.findByRole('heading', { name: 'No messages yet' });
  const [button] = screen.getAllByRole('button', { name: 'New topic' });
  if (button !== undefined) await user.click(button);
  const dialog = within(await screen.findByRole('dialog'));
  const channel = await dialog.findByRole('combobox', { name: 'Channel' });
  await expect.poll(() => (channel as HTMLSelectElement).value).toBe(String(empty));
  await expect.poll(() => document.activeElement).toBe(dialog.getByLabelText('Topic'));
});

test('a view of what messages have says what would be in it', async () => {
  await openChat(office, '#narrow/has/reaction');
  expect(await screen.findByText('Messages with reactions appear here.')).toBeDefined();
  lead(`#narrow/channel/${workshop}/has/image`);
  expect(await screen.findByText('Messages with images appear here.')).toBeDefined();
});
