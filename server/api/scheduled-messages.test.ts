/** Scheduled message: fields, changes, and delivery (contract: ScheduledMessage, update-scheduled-message). Time is moved, never waited for. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encodeParams, type Body } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';

const hour = 3600;

describe('scheduled messages', () => {
  let world: World;
  let general: number;

  beforeAll(async () => {
    world = await startWorld();
    [{ id: general }] = (await world.db<{ id: number }>('SELECT id FROM streams ORDER BY id LIMIT 1')) as [
      { id: number },
    ];
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    for (const { scheduled_message_id: id } of await list())
      await world.member.ok.delete(`/scheduled_messages/${Number(id)}`);
  });

  const now = () => Math.floor(world.clock.nowMs / 1000);
  const list = async () => (await world.member.ok.get('/scheduled_messages')).scheduled_messages as Body[];
  const toChannel = (change: object = {}) => ({
    type: 'channel',
    to: general,
    topic: 'lunch',
    content: 'soup **today**',
    scheduled_delivery_timestamp: now() + hour,
    ...change,
  });
  const toPeople = (change: object = {}) => ({
    type: 'direct',
    to: [world.admin.userId],
    content: 'psst',
    scheduled_delivery_timestamp: now() + hour,
    ...change,
  });
  const schedule = async (params: object) =>
    (await world.member.ok.post('/scheduled_messages', { ...params })).scheduled_message_id as number;
  const edit = async (id: number, change: object) => world.member.ok.patch(`/scheduled_messages/${id}`, { ...change });
  const refused = async (
    id: number,
    change: object,
    expected: Body & { status: number; code: string } = { status: 400, code: 'BAD_REQUEST' },
  ) => {
    const before = await world.dump();
    await world.member.fails('PATCH', `/scheduled_messages/${id}`, { ...change }, expected);
    expect(await world.dump()).toBe(before);
  };
  /** Moves time and waits until the sender has done what is due. */
  const pass = async (seconds: number) => {
    world.clock.advance(seconds * 1000);
    world.server.services.wake.scheduledMessages();
    await world.server.workers.scheduledMessages.settled();
  };
  const messages = async (content: string) => world.db('SELECT * FROM messages WHERE content = ? ORDER BY id', content);

  describe('when created', () => {
    it('take a channel by its name, and people by their addresses', async () => {
      await schedule(toChannel({ to: 'general' }));
      await schedule(toPeople({ to: [world.admin.email, world.member2.userId] }));
      await schedule(toPeople({ to: `${world.admin.email}, ${world.member2.email}` }));
      const people = [world.admin.userId, world.member2.userId];
      expect((await list()).map(({ to }) => to)).toEqual([general, people, people]);
      await world.member.fails('POST', '/scheduled_messages', toChannel({ to: 'no such place' }), {
        status: 400,
        code: 'STREAM_DOES_NOT_EXIST',
        stream: 'no such place',
      });
      const refusal = { status: 400, code: 'BAD_REQUEST' };
      await world.member.fails('POST', '/scheduled_messages', toPeople({ to: ['nobody@example.com'] }), refusal);
    });

    it('are listed with the next one first, rendered, not failed, with an id of their own', async () => {
      const late = await schedule(toChannel({ scheduled_delivery_timestamp: now() + 2 * hour }));
      const soon = await schedule(toPeople());
      expect(await list()).toEqual([
        {
          scheduled_message_id: soon,
          type: 'private',
          to: [world.admin.userId],
          content: 'psst',
          rendered_content: '<p>psst</p>',
          scheduled_delivery_timestamp: now() + hour,
          failed: false,
        },
        {
          scheduled_message_id: late,
          type: 'stream',
          to: general,
          topic: 'lunch',
          content: 'soup **today**',
          rendered_content: '<p>soup <strong>today</strong></p>',
          scheduled_delivery_timestamp: now() + 2 * hour,
          failed: false,
        },
      ]);
    });

    it('tell the other clients of the user when they are added, changed and removed', async () => {
      const queue = await world.member.register({ event_types: ['scheduled_messages'] });
      const id = await schedule(toChannel());
      await edit(id, { content: 'stew' });
      await world.member.ok.delete(`/scheduled_messages/${id}`);
      expect(await queue.events()).toMatchObject([
        { op: 'add', scheduled_messages: [{ scheduled_message_id: id }] },
        { op: 'update', scheduled_message: { scheduled_message_id: id, content: 'stew' } },
        { op: 'remove', scheduled_message_id: id },
      ]);
    });

    it('are in the answer of registration', async () => {
      const id = await schedule(toChannel());
      expect(
        (await world.member.register({ fetch_event_types: ['scheduled_messages'] })).state['scheduled_messages'],
      ).toMatchObject([{ scheduled_message_id: id }]);
    });

    const wrong: [string, object, Body][] = [
      [
        'a time that has passed',
        { scheduled_delivery_timestamp: 1 },
        { code: 'BAD_REQUEST', msg: 'Scheduled delivery time must be in the future.' },
      ],
      ['a channel message without a topic', { topic: undefined }, { code: 'BAD_REQUEST' }],
      ['an unknown channel', { to: 4711 }, { code: 'STREAM_DOES_NOT_EXIST', stream_id: 4711 }],
      ['an unknown user', { type: 'direct', to: [4711] }, { code: 'BAD_REQUEST' }],
      ['nobody', { type: 'direct', to: [] }, { code: 'BAD_REQUEST' }],
      ['empty content', { content: ' ' }, { code: 'BAD_REQUEST' }],
      ['content over max_message_length', { content: 'x'.repeat(10_001) }, { code: 'BAD_REQUEST' }],
      ['a topic over max_topic_length', { topic: 'x'.repeat(61) }, { code: 'BAD_REQUEST' }],
      ['another type', { type: 'email' }, { code: 'BAD_REQUEST' }],
    ];
    it.each(wrong)('refuse %s', async (_what, change, expected) => {
      const before = await world.dump();
      await world.member.fails('POST', '/scheduled_messages', toChannel(change), {
        status: 400,
        code: 'BAD_REQUEST',
        ...expected,
      });
      expect(await world.dump()).toBe(before);
    });
  });

  describe('when edited', () => {
    it.each(['direct', 'private'])('may become direct: type %s needs `to`, and a topic is ignored', async (type) => {
      const id = await schedule(toChannel());
      await refused(id, { type });
      await edit(id, { type, to: [world.admin.userId, world.guest.userId], topic: 'gone' });
      expect(await list()).toMatchObject([{ type: 'private', to: [world.admin.userId, world.guest.userId] }]);
      expect((await list())[0]).not.toHaveProperty('topic');
    });

    it.each(['channel', 'stream'])('may become a channel message: type %s needs `to` and `topic`', async (type) => {
      const id = await schedule(toPeople());
      await refused(id, { type, to: general });
      await refused(id, { type, topic: 'lunch' });
      await edit(id, { type, to: general, topic: 'dinner' });
      expect(await list()).toMatchObject([{ type: 'stream', to: general, topic: 'dinner' }]);
    });

    it('keep what is not sent', async () => {
      const id = await schedule(toChannel());
      const [before] = await list();
      await edit(id, { content: 'stew' });
      expect(await list()).toEqual([{ ...before, content: 'stew', rendered_content: '<p>stew</p>' }]);
      await edit(id, { topic: 'dinner' });
      await edit(id, { scheduled_delivery_timestamp: now() + 5 * hour });
      expect(await list()).toMatchObject([
        { topic: 'dinner', content: 'stew', scheduled_delivery_timestamp: now() + 5 * hour },
      ]);
    });

    it('refuse a change of nothing', async () => {
      const nothing = { status: 400, code: 'BAD_REQUEST', msg: 'Nothing to change' };
      await refused(await schedule(toChannel()), {}, nothing);
    });

    it('ignore a topic for a direct message', async () => {
      const id = await schedule(toPeople());
      await edit(id, { topic: 'nothing' });
      expect((await list())[0]).not.toHaveProperty('topic');
    });

    it.each(['(no topic)', 'general chat', ''])('read the topic "%s" as the empty topic', async (topic) => {
      const id = await schedule(toChannel());
      await edit(id, { topic });
      expect(await list()).toMatchObject([{ topic: '' }]);
    });

    it.each(['(no topic)', 'general chat', ''])('refuse the topic "%s" where a topic is required', async (topic) => {
      const id = await schedule(toChannel());
      const set = (policy: string) =>
        world.server.services.storage.transaction((tx) =>
          tx.run('UPDATE streams SET topics_policy = ? WHERE id = ?', policy, general),
        );
      await set('disable_empty_topic');
      await refused(id, { topic });
      await refused(id, { type: 'channel', to: general, topic });
      await set('inherit');
    });

    it('are bounded by max_message_length and max_topic_length', async () => {
      const id = await schedule(toChannel());
      await refused(id, { content: 'é'.repeat(10_001) });
      await refused(id, { topic: 'é'.repeat(61) });
      await edit(id, { content: 'é'.repeat(10_000), topic: 'é'.repeat(60) });
    });

    it('answer BAD_REQUEST for one that does not exist, or is another user’s', async () => {
      const id = await schedule(toChannel());
      const missing = { status: 404, code: 'BAD_REQUEST', msg: 'Scheduled message does not exist' };
      await refused(4711, { content: 'x' }, missing);
      await world.admin.fails('PATCH', `/scheduled_messages/${id}`, { content: 'x' }, missing);
      await world.admin.fails('DELETE', `/scheduled_messages/${id}`, {}, missing);
    });

    it('answer BAD_REQUEST for an invalid user id, STREAM_DOES_NOT_EXIST with stream_id for an unknown channel', async () => {
      const direct = await schedule(toPeople());
      await refused(direct, { to: [4711] }, { status: 400, code: 'BAD_REQUEST', msg: 'Invalid user ID 4711' });
      const channel = await schedule(toChannel());
      await refused(channel, { to: 4711 }, { status: 400, code: 'STREAM_DOES_NOT_EXIST', stream_id: 4711 });
    });
  });

  describe('when due', () => {
    it('are sent as their author, within the second, and leave the list', async () => {
      const queue = await world.member.register({
        event_types: ['scheduled_messages', 'message'],
        apply_markdown: true,
      });
      const id = await schedule(toChannel({ content: 'on time', scheduled_delivery_timestamp: now() + 10 }));
      await pass(9);
      expect(await messages('on time')).toEqual([]);
      await pass(1);
      expect(await messages('on time')).toMatchObject([
        { sender_id: world.member.userId, stream_id: general, topic: 'lunch', timestamp: now() },
      ]);
      expect(await list()).toEqual([]);
      const events = await queue.events();
      expect(events.find(({ op }) => op === 'remove')).toMatchObject({ scheduled_message_id: id });
      expect(events.find(({ type }) => type === 'message')).toMatchObject({
        message: { content: '<p>on time</p>', sender_id: world.member.userId },
      });
    });

    it('need no one to wake the sender: the clock is looked at every second', async () => {
      const queue = await world.admin.register({ event_types: ['message'], apply_markdown: true });
      await schedule(toPeople({ content: 'by itself', scheduled_delivery_timestamp: now() + 10 }));
      world.clock.advance(10_000);
      expect(await queue.next()).toMatchObject([{ message: { content: '<p>by itself</p>' } }]);
    });

    it('while the server was off are sent at its next start', async () => {
      await schedule(toPeople({ content: 'better late', scheduled_delivery_timestamp: now() + 10 }));
      await world.server.stop();
      world.clock.advance(hour * 1000);
      await world.start();
      await world.server.workers.scheduledMessages.settled();
      expect(await messages('better late')).toHaveLength(1);
      await world.restart();
      await world.server.workers.scheduledMessages.settled();
      expect(await messages('better late')).toHaveLength(1);
    });

    it('are read by their author as read_by_sender says; without it, as the client that scheduled them is known to be', async () => {
      const due = { scheduled_delivery_timestamp: now() + 10 };
      await schedule(toPeople({ ...due, content: 'read', read_by_sender: true }));
      await schedule(toPeople({ ...due, content: 'unread', read_by_sender: false }));
      const form = encodeParams(toPeople({ ...due, content: 'typed in a browser' }));
      await world.member.request('POST', '/scheduled_messages', {
        body: form,
        headers: { 'User-Agent': 'Mozilla/5.0' },
      });
      await schedule(toPeople({ ...due, content: 'sent by a script' }));
      await pass(10);
      const unread = await world.db<{ content: string }>(
        'SELECT m.content FROM message_flags f JOIN messages m ON m.id = f.message_id WHERE f.user_id = ? AND m.sender_id = f.user_id AND f.flags = 1 AND m.timestamp = ? ORDER BY m.id',
        world.member.userId,
        now(),
      );
      expect(unread.map(({ content }) => content)).toEqual(['unread', 'sent by a script']);
    });

    it('and impossible to send are marked as failed with the reason kept, and their author is informed', async () => {
      const queue = await world.member.register({ event_types: ['scheduled_messages'] });
      const id = await schedule(toChannel({ content: 'too late', scheduled_delivery_timestamp: now() + 10 }));
      const archive = (value: number) =>
        world.server.services.storage.transaction((tx) =>
          tx.run('UPDATE streams SET is_archived = ? WHERE id = ?', value, general),
        );
      await archive(1);
      await pass(10);
      await archive(0);
      expect(await messages('too late')).toEqual([]);
      expect(await list()).toMatchObject([{ scheduled_message_id: id, failed: true }]);
      const [row] = await world.db('SELECT failure_message FROM scheduled_messages WHERE id = ?', id);
      expect(row?.['failure_message']).toMatch(/Not authorized|does not exist/);
      expect((await queue.events()).at(-1)).toMatchObject({ op: 'update', scheduled_message: { failed: true } });
      const told = await world.db<{ content: string }>(
        "SELECT content FROM messages WHERE content LIKE 'The message you scheduled%'",
      );
      expect(told[0]?.content).toContain(String(row?.['failure_message']));
    });

    it('and failed can be edited only with a new time, and then are sent', async () => {
      const id = await schedule(toChannel({ content: 'second try', scheduled_delivery_timestamp: now() + 10 }));
      await world.server.services.storage.transaction((tx) =>
        tx.run("UPDATE scheduled_messages SET failed = 1, failure_message = 'x' WHERE id = ?", id),
      );
      await refused(id, { content: 'second try' });
      await edit(id, { scheduled_delivery_timestamp: now() + 20 });
      expect(await list()).toMatchObject([{ failed: false }]);
      await pass(20);
      expect(await messages('second try')).toHaveLength(1);
    });

    it('fail when their author is deactivated by then', async () => {
      const leaver = await world.newUser('Lea Leaver');
      const { scheduled_message_id: id } = await leaver.ok.post(
        '/scheduled_messages',
        toPeople({ content: 'ghost', scheduled_delivery_timestamp: now() + 10 }),
      );
      await world.server.services.storage.transaction((tx) =>
        tx.run('UPDATE users SET is_active = 0 WHERE id = ?', leaver.userId),
      );
      await pass(10);
      expect(await messages('ghost')).toEqual([]);
      expect(await world.db('SELECT failed FROM scheduled_messages WHERE id = ?', Number(id))).toEqual([{ failed: 1 }]);
    });
  });
});
