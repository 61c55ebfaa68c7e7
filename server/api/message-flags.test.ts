/** Flags of messages, by ids and over a range of a narrow (contract: update-message-flags-for-narrow). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetched, fetchOne, makeChannel, say, write } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let roomId: number;
beforeAll(async () => {
  world = await startWorld();
  roomId = await makeChannel(world.owner, 'room', [world.owner, world.member, world.member2]);
});
afterAll(async () => world.stop());

describe('POST /messages/flags', () => {
  it('adds and removes read, starred and collapsed, and reports to the other clients what changed', async () => {
    const ids = [await say(world.owner, 'room', 'flags'), await say(world.owner, 'room', 'flags')];
    const queue = await world.member.register({ event_types: ['update_message_flags'] });
    for (const flag of ['starred', 'collapsed', 'read']) {
      expect(await world.member.ok.post('/messages/flags', { op: 'add', flag, messages: ids })).toMatchObject({
        messages: ids,
      });
      expect(await queue.events()).toMatchObject([{ op: 'add', operation: 'add', flag, messages: ids, all: false }]);
      expect((await fetchOne(world.member, Number(ids[0]))).flags).toContain(flag);
    }
    await world.member.ok.post('/messages/flags', { op: 'remove', flag: 'starred', messages: [ids[0]] });
    expect(await queue.events()).toMatchObject([{ op: 'remove', flag: 'starred', messages: [ids[0]] }]);
    await world.member.ok.post('/messages/flags', { op: 'remove', flag: 'starred', messages: [ids[0]] });
    expect(await queue.events()).toEqual([]);
  });

  it('lets a message of before one came be unread, and be found and read as such, but not in the own history', async () => {
    const { owner, moderator } = world;
    const id = await say(owner, 'room', 'before the moderator');
    await moderator.ok.post('/users/me/subscriptions', { subscriptions: [{ name: 'room' }] });
    await moderator.ok.post('/mark_all_as_read');
    await moderator.ok.post('/messages/flags', { op: 'remove', flag: 'read', messages: [id] });
    const unread = { narrow: [['is', 'unread']] };
    expect((await fetched(moderator, unread)).map((message) => message.id)).toEqual([id]);
    expect(await fetched(moderator, { anchor: 'first_unread', num_after: 5 })).not.toContainEqual(
      expect.objectContaining({ id }),
    );
    const first = { anchor: 'first_unread', num_before: 0, num_after: 0 };
    expect(await moderator.ok.get('/messages', first)).toMatchObject({ anchor: 10_000_000_000_000_000 });
    expect(await moderator.ok.get('/messages', { ...first, ...unread })).toMatchObject({ anchor: id });
    const range = { anchor: 'oldest', num_before: 0, num_after: 100, op: 'add', flag: 'read' };
    expect(await moderator.ok.post('/messages/flags/narrow', { ...range, ...unread })).toMatchObject({
      first_processed_id: id,
      updated_count: 1,
    });
    await moderator.ok.delete('/users/me/subscriptions', { subscriptions: ['room'] });
  });

  it('leaves a starred message to be found by its star, also in a channel that its reader is not in', async () => {
    const elsewhere = await makeChannel(world.owner, 'elsewhere', [world.owner]);
    const id = await say(world.owner, 'elsewhere', 'stars', 'Worth a star');
    const starred = async (): Promise<number[]> =>
      (await fetched(world.member2, { narrow: [['is', 'starred']] })).map((message) => message.id);
    await world.member2.ok.post('/messages/flags', { op: 'add', flag: 'starred', messages: [id] });
    expect(await starred()).toEqual([id]);
    const narrow = [{ operator: 'is', operand: 'starred' }];
    const matches = await world.member2.ok.get('/messages/matches_narrow', { msg_ids: [id], narrow });
    expect(Object.keys(matches['messages'] as object)).toEqual([String(id)]);
    await world.owner.ok.patch(`/streams/${elsewhere}`, { is_private: true });
    expect(await starred()).toEqual([]);
  });

  it('takes the star from a message that went out of sight, which nothing else is done to', async () => {
    const { owner, member2 } = world;
    const elsewhere = await makeChannel(owner, 'far away', [owner]);
    const ids = [await say(owner, elsewhere, 'stars'), await say(owner, elsewhere, 'stars')];
    const star = { flag: 'starred', messages: ids.slice(0, 1) };
    await member2.ok.post('/messages/flags', { op: 'add', ...star });
    await owner.ok.patch(`/streams/${elsewhere}`, { is_private: true });
    const invalid = { status: 400, code: 'BAD_REQUEST', msg: 'Invalid message(s)' };
    for (const refused of [
      { ...star, op: 'add' },
      { ...star, op: 'remove', flag: 'collapsed' },
      { ...star, op: 'add', flag: 'read' },
      { ...star, op: 'remove', messages: ids },
    ])
      await member2.fails('POST', '/messages/flags', refused, invalid);
    const queue = await member2.register({ event_types: ['update_message_flags'] });
    await member2.ok.post('/messages/flags', { op: 'remove', ...star });
    expect(await queue.events()).toMatchObject([{ op: 'remove', ...star }]);
    const state = await member2.ok.post('/register', { fetch_event_types: ['starred_messages'] });
    expect(state['starred_messages']).not.toContain(ids[0]);
  });

  it('reports with removed reads what a client needs to count them again', async () => {
    const inRoom = await say(world.owner, 'room', '', `@**${world.member.name}**`);
    const group = await write(world.owner, [world.member.userId, world.member2.userId]);
    const messages = [inRoom, group];
    await world.member.ok.post('/messages/flags', { op: 'add', flag: 'read', messages });
    const queue = await world.member.register({
      event_types: ['update_message_flags'],
      client_capabilities: { empty_topic_name: true },
    });
    const older = await world.member.register({ event_types: ['update_message_flags'] });
    await world.member.ok.post('/messages/flags', { op: 'remove', flag: 'read', messages });
    const details = { [group]: { type: 'private', user_ids: [world.owner.userId, world.member2.userId] } };
    expect(await queue.events()).toMatchObject([
      {
        flag: 'read',
        messages,
        message_details: { ...details, [inRoom]: { type: 'stream', mentioned: true, stream_id: roomId, topic: '' } },
      },
    ]);
    expect(await older.events()).toMatchObject([{ message_details: { [inRoom]: { topic: 'general chat' } } }]);
  });

  it('keeps messages read in channels that one is not subscribed to, and names the channels', async () => {
    const id = await say(world.owner, 'room', 'left');
    await world.member2.ok.post('/messages/flags', { op: 'add', flag: 'read', messages: [id] });
    await world.member2.ok.delete('/users/me/subscriptions', { subscriptions: ['room'] });
    const answer = await world.member2.ok.post('/messages/flags', { op: 'remove', flag: 'read', messages: [id] });
    expect(answer).toMatchObject({ ignored_because_not_subscribed_channels: [roomId] });
    expect((await fetchOne(world.member2, id)).flags).toContain('read');
    expect(
      await world.member2.ok.post('/messages/flags', { op: 'add', flag: 'read', messages: [id] }),
    ).not.toHaveProperty('ignored_because_not_subscribed_channels');
    await world.member2.ok.post('/users/me/subscriptions', { subscriptions: [{ name: 'room' }] });
  });

  it('stars a public message that one never received', async () => {
    const open = await say(world.owner, 'room', 'not for mo');
    const star = { op: 'add', flag: 'starred', messages: [open, open] };
    expect(await world.moderator.ok.post('/messages/flags', star)).toMatchObject({ messages: [open] });
    expect((await fetchOne(world.moderator, open)).flags).toEqual(['read', 'starred', 'historical']);
  });

  it('refuses messages that do not exist or that one cannot see, alike and as a whole', async () => {
    const open = await say(world.owner, 'room', 'refused');
    const secret = await write(world.owner, [world.member.userId]);
    const before = await world.dump();
    for (const flag of ['read', 'starred', 'collapsed'])
      for (const op of ['add', 'remove'])
        for (const messages of [[99_999], [secret], [open, secret], [open, 99_999], [-1]])
          await world.moderator.fails(
            'POST',
            '/messages/flags',
            { op, flag, messages },
            { status: 400, code: 'BAD_REQUEST', msg: 'Invalid message(s)' },
          );
    expect(await world.dump()).toBe(before);
    expect(await world.moderator.ok.post('/messages/flags', { op: 'add', flag: 'read', messages: [] })).toMatchObject({
      messages: [],
    });
  });

  it('refuses flags that only the server sets, flags that are none, and other operations', async () => {
    for (const flag of [
      'mentioned',
      'wildcard_mentioned',
      'stream_wildcard_mentioned',
      'topic_wildcard_mentioned',
      'has_alert_word',
      'historical',
    ]) {
      await world.member.fails(
        'POST',
        '/messages/flags',
        { op: 'add', flag, messages: [1] },
        { status: 400, code: 'BAD_REQUEST', msg: `Flag not editable: '${flag}'` },
      );
    }
    await world.member.fails(
      'POST',
      '/messages/flags',
      { op: 'add', flag: 'shiny', messages: [1] },
      { status: 400, code: 'BAD_REQUEST', msg: "Invalid flag: 'shiny'" },
    );
    await world.member.fails(
      'POST',
      '/messages/flags',
      { op: 'toggle', flag: 'read', messages: [1] },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await world.member.fails(
      'POST',
      '/messages/flags',
      { op: 'add', flag: 'read', messages: 'all' },
      { status: 400, code: 'BAD_REQUEST' },
    );
  });
});

describe('POST /messages/flags/narrow', () => {
  const ids: number[] = [];
  const narrow = [
    ['channel', 'room'],
    ['topic', 'counted'],
  ];
  beforeAll(async () => {
    for (let n = 0; n < 8; n += 1) ids.push(await say(world.owner, 'room', 'counted'));
  });
  const mark = async (params: Record<string, unknown>) =>
    world.member.ok.post('/messages/flags/narrow', {
      narrow,
      op: 'add',
      flag: 'read',
      num_before: 0,
      num_after: 0,
      ...params,
    });

  it('counts what it processed and what it changed', async () => {
    expect(await mark({ anchor: ids[3], num_before: 2, num_after: 1 })).toMatchObject({
      processed_count: 4,
      updated_count: 4,
      first_processed_id: ids[1],
      last_processed_id: ids[4],
      found_oldest: false,
      found_newest: false,
    });
    expect(await mark({ anchor: ids[3], num_before: 3, num_after: 4 })).toMatchObject({
      processed_count: 8,
      updated_count: 4,
      first_processed_id: ids[0],
      last_processed_id: ids[7],
      found_oldest: true,
      found_newest: true,
    });
    expect(await mark({ anchor: 'newest', num_before: 2 })).toMatchObject({
      processed_count: 2,
      updated_count: 0,
      first_processed_id: ids[6],
      last_processed_id: ids[7],
    });
    expect(await mark({ anchor: 'oldest', num_after: 3, op: 'remove', flag: 'collapsed' })).toMatchObject({
      processed_count: 3,
      updated_count: 0,
      found_oldest: true,
      found_newest: false,
    });
  });

  it('excludes the anchor on request, and answers null for an empty range', async () => {
    expect(await mark({ anchor: ids[3], num_after: 1, include_anchor: false, flag: 'starred' })).toMatchObject({
      processed_count: 1,
      first_processed_id: ids[4],
    });
    expect(await mark({ anchor: ids[3], include_anchor: false })).toMatchObject({
      processed_count: 0,
      updated_count: 0,
      first_processed_id: null,
      last_processed_id: null,
    });
  });

  it('starts at the first unread', async () => {
    await mark({ anchor: 'newest', num_before: 10 });
    expect(await mark({ anchor: ids[5], num_after: 10, op: 'remove' })).toMatchObject({
      processed_count: 3,
      updated_count: 3,
      ignored_because_not_subscribed_channels: [],
    });
    expect(await mark({ anchor: 'first_unread', num_after: 1 })).toMatchObject({
      processed_count: 2,
      updated_count: 2,
      first_processed_id: ids[5],
    });
    expect(await mark({ anchor: 'first_unread', num_after: 5, narrow: [...narrow, ['is', 'unread']] })).toMatchObject({
      processed_count: 1,
      first_processed_id: ids[7],
    });
  });

  it('names ignored channels only when reads are removed', async () => {
    await world.member.ok.delete('/users/me/subscriptions', { subscriptions: ['room'] });
    expect(await mark({ anchor: 'oldest', num_after: 10, op: 'remove' })).toMatchObject({
      processed_count: 8,
      updated_count: 0,
      ignored_because_not_subscribed_channels: [roomId],
    });
    expect(await mark({ anchor: 'oldest', num_after: 10 })).not.toHaveProperty(
      'ignored_because_not_subscribed_channels',
    );
    expect(await mark({ anchor: 'oldest', num_after: 10, op: 'remove', flag: 'starred' })).not.toHaveProperty(
      'ignored_because_not_subscribed_channels',
    );
    await world.member.ok.post('/users/me/subscriptions', { subscriptions: [{ name: 'room' }] });
  });

  it('lowers both sides fairly: a user who asks for much on both always advances', async () => {
    const much = { num_before: 1_000_000, num_after: 1_000_000, flag: 'collapsed' };
    expect(await mark({ anchor: ids[3], ...much })).toMatchObject({
      processed_count: 8,
      first_processed_id: ids[0],
      last_processed_id: ids[7],
      found_oldest: true,
      found_newest: true,
    });
  });

  it('comes to the end of more messages than it marks at once, going on from the last', async () => {
    const first = await say(world.owner, 'room', 'long');
    const columns = (
      await world.db<{ name: string }>("SELECT name FROM pragma_table_info('messages') WHERE name != 'id'")
    ).map(({ name }) => name);
    await world.server.services.storage.transaction((tx) =>
      tx.run(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
         INSERT INTO messages (${columns.join()}) SELECT ${columns.join()} FROM messages JOIN n WHERE messages.id = ?`,
        first,
      ),
    );
    const asked = {
      narrow: [
        ['channel', 'room'],
        ['topic', 'long'],
      ],
      num_before: 5000,
      num_after: 5000,
      flag: 'collapsed',
    };
    expect(await mark({ anchor: first + 3000, ...asked })).toMatchObject({
      processed_count: 5001,
      first_processed_id: first + 500,
      last_processed_id: first + 5500,
      found_oldest: false,
      found_newest: false,
    });
    expect(await mark({ anchor: first + 5500, ...asked })).toMatchObject({
      updated_count: 500,
      last_processed_id: first + 6000,
      found_newest: true,
    });
    expect(await mark({ anchor: first, ...asked, num_before: 100 })).toMatchObject({ processed_count: 4901 });
  });

  it('lowers a range that is too large, and refuses what it cannot read', async () => {
    expect(await mark({ anchor: 'newest', num_before: 1_000_000, num_after: 1_000_000 })).toMatchObject({
      processed_count: 8,
    });
    await world.member.fails(
      'POST',
      '/messages/flags/narrow',
      { narrow, op: 'add', flag: 'read', num_before: 0, num_after: 0 },
      { status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name: 'anchor' },
    );
    await world.member.fails(
      'POST',
      '/messages/flags/narrow',
      { anchor: 'newest', narrow, op: 'add', flag: 'mentioned', num_before: 0, num_after: 0 },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await world.member.fails(
      'POST',
      '/messages/flags/narrow',
      { anchor: 'newest', narrow: [['channel', 'nowhere']], op: 'add', flag: 'read', num_before: 0, num_after: 0 },
      { status: 400, code: 'BAD_NARROW' },
    );
    await world.member.fails(
      'POST',
      '/messages/flags/narrow',
      { anchor: 'newest', narrow, op: 'add', flag: 'read', num_before: -1, num_after: 0 },
      { status: 400, code: 'BAD_REQUEST' },
    );
  });
});
