/** What can be done with the messages of an archived channel: they are read, kept and deleted, and nothing is written. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fetchOne, makeChannel, say } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

it('keeps the messages as they are, until the channel is back', async () => {
  const channel = await makeChannel(world.owner, 'shed', [world.owner, world.member]);
  const id = await say(world.member, 'shed', 'tools', 'A rake.');
  await world.owner.ok.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
  const before = await fetchOne(world.owner, id);
  await world.owner.ok.delete(`/streams/${channel}`);

  const writing = [
    [world.member, 'PATCH', `/messages/${id}`, { content: 'Two rakes.' }],
    [world.owner, 'PATCH', `/messages/${id}`, { topic: 'garden' }],
    [world.member, 'POST', `/messages/${id}/reactions`, { emoji_name: 'tada' }],
    [world.owner, 'DELETE', `/messages/${id}/reactions`, { emoji_name: 'tada' }],
    [world.member, 'POST', '/submessage', { message_id: id, msg_type: 'widget', content: '{}' }],
    [world.member, 'POST', `/messages/${id}/typing`, { op: 'start' }],
  ] as const;
  for (const [user, method, path, params] of writing)
    await user.fails(method, path, params, { status: 400, code: 'BAD_REQUEST' });
  expect(await fetchOne(world.owner, id)).toEqual(before);

  await world.member.ok.post('/messages/flags', { op: 'add', flag: 'starred', messages: [id] });
  await world.owner.ok.patch(`/streams/${channel}`, { is_archived: false });
  await world.member.ok.patch(`/messages/${id}`, { content: 'Two rakes.' });
  await world.owner.ok.delete(`/messages/${id}/reactions`, { emoji_name: 'tada' });

  await world.owner.ok.delete(`/streams/${channel}`);
  await world.owner.ok.delete(`/messages/${id}`);
  await world.member.fails('GET', `/messages/${id}`, {}, { status: 400, code: 'BAD_REQUEST' });
});
