/** The dialog that moves messages: the places that it offers, and the notices that it leaves. */
import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { openChat } from '../../testing/chat-page.tsx';
import { fill, press, user } from '../../testing/elements.ts';
import type { Office, Person } from '../../testing/office.ts';
import { workshopOffice } from '../../testing/workshop.ts';
import { openDialog } from '../kit/dialog-store.ts';
import { dismissNotice, noticeSlot } from '../kit/notices.ts';

let office: Office;
let ben: Person;
let workshop: number;

workshopOffice((made) => {
  ({ office, ben, workshop } = made);
});

const contentsOf = (topic: string): Promise<string[]> => office.contentsOf(workshop, topic);

/** Opens the dialog for the second of two messages. */
async function openMove(topic: string): Promise<HTMLElement> {
  await office.say(ben.email, workshop, topic, 'stays');
  const id = await office.say(ben.email, workshop, topic, 'goes');
  await openChat(office, `#narrow/channel/${workshop}/topic/${topic}`);
  await screen.findByRole('textbox', { name: /Message/ });
  openDialog({ kind: 'move', id });
  return screen.findByRole('dialog', { name: 'Move' });
}

test.each([
  ['as it is offered', [], 'new'],
  ['with both chosen', ['Notify the old topic'], 'new old'],
  ['with the old topic alone', ['Notify the new topic', 'Notify the old topic'], 'old'],
  ['with none', ['Notify the new topic'], ''],
])('writes the notices that were chosen: %s', async (name, presses, places) => {
  const [from, to] = [`from-${places.replace(' ', '-')}`, `to ${name}`];
  const dialog = await openMove(from);
  fill(await within(dialog).findByRole('combobox', { name: 'Topic' }), to);
  for (const each of presses) await user.click(within(dialog).getByRole('checkbox', { name: each }));
  await press('Move', dialog);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  // Six seconds are not waited for.
  for (const notice of noticeSlot.getState() ?? []) dismissNotice(notice);
  const notice = expect.stringMatching(/moved/) as string;
  await expect.poll(() => contentsOf(to)).toEqual(places.includes('new') ? ['goes', notice] : ['goes']);
  await expect.poll(() => contentsOf(from)).toEqual(places.includes('old') ? ['stays', notice] : ['stays']);
});

test('offers only channels to which the user may move, and refuses another name', async () => {
  await office.newChannel('bench', []);
  await office.newChannel('bench closed', []);
  const { streams } = await office.elsewhere('GET', '/streams');
  const closed = (streams as { name: string; stream_id: number }[]).find(({ name }) => name === 'bench closed');
  await office.elsewhere('DELETE', `/streams/${closed?.stream_id ?? 0}`);
  const dialog = await openMove('search');
  const field = await within(dialog).findByRole<HTMLInputElement>('combobox', { name: 'Channel' });
  // The browser searches its list of suggestions.
  const names = (): string[] => [...(field.list?.options ?? [])].map(({ value }) => value);
  await expect.poll(names).toEqual(['bench', 'general', 'sandbox', 'workshop']);
  fill(field, 'nowhere');
  await press('Move', dialog);
  await within(dialog).findByText('No channel found to which you can move messages.');
  expect(await contentsOf('search')).toEqual(['stays', 'goes']);
});
