/** Visibility of messages that moved between channels: nothing from before, where they could not read, and unread. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Body } from '../testing/client.ts';
import { fetched, fetchOne, makeChannel, say } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let count = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

const silent = { send_notification_to_new_thread: false, propagate_mode: 'change_all' };

/** A private channel of the owner and `member`, and a public one of everyone; a message whose past is secret, moved there. */
async function movedOut(options: Body = {}): Promise<{ id: number; names: string[]; hall: number }> {
  count += 1;
  const names = [`secret room ${count}`, `secret topic ${count}`, `secret words ${count}`];
  const [room = '', topic = '', words = ''] = names;
  await makeChannel(world.owner, room, [world.owner, world.member], { invite_only: true, ...options });
  const hall = await makeChannel(world.owner, `hall ${count}`, [world.owner, world.member, world.member2]);
  const id = await say(world.owner, room, topic, words);
  await world.owner.ok.patch(`/messages/${id}`, { content: 'harmless' });
  await world.owner.ok.patch(`/messages/${id}`, { stream_id: hall, topic: 'open', ...silent });
  return { id, names, hall };
}

describe('a message that moved from a private channel to a public one', () => {
  it.each([{}, { history_public_to_subscribers: false }])(
    'shows new readers nothing from before the move (%j)',
    async (options) => {
      const queue = await world.member2.register({ event_types: ['update_message'] });
      const { id, names } = await movedOut(options);
      const events = await queue.eventsOf('update_message');
      expect(events).toMatchObject([{ message_ids: [id], orig_subject: 'open' }]);
      const { message_history: history } = await world.member2.ok.get(`/messages/${id}/history`);
      expect(history).toMatchObject([{ topic: 'open', content: 'harmless', user_id: world.owner.userId }]);
      const seen = JSON.stringify([events, history, await fetchOne(world.member2, id), await fetched(world.member2)]);
      for (const name of names) expect(seen).not.toContain(name);
      expect(await fetchOne(world.member2, id)).not.toHaveProperty('edit_history');
    },
  );

  it('shows its whole history to those who could read it where it was', async () => {
    const queue = await world.member.register({ event_types: ['update_message'] });
    const { id, names } = await movedOut();
    expect((await queue.events()).at(-1)).toMatchObject({ orig_subject: names[1], subject: 'open' });
    expect(await fetchOne(world.member, id)).toMatchObject({
      edit_history: [{ prev_topic: names[1], topic: 'open' }, { prev_content: names[2] }],
    });
    const { message_history: history } = await world.member.ok.get(`/messages/${id}/history`);
    expect((history as Body[]).map(({ content }) => content)).toEqual([names[2], 'harmless', 'harmless']);
  });

  it('shows new readers what is edited after the move', async () => {
    const { id } = await movedOut();
    await world.owner.ok.patch(`/messages/${id}`, { content: 'still harmless' });
    expect((await fetchOne(world.member2, id))['edit_history']).toMatchObject([{ prev_content: 'harmless' }]);
  });

  it('hides the past when more edits follow than a history keeps', async () => {
    const { id, names } = await movedOut();
    for (let edit = 0; edit < 110; edit += 1)
      await world.owner.ok.patch(`/messages/${id}`, { content: `edit ${edit}` });
    const { message_history: history } = await world.member2.ok.get(`/messages/${id}/history`);
    for (const name of names) expect(JSON.stringify(history)).not.toContain(name);
    expect(JSON.stringify(await world.member.ok.get(`/messages/${id}/history`))).toContain(names[2]);
  });
});

describe('a topic that moves from a private channel to a public one', () => {
  it.each([
    ['change_all', 'first'],
    ['change_all', 'notice'],
    ['change_later', 'first'],
  ] as const)('leaves notices that name the private channel there (%s from the %s)', async (mode, from) => {
    const { owner, member, member2 } = world;
    count += 1;
    const room = `hidden room ${count}`;
    await makeChannel(owner, room, [owner, member], { invite_only: true });
    const hall = await makeChannel(owner, `open hall ${count}`, [owner, member, member2]);
    const first = await say(owner, room, `hidden topic ${count}`, 'one');
    const second = await say(owner, room, `hidden topic ${count}`, 'two');
    const all = { propagate_mode: 'change_all', send_notification_to_new_thread: true };
    await owner.ok.patch(`/messages/${first}`, { topic: `hidden plan ${count}`, ...all });
    const narrow = [
      { operator: 'channel', operand: room },
      { operator: 'topic', operand: `hidden plan ${count}` },
    ];
    const notice = (await fetched(member, { narrow })).at(-1) as Body;
    expect(notice['content']).toContain('hidden topic');
    const queue = await member2.register({ event_types: ['update_message', 'message'] });
    const anchor = from === 'first' ? first : Number(notice['id']);
    await owner.ok.patch(`/messages/${anchor}`, { stream_id: hall, topic: 'open', ...all, propagate_mode: mode });
    const there = await fetched(member2, { narrow: [{ operator: 'channel', operand: `open hall ${count}` }] });
    expect(there.map(({ id }) => id)).toEqual(expect.arrayContaining([first, second]));
    const seen = JSON.stringify([await queue.events(), there, await fetched(member2)]);
    for (const word of ['hidden room', 'hidden topic', 'hidden plan']) expect(seen).not.toContain(word);
    expect((await fetched(member, { narrow })).map(({ id }) => id)).toEqual([notice['id']]);
  });
});

describe('a message that moves into a channel', () => {
  it('is unread for its subscribers who were not subscribed where it was, and for no one else', async () => {
    const { owner, member, member2 } = world;
    const before = await makeChannel(owner, 'workshop', [owner, member, member2]);
    const after = await makeChannel(owner, 'office', [owner, member, member2]);
    const id = await say(member, 'workshop', 'saws', 'Sharpened.');
    await member.ok.post('/messages/flags', { op: 'add', flag: 'read', messages: [id] });
    await member2.ok.delete('/users/me/subscriptions', { subscriptions: ['workshop'] });
    expect((await fetchOne(member2, id)).flags).toContain('read');
    const queue = await member2.register({ event_types: ['update_message_flags'] });
    await owner.ok.patch(`/messages/${id}`, { stream_id: after, ...silent });
    expect((await fetchOne(member2, id)).flags).not.toContain('read');
    expect((await fetchOne(member, id)).flags).toContain('read');
    const detail = { type: 'stream', stream_id: after, topic: 'saws' };
    const unread = { op: 'remove', flag: 'read', messages: [id], message_details: { [id]: detail } };
    expect(await queue.events()).toMatchObject([unread]);
    const { unread_msgs: state } = await member2.ok.post('/register', {
      fetch_event_types: ['message', 'update_message_flags'],
    });
    expect((state as { streams: Body[] }).streams).toContainEqual(
      expect.objectContaining({ stream_id: after, topic: 'saws', unread_message_ids: [id] }),
    );
    expect(before).not.toBe(after);
  });

  it('is unread for those who lost it and see it again', async () => {
    const { owner, member2 } = world;
    const vault = await makeChannel(owner, 'vault', [owner], { invite_only: true });
    const hall = await makeChannel(owner, 'square', [owner, member2]);
    const id = await say(owner, 'square', 'notes', `@**${member2.name}** look`);
    await member2.ok.post('/messages/flags', { op: 'add', flag: 'read', messages: [id] });
    await member2.ok.post('/messages/flags', { op: 'add', flag: 'starred', messages: [id] });
    await owner.ok.patch(`/messages/${id}`, { stream_id: vault, ...silent });
    const counted = async (): Promise<Body> =>
      await member2.ok.post('/register', {
        fetch_event_types: ['message', 'starred_messages', 'update_message_flags'],
      });
    expect(await counted()).toMatchObject({ starred_messages: [], unread_msgs: { mentions: [] } });
    await owner.ok.patch(`/messages/${id}`, { stream_id: hall, ...silent });
    expect((await fetchOne(member2, id)).flags).toEqual(['starred', 'mentioned']);
    expect(await counted()).toMatchObject({ starred_messages: [id], unread_msgs: { mentions: [id] } });
  });
});
