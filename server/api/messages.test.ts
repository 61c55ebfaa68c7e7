/** Sending messages to channels and to users (contract: SendMessageRequest). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetched, fetchOne, makeChannel, say, systemGroup, write } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let generalId: number;
beforeAll(async () => {
  world = await startWorld();
  generalId = Number((await world.owner.ok.get('/get_stream_id', { stream: 'general' }))['stream_id']);
});
afterAll(async () => world.stop());

describe('POST /messages to a channel', () => {
  it('takes a bare name, a JSON name, an id, and a list of one of them', async () => {
    for (const to of ['general', '"general"', generalId, ['general'], [generalId], 'GENERAL']) {
      const id = await say(world.owner, to, 'forms', 'hello');
      expect(await fetchOne(world.owner, id)).toMatchObject({
        type: 'stream',
        stream_id: generalId,
        display_recipient: 'general',
      });
    }
  });

  it('reads digits as an id when they are a number, and as a name when they are text', async () => {
    const id = await makeChannel(world.owner, '2026', [world.owner, world.member]);
    expect(await fetchOne(world.owner, await say(world.owner, '"2026"', 't', 'x'))).toMatchObject({ stream_id: id });
    await world.owner.fails(
      'POST',
      '/messages',
      { type: 'stream', to: '2026', topic: 't', content: 'x' },
      { status: 400, code: 'STREAM_DOES_NOT_EXIST', stream_id: 2026 },
    );
  });

  it('accepts the topic under its older name, and type `stream`', async () => {
    const sent = await world.owner.ok.post('/messages', {
      type: 'stream',
      to: 'general',
      subject: 'older',
      content: 'x',
    });
    expect(await fetchOne(world.owner, Number(sent['id']))).toMatchObject({ subject: 'older' });
  });

  it('names the channel that does not exist, by name or by id', async () => {
    const message = { type: 'channel', topic: 't', content: 'x' };
    await world.owner.fails(
      'POST',
      '/messages',
      { ...message, to: 'nowhere' },
      { status: 400, code: 'STREAM_DOES_NOT_EXIST', stream: 'nowhere' },
    );
    await world.owner.fails(
      'POST',
      '/messages',
      { ...message, to: 9999 },
      { status: 400, code: 'STREAM_DOES_NOT_EXIST', stream_id: 9999 },
    );
  });

  it('treats a private channel of others as one that does not exist', async () => {
    await makeChannel(world.owner, 'secret', [world.owner], { invite_only: true });
    await world.member.fails(
      'POST',
      '/messages',
      { type: 'channel', to: 'secret', topic: 't', content: 'x' },
      { status: 400, code: 'STREAM_DOES_NOT_EXIST', stream: 'secret' },
    );
  });

  it('needs a topic, content and a target', async () => {
    const message: Record<string, unknown> = { type: 'channel', to: 'general', topic: 't', content: 'x' };
    for (const name of ['to', 'topic', 'content', 'type']) {
      await world.owner.fails(
        'POST',
        '/messages',
        { ...message, [name]: undefined },
        { status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name: name },
      );
    }
    await world.owner.fails(
      'POST',
      '/messages',
      { ...message, content: ' \n ' },
      { status: 400, code: 'BAD_REQUEST', msg: 'Message must not be empty' },
    );
    await world.owner.fails('POST', '/messages', { ...message, type: 'shout' }, { status: 400, code: 'BAD_REQUEST' });
  });

  it('keeps to max_message_length and max_topic_length, counted in characters', async () => {
    const message = { type: 'channel', to: 'general' };
    await say(world.owner, 'general', '✔'.repeat(60), '字'.repeat(10_000));
    await world.owner.fails(
      'POST',
      '/messages',
      { ...message, topic: 't', content: 'x'.repeat(10_001) },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await world.owner.fails(
      'POST',
      '/messages',
      { ...message, topic: 't'.repeat(61), content: 'x' },
      { status: 400, code: 'BAD_REQUEST' },
    );
  });

  it('reads "(no topic)" and the display name as the empty topic', async () => {
    for (const topic of ['(no topic)', 'general chat', '']) {
      const id = await say(world.owner, 'general', topic, 'x');
      expect((await fetchOne(world.owner, id, { allow_empty_topic_name: true })).subject).toBe('');
      expect((await fetchOne(world.owner, id)).subject).toBe('general chat');
    }
  });

  it("follows the channel's topics_policy", async () => {
    await makeChannel(world.owner, 'named', [world.owner, world.member], { topics_policy: 'disable_empty_topic' });
    await makeChannel(world.owner, 'unnamed', [world.owner, world.member], { topics_policy: 'empty_topic_only' });
    const message = { type: 'channel', content: 'x' };
    await world.owner.fails(
      'POST',
      '/messages',
      { ...message, to: 'named', topic: '' },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await world.owner.fails(
      'POST',
      '/messages',
      { ...message, to: 'unnamed', topic: 'one' },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await say(world.owner, 'named', 'one', 'x');
    await say(world.owner, 'unnamed', '', 'x');
  });

  it('lets post only who is in can_send_message_group', async () => {
    const onlyOwner = { direct_members: [world.owner.userId], direct_subgroups: [] };
    await makeChannel(world.owner, 'quiet', [world.owner, world.member], { can_send_message_group: onlyOwner });
    await say(world.owner, 'quiet', 't', 'x');
    await world.member.fails(
      'POST',
      '/messages',
      { type: 'channel', to: 'quiet', topic: 't', content: 'x' },
      { status: 400, code: 'BAD_REQUEST', msg: 'You do not have permission to post in this channel.' },
    );
  });

  it('refuses to call more than 15 people at once without the permission', async () => {
    const crowd = await Promise.all(Array.from({ length: 15 }, async (_, n) => world.newUser(`Crowd ${n}`)));
    await makeChannel(world.owner, 'crowded', [world.owner, world.member, ...crowd], {});
    const message = { type: 'channel', to: 'crowded', topic: 't' };
    await world.member.fails(
      'POST',
      '/messages',
      { ...message, content: '@**all**' },
      { status: 400, code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED' },
    );
    await say(world.owner, 'crowded', 't', '@**all** come');
    await world.member.ok.post('/messages', { ...message, content: '@**topic** is small' });
    for (const user of crowd) await say(user, 'crowded', 't', 'here');
    await world.member.fails(
      'POST',
      '/messages',
      { ...message, content: '@**topic**' },
      { status: 400, code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED' },
    );
  });

  it('echoes local_message_id to the queue that sent the message, and to no other', async () => {
    const [sender, other, receiver] = [
      await world.owner.register({ event_types: ['message'] }),
      await world.owner.register({ event_types: ['message'] }),
      await world.member.register({ event_types: ['message'] }),
    ];
    await world.owner.ok.post('/messages', {
      type: 'channel',
      to: 'general',
      topic: 'echo',
      content: 'x',
      queue_id: sender.queueId,
      local_id: '7.01',
    });
    expect(await sender.events()).toMatchObject([{ type: 'message', local_message_id: '7.01', flags: [] }]);
    expect(await other.events()).toEqual([expect.not.objectContaining({ local_message_id: '7.01' })]);
    expect(await receiver.events()).toEqual([expect.not.objectContaining({ local_message_id: '7.01' })]);
    await world.owner.fails(
      'POST',
      '/messages',
      { type: 'channel', to: 'general', topic: 't', content: 'x', queue_id: sender.queueId },
      { status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name: 'local_id' },
    );
    await world.owner.fails(
      'POST',
      '/messages',
      { type: 'channel', to: 'general', topic: 't', content: 'x', local_id: 'x'.repeat(257) },
      { status: 400, code: 'BAD_REQUEST', msg: 'local_id is too long (limit: 256 characters)' },
    );
  });

  it('is read for its author when read_by_sender says so', async () => {
    const params = { type: 'channel', to: 'general', topic: 't', content: 'x' };
    for (const [read_by_sender, flags] of [
      [true, ['read']],
      [false, []],
      [undefined, []],
    ] as const) {
      const sent = await world.owner.ok.post('/messages', { ...params, read_by_sender });
      expect((await fetchOne(world.owner, Number(sent['id']))).flags).toEqual(flags);
    }
  });

  it('sets the flags of those it calls, in the event and on the message', async () => {
    await world.member2.ok.post('/users/me/alert_words', { alert_words: ['kettle'] });
    const [member, member2] = [
      await world.member.register({ event_types: ['message'] }),
      await world.member2.register({ event_types: ['message'] }),
    ];
    const id = await say(world.owner, 'general', 'calls', `@**${world.member.name}** the KETTLE boils`);
    const [memberEvent] = await member.events();
    const [member2Event] = await member2.events();
    expect(memberEvent).toMatchObject({ flags: ['mentioned'] });
    expect(member2Event).toMatchObject({ flags: ['has_alert_word'] });
    expect((await fetchOne(world.member, id)).flags).toEqual(['mentioned']);
    const wild = await say(world.owner, 'general', 'calls', '@**channel** look');
    expect((await fetchOne(world.member, wild)).flags).toEqual(['stream_wildcard_mentioned', 'wildcard_mentioned']);
    const topic = await say(world.owner, 'general', 'calls', '@**topic** look');
    expect((await fetchOne(world.owner, topic)).flags).toEqual(['topic_wildcard_mentioned', 'wildcard_mentioned']);
    expect((await fetchOne(world.member, topic)).flags).toEqual([]);
  });

  it('follows a topic that one starts, and says so', async () => {
    const params = { type: 'channel', to: 'general', topic: 'brand new', content: 'x' };
    expect(await world.member.ok.post('/messages', params)).toMatchObject({ automatic_new_visibility_policy: 3 });
    expect(await world.member.ok.post('/messages', params)).not.toHaveProperty('automatic_new_visibility_policy');
  });

  it('begins a poll with its submessage', async () => {
    const id = await say(world.owner, 'general', 't', '/poll Lunch?\nSoup\n- Bread');
    const [submessage] = (await fetchOne(world.member, id))['submessages'] as { content: string }[];
    expect(JSON.parse(submessage?.content ?? '')).toEqual({
      widget_type: 'poll',
      extra_data: { question: 'Lunch?', options: ['Soup', 'Bread'] },
    });
  });
});

describe('POST /messages to users', () => {
  it('takes ids, addresses, and addresses separated by commas', async () => {
    const both = [world.member.userId, world.member2.userId];
    const forms = [
      both,
      [world.member.email, world.member2.email],
      `${world.member.email}, ${world.member2.email}`,
      `"${world.member.email},${world.member2.email}"`,
    ];
    const messages = await Promise.all(
      forms.map(async (to) => fetchOne(world.owner, await write(world.owner, to, 'x'))),
    );
    expect(new Set(messages.map((message) => message['recipient_id'])).size).toBe(1);
    expect(messages[0]).toMatchObject({
      type: 'private',
      subject: '',
      display_recipient: [
        { id: world.owner.userId, is_mirror_dummy: false },
        { id: both[0], full_name: 'Max Member' },
        { id: both[1] },
      ],
    });
    expect(messages[0]).not.toHaveProperty('stream_id');
  });

  it('shares the recipient id between both directions of a conversation', async () => {
    const there = await fetchOne(world.owner, await write(world.owner, [world.member.userId], 'x'));
    const back = await fetchOne(world.owner, await write(world.member, world.owner.userId, 'x'));
    expect(back['recipient_id']).toBe(there['recipient_id']);
  });

  it('keeps a note to oneself', async () => {
    const id = await write(world.owner, [world.owner.userId], 'remember');
    expect((await fetchOne(world.owner, id))['display_recipient']).toMatchObject([{ id: world.owner.userId }]);
  });

  it('names recipients that do not exist or are gone', async () => {
    const gone = await world.newUser('Gone Already');
    await world.owner.ok.delete(`/users/${gone.userId}`);
    for (const [to, msg] of [
      [[99999], 'Invalid user ID 99999'],
      ['nobody@example.com', "Invalid email 'nobody@example.com'"],
      [[], 'Message must have recipients'],
    ] as const) {
      await world.owner.fails(
        'POST',
        '/messages',
        { type: 'direct', to, content: 'x' },
        { status: 400, code: 'BAD_REQUEST', msg },
      );
    }
    await world.owner.fails(
      'POST',
      '/messages',
      { type: 'private', to: [gone.userId], content: 'x' },
      { status: 400, code: 'BAD_REQUEST' },
    );
  });

  it("keeps to the organization's groups for direct messages", async () => {
    const administrators = await systemGroup(world.owner, 'role:administrators');
    const all = await systemGroup(world.owner, 'role:everyone');
    await world.owner.ok.patch('/realm', { direct_message_permission_group: { new: administrators } });
    await world.member.fails(
      'POST',
      '/messages',
      { type: 'direct', to: [world.member2.userId], content: 'x' },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await write(world.member, [world.owner.userId], 'x');
    await write(world.member, [world.bot.userId], 'x');
    await world.owner.ok.patch('/realm', {
      direct_message_permission_group: { new: all },
      direct_message_initiator_group: { new: administrators },
    });
    await world.member.fails(
      'POST',
      '/messages',
      { type: 'direct', to: [world.moderator.userId], content: 'x' },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await write(world.member, [world.owner.userId], 'goes on');
    await world.owner.ok.patch('/realm', { direct_message_initiator_group: { new: all } });
  });

  it('stays between its participants', async () => {
    const id = await write(world.owner, [world.member.userId], 'between us');
    await world.member2.fails(
      'GET',
      `/messages/${id}`,
      {},
      { status: 400, code: 'BAD_REQUEST', msg: 'Invalid message(s)' },
    );
    expect(
      (
        await fetched(world.member2, {
          message_ids: [id],
          anchor: undefined,
          num_before: undefined,
          num_after: undefined,
        })
      ).length,
    ).toBe(0);
  });
});
