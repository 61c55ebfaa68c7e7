/** Moves by PATCH /messages/{message_id}: along with new content, and to the long name of a topic that is resolved. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchOne, makeChannel, say } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

const quietly = { send_notification_to_new_thread: false };

describe('PATCH /messages/{message_id} with content and topic', () => {
  it('takes new content along with a move of many, and gives every message the history of its own', async () => {
    for (const [mode, moved] of [
      ['change_later', [1, 2]],
      ['change_all', [0, 1, 2]],
    ] as const) {
      const ids = [
        await say(world.member2, 'general', `both ${mode}`, 'one'),
        await say(world.member, 'general', `both ${mode}`, 'two'),
        await say(world.member2, 'general', `both ${mode}`, 'three'),
      ];
      const queue = await world.member2.register({ event_types: ['update_message'] });
      const edit = { content: 'rewritten', topic: `both ${mode} again`, propagate_mode: mode };
      await world.member.ok.patch(`/messages/${ids[1]}`, { ...edit, ...quietly });
      expect(await queue.events()).toMatchObject([
        {
          message_id: ids[1],
          message_ids: moved.map((index) => ids[index]),
          content: 'rewritten',
          orig_content: 'two',
          orig_subject: `both ${mode}`,
          subject: `both ${mode} again`,
          propagate_mode: mode,
        },
      ]);
      const messages = await Promise.all(ids.map(async (id) => fetchOne(world.owner, Number(id))));
      expect(messages.map(({ content }) => content)).toEqual(['<p>one</p>', '<p>rewritten</p>', '<p>three</p>']);
      const move = { user_id: world.member.userId, prev_topic: `both ${mode}`, topic: `both ${mode} again` };
      const timestamp = Math.floor(world.clock.nowMs / 1000);
      const alone = [{ ...move, timestamp }];
      const both = [{ ...move, timestamp, prev_content: 'two', prev_rendered_content: '<p>two</p>' }];
      expect(messages.map((message) => message['edit_history'])).toEqual([
        mode === 'change_all' ? alone : undefined,
        both,
        alone,
      ]);
    }
  });

  it('takes new content in a topic that is named and stays, whatever the mode', async () => {
    const id = await say(world.member, 'general', 'named', 'one');
    const edit = { content: 'renewed', topic: 'named', propagate_mode: 'change_later' };
    await world.member.ok.patch(`/messages/${id}`, edit);
    expect(await fetchOne(world.owner, id)).toMatchObject({ content: '<p>renewed</p>', subject: 'named' });
  });

  it('shows no one the content of a message that they do not know of, who know others of the move', async () => {
    const closed = { invite_only: true, history_public_to_subscribers: false };
    await makeChannel(world.owner, 'closed past', [world.owner, world.member], closed);
    const before = await say(world.member, 'closed past', 'old', 'nothing for newcomers');
    await world.owner.ok.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'closed past' }],
      principals: [world.member2.userId],
    });
    const after = await say(world.member, 'closed past', 'old', 'welcome');
    const queue = await world.member2.register({ event_types: ['update_message'] });
    const edit = { content: 'still nothing', topic: 'new', propagate_mode: 'change_all' };
    await world.member.ok.patch(`/messages/${before}`, { ...edit, ...quietly });
    const [event] = await queue.events();
    expect(event).toMatchObject({ message_id: after, message_ids: [after], orig_subject: 'old', subject: 'new' });
    expect(JSON.stringify(event)).not.toMatch(/nothing/);
  });
});

describe('the notice of a move', () => {
  it('is left where messages had no topic, also when new ones need one', async () => {
    const { owner } = world;
    const stream_id = await makeChannel(owner, 'tidied', [owner]);
    const id = await say(owner, 'tidied', '', 'from before');
    await owner.ok.patch(`/streams/${stream_id}`, { topics_policy: 'disable_empty_topic' });
    const move = { topic: 'named', propagate_mode: 'change_all', send_notification_to_old_thread: true };
    await owner.ok.patch(`/messages/${id}`, { ...move, ...quietly });
    expect(await fetchOne(owner, id)).toMatchObject({ subject: 'named' });
  });
});

describe('the policies of a topic that moves', () => {
  it('are not taken to where someone reads nothing, by those who are not in the channel', async () => {
    const { owner, member } = world;
    await makeChannel(owner, 'hall', [owner]);
    await makeChannel(owner, 'closet', [owner, member], { invite_only: true, history_public_to_subscribers: true });
    const [inHall, inCloset] = [await say(owner, 'hall', 'plans', 'one'), await say(owner, 'closet', 'plans', 'one')];
    const policiesOf = async (): Promise<unknown> =>
      (await member.ok.post('/register', { fetch_event_types: ['user_topic'], event_types: [] }))['user_topics'];
    for (const id of [inHall, inCloset]) {
      const { stream_id } = await fetchOne(owner, id);
      await member.ok.post('/user_topics', { stream_id, topic: 'plans', visibility_policy: 3 });
    }
    await member.ok.delete('/users/me/subscriptions', { subscriptions: ['closet'] });
    const queue = await member.register({ event_types: ['user_topic'] });
    const { stream_id } = await fetchOne(owner, inCloset);
    for (const [id, move] of [
      [inHall, { stream_id, topic: 'secret plans' }],
      [inCloset, { topic: 'other secret plans' }],
    ] as const)
      await owner.ok.patch(`/messages/${id}`, { ...move, propagate_mode: 'change_all', ...quietly });
    expect(JSON.stringify(await queue.events())).not.toContain('secret');
    expect(JSON.stringify(await policiesOf())).not.toContain('plans');
  });

  it('stay where those who moved it could not see all of it', async () => {
    const { owner, admin } = world;
    await makeChannel(owner, 'cellar', [owner], { invite_only: true, history_public_to_subscribers: false });
    await say(owner, 'cellar', 'wine', 'from before');
    await owner.ok.post('/users/me/subscriptions', { subscriptions: [{ name: 'cellar' }], principals: [admin.userId] });
    const id = await say(owner, 'cellar', 'wine', 'from now on');
    const { stream_id } = await fetchOne(owner, id);
    await owner.ok.post('/user_topics', { stream_id, topic: 'wine', visibility_policy: 3 });
    const queue = await owner.register({ event_types: ['user_topic', 'message'] });
    await admin.ok.patch(`/messages/${id}`, { topic: 'beer', propagate_mode: 'change_all' });
    expect(await queue.events()).toMatchObject([
      { type: 'message', message: { content: expect.stringMatching(/^A message was moved here from/) as string } },
    ]);
  });
});

describe('PATCH /messages/{message_id} with a topic that is resolved', () => {
  it('takes it as long as the name has room for the mark, and says what to do where it has none', async () => {
    const [shorter, longer] = ['s'.repeat(58), 'l'.repeat(59)];
    const fits = await say(world.member, 'general', shorter);
    await world.member.ok.patch(`/messages/${fits}`, { topic: `✔ ${shorter}`, propagate_mode: 'change_all' });
    expect((await fetchOne(world.owner, fits)).subject).toBe(`✔ ${shorter}`);
    const path = `/messages/${await say(world.member, 'general', longer)}`;
    const refused = async (topic: string, msg: string): Promise<unknown> =>
      world.member.fails('PATCH', path, { topic }, { status: 400, code: 'BAD_REQUEST', msg });
    const advice = 'This topic is too long to be marked as resolved (limit: 58 characters). Shorten its name first.';
    await refused(`✔ ${longer}`, advice);
    await refused(`✔ ${longer}xx`, 'Topic is too long (limit: 60 characters)');
  });
});

it('reports which message is the first one now, of the channel that messages left and of the one they came to', async () => {
  const { owner, member } = world;
  const [from, to] = [await makeChannel(owner, 'early', [owner]), await makeChannel(owner, 'late', [owner])];
  const idsOf = async (id: number): Promise<number[]> =>
    (await world.db<{ id: number }>('SELECT id FROM messages WHERE stream_id = ? ORDER BY id', id)).map(
      (row) => row.id,
    );
  const [first = 0, ...others] = await idsOf(from);
  const next = await say(owner, 'early', 'plans');
  const queue = await member.register({ event_types: ['stream'] });
  await owner.ok.patch(`/messages/${first}`, { stream_id: to, ...quietly });
  expect(await queue.events()).toMatchObject([
    { op: 'update', stream_id: to, property: 'first_message_id', value: first },
    { op: 'update', stream_id: from, property: 'first_message_id', value: others[0] ?? next },
  ]);
  for (const id of [from, to])
    expect((await member.ok.get(`/streams/${id}`))['stream']).toMatchObject({ first_message_id: (await idsOf(id))[0] });
});

it('is received where messages went, by those who are in both channels, however late they came there', async () => {
  const { owner, member, member2 } = world;
  await makeChannel(owner, 'office', [owner, member, member2]);
  const target = await makeChannel(owner, 'project', [owner]);
  const received = await say(owner, 'office', 'project', 'one @**Max Member**');
  const between = await say(owner, 'project', 'other', 'from before anybody came');
  const last = await say(owner, 'office', 'project', 'two');
  await owner.ok.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'project' }],
    principals: [member.userId],
    send_new_subscription_messages: false,
  });
  await owner.ok.patch(`/messages/${received}`, { stream_id: target, propagate_mode: 'change_all', ...quietly });
  const newest = { anchor: 'newest', num_before: 20, num_after: 0 };
  const found = async (client: typeof member, narrow: unknown[] = []): Promise<number[]> => {
    const { messages } = await client.ok.get('/messages', { ...newest, narrow });
    const ids = new Set((messages as { id: number }[]).map(({ id }) => id));
    return [received, between, last].filter((id) => ids.has(id));
  };
  expect(await found(member)).toEqual([received, last]);
  expect(await found(member, [['is', 'unread']])).toEqual([received, last]);
  expect((await fetchOne(member, received)).flags).toEqual(['mentioned']);
  expect((await fetchOne(member, between)).flags).toEqual(['read', 'historical']);
  expect(await found(member2)).toEqual([]);
  expect((await fetchOne(member2, last)).flags).toEqual(['read', 'historical']);
  expect((await member.ok.get(`/messages/${last}/read_receipts`))['user_ids']).toEqual([]);
  await member.ok.post('/mark_all_as_read');
  expect((await owner.ok.get(`/messages/${last}/read_receipts`))['user_ids']).toEqual([member.userId]);
});

it('stays in sight of those who received it, and of who moved it, in a private channel made for it', async () => {
  const { owner, moderator, member, member2 } = world;
  await makeChannel(owner, 'reception', [owner, member, member2]);
  const ids = [await say(owner, 'reception', 'pay', 'one'), await say(member2, 'reception', 'pay', 'two')];
  await owner.ok.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'reception' }],
    principals: [moderator.userId],
  });
  const closed = await makeChannel(moderator, 'pay', [moderator, member, world.admin], { invite_only: true });
  const queue = await member.register({ event_types: ['update_message', 'delete_message'] });
  await moderator.ok.patch(`/messages/${ids[0]}`, { stream_id: closed, propagate_mode: 'change_all', ...quietly });
  expect(await queue.events()).toMatchObject([{ type: 'update_message', message_ids: ids }]);
  const statuses = async (id?: number): Promise<number[]> =>
    Promise.all(
      [member, moderator, member2, world.admin, owner].map(async (each) => (await each.get(`/messages/${id}`)).status),
    );
  // An administrator who is in the channel, and never received them, is a newcomer to them.
  for (const id of ids) expect(await statuses(id)).toEqual([200, 200, 400, 400, 400]);
});
