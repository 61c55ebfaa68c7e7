/** Whom the permissions of a channel really admit that only add to the organization's (permissions/group-settings.ts, addsTo). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addsTo, permissionRules, type AddingPermission } from '../permissions/group-settings.ts';
import type { Client, Reply } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';
import { settingParams, settingUpdateParams } from './channel-params.ts';

let world: World;
let channel = 0;
let elsewhere = 0;
const only = (client: Client) => ({ direct_members: [client.userId], direct_subgroups: [] });

/** The organization gives each permission to Mia alone, the channel to Max alone; the moderator and the guest are in it too. */
beforeAll(async () => {
  world = await startWorld();
  const { owner, admin, moderator, member, member2, guest } = world;
  const subscribers = [owner, admin, moderator, member, member2, guest].map(({ userId }) => userId);
  const make = async (name: string): Promise<number> =>
    Number((await owner.ok.post('/channels/create', { name, subscribers }))['id']);
  channel = await make('permissions');
  elsewhere = await make('elsewhere');
  for (const [ofChannel, ofOrganization] of Object.entries(addsTo)) {
    await owner.ok.patch('/realm', { [ofOrganization]: only(member2) });
    await owner.ok.patch(`/streams/${channel}`, { [ofChannel]: { new: only(member) } });
  }
});
afterAll(() => world.stop());

let written = 0;
async function write(by: Client): Promise<string> {
  written += 1;
  const message = { type: 'channel', to: channel, topic: `topic ${written}`, content: 'text' };
  return `/messages/${String((await by.ok.post('/messages', message))['id'])}`;
}

const attempts: Record<AddingPermission, (by: Client) => Promise<Reply>> = {
  can_add_subscribers_group: async (by) =>
    by.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'permissions' }],
      principals: [(await world.newUser(`New ${written++}`)).userId],
    }),
  can_delete_any_message_group: async (by) => by.delete(await write(world.owner)),
  can_delete_own_message_group: async (by) => by.delete(await write(by)),
  can_move_messages_out_of_channel_group: async (by) => by.patch(await write(by), { stream_id: elsewhere }),
  can_move_messages_within_channel_group: async (by) => by.patch(await write(by), { topic: `moved ${written}` }),
  can_resolve_topics_group: async (by) => by.patch(await write(by), { topic: `✔ topic ${written}` }),
};

test.each(Object.entries(attempts))('%s admits its own, and the organization’s', async (name, attempt) => {
  const { owner, admin, moderator, member, member2 } = world;
  const statuses: Record<string, number> = {};
  for (const [who, client] of Object.entries({ owner, admin, moderator, member, member2 }))
    statuses[who] = (await attempt(client)).status;
  // Of subscribing others, administrators of the organization have no part; the owner made this channel and administers it.
  const admins = name === 'can_add_subscribers_group' ? 400 : 200;
  expect(statuses).toEqual({ owner: 200, admin: admins, moderator: 400, member: 200, member2: 200 });
});

test('a message without a topic may get one from anybody', async () => {
  const message = { type: 'channel', to: channel, topic: '', content: 'text' };
  const { id } = await world.member2.ok.post('/messages', message);
  expect((await world.moderator.patch(`/messages/${String(id)}`, { topic: 'named' })).status).toBe(200);
});

test('the six that add are named to the console, and the parameters say what they add to', async () => {
  const { channel_permissions_add_to: told } = await world.member.ok.get('/console/organization');
  expect(told).toEqual(addsTo);
  for (const name of Object.keys(permissionRules.stream) as (keyof typeof permissionRules.stream)[]) {
    const sentence = name in addsTo ? `Adds to the organization's ${addsTo[name as AddingPermission]}` : null;
    for (const { spec } of [settingParams[name], settingUpdateParams[name]])
      expect([name, /Adds to the organization's \w+/.exec(spec.doc)?.[0] ?? null]).toEqual([name, sentence]);
  }
});
