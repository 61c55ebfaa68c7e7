/** Scheduled messages, reminders and drafts: each view is current without a reload, and loses no text. */
import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { messageBox, pick, pickEntry, rows, sidebar, topicAddress } from '../../testing/chat-elements.ts';
import { answerInstead, lead, openChat } from '../../testing/chat-page.tsx';
import { dialogOf, expectGone, fill, press, user } from '../../testing/elements.ts';
import { owner } from '../../testing/office.ts';
import { workshopOffice } from '../../testing/workshop.ts';

const made = workshopOffice();

interface Waiting {
  scheduled_message_id: number;
  content: string;
  scheduled_delivery_timestamp: number;
}

const waitingOf = async (): Promise<Waiting[]> =>
  (await made.office.call(made.ben.email, 'GET', '/scheduled_messages'))['scheduled_messages'] as Waiting[];

const contentsOf = (topic: string): Promise<string[]> => made.office.contentsOf(made.workshop, topic);
const nowSecs = (): number => Math.floor(Date.now() / 1000);

/** @returns the id of what is to be sent. */
async function later(topic: string, content: string, inSecs: number): Promise<number> {
  const { scheduled_message_id: id } = await made.office.call(made.ben.email, 'POST', '/scheduled_messages', {
    type: 'channel',
    to: String(made.workshop),
    topic,
    content,
    scheduled_delivery_timestamp: String(nowSecs() + inSecs),
  });
  return Number(id);
}

const items = (words = ''): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('.later-item')].filter(({ textContent }) => textContent.includes(words));
const texts = (): string[] => items().map(({ textContent }) => textContent);

test('an own day and time, in words that say what is wrong with it', async () => {
  await openChat(made.office, topicAddress(made.workshop, 'own time'), made.ben.email);
  const box = await messageBox();
  fill(box, 'on a day of its own');
  await press('Send later');
  await pickEntry('Choose day and time…');
  const dialog = await dialogOf('Send later');
  fill(await within(dialog).findByLabelText(/^Day and time/), '2020-01-01T10:00');
  await press('Schedule', dialog);
  await within(dialog).findByText('Choose a time in the future.');
  fill(within(dialog).getByLabelText(/^Day and time/), '2040-05-06T10:30');
  await press('Schedule', dialog);
  await expectGone(() => screen.queryByRole('dialog'));
  await expect.poll(() => box.value).toBe('');
  const moment = new Date(2040, 4, 6, 10, 30).getTime() / 1000;
  await expect.poll(waitingOf).toMatchObject([{ scheduled_delivery_timestamp: moment }]);
  const [waiting] = await waitingOf();
  await made.office.call(made.ben.email, 'DELETE', `/scheduled_messages/${waiting?.scheduled_message_id}`);
});

test('scheduled messages are listed as they come and go, changed, taken back, deleted, and sent at once', async () => {
  await openChat(made.office, '#scheduled', made.ben.email);
  await screen.findByText('No scheduled messages');
  await later('first', 'first words', 7200);
  await later('second', 'second words', 3600);
  await later('third', 'third words', 90_000);
  const inOrder = ['second words', 'first words', 'third words'].map((words) => expect.stringContaining(words));
  await expect.poll(texts).toEqual(inOrder);
  await press('Change: #workshop › first');
  const dialog = await dialogOf('Edit scheduled message');
  fill(await within(dialog).findByLabelText('Message'), 'better words');
  fill(within(dialog).getByLabelText('Topic'), 'better topic');
  await press('Save', dialog);
  await expect.poll(() => items('better words')[0]?.textContent).toContain('#workshop › better topic');
  await press('Send now: #workshop › better topic');
  await expect.poll(() => items('better words')).toHaveLength(0);
  await expect.poll(() => contentsOf('better topic')).toEqual(['better words']);
  await press('Change time: #workshop › third');
  await pickEntry(/^In 1 hour/);
  const isSoon = async (): Promise<boolean> =>
    (await waitingOf()).every((each) => each.scheduled_delivery_timestamp < nowSecs() + 7300);
  await expect.poll(isSoon).toBe(true);
  await press('More about #workshop › third');
  await pickEntry('Delete');
  await expect.poll(() => items('third words')).toHaveLength(0);
  await press('More about #workshop › second');
  await pickEntry('Edit in message box');
  const box = await messageBox('Message #workshop › second');
  await expect.poll(() => box.value).toBe('second words');
  await expect.poll(waitingOf).toEqual([]);
  expect(await contentsOf('second')).toEqual([]);
  fill(box, '');
});

test('what could not be sent says why, first of all, and is sent when it can be', async () => {
  const { office, ben, workshop } = made;
  const { user_id: ownerId } = await office.elsewhere('GET', '/users/me');
  const setPosting = (members: number[]): Promise<unknown> =>
    office.elsewhere('PATCH', `/streams/${workshop}`, {
      can_send_message_group: JSON.stringify({ new: { direct_members: members, direct_subgroups: [] } }),
    });
  const far = await later('far', 'far away', 90_000);
  const refused = await later('refused', 'refused words', 90_000);
  await setPosting([Number(ownerId)]);
  // Due only now: on a slow machine it could have been sent before that.
  const due = { scheduled_delivery_timestamp: String(nowSecs() + 5) };
  await office.call(ben.email, 'PATCH', `/scheduled_messages/${refused}`, due);
  await openChat(office, '#scheduled', ben.email);
  await expect.poll(() => texts()[0]).toContain('refused words');
  const reason = /Not sent: .*(?:Not authorized|permission)/i;
  await expect.poll(() => items('refused words')[0]?.textContent).toMatch(reason);
  const link = sidebar().getByRole('link', { name: /^Scheduled/ });
  await expect.poll(() => link.querySelector('.count.calls')?.textContent).toBe('2');
  await setPosting([Number(ownerId), ben.userId]);
  await press('Send now: #workshop › refused');
  await expect.poll(() => items('refused words')).toHaveLength(0);
  await expect.poll(() => contentsOf('refused')).toEqual(['refused words']);
  await office.call(ben.email, 'DELETE', `/scheduled_messages/${far}`);
});

test('a message comes back with a note; the reminder is listed, leads to it, is moved and deleted', async () => {
  const id = await made.office.say(owner.email, made.workshop, 'plants', 'Water the **plants**.');
  await openChat(made.office, topicAddress(made.workshop, 'plants'), made.ben.email);
  await pick(id, 'Remind me');
  await pickEntry('Choose day and time…');
  const dialog = await dialogOf('Remind me');
  fill(await within(dialog).findByLabelText(/^Day and time/), '2040-05-06T10:30');
  fill(within(dialog).getByLabelText(/^Note to yourself/), 'twice a week');
  // Done, and the answer is lost: asked for once more, there is still one reminder.
  const mend = answerInstead('POST', /\/api\/v1\/reminders$/, async (goOn) => {
    await goOn();
    throw new TypeError('Failed to fetch');
  });
  await press('Remind me', dialog);
  await screen.findByText(/^Can't reach the server\./);
  mend();
  await press('Remind me', dialog);
  await expectGone(() => screen.queryByRole('dialog'));
  await user.click(sidebar().getByRole('link', { name: /^Reminders/ }));
  await expect.poll(texts).toEqual([expect.stringContaining('twice a week')]);
  expect(items('Water the plants')[0]?.textContent).toContain('2040');
  await press('Change time: #workshop › plants');
  await pickEntry(/^Tomorrow morning/);
  // The new one is there before the old one goes.
  await expect.poll(texts).toEqual([expect.stringMatching(/twice a week[^]*Tomorrow/)]);
  await user.click(screen.getByRole('link', { name: /#workshop › plants/ }));
  await expect
    .poll(() => rows().map(({ textContent }) => textContent))
    .toEqual([expect.stringContaining('Water the plants')]);
  lead('#reminders');
  await press('Delete reminder: #workshop › plants');
  await screen.findByText('No reminders');
  await expect.poll(async () => (await made.office.call(made.ben.email, 'GET', '/reminders'))['reminders']).toEqual([]);
});

test('drafts of all conversations and devices are listed once, written on, sent, deleted and brought back', async () => {
  const { office } = made;
  // A person of whom no test before has left a draft, however late its page said so.
  const dora = await office.newPerson('Dora Drafts');
  const study = await office.newChannel('study', [dora]);
  await openChat(office, topicAddress(study, 'half'), dora.email);
  fill(await messageBox(), 'half a thought');
  lead('#drafts');
  await expect.poll(() => items('half a thought')[0]?.textContent).toContain('#study › half');
  const elsewhere = { type: '', to: [], topic: '', content: 'without a place', timestamp: nowSecs() };
  await office.call(dora.email, 'POST', '/drafts', { drafts: JSON.stringify([elsewhere]) });
  await expect.poll(() => items('without a place')[0]?.textContent).toContain('No recipient');
  const link = sidebar().getByRole('link', { name: /^Drafts/ });
  await expect.poll(() => link.textContent).toMatch(/2/);
  await press('More about #study › half');
  await pickEntry('Delete draft');
  await expect.poll(() => items('half a thought')).toHaveLength(0);
  await press('Undo');
  await expect.poll(() => items('half a thought')).toHaveLength(1);
  await press('Send now: #study › half');
  await expect.poll(() => items('half a thought')).toHaveLength(0);
  await expect.poll(() => office.contentsOf(study, 'half')).toEqual(['half a thought']);
  await user.click(await screen.findByRole('link', { name: /^No recipient/ }));
  const dialog = await dialogOf('Choose a recipient');
  await user.selectOptions(await within(dialog).findByRole('combobox', { name: 'Channel' }), 'study');
  fill(within(dialog).getByLabelText('Topic'), 'found');
  await press('Continue', dialog);
  const box = await messageBox('Message #study › found');
  await expect.poll(() => box.value).toBe('without a place');
  box.focus();
  await user.keyboard('{Enter}');
  await expect.poll(() => rows()).toHaveLength(1);
  lead('#drafts');
  await screen.findByText('No drafts');
  await expect.poll(async () => (await office.call(dora.email, 'GET', '/drafts'))['drafts']).toEqual([]);
});
