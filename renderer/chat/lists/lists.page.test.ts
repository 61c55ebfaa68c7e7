/** Lists of conversations, topics and channels: what is in them, and what they ask the server for. */
import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { fullMoment } from '../../client/formats.ts';
import { asked, closePage, lead, openChat } from '../../testing/chat-page.tsx';
import { fill, listed, press, user } from '../../testing/elements.ts';
import type { Office, Person } from '../../testing/office.ts';
import { workshopOffice } from '../../testing/workshop.ts';

let office: Office;
let ben: Person;
let workshop: number;

workshopOffice(async (made) => {
  ({ office, ben, workshop } = made);
  await office.newMember('Cy Carpenter', 'workshop');
});

const inboxLink = (): HTMLElement =>
  within(screen.getByRole('complementary', { name: 'Conversations' })).getByRole('link', { name: /^Inbox/ });
const firstItem = (): string => listed()[0]?.textContent ?? '';

test('inbox: a row whose only message is deleted goes, as it was not read; one that was read stays', async () => {
  const kept = await office.say(ben.email, workshop, 'kept', 'This stays.');
  const gone = await office.say(ben.email, workshop, 'gone', 'This goes.');
  await openChat(office, '#inbox');
  await screen.findByRole('main');
  await expect.poll(() => listed('gone')).toHaveLength(1);
  await office.elsewhere('DELETE', `/messages/${gone}`);
  await expect.poll(() => listed('gone')).toHaveLength(0);
  expect(listed('kept')).toHaveLength(1);
  await office.elsewhere('POST', '/messages/flags', { messages: `[${kept}]`, op: 'add', flag: 'read' });
  await expect.poll(() => listed('kept')[0]?.textContent).toContain('Just read');
});

test('recent: conversations are sorted by their newest message, and filtered', async () => {
  const { email } = (await office.elsewhere('GET', '/users/me')) as { email: string };
  await office.say(email, workshop, 'mine', 'I wrote this.');
  await office.say(ben.email, workshop, 'theirs', 'Ben wrote this.');
  await openChat(office, '#recent');
  await screen.findByRole('main');
  await expect.poll(firstItem).toContain('theirs');
  await office.say(ben.email, workshop, 'mine', 'An answer.');
  await expect.poll(firstItem).toContain('mine');
  await press('Participated');
  await expect.poll(() => within(screen.getByRole('main')).queryByText('theirs')).toBeNull();
  await expect.poll(firstItem).toContain('mine');
});

test('topics: what comes to known topics and new ones is listed without asking for the list again', async () => {
  await office.say(ben.email, workshop, 'older', 'One');
  await office.say(ben.email, workshop, 'newer', 'Two');
  await openChat(office, `#topics/channel/${workshop}`);
  await screen.findByRole('main');
  await expect.poll(firstItem).toContain('newer');
  const before = asked.length;
  await office.say(ben.email, workshop, 'older', 'Three');
  await expect.poll(firstItem).toContain('older');
  await office.say(ben.email, workshop, 'brand new', 'Four');
  await expect.poll(firstItem).toContain('brand new');
  expect(firstItem()).toContain('Four');
  expect(asked.slice(before).filter((path) => path.replace(/\?.*/, '').endsWith(`/${workshop}/topics`))).toEqual([]);
});

test('topics: a topic that came while its channel was out of sight is in the list at once', async () => {
  // A new office greets its people.
  await office.elsewhere('POST', '/mark_all_as_read');
  await office.say(ben.email, workshop, 'known before', 'One');
  const topics = `#topics/channel/${workshop}`;
  const topic = async (name: RegExp): Promise<HTMLElement> =>
    within(await screen.findByRole('main')).findByRole('link', { name });
  await openChat(office, topics);
  await topic(/known before/);
  await user.click(inboxLink());
  await office.say(ben.email, workshop, 'come since', 'Two');
  await screen.findByRole('heading', { name: 'Inbox' });
  await expect.poll(() => listed('come since')).toHaveLength(1);
  lead(topics);
  await topic(/come since/);
  // While it is shown as well; and what has gone goes from it.
  const id = await office.say(ben.email, workshop, 'only for now', 'Three');
  await topic(/only for now/);
  await user.click(inboxLink());
  await expect.poll(() => inboxLink().textContent).toMatch(/3/);
  await office.elsewhere('DELETE', `/messages/${id}`);
  await expect.poll(() => inboxLink().textContent).toMatch(/2/);
  lead(topics);
  await topic(/come since/);
  expect(within(screen.getByRole('main')).queryByRole('link', { name: /only for now/ })).toBeNull();
});

test('channels and topics are found without accents and case', async () => {
  const id = await office.newChannel('Pâtisserie', [ben]);
  await office.say(ben.email, id, 'Éclair', 'With coffee');
  await office.say(ben.email, id, 'Tarte', 'With plums');
  await openChat(office, '#channels');
  fill(await screen.findByRole('searchbox', { name: 'Find a channel' }), 'patis');
  await expect.poll(() => listed('workshop')).toHaveLength(0);
  await expect.poll(() => listed('Pâtisserie')).toHaveLength(1);
  await closePage();
  await openChat(office, `#topics/channel/${id}`);
  fill(await screen.findByRole('searchbox', { name: 'Find a topic' }), 'ECLAIR');
  await expect.poll(() => listed('Tarte')).toHaveLength(0);
  await expect.poll(() => listed('Éclair')).toHaveLength(1);
});

test('channels: the address of a new channel opens its form over the list', async () => {
  await openChat(office, '#channels/new');
  const dialog = await screen.findByRole('dialog', { name: 'New channel' });
  await press('Cancel', dialog);
  await expect.poll(() => screen.queryByRole('dialog', { name: 'New channel' })).toBeNull();
  await screen.findByRole('heading', { name: 'Channels', level: 1 });
  await expect.poll(() => location.hash).toBe('#channels');
});

test('channels: the page of a channel counts and names its reader among its people', async () => {
  await openChat(office, `#channels/${workshop}`);
  const people = within(await screen.findByRole('region', { name: 'People' }));
  await people.findByRole('heading', { name: '3 people' });
  expect(await people.findByRole('link', { name: /You/ })).toBeDefined();
});

test.each(['#inbox', '#recent'])(
  '%s: shows a time in a preview as messages do, and code as it is written',
  async (address) => {
    const time = '2026-12-01T09:00:00+01:00';
    await office.say(ben.email, workshop, 'dates', `At <time:${time}> print \`@page { size: A4 landscape; }\` & wait.`);
    await openChat(office, address);
    await screen.findByRole('main');
    const shown = fullMoment.format(new Date(time));
    await expect
      .poll(() => listed('dates')[0]?.textContent)
      .toContain(`At ${shown} print @page { size: A4 landscape; } & wait.`);
    expect(listed('dates')[0]?.querySelector('code')?.textContent).toBe('@page { size: A4 landscape; }');
  },
);

test('reminders: shows a time in the message as messages do', async () => {
  const time = '2026-12-01T09:00:00+01:00';
  const id = await office.say(ben.email, workshop, 'reminded', `Opens <time:${time}>`);
  const later = String(Math.floor(Date.now() / 1000) + 86_400);
  await office.elsewhere('POST', '/reminders', { message_id: String(id), scheduled_delivery_timestamp: later });
  await openChat(office, '#reminders');
  await screen.findByRole('main');
  await expect.poll(() => listed('reminded')[0]?.textContent).toContain(`Opens ${fullMoment.format(new Date(time))}`);
});
