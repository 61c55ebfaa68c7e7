/** Destinations of what is written: replies from a view of many conversations, and drafts of each conversation. */
import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { messageBox, pressKeys, rows, topicAddress } from '../../testing/chat-elements.ts';
import { lead, openChat, unloadChat } from '../../testing/chat-page.tsx';
import { fill, press, user } from '../../testing/elements.ts';
import { owner } from '../../testing/office.ts';
import { workshopOffice } from '../../testing/workshop.ts';

const made = workshopOffice();

interface Place {
  said: string;
  box: RegExp;
  narrow: { operator: string; operand: string | number | number[] }[];
}

/** Four topics of one name in two channels, and two direct messages. */
async function tenPlaces(): Promise<Place[]> {
  const { office, ben } = made;
  const mia = await office.newPerson('Mia Mason');
  const places: Place[] = [];
  for (const channel of ['east', 'west']) {
    const id = await office.newChannel(channel, [ben]);
    for (let number = 1; number <= 4; number += 1) {
      const [topic, said] = [`reply ${number}`, `said in ${channel} ${number}`];
      await office.say(owner.email, id, topic, said);
      const narrow = [
        { operator: 'channel', operand: id },
        { operator: 'topic', operand: topic },
      ];
      places.push({ said, narrow, box: new RegExp(`^Message #${channel} › ${topic}$`) });
    }
  }
  const { user_id: ownerId } = await office.elsewhere('GET', '/users/me');
  const people = [
    { said: 'said by mia', others: [mia.userId], box: /^Message Mia Mason$/ },
    { said: 'said by mia to both', others: [mia.userId, Number(ownerId)], box: /^Message .*, / },
  ];
  for (const { said, others, box } of people) {
    const to = JSON.stringify([ben.userId, ...others]);
    await office.call(mia.email, 'POST', '/messages', { type: 'direct', to, content: said });
    places.push({ said, box, narrow: [{ operator: 'dm', operand: others }] });
  }
  return places;
}

const bodies = (text: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('article .message-body')].filter(
    ({ textContent }) => textContent.trim() === text,
  );

test('replies from the feed go where the message is, for ten rows of channels and people', async () => {
  const { office, ben } = made;
  const places = await tenPlaces();
  await office.call(ben.email, 'POST', '/mark_all_as_read');
  await openChat(office, '#feed', ben.email);
  // In no order, the same in each run.
  const random = [7, 2, 9, 0, 5, 8, 1, 6, 3, 4].flatMap((index) => places[index] ?? []);
  expect(random).toHaveLength(10);
  for (const { said, box } of random) {
    await expect.poll(() => screen.queryByRole('textbox', { name: /^Message / })).toBeNull();
    await expect.poll(() => bodies(said)).toHaveLength(1);
    for (const body of bodies(said)) await user.click(body);
    await press(/^Reply in/);
    const reply = await messageBox(box);
    await expect.poll(() => document.activeElement === reply).toBe(true);
    fill(reply, `answer to ${said}`);
    await pressKeys(reply, '{Enter}');
    await expect.poll(() => bodies(`answer to ${said}`)).toHaveLength(1);
    await pressKeys(reply, '{Escape}');
  }
  for (const { said, narrow } of places) {
    const range = { anchor: 'newest', num_before: '10', num_after: '0', apply_markdown: 'false' };
    const there = async (): Promise<string[]> => {
      const wanted = { ...range, narrow: JSON.stringify(narrow) };
      const { messages } = await office.call(ben.email, 'GET', '/messages', wanted);
      return (messages as { content: string }[]).map(({ content }) => content);
    };
    await expect.poll(there).toEqual([said, `answer to ${said}`]);
  }
});

test('each conversation keeps its own half-written text, over a reload too', async () => {
  const { office, ben, workshop } = made;
  const [one, two] = [topicAddress(workshop, 'one'), topicAddress(workshop, 'two')];
  const boxOf = (topic: string): Promise<HTMLTextAreaElement> => messageBox(`Message #workshop › ${topic}`);
  const expectIn = async (topic: string, text: string): Promise<void> => {
    await expect.poll(async () => (await boxOf(topic)).value).toBe(text);
  };
  const reload = async (address: string): Promise<void> => {
    await unloadChat();
    await openChat(office, address, ben.email);
  };
  await openChat(office, one, ben.email);
  fill(await boxOf('one'), 'half of one');
  lead(two);
  await expectIn('two', '');
  fill(await boxOf('two'), 'half of two');
  lead(one);
  await expectIn('one', 'half of one');
  await reload(one);
  await expectIn('one', 'half of one');
  lead(two);
  await expectIn('two', 'half of two');
  await reload(two);
  await expectIn('two', 'half of two');
  lead(one);
  await expectIn('one', 'half of one');
  lead(two);
  await expectIn('two', 'half of two');
  await pressKeys(await boxOf('two'), '{Enter}');
  await expect.poll(() => rows()).toHaveLength(1);
  await expectIn('two', '');
  lead(one);
  await expectIn('one', 'half of one');
  fill(await boxOf('one'), '');
  const drafts = async (): Promise<unknown> => (await office.call(ben.email, 'GET', '/drafts'))['drafts'];
  await expect.poll(drafts).toEqual([]);
});
