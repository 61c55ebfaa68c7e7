/** Message menus and dialogs: moves, readers, reactions, former versions and polls, and the card of a deactivated user. */
import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { closeNotice, escape, findAlert, pick, row, rows, topicAddress } from '../../testing/chat-elements.ts';
import { openChat } from '../../testing/chat-page.tsx';
import { dialogOf, expectGone, fill, press, user } from '../../testing/elements.ts';
import { owner, type Person } from '../../testing/office.ts';
import { workshopOffice } from '../../testing/workshop.ts';

let cy: Person;
const made = workshopOffice(async ({ office }) => {
  cy = await office.newMember('Cy Carpenter', 'workshop');
});

const say = (topic: string, content: string, email = made.ben.email): Promise<number> =>
  made.office.say(email, made.workshop, topic, content);
const openTopic = (topic: string): Promise<void> => openChat(made.office, topicAddress(made.workshop, topic));

test('a dialog that is open while its channel is archived moves nothing and says why', async () => {
  const { office, ben } = made;
  const attic = await office.newChannel('attic', [ben]);
  const id = await office.say(owner.email, attic, 'boxes', 'Nine boxes.');
  await openChat(office, topicAddress(attic, 'boxes'));
  await user.click(await within(await row(id)).findByText('Nine boxes.'));
  await user.keyboard('m');
  await within(await dialogOf('Move')).findByRole('button', { name: 'Move' });
  await office.elsewhere('DELETE', `/streams/${attic}`);
  await findAlert('#attic is archived.');
  expect(within(await dialogOf('Move')).queryByRole('button', { name: 'Move' })).toBeNull();
});

test('the card of a user who is deactivated offers to read the conversation, not to write', async () => {
  const dee = await made.office.newPerson('Dee Former');
  await openChat(made.office, `#user/${dee.userId}`);
  const card = within(await dialogOf(dee.name));
  await card.findByRole('link', { name: 'Message' });
  await made.office.elsewhere('DELETE', `/users/${dee.userId}`);
  await card.findByText('This account is deactivated.');
  expect(card.queryByRole('link', { name: 'Message' })).toBeNull();
  await user.click(card.getByRole('link', { name: 'Open conversation' }));
  await screen.findByText(/^Dee Former is deactivated\./);
});

test('messages are moved to another topic: one alone, and with all that follow', async () => {
  const first = await say('planks', 'The first stays.');
  const second = await say('planks', 'The second moves alone.');
  const third = await say('planks', 'The third moves.');
  const last = await say('planks', 'So does the last.');
  await say('beams', 'Here are others.');
  await openTopic('planks');
  await row(last);
  const ids = (): string[] => rows().map(({ dataset }) => dataset['messageId'] ?? '');
  const moved = async (topic: string): Promise<number[]> =>
    (await made.office.said(made.workshop, topic)).flatMap(({ id }) =>
      [second, third, last].includes(id) ? [id] : [],
    );
  const move = async (id: number, topic: string, mode: string): Promise<void> => {
    await pick(id, 'Move message');
    const dialog = await dialogOf('Move');
    const field = await within(dialog).findByRole('combobox', { name: 'Topic' });
    fill(field, topic.slice(0, 3));
    // What is there already is offered.
    const isOffered = (): boolean => dialog.querySelector(`datalist option[value="${topic}"]`) !== null;
    await expect.poll(isOffered).toBe(topic === 'beams');
    fill(field, topic);
    await user.click(within(dialog).getByRole('radio', { name: mode }));
    await press('Move', dialog);
    await expectGone(() => screen.queryByRole('dialog'));
    await expect.poll(ids).not.toContain(String(id));
    await closeNotice();
    await expect.poll(() => moved(topic)).toContain(id);
  };
  await move(second, 'battens', 'Only this message');
  expect(ids()).toContain(String(third));
  await move(third, 'beams', 'This message and all later ones');
  await expect.poll(ids).toEqual([String(first)]);
  await expect.poll(() => moved('battens')).toEqual([second]);
  await expect.poll(() => moved('beams')).toEqual([third, last]);
});

test('who read a message and who reacted to it are listed, but not what muted users reacted', async () => {
  const { office, ben } = made;
  const id = await say('glue', 'Is it dry?', owner.email);
  await office.call(ben.email, 'POST', '/messages/flags', { messages: `[${id}]`, op: 'add', flag: 'read' });
  for (const email of [ben.email, cy.email])
    await office.call(email, 'POST', `/messages/${id}/reactions`, { emoji_name: 'tada' });
  await openTopic('glue');
  const party = async (people: string): Promise<HTMLElement> =>
    within(await row(id)).findByRole('button', { name: `tada, ${people}` });
  await user.click(await party(`2: ${ben.name}, ${cy.name}`));
  const pressed = await party(`3: ${ben.name}, ${cy.name}, you`);
  expect(pressed.getAttribute('aria-pressed')).toBe('true');
  await pick(id, 'Read receipts');
  const readers = await dialogOf('Read receipts');
  await within(readers).findByText('1 person');
  await within(readers).findByRole('link', { name: ben.name });
  escape(readers);
  await expectGone(() => screen.queryByRole('dialog'));
  await pick(id, 'See who reacted');
  const reacted = await dialogOf('Reactions');
  const links = (): string[] =>
    within(reacted)
      .queryAllByRole('link')
      .map(({ textContent }) => textContent);
  await expect.poll(links).toEqual([ben.name, cy.name, expect.stringMatching(/./)]);
  escape(reacted);
  await office.elsewhere('POST', `/users/me/muted_users/${cy.userId}`);
  await party(`2: ${ben.name}, you`);
  await office.elsewhere('DELETE', `/users/me/muted_users/${cy.userId}`);
  await party(`3: ${ben.name}, ${cy.name}, you`);
});

test('the history of a message shows what it said and where it stood, and its row says that it was edited', async () => {
  const id = await say('sawing', 'Saw it at *noon*.', owner.email);
  await made.office.elsewhere('PATCH', `/messages/${id}`, { content: 'Saw it at **one**.' });
  await made.office.elsewhere('PATCH', `/messages/${id}`, { topic: 'sawing boards' });
  await openTopic('sawing boards');
  const text = async (): Promise<string | null | undefined> =>
    (await row(id)).querySelector('.message-body')?.textContent;
  await expect.poll(text).toBe('Saw it at one.(edited)');
  await pick(id, 'Edit history');
  const dialog = await dialogOf('Edit history');
  const texts = (): string => dialog.textContent.replaceAll(/\s+/g, ' ');
  await expect.poll(texts).toContain('Moved from “sawing” to “sawing boards”');
  expect(texts()).toContain('Saw it at noon');
  expect(texts()).toContain('Saw it at one');
  escape(dialog);
  await expectGone(() => screen.queryByRole('dialog'));
});

test('a poll is voted in and gets another option, and what others do with it is seen at once', async () => {
  const { office, ben } = made;
  const id = await say('poll', '/poll Which wood?\nOak\nAsh');
  await openTopic('poll');
  const option = async (name: RegExp): Promise<HTMLElement> => within(await row(id)).findByRole('button', { name });
  const submessages = async (): Promise<{ sender_id: number; content: string }[]> => {
    const { message } = await office.elsewhere('GET', `/messages/${id}`);
    return (message as { submessages: { sender_id: number; content: string }[] }).submessages;
  };
  const vote = (key: string): Promise<unknown> =>
    office.call(ben.email, 'POST', '/submessage', {
      message_id: String(id),
      msg_type: 'widget',
      content: JSON.stringify({ type: 'vote', key, vote: 1 }),
    });
  await user.click(await option(/^Oak/));
  await expect.poll(async () => (await option(/^Oak/)).getAttribute('aria-pressed')).toBe('true');
  // Votes are listed in the order in which the server has them.
  await expect.poll(async () => (await submessages()).length).toBe(2);
  await vote('canned,0');
  const both = await option(new RegExp(`^Oak.*2.*you, ${ben.name}`));
  expect(both.querySelector('.widget-voters')?.textContent).toBe(`you, ${ben.name}`);
  await user.click(both);
  expect((await option(/^Oak.*1/)).getAttribute('aria-pressed')).toBe('false');
  for (const name of ['Beech', 'Elm']) {
    const field = within(await row(id)).getByRole('textbox', { name: 'Add an option' });
    fill(field, name);
    await user.type(field, '{Enter}');
    await option(new RegExp(`^${name}`));
  }
  const elm = (await submessages()).find(({ content }) => content.includes('Elm'));
  const { idx } = JSON.parse(elm?.content ?? '{}') as { idx: number };
  await vote(`${elm?.sender_id},${idx}`);
  await option(new RegExp(`^Elm.*1.*${ben.name}`));
  await option(/^Beech.*0/);
});
