/** Statuses with any emoji, do not disturb, and quiet hours: what is shown of them, and what the server has. */
import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { pickEntry, pressKeys, sidebar } from '../../testing/chat-elements.ts';
import { lead, openChat, unloadChat } from '../../testing/chat-page.tsx';
import { expectGone, fill, press, user } from '../../testing/elements.ts';
import { workshopOffice } from '../../testing/workshop.ts';

const made = workshopOffice();

const region = async (name: string): Promise<HTMLElement> => screen.findByRole('region', { name });

test('any emoji is a status, in the chosen skin tone, and each setting says that it is saved', async () => {
  const { office, ben } = made;
  await openChat(office, '#settings/profile', ben.email);
  const status = async (): Promise<unknown> =>
    (await office.call(ben.email, 'GET', `/users/${ben.userId}/status`))['status'];
  await press('In a meeting');
  await press('Save status');
  await screen.findByText('Status saved.');
  await press('Emoji: calendar. Change emoji');
  const picker = await screen.findByRole('dialog', { name: 'Emoji' });
  await user.click(await within(picker).findByRole('radio', { name: 'Medium-dark skin tone' }));
  await press('People', picker);
  const search = within(picker).getByRole('searchbox');
  fill(search, 'raised hand');
  expect(await within(picker).findAllByRole('button', { name: /raised hand/i })).not.toEqual([]);
  await pressKeys(search, '{Enter}');
  await expectGone(() => screen.queryByRole('dialog', { name: 'Emoji' }));
  await press('Save status');
  const wanted = { status_text: 'In a meeting', emoji_name: expect.stringMatching(/_tone4$/) as string };
  await expect.poll(status).toMatchObject(wanted);
  await screen.findByText('Status saved.');
  lead('#settings/notifications');
  const [first] = within(await region('Phone notifications')).getAllByRole('checkbox');
  if (first !== undefined) await user.click(first);
  await screen.findByText(/^Saved: /);
});

test('notifications are turned off for a while and on again from the sidebar', async () => {
  await openChat(made.office, '#inbox');
  await screen.findByRole('heading', { name: 'Inbox' });
  const button = (): HTMLElement => sidebar().getByRole('button', { name: 'Do not disturb' });
  await user.click(button());
  await pickEntry('For 30 minutes');
  await screen.findByText(/^Notifications are off until/);
  await expect.poll(() => button().getAttribute('aria-pressed')).toBe('true');
  const own = document.querySelector<HTMLElement>('.side-me');
  await within(own ?? document.body).findByText(/^Quiet until/);
  await user.click(button());
  await pickEntry('Turn on notifications');
  await expect.poll(() => button().getAttribute('aria-pressed')).toBe('false');
});

test('a status turns on do not disturb until it is cleared', async () => {
  await openChat(made.office, '#settings/profile');
  const form = async () => within(await region('Status'));
  const text = async (): Promise<string> =>
    (await form()).getByRole<HTMLInputElement>('textbox', { name: 'Your status' }).value;
  await press('Focusing', await region('Status'));
  const until = (await form()).getByRole<HTMLSelectElement>('combobox', { name: 'Clear status' });
  await expect.poll(() => until.value).toBe('1');
  expect((await form()).getByRole('checkbox', { name: 'Do not disturb until it ends' })).toHaveProperty(
    'checked',
    true,
  );
  await press('Save status', await region('Status'));
  await (await form()).findByText(/^Your status ends: .*Do not disturb until then\.$/);
  await unloadChat();
  await openChat(made.office, '#settings/profile');
  await expect.poll(text).toBe('Focusing');
  await press('Clear status', await region('Status'));
  await expectGone(() => screen.queryByText(/^Your status ends/));
  await expect.poll(text).toBe('');
});

test('quiet hours are added and removed', async () => {
  const form = async (): Promise<HTMLElement> =>
    within(await region('Do not disturb')).findByRole('form', { name: 'Quiet hours' });
  await openChat(made.office, '#settings/notifications');
  await press('Add quiet hours', await form());
  await press('Sat', await form());
  fill(within(await form()).getByLabelText('Start time'), '19:30');
  await press('Save quiet hours', await form());
  await screen.findByText('Quiet hours saved.');
  await unloadChat();
  await openChat(made.office, '#settings/notifications');
  const from = await within(await form()).findByLabelText<HTMLInputElement>('Start time');
  await expect.poll(() => from.value).toBe('19:30');
  expect(
    within(await form())
      .getByRole('button', { name: 'Sat' })
      .getAttribute('aria-pressed'),
  ).toBe('true');
  await press('Remove', await form());
  await press('Save quiet hours', await form());
  await expectGone(() => screen.queryByLabelText('Start time'));
});
