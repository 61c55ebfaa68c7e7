/** Marking much as read at once, and what registration says of messages (contract: RegisterResponseUnreadMsgs). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemActing, type Acting } from '../domain/acting.ts';
import { markEverythingRead } from '../domain/messages/flags/mark-much.ts';
import { findUser, type UserRow } from '../domain/users/rows.ts';
import { fetchOne, makeChannel, say, write } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let roomId: number;
beforeAll(async () => {
  world = await startWorld();
  roomId = await makeChannel(world.owner, 'room', [world.owner, world.member]);
});
afterAll(async () => world.stop());

type Unread = {
  count: number;
  pms: { other_user_id: number; sender_id: number; unread_message_ids: number[] }[];
  huddles: { user_ids_string: string; unread_message_ids: number[] }[];
  streams: { stream_id: number; topic: string; unread_message_ids: number[] }[];
  mentions: number[];
  old_unreads_missing: boolean;
};

const state = async (params: Record<string, unknown> = {}) =>
  (
    await world.member.register({
      fetch_event_types: ['message', 'update_message_flags', 'starred_messages', 'recent_private_conversations'],
      ...params,
    })
  ).state;
const unread = async (params: Record<string, unknown> = {}): Promise<Unread> =>
  (await state(params))['unread_msgs'] as Unread;

describe('POST /mark_all_as_read, /mark_stream_as_read, /mark_topic_as_read', () => {
  it('marks a topic, a channel, and everything', async () => {
    await world.member.ok.post('/mark_all_as_read');
    const [one, two, other] = [
      await say(world.owner, 'room', 'One'),
      await say(world.owner, 'room', 'two'),
      await say(world.owner, 'general', 'one'),
    ];
    const queue = await world.member.register({ event_types: ['update_message_flags'] });
    await world.member.ok.post('/mark_topic_as_read', { stream_id: roomId, topic_name: 'oNE' });
    expect(await queue.events()).toMatchObject([{ op: 'add', flag: 'read', messages: [one], all: false }]);
    await world.member.ok.post('/mark_stream_as_read', { stream_id: roomId });
    expect(await queue.events()).toMatchObject([{ op: 'add', flag: 'read', messages: [two] }]);
    expect((await fetchOne(world.member, other)).flags).not.toContain('read');
    expect(await world.member.ok.post('/mark_all_as_read')).toMatchObject({ complete: true });
    expect(await queue.events()).toMatchObject([{ op: 'add', flag: 'read', messages: [], all: true }]);
    expect((await fetchOne(world.member, other)).flags).toContain('read');
    await world.member.ok.post('/mark_all_as_read');
    expect(await queue.events()).toEqual([]);
  });

  it('leaves unread what comes while everything is marked', async () => {
    const before = await say(world.owner, 'room', 'one');
    const queue = await world.member.register({ event_types: ['update_message_flags'] });
    const { services } = world.server;
    let [turns, during] = [0, 0];
    const turn = async <T>(fn: (acting: Acting) => T): Promise<T> => {
      turns += 1;
      if (turns === 2) during = await say(world.owner, 'room', 'one');
      return services.storage.transaction((tx) => {
        const user = findUser(tx, world.member.userId) as UserRow;
        return fn({ ...systemActing(tx, services, world.url), user, client: 'test' });
      });
    };
    await markEverythingRead({ write: turn });
    expect((await unread()).streams).toEqual([{ stream_id: roomId, topic: 'one', unread_message_ids: [during] }]);
    expect(await queue.events()).toMatchObject([{ op: 'add', flag: 'read', messages: [before], all: false }]);
  });

  it('refuses channels that one may not see', async () => {
    const secret = await makeChannel(world.owner, 'secret', [world.owner], { invite_only: true });
    await world.member.fails(
      'POST',
      '/mark_stream_as_read',
      { stream_id: secret },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await world.member.fails(
      'POST',
      '/mark_topic_as_read',
      { stream_id: 9999, topic_name: 't' },
      { status: 400, code: 'BAD_REQUEST' },
    );
  });

  it('refuses an administrator in a private channel whose messages they cannot read', async () => {
    const vault = await makeChannel(world.owner, 'vault', [world.owner], { invite_only: true });
    const refused = { status: 400, code: 'BAD_REQUEST' };
    await world.admin.fails('POST', '/mark_stream_as_read', { stream_id: vault }, refused);
    await world.admin.fails('POST', '/mark_topic_as_read', { stream_id: vault, topic_name: 't' }, refused);
  });
});

describe('unread_msgs of POST /register', () => {
  it('groups what is unread by conversation', async () => {
    await world.member.ok.post('/mark_all_as_read');
    const direct = [await write(world.owner, [world.member.userId]), await write(world.owner, [world.member.userId])];
    const group = await write(world.owner, [world.member.userId, world.member2.userId]);
    const inRoom = await say(world.owner, 'room', '', `@**${world.member.name}**`);
    const { owner, member, member2 } = world;
    const expected: Unread = {
      count: 4,
      pms: [{ other_user_id: owner.userId, sender_id: owner.userId, unread_message_ids: direct }],
      huddles: [
        {
          user_ids_string: [owner.userId, member.userId, member2.userId].toSorted((a, b) => a - b).join(','),
          unread_message_ids: [group],
        },
      ],
      streams: [{ stream_id: roomId, topic: 'general chat', unread_message_ids: [inRoom] }],
      mentions: [inRoom],
      old_unreads_missing: false,
    };
    expect(await unread()).toEqual(expected);
    expect((await unread({ client_capabilities: { empty_topic_name: true } })).streams[0]?.topic).toBe('');
  });

  it('leaves muted conversations out of the count, and in the lists', async () => {
    await world.member.ok.post('/mark_all_as_read');
    await say(world.owner, 'room', 'noise');
    await world.member.ok.post('/user_topics', { stream_id: roomId, topic: 'noise', visibility_policy: 1 });
    expect(await unread()).toMatchObject({ count: 0, streams: [{ topic: 'noise' }] });
    await world.member.ok.post('/user_topics', { stream_id: roomId, topic: 'noise', visibility_policy: 0 });
    expect((await unread()).count).toBe(1);
  });

  it('holds nothing of a channel that one has left', async () => {
    await world.member.ok.post('/mark_all_as_read');
    const id = await say(world.owner, 'room', 'leaving');
    const queue = await world.member.register({ event_types: ['update_message_flags'] });
    await world.member.ok.delete('/users/me/subscriptions', { subscriptions: ['room'] });
    expect(await queue.events()).toMatchObject([{ op: 'add', flag: 'read', messages: [id] }]);
    expect((await unread()).count).toBe(0);
    await world.member.ok.post('/users/me/subscriptions', { subscriptions: [{ name: 'room' }] });
  });

  it('comes only with both of the types that keep it up to date', async () => {
    expect(await state({ fetch_event_types: ['message'] })).not.toHaveProperty('unread_msgs');
    expect(await state({ fetch_event_types: ['update_message_flags'] })).not.toHaveProperty('unread_msgs');
  });

  it('marks what muted people write as read', async () => {
    await world.member.ok.post(`/users/me/muted_users/${world.moderator.userId}`);
    const id = await say(world.moderator, 'general', 'muted');
    expect((await fetchOne(world.member, id)).flags).toEqual(['read']);
    await world.member.ok.delete(`/users/me/muted_users/${world.moderator.userId}`);
  });
});

describe('the other message sections of POST /register', () => {
  it('lists starred messages, recent direct conversations and the newest id', async () => {
    const old = await write(world.owner, [world.member.userId]);
    const group = await write(world.owner, [world.member.userId, world.member2.userId]);
    const self = await write(world.member, [world.member.userId]);
    await world.member.ok.post('/messages/flags', { op: 'add', flag: 'starred', messages: [group, old] });
    const found = await state();
    const recent = (found['recent_private_conversations'] as object[]).slice(0, 3);
    expect({ ...found, recent_private_conversations: recent }).toMatchObject({
      max_message_id: self,
      starred_messages: [old, group],
      recent_private_conversations: [
        { max_message_id: self, user_ids: [] },
        { max_message_id: group, user_ids: [world.owner.userId, world.member2.userId].toSorted((a, b) => a - b) },
        { max_message_id: old, user_ids: [world.owner.userId] },
      ],
    });
  });
});
