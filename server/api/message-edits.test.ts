/** Editing, moving, deleting and reporting messages, their history, and who has read them. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetched, fetchOne, makeChannel, say, systemGroup, write } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
const day = 86_400_000;
beforeAll(async () => {
  world = await startWorld();
  await makeChannel(world.owner, 'target', [world.owner, world.member, world.member2]);
  const all = await systemGroup(world.owner, 'role:everyone');
  await world.owner.ok.patch('/realm', { can_mention_many_users_group: { new: all } });
});
afterAll(async () => world.stop());

const idOf = async (name: string): Promise<number> =>
  Number((await world.owner.ok.get('/get_stream_id', { stream: name }))['stream_id']);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('PATCH /messages/{message_id}: content', () => {
  it('changes the content, keeps the old one in the history, and notifies everyone without any field of a move', async () => {
    const id = await say(world.member, 'general', 'edits', 'first');
    const queue = await world.member2.register({ event_types: ['update_message'] });
    world.clock.advance(30_000);
    expect(await world.member.ok.patch(`/messages/${id}`, { content: '**second**' })).toMatchObject({
      detached_uploads: [],
    });
    const message = await fetchOne(world.member2, id);
    const now = Math.floor(world.clock.nowMs / 1000);
    expect(message).toMatchObject({
      content: '<p><strong>second</strong></p>',
      last_edit_timestamp: now,
      edit_history: [
        { user_id: world.member.userId, timestamp: now, prev_content: 'first', prev_rendered_content: '<p>first</p>' },
      ],
    });
    expect(message).not.toHaveProperty('last_moved_timestamp');
    const [event] = await queue.events();
    expect(event).toMatchObject({
      user_id: world.member.userId,
      rendering_only: false,
      message_id: id,
      message_ids: [id],
      edit_timestamp: now,
      stream_name: 'general',
      orig_content: 'first',
      content: '**second**',
      rendered_content: '<p><strong>second</strong></p>',
      is_me_message: false,
    });
    for (const field of ['propagate_mode', 'subject', 'new_stream_id', 'orig_subject', 'topic_links'])
      expect(event).not.toHaveProperty(field);
  });

  it('orders the history from the latest edit to the first', async () => {
    const id = await say(world.member, 'general', 'edits', 'one');
    await world.member.ok.patch(`/messages/${id}`, { content: 'two' });
    await world.member.ok.patch(`/messages/${id}`, { content: 'three', topic: 'other edits' });
    const history = (await fetchOne(world.owner, id))['edit_history'] as Record<string, unknown>[];
    expect(history).toMatchObject([
      { prev_content: 'two', prev_topic: 'edits', topic: 'other edits' },
      { prev_content: 'one' },
    ]);
    expect(history[1]).not.toHaveProperty('topic');
  });

  it('keeps the first version and the latest hundred edits or fewer, however often a message is edited', async () => {
    const id = await say(world.member, 'general', 'edits', 'version 0');
    for (let n = 1; n <= 130; n += 1) await world.member.ok.patch(`/messages/${id}`, { content: `version ${n}` });
    const history = (await fetchOne(world.owner, id))['edit_history'] as Record<string, unknown>[];
    expect(history.length).toBeLessThanOrEqual(100);
    expect(history.slice(0, 2)).toMatchObject([{ prev_content: 'version 129' }, { prev_content: 'version 128' }]);
    expect(history.at(-1)).toMatchObject({ user_id: world.member.userId, prev_content: 'version 0' });
    const { message_history: versions } = await world.owner.ok.get(`/messages/${id}/history`);
    expect((versions as unknown[]).length).toBe(history.length + 1);
    expect((versions as unknown[])[0]).toMatchObject({ content: 'version 0' });
  });

  it('leaves a short text where all text is taken away', async () => {
    const id = await say(world.member, 'general', 'edits', 'gone soon');
    await world.member.ok.patch(`/messages/${id}`, { content: '' });
    expect(await fetchOne(world.member, id)).toMatchObject({ content: '<p>(deleted)</p>' });
  });

  it('gives the flags that the new content asks for and takes those of the old one', async () => {
    const id = await say(world.member, 'general', 'edits', `@**${world.member2.name}**`);
    const queue = await world.owner.register({ event_types: ['update_message'] });
    await world.member.ok.patch(`/messages/${id}`, { content: `@**${world.owner.name}**` });
    expect((await fetchOne(world.member2, id)).flags).toEqual([]);
    expect((await fetchOne(world.owner, id)).flags).toEqual(['mentioned']);
    expect(await queue.events()).toMatchObject([{ flags: ['mentioned'] }]);
  });

  it('is found by its new words and no longer by its old ones', async () => {
    const id = await say(world.member, 'general', 'edits', 'zebra');
    await world.member.ok.patch(`/messages/${id}`, { content: 'giraffe' });
    expect(await fetched(world.member, { narrow: [['search', 'zebra']] })).toEqual([]);
    expect(await fetched(world.member, { narrow: [['search', 'giraffe']] })).toMatchObject([{ id }]);
  });

  it('refuses others, late edits, edits that change nothing, and edits of something else than the client saw', async () => {
    const id = await say(world.member, 'general', 'edits', 'mine');
    const path = `/messages/${id}`;
    await world.owner.fails(
      'PATCH',
      path,
      { content: 'theirs' },
      { status: 400, code: 'BAD_REQUEST', msg: "You don't have permission to edit this message" },
    );
    await world.member.fails(
      'PATCH',
      path,
      { content: 'mine' },
      { status: 400, code: 'BAD_REQUEST', msg: 'Nothing to change' },
    );
    await world.member.fails('PATCH', path, {}, { status: 400, code: 'BAD_REQUEST', msg: 'Nothing to change' });
    await world.member.fails(
      'PATCH',
      path,
      { content: 'x', prev_content_sha256: sha256('yours') },
      { status: 400, code: 'EXPECTATION_MISMATCH' },
    );
    await world.member.ok.patch(path, { content: 'still mine', prev_content_sha256: sha256('mine') });
    await world.member.fails(
      'PATCH',
      path,
      { content: 'x', propagate_mode: 'change_all' },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await world.member.fails(
      'PATCH',
      path,
      { content: 'x', stream_id: await idOf('target') },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await world.member.fails('PATCH', path, { content: 'x'.repeat(10_001) }, { status: 400, code: 'BAD_REQUEST' });
    world.clock.advance(600_000 + 21_000);
    await world.member.fails(
      'PATCH',
      path,
      { content: 'late' },
      { status: 400, code: 'BAD_REQUEST', msg: 'The time limit for editing this message has passed' },
    );
    await world.owner.ok.patch('/realm', { allow_message_editing: false });
    await world.member.fails(
      'PATCH',
      path,
      { content: 'x' },
      { status: 400, code: 'BAD_REQUEST', msg: 'Your organization has turned off message editing' },
    );
    await world.owner.ok.patch('/realm', { allow_message_editing: true });
    await world.guest.fails(
      'PATCH',
      '/messages/99999',
      { content: 'x' },
      { status: 400, code: 'BAD_REQUEST', msg: 'Invalid message(s)' },
    );
  });
});

describe('PATCH /messages/{message_id}: moves', () => {
  const threeIn = async (topic: string, channel = 'general'): Promise<[number, number, number]> => [
    await say(world.member, channel, topic, 'one'),
    await say(world.member2, channel, topic, 'two'),
    await say(world.member, channel, topic, 'three'),
  ];
  const topics = async (ids: number[]): Promise<string[]> =>
    Promise.all(ids.map(async (id) => (await fetchOne(world.owner, id)).subject));
  const quietly = { send_notification_to_new_thread: false };

  it('moves one message, it and the later ones, or all of the topic', async () => {
    for (const [mode, expected] of [
      ['change_one', ['m1', 'to1', 'm1']],
      ['change_later', ['m2', 'to2', 'to2']],
      ['change_all', ['to3', 'to3', 'to3']],
    ] as const) {
      const n = expected.find((topic) => topic.startsWith('to'))?.slice(2);
      const ids = await threeIn(`m${n}`);
      await world.member.ok.patch(`/messages/${ids[1]}`, { topic: `to${n}`, propagate_mode: mode, ...quietly });
      expect(await topics(ids)).toEqual(expected);
    }
  });

  it('reports what moved, whence and whither, and only what changed', async () => {
    const ids = await threeIn('told');
    const queue = await world.member2.register({ event_types: ['update_message'] });
    await world.member.ok.patch(`/messages/${ids[1]}`, {
      topic: 'told again',
      propagate_mode: 'change_all',
      ...quietly,
    });
    const [topicMove] = await queue.events();
    expect(topicMove).toMatchObject({
      message_id: ids[1],
      message_ids: ids,
      stream_id: await idOf('general'),
      orig_subject: 'told',
      subject: 'told again',
      propagate_mode: 'change_all',
      topic_links: [],
    });
    for (const field of ['new_stream_id', 'content', 'orig_content', 'rendered_content'])
      expect(topicMove).not.toHaveProperty(field);
    await world.owner.ok.patch(`/messages/${ids[0]}`, {
      stream_id: await idOf('target'),
      propagate_mode: 'change_all',
      ...quietly,
    });
    const [channelMove] = await queue.events();
    expect(channelMove).toMatchObject({
      message_ids: ids,
      stream_id: await idOf('general'),
      orig_subject: 'told again',
      new_stream_id: await idOf('target'),
      propagate_mode: 'change_all',
    });
    for (const field of ['subject', 'content', 'topic_links']) expect(channelMove).not.toHaveProperty(field);
  });

  it('keeps the time and the history of moves apart from those of edits', async () => {
    const [id] = await threeIn('timed');
    await world.owner.ok.patch(`/messages/${id}`, {
      stream_id: await idOf('target'),
      topic: 'timed there',
      ...quietly,
    });
    const message = await fetchOne(world.owner, id);
    expect(message).toMatchObject({
      stream_id: await idOf('target'),
      last_moved_timestamp: Math.floor(world.clock.nowMs / 1000),
      edit_history: [
        { prev_stream: await idOf('general'), stream: await idOf('target'), prev_topic: 'timed', topic: 'timed there' },
      ],
    });
    expect(message).not.toHaveProperty('last_edit_timestamp');
  });

  it('resolves and unresolves a topic, which is no move, and says so in the topic', async () => {
    const ids = await threeIn('question');
    await world.member.ok.patch(`/messages/${ids[0]}`, { topic: '✔ question', propagate_mode: 'change_all' });
    const message = await fetchOne(world.owner, ids[0]);
    expect(message).toMatchObject({
      subject: '✔ question',
      edit_history: [{ prev_topic: 'question', topic: '✔ question' }],
    });
    expect(message).not.toHaveProperty('last_moved_timestamp');
    const [notice] = (
      await fetched(world.member2, {
        narrow: [
          ['channel', 'general'],
          ['topic', '✔ question'],
        ],
      })
    ).slice(-1);
    expect(notice?.content).toContain('has marked this topic as resolved.');
    expect(notice?.flags).toEqual(['read']);
    expect((await fetched(world.member2, { narrow: [['is', 'resolved']] })).map((found) => found.id)).toEqual(
      expect.arrayContaining(ids),
    );
    await world.member.ok.patch(`/messages/${ids[0]}`, { topic: 'question', propagate_mode: 'change_all' });
    expect(await topics(ids)).toEqual(['question', 'question', 'question']);
  });

  it('leaves notices where they were asked for', async () => {
    const ids = await threeIn('noticed');
    const place = { send_notification_to_old_thread: true, send_notification_to_new_thread: true };
    await world.member.ok.patch(`/messages/${ids[2]}`, { topic: 'noticed too', ...place });
    const last = async (topic: string): Promise<string | undefined> =>
      (
        await fetched(world.member, {
          narrow: [
            ['channel', 'general'],
            ['topic', topic],
          ],
          apply_markdown: false,
        })
      ).at(-1)?.content;
    expect(await last('noticed')).toBe(
      `A message was moved from this topic to #**general>noticed too** by @_**${world.member.name}|${world.member.userId}**.`,
    );
    expect(await last('noticed too')).toBe(
      `A message was moved here from #**general>noticed** by @_**${world.member.name}|${world.member.userId}**.`,
    );
    await world.owner.ok.patch(`/messages/${ids[0]}`, {
      stream_id: await idOf('target'),
      propagate_mode: 'change_all',
    });
    const [moved] = (
      await fetched(world.member, {
        narrow: [
          ['channel', 'target'],
          ['topic', 'noticed'],
        ],
        apply_markdown: false,
      })
    ).slice(-1);
    expect(moved?.content).toBe(
      `This topic was moved here from #**general>noticed** by @_**${world.owner.name}|${world.owner.userId}**.`,
    );
  });

  it('takes the policies of a topic along when all of it moves', async () => {
    const ids = await threeIn('followed');
    await world.member2.ok.post('/user_topics', {
      stream_id: await idOf('general'),
      topic: 'followed',
      visibility_policy: 3,
    });
    await world.member.ok.patch(`/messages/${ids[0]}`, {
      topic: 'followed on',
      propagate_mode: 'change_all',
      ...quietly,
    });
    expect(
      (
        await fetched(world.member2, {
          narrow: [
            ['is', 'followed'],
            ['topic', 'followed on'],
          ],
        })
      ).map((message) => message.id),
    ).toEqual(ids);
  });

  it('deletes for those who cannot read the new channel, and marks read for those who are not in it', async () => {
    await makeChannel(world.owner, 'closed room', [world.owner, world.member], { invite_only: true });
    await makeChannel(world.owner, 'open room', [world.owner, world.member]);
    const ids = await threeIn('rooms', 'target');
    const [inside, outside] = [await world.member.register(), await world.member2.register()];
    await world.owner.ok.patch(`/messages/${ids[0]}`, {
      stream_id: await idOf('open room'),
      propagate_mode: 'change_all',
      ...quietly,
    });
    expect(await outside.eventsOf('update_message_flags')).toMatchObject([
      { op: 'add', flag: 'read', messages: [ids[0], ids[1], ids[2]] },
    ]);
    expect((await fetchOne(world.member2, ids[0])).flags).toContain('read');
    await world.owner.ok.patch(`/messages/${ids[0]}`, {
      topic: 'rooms',
      stream_id: await idOf('target'),
      propagate_mode: 'change_all',
      ...quietly,
    });
    await outside.events();
    await world.owner.ok.patch(`/messages/${ids[0]}`, {
      stream_id: await idOf('closed room'),
      propagate_mode: 'change_all',
      ...quietly,
    });
    const gone = await outside.events();
    expect(gone.filter((event) => event['type'] === 'update_message')).toEqual([]);
    expect(gone.filter((event) => event['type'] === 'delete_message').map((event) => event['message_id'])).toEqual(ids);
    expect((await inside.eventsOf('update_message')).length).toBe(3);
    await world.member2.fails('GET', `/messages/${ids[0]}`, {}, { status: 400, code: 'BAD_REQUEST' });
    expect(
      await world.db('SELECT 1 FROM message_flags WHERE user_id = ? AND message_id = ?', world.member2.userId, ids[0]),
    ).toEqual([]);
  });

  it('refuses direct messages, strangers to the permission, and channels that one cannot post in', async () => {
    const direct = await write(world.member, [world.owner.userId]);
    await world.member.fails(
      'PATCH',
      `/messages/${direct}`,
      { topic: 't' },
      { status: 400, code: 'BAD_REQUEST', msg: 'Direct messages cannot have topics.' },
    );
    await world.member.fails(
      'PATCH',
      `/messages/${direct}`,
      { stream_id: await idOf('target') },
      { status: 400, code: 'BAD_REQUEST', msg: 'Direct messages cannot be moved to channels.' },
    );
    const [id] = await threeIn('stays');
    const nobody = await systemGroup(world.owner, 'role:nobody');
    const administrators = await systemGroup(world.owner, 'role:administrators');
    const members = await systemGroup(world.owner, 'role:members');
    await world.owner.ok.patch('/realm', {
      can_move_messages_between_topics_group: { new: administrators },
      can_move_messages_between_channels_group: { new: administrators },
      can_resolve_topics_group: { new: nobody },
    });
    await world.member.fails(
      'PATCH',
      `/messages/${id}`,
      { topic: 'elsewhere' },
      { status: 400, code: 'BAD_REQUEST', msg: "You don't have permission to edit this message" },
    );
    await world.member.fails(
      'PATCH',
      `/messages/${id}`,
      { stream_id: await idOf('target') },
      { status: 400, code: 'BAD_REQUEST', msg: "You don't have permission to move this message" },
    );
    await world.member.fails(
      'PATCH',
      `/messages/${id}`,
      { topic: '✔ stays' },
      { status: 400, code: 'BAD_REQUEST', msg: "You don't have permission to resolve topics." },
    );
    await world.owner.ok.patch('/realm', {
      can_move_messages_between_topics_group: { new: members },
      can_move_messages_between_channels_group: { new: members },
      can_resolve_topics_group: { new: members },
    });
    await world.member.fails('PATCH', `/messages/${id}`, { stream_id: 99_999 }, { status: 400, code: 'BAD_REQUEST' });
    await world.member.fails(
      'PATCH',
      `/messages/${id}`,
      { propagate_mode: 'change_all' },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await world.member.fails(
      'PATCH',
      `/messages/${id}`,
      { topic: 't'.repeat(61) },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await world.member.fails(
      'PATCH',
      `/messages/${id}`,
      { topic: 't', propagate_mode: 'all' },
      { status: 400, code: 'BAD_REQUEST' },
    );
  });

  it('says which part of a topic is still young enough to move', async () => {
    const old = await say(world.member, 'general', 'aged', 'old');
    world.clock.advance(8 * day);
    const young = await say(world.member, 'general', 'aged', 'young');
    await world.member.fails(
      'PATCH',
      `/messages/${young}`,
      { topic: 'renewed', propagate_mode: 'change_all' },
      {
        status: 400,
        code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
        first_message_id_allowed_to_move: young,
        total_messages_in_topic: 2,
        total_messages_allowed_to_move: 1,
      },
    );
    await world.member.fails(
      'PATCH',
      `/messages/${old}`,
      { topic: 'renewed' },
      { status: 400, code: 'BAD_REQUEST', msg: "The time limit for editing this message's topic has passed" },
    );
    await world.moderator.ok.patch(`/messages/${young}`, { topic: 'renewed', propagate_mode: 'change_all' });
  });
});

describe('DELETE /messages/{message_id}', () => {
  it('takes the message away with its flags, reactions and place in the search', async () => {
    const id = await say(world.member, 'general', 'gone', 'ephemeral');
    await world.owner.ok.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
    const [bulk, single] = [
      await world.member2.register({
        event_types: ['delete_message'],
        client_capabilities: { bulk_message_deletion: true },
      }),
      await world.member2.register({ event_types: ['delete_message'] }),
    ];
    await world.owner.ok.delete(`/messages/${id}`);
    expect(await bulk.events()).toMatchObject([
      { message_ids: [id], message_type: 'stream', stream_id: await idOf('general'), topic: 'gone' },
    ]);
    expect(await single.events()).toMatchObject([{ message_id: id }]);
    for (const table of ['message_flags', 'reactions'])
      expect(await world.db(`SELECT 1 FROM ${table} WHERE message_id = ?`, id)).toEqual([]);
    expect(await fetched(world.owner, { narrow: [['search', 'ephemeral']] })).toEqual([]);
    await world.owner.fails(
      'DELETE',
      `/messages/${id}`,
      {},
      { status: 400, code: 'BAD_REQUEST', msg: 'Invalid message(s)' },
    );
  });

  it('notifies both sides of a direct conversation', async () => {
    const id = await write(world.owner, [world.member.userId]);
    const queue = await world.member.register({ event_types: ['delete_message'] });
    await world.owner.ok.delete(`/messages/${id}`);
    const [event] = await queue.events();
    expect(event).toMatchObject({ message_id: id, message_type: 'private' });
    expect(event).not.toHaveProperty('topic');
  });

  it('is for authors within the time limit, for owners of bots, and for administrators', async () => {
    const everyone = await systemGroup(world.owner, 'role:everyone');
    await world.owner.ok.patch('/realm', { can_delete_own_message_group: { new: everyone } });
    const [mine, botted, late] = [
      await say(world.member, 'general', 'own'),
      await write(world.bot, [world.member.userId]),
      await say(world.member, 'general', 'own'),
    ];
    await world.member2.fails(
      'DELETE',
      `/messages/${mine}`,
      {},
      { status: 400, code: 'BAD_REQUEST', msg: "You don't have permission to delete this message" },
    );
    await world.member.ok.delete(`/messages/${mine}`);
    await world.member.ok.delete(`/messages/${botted}`);
    world.clock.advance(600_000 + 21_000);
    await world.member.fails(
      'DELETE',
      `/messages/${late}`,
      {},
      { status: 400, code: 'BAD_REQUEST', msg: 'The time limit for deleting this message has passed' },
    );
    await world.admin.ok.delete(`/messages/${late}`);
  });
});

describe('GET /messages/{message_id}/history', () => {
  it('shows every version, oldest first, with what each edit changed', async () => {
    const id = await say(world.member, 'general', 'story', 'Once upon a time');
    await world.member.ok.patch(`/messages/${id}`, { content: 'Twice upon a time' });
    await world.member.ok.patch(`/messages/${id}`, { topic: '', send_notification_to_new_thread: false });
    const body = await world.member2.ok.get(`/messages/${id}/history`);
    expect(body['message_history']).toMatchObject([
      { topic: 'story', content: 'Once upon a time', user_id: world.member.userId },
      {
        topic: 'story',
        content: 'Twice upon a time',
        prev_content: 'Once upon a time',
        content_html_diff:
          '<p><span class="highlight_text_deleted">Once</span><span class="highlight_text_inserted">Twice</span> upon a time</p>',
      },
      { topic: 'general chat', prev_topic: 'story' },
    ]);
    const raw = await world.member2.ok.get(`/messages/${id}/history`, { allow_empty_topic_name: true });
    expect((raw['message_history'] as object[])[2]).toMatchObject({ topic: '' });
    await world.member2.fails('GET', '/messages/99999/history', {}, { status: 400, code: 'BAD_REQUEST' });
  });

  it('keeps to what the organization shows of the past', async () => {
    const id = await say(world.member, 'general', 'past', 'before');
    await world.member.ok.patch(`/messages/${id}`, { content: 'after' });
    await world.member.ok.patch(`/messages/${id}`, { topic: 'past two', send_notification_to_new_thread: false });
    await world.owner.ok.patch('/realm', { message_edit_history_visibility_policy: 'moves' });
    expect(JSON.stringify(await world.member2.ok.get(`/messages/${id}/history`))).not.toContain('before');
    expect((await fetchOne(world.member2, id))['edit_history']).toEqual([
      expect.objectContaining({ prev_topic: 'past' }),
    ]);
    await world.owner.ok.patch('/realm', { message_edit_history_visibility_policy: 'none' });
    expect(await fetchOne(world.member2, id)).not.toHaveProperty('edit_history');
    await world.member2.fails('GET', `/messages/${id}/history`, {}, { status: 400, code: 'BAD_REQUEST' });
    await world.owner.ok.patch('/realm', { message_edit_history_visibility_policy: 'all' });
  });
});

describe('GET /messages/{message_id}/read_receipts', () => {
  it('names who read it, except the author, those who hide it, and those who muted each other', async () => {
    const id = await say(world.member, 'target', 'receipts');
    const readers = async (): Promise<unknown> =>
      (await world.member.ok.get(`/messages/${id}/read_receipts`))['user_ids'];
    expect(await readers()).toEqual([]);
    for (const user of [world.member2, world.owner])
      await user.ok.post('/messages/flags', { op: 'add', flag: 'read', messages: [id] });
    expect(await readers()).toEqual([world.owner.userId, world.member2.userId]);
    await world.owner.ok.patch('/settings', { send_read_receipts: false });
    expect(await readers()).toEqual([world.member2.userId]);
    await world.member.ok.post(`/users/me/muted_users/${world.member2.userId}`);
    expect(await readers()).toEqual([]);
    await world.member.ok.delete(`/users/me/muted_users/${world.member2.userId}`);
    await world.owner.ok.patch('/realm', { enable_read_receipts: false });
    await world.member.fails('GET', `/messages/${id}/read_receipts`, {}, { status: 400, code: 'BAD_REQUEST' });
  });
});

describe('POST /messages/{message_id}/report', () => {
  it('brings the message to the moderators where the organization has a channel for it', async () => {
    const id = await say(world.member, 'general', 'bad', 'a ``` trap');
    const report = { report_type: 'spam', description: 'again' };
    await world.member2.fails('POST', `/messages/${id}/report`, report, { status: 400, code: 'BAD_REQUEST' });
    const room = await makeChannel(world.owner, 'moderation', [world.owner, world.moderator], { invite_only: true });
    await world.owner.ok.patch('/realm', { moderation_request_channel_id: room });
    await world.member2.ok.post(`/messages/${id}/report`, report);
    const [request] = (await fetched(world.moderator, { narrow: [['channel', 'moderation']] })).slice(-1);
    expect(request?.content).toContain('Spam');
    expect(request?.content).toContain('a ``` trap');
    await world.member2.fails(
      'POST',
      `/messages/${id}/report`,
      { report_type: 'other' },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await world.member2.fails(
      'POST',
      `/messages/${id}/report`,
      { report_type: 'ugly' },
      { status: 400, code: 'BAD_REQUEST' },
    );
  });
});
