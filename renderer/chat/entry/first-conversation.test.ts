/** First conversation of new members, against a real server: where they may write, whatever their role and their channels. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runOn } from '../../client/page-port.ts';
import { Browser, startOffice, type Person, type World } from '../store/model-kit.ts';
import { firstConversation } from './first-conversation.ts';

let world: World;

beforeAll(async () => {
  ({ world } = await startOffice());
  // An organization has channels from its start: here each test says which there are.
  const { streams } = await world.owner.ok.get('/streams');
  for (const { stream_id: id } of streams as { stream_id: number }[]) await world.owner.ok.delete(`/streams/${id}`);
});
afterAll(() => world.stop());

const newChannel = async (name: string, subscribers: number[], more: object = {}): Promise<number> => {
  const { id } = await world.owner.ok.post('/channels/create', { name, subscribers, ...more });
  await world.owner.ok.post('/messages', { type: 'channel', to: id, topic: `in ${name}`, content: 'Hello.' });
  return Number(id);
};

async function landing(person: Person): Promise<string> {
  runOn(await Browser.signedIn(person));
  return firstConversation(person.userId);
}

const onlyOwner = (): object => ({
  can_send_message_group: { direct_members: [world.owner.userId], direct_subgroups: [] },
});

it('begins in a channel where the user may write, not in a newer one for announcements', async () => {
  const talk = await newChannel('talk', [world.owner.userId, world.member.userId]);
  await newChannel('news', [world.owner.userId, world.member.userId], onlyOwner());
  expect(await landing(world.member)).toBe(`#narrow/channel/${talk}-talk/topic/in.20talk`);
  await world.owner.ok.delete(`/streams/${talk}`);
});

it('begins in an open channel when the user has none, or may write in none of them', async () => {
  const hall = await newChannel('hall', [world.owner.userId]);
  expect(await landing(world.member)).toBe(`#narrow/channel/${hall}-hall/topic/in.20hall`);
  await world.owner.ok.delete(`/streams/${hall}`);
});

it('begins in what there is to read when the user may write nowhere', async () => {
  expect(await landing(world.member)).toMatch(/-news\/topic\/in\.20news$/);
});

it('begins for a guest in a channel of theirs, and in the inbox without one', async () => {
  expect(await landing(world.guest)).toBe('#inbox');
  const den = await newChannel('den', [world.owner.userId, world.guest.userId], { invite_only: true });
  expect(await landing(world.guest)).toBe(`#narrow/channel/${den}-den/topic/in.20den`);
});
