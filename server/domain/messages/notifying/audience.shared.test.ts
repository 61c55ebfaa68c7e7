/** Audience outside a channel's subscribers: a user who has starred them, as long as they may read them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../testing/client.ts';
import { makeChannel, say, systemGroup } from '../../../testing/scenario.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ webPublicChannelsEnabled: true });
  await world.owner.ok.patch('/realm', { enable_spectator_access: true });
});
afterAll(async () => world.stop());

async function starredIn(channel: number, reader: Client): Promise<number> {
  const id = await say(world.owner, channel, 'plans');
  await reader.ok.post('/messages/flags', { op: 'add', flag: 'starred', messages: [id] });
  return id;
}

it('notifies guests of web-public channels, and the user who could let themselves into a private one, of edits and moves', async () => {
  const { owner, guest, member } = world;
  const closed = await makeChannel(owner, 'closed', [owner], { invite_only: true });
  const capabilities = { bulk_message_deletion: true };
  const shared = { invite_only: true, history_public_to_subscribers: true };
  for (const [reader, name, kind] of [
    [guest, 'window', { is_web_public: true }],
    [member, 'open house', { ...shared, can_subscribe_group: await systemGroup(owner, 'role:members') }],
  ] as const) {
    const id = await starredIn(await makeChannel(owner, name, [owner], kind), reader);
    const types = ['update_message', 'delete_message'];
    const queue = await reader.register({ event_types: types, client_capabilities: capabilities });
    await owner.ok.patch(`/messages/${id}`, { content: 'edited' });
    await owner.ok.patch(`/messages/${id}`, { stream_id: closed });
    expect(await queue.events()).toMatchObject([
      { type: 'update_message', message_id: id, content: 'edited', flags: ['read', 'starred'] },
      { type: 'delete_message', message_ids: [id] },
    ]);
    const state = await reader.ok.post('/register', { fetch_event_types: ['starred_messages'] });
    expect(state['starred_messages']).toEqual([]);
  }
});
