/** Message actions from the menu: pins, reports, stars, reminders, the history of edits, and moves. */
import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import {
  closeNotice,
  findAlert,
  openMenu,
  pick,
  pickEntry,
  row,
  rows,
  topicAddress,
  viewHeader,
} from '../../testing/chat-elements.ts';
import { closePage, lead, openChat } from '../../testing/chat-page.tsx';
import { dialogOf, expectGone, fill, press, user } from '../../testing/elements.ts';
import { owner } from '../../testing/office.ts';
import { workshopOffice } from '../../testing/workshop.ts';

const made = workshopOffice(async ({ office }) => {
  const { user_id: id } = await office.elsewhere('GET', '/users/me');
  const channel = { name: 'moderation', invite_only: 'true', subscribers: `[${String(id)}]` };
  const { id: reports } = await office.elsewhere('POST', '/channels/create', channel);
  await office.elsewhere('PATCH', '/realm', { moderation_request_channel_id: String(reports) });
});

const say = (topic: string, content: string): Promise<number> =>
  made.office.say(owner.email, made.workshop, topic, content);
const findPins = (): HTMLElement | null => screen.queryByRole('region', { name: 'Pinned messages and links' });
const pins = (): Promise<HTMLElement> => screen.findByRole('region', { name: 'Pinned messages and links' });

test('shows a message that another user pins to the topic, until it is unpinned', async () => {
  const id = await say('seen rules', 'Please knock first.');
  await openChat(made.office, topicAddress(made.workshop, 'seen rules'));
  await row(id);
  expect(findPins()).toBeNull();
  await made.office.call(made.ben.email, 'POST', `/messages/${id}/pin`, { scope: 'topic' });
  await within(await pins()).findByRole('button', { name: '1 pinned message' });
  await made.office.call(made.ben.email, 'DELETE', `/messages/${id}/pin`);
  await expectGone(findPins);
});

test('a message is pinned to its topic and its channel, and Undo unpins it', async () => {
  const id = await say('rules', 'Please knock first.');
  await say('lunch', 'Soup today.');
  await openChat(made.office, topicAddress(made.workshop, 'rules'), made.ben.email);
  await pick(id, 'Pin to topic');
  await screen.findByText('Message pinned to the topic.');
  await pins();
  await press('Undo');
  await expectGone(findPins);

  await pick(id, 'Pin to channel');
  await screen.findByText(/pinned to the channel/);
  lead(topicAddress(made.workshop, 'lunch'));
  await screen.findByText('Soup today.');
  await press('1 pinned message', await pins());
  await user.click(await within(await pins()).findByRole('link', { name: /Please knock first/ }));
  (await row(id)).focus();
  await user.keyboard('b');
  await screen.findByText('Message pinned to the topic.');
  await pick(id, 'Unpin from topic');
  await expect.poll(findPins).toBeNull();
});

test('a link is added at the top of a channel, opens elsewhere, and comes back by Undo', async () => {
  await openChat(made.office, `#narrow/channel/${made.workshop}`);
  await press('More', await viewHeader());
  await pickEntry('Add a link');
  const dialog = await dialogOf('Add a link');
  const address = await within(dialog).findByRole('textbox', { name: 'Address' });
  fill(address, 'javascript:alert(1)');
  await press('Add link', dialog);
  await screen.findByText('Enter a web address, such as https://example.com.');
  fill(address, 'wiki.example.com/plan');
  await press('Add link', dialog);
  const link = async (): Promise<HTMLElement> =>
    within(await pins()).findByRole('link', { name: 'wiki.example.com/plan' });
  expect((await link()).getAttribute('href')).toBe('https://wiki.example.com/plan');
  expect((await link()).getAttribute('rel')).toBe('noopener noreferrer');
  await press('Remove the link wiki.example.com/plan', await pins());
  await expectGone(() => screen.queryByRole('link', { name: 'wiki.example.com/plan' }));
  await press('Undo');
  await link();
});

test('a message is reported with a reason, and moderators settle the report', async () => {
  const id = await say('rude', 'Something rude.');
  await openChat(made.office, topicAddress(made.workshop, 'rude'), made.ben.email);
  await pick(id, 'Report message');
  const dialog = await dialogOf('Report message');
  const spam = await within(dialog).findByRole('radio', { name: 'Spam' });
  await expect.poll(() => document.activeElement).toBe(spam);
  await user.click(within(dialog).getByRole('radio', { name: 'Other reason' }));
  await press('Send report', dialog);
  await findAlert('Enter an explanation.', dialog);
  fill(within(dialog).getByRole('textbox', { name: /^Explanation/ }), 'It hurts.');
  await press('Send report', dialog);
  await screen.findByText('Message reported to the moderators.');
  expect(screen.queryByRole('link', { name: 'Reports' })).toBeNull();
  await closePage();

  await openChat(made.office, '#inbox');
  await user.click(await screen.findByRole('link', { name: 'Reports' }));
  const report = (): HTMLElement | null => document.querySelector('.report');
  await expect.poll(() => report()?.textContent).toMatch(/It hurts\./);
  expect(report()?.textContent).toContain('Open');
  expect(report()?.textContent).toContain('Other reason');
  await press('Mark as settled');
  await screen.findByText('No open reports');
  await press('Settled');
  await expect.poll(() => report()?.textContent).toContain('Settled by ');
  await press('Reopen');
  await screen.findByText('No settled reports');
  // No one reports a message of their own.
  lead(topicAddress(made.workshop, 'rude'));
  await openMenu(id);
  await screen.findByRole('menuitem', { name: 'Delete' });
  expect(screen.queryByRole('menuitem', { name: 'Report message' })).toBeNull();
});

test('stars and reminders are marked, and the history of a message shows what changed', async () => {
  const id = await say('marks', 'Come at noon today.');
  await made.office.elsewhere('PATCH', `/messages/${id}`, { content: 'Come at one today.' });
  await openChat(made.office, topicAddress(made.workshop, 'marks'), made.ben.email);
  await pick(id, /^Star/);
  await within(await row(id)).findByText('Starred');
  await screen.findByText('Message starred.');
  await pick(id, 'Remind me');
  await pickEntry(/Tomorrow/);
  await within(await row(id)).findByText(/^Reminder: Tomorrow/);
  await pick(id, /^Edit history/);
  const history = within(await dialogOf('Edit history'));
  expect((await history.findByRole('deletion')).textContent).toBe('noon');
  expect(history.getByRole('insertion').textContent).toBe('one');
});

test('a message is moved to a channel that is found by its letters, when no one undoes it', async () => {
  const { office, ben, workshop } = made;
  const id = await say('moves', 'To be moved.');
  const cellar = await office.newChannel('cellar', [ben]);
  const closed = await office.newChannel('announced', [ben]);
  await office.elsewhere('PATCH', `/streams/${closed}`, {
    can_send_message_group: JSON.stringify({ new: { direct_members: [ben.userId], direct_subgroups: [] } }),
  });
  await openChat(office, topicAddress(workshop, 'moves'));
  const move = async (): Promise<void> => {
    await pick(id, /^Move message/);
    const dialog = await dialogOf('Move');
    const channel = await within(dialog).findByRole('combobox', { name: 'Channel' });
    fill(channel, 'announced');
    await press('Move', dialog);
    await findAlert('No channel found to which you can move messages.', dialog);
    fill(channel, 'CELLAR');
    await user.click(within(dialog).getByRole('checkbox', { name: 'Notify the old topic' }));
    await press('Move', dialog);
    await expect.poll(() => rows()).toHaveLength(0);
  };
  await move();
  await press('Undo');
  await row(id);
  await move();
  await closeNotice();
  await expect.poll(async () => (await office.said(cellar, 'moves')).map((each) => each.id)).toContain(id);
  await expect.poll(() => office.said(workshop, 'moves')).toHaveLength(1);
});
