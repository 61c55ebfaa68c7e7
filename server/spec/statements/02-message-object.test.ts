/** The specification, "Resources and their fields": Message object, Edit history entry, Reaction, Submessage. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Body, Client } from '../../testing/client.ts';
import { dotPicture } from '../../testing/dot-picture.ts';
import { fetched, fetchOne, makeChannel, say, systemGroup, write, type Message } from '../../testing/scenario.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { bad, channelId, nowOf } from './kit.ts';

let world: World;
let general: number;
let owner: Client;
let member: Client;
let member2: Client;
/** A channel message of `member`, as `member2` gets it. */
let message: Message;
/** A direct message of `member` to `member2`, as its reader gets it. */
let direct: Message;

beforeAll(async () => {
  world = await startWorld();
  ({ owner, member, member2 } = world);
  general = await channelId(member, 'general');
  await world.admin.ok.post('/realm/filters', {
    pattern: '#(?P<id>[0-9]+)',
    url_template: 'https://example.com/{id}',
  });
  const everyone = await systemGroup(owner, 'role:everyone');
  await owner.ok.patch('/realm', { can_mention_many_users_group: { new: everyone } });
  message = await fetchOne(member2, await say(member, 'general', 'fix #12', '**bold**'));
  direct = await fetchOne(member2, await write(member, [member2.userId]));
});
afterAll(() => world.stop());

/** Edits a fresh message of `member` in turn, a minute apart; as `member2` then gets it. */
async function edited(...edits: Body[]): Promise<Message> {
  const id = await say(member, 'general', 'before', 'first');
  for (const edit of edits) {
    world.clock.advance(60_000);
    await member.ok.patch(`/messages/${id}`, { send_notification_to_new_thread: false, ...edit });
  }
  return fetchOne(member2, id);
}
const historyOf = (of: Message): Body[] => of['edit_history'] as Body[];

describe('Message object', () => {
  test('id: unique message id; messages are displayed sorted by id', async () => {
    const ids = (await fetched(member2)).map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
  });

  test('type: stream or private', () => {
    expect([message['type'], direct['type']]).toEqual(['stream', 'private']);
  });

  test('sender_id: user id of the sender', () => {
    expect(message['sender_id']).toBe(member.userId);
  });

  test('sender_email: API email address of the sender', () => {
    expect(message['sender_email']).toBe(member.email);
  });

  test('sender_full_name: full name of the sender', () => {
    expect(message['sender_full_name']).toBe(member.name);
  });

  test('sender_realm_str: identifier of the sender’s organization', async () => {
    expect(message['sender_realm_str']).toBe('hearth-test');
  });

  test('client: name of the client that sent the message', async () => {
    const body = new URLSearchParams({ type: 'channel', to: 'general', topic: 'x', content: 'x' });
    const sent = await member.request('POST', '/messages', { body, headers: { 'User-Agent': 'Pigeon/1.0' } });
    expect((await fetchOne(member2, Number(sent.body['id'])))['client']).toBe('Pigeon');
  });

  test('avatar_url: null only when the requester may see the real email and client_gravatar was true', async () => {
    const shy = await world.newUser('Shy Sheila');
    await shy.ok.patch('/settings', { email_address_visibility: 4 });
    const message_ids = [message.id, await say(shy, 'general', 'x')];
    const pictures = async (client_gravatar: boolean) =>
      (
        await fetched(member2, {
          message_ids,
          client_gravatar,
          anchor: undefined,
          num_before: undefined,
          num_after: undefined,
        })
      ).map((each) => each['avatar_url']);
    expect(await pictures(true)).toEqual([null, expect.any(String)]);
    expect(await pictures(false)).toEqual([expect.any(String), expect.any(String)]);
  });

  test('avatar_url: in message events too', async () => {
    const shy = await world.newUser('Shy Sandra');
    await shy.ok.patch('/settings', { email_address_visibility: 4 });
    const queue = await member2.register({ event_types: ['message'], client_gravatar: true });
    await say(member, 'general', 'x');
    await say(shy, 'general', 'x');
    const pictures = (await queue.events()).map((event) => (event['message'] as Body)['avatar_url']);
    expect(pictures).toEqual([null, expect.any(String)]);
  });

  test('avatar_url: null means the sender has no uploaded avatar', async () => {
    const pictured = await world.newUser('Pia Picture');
    await pictured.ok.upload('/users/me/avatar', { name: 'me.png', content: dotPicture });
    const seen = await fetchOne(member2, await say(pictured, 'general', 'x'));
    expect(seen['avatar_url']).toEqual(expect.any(String));
    expect(message['avatar_url']).toBeNull();
  });

  test('content: HTML when apply_markdown is true, raw Markdown otherwise', async () => {
    expect(message.content).toBe('<p><strong>bold</strong></p>');
    expect((await fetchOne(member2, message.id, { apply_markdown: false })).content).toBe('**bold**');
  });

  test('content_type: text/html or text/x-markdown, following apply_markdown', async () => {
    expect(message['content_type']).toBe('text/html');
    const raw = await fetchOne(member2, message.id, { apply_markdown: false });
    expect(raw['content_type']).toBe('text/x-markdown');
  });

  test('display_recipient: for channel messages the channel name', () => {
    expect(message['display_recipient']).toBe('general');
  });

  test('display_recipient: for direct messages an array of id, email, full_name, is_mirror_dummy', () => {
    const people = [member, member2].map(({ userId: id, email, name: full_name }) => ({
      id,
      email,
      full_name,
      is_mirror_dummy: false,
    }));
    expect(direct['display_recipient']).toEqual(expect.arrayContaining(people));
    expect(direct['display_recipient']).toHaveLength(2);
  });

  test('recipient_id: id of the set of recipients (a channel or a group of users)', async () => {
    const again = await fetchOne(member2, await say(owner, 'general', 'another topic'));
    expect(again['recipient_id']).toBe(message['recipient_id']);
    const group = await fetchOne(member2, await write(member, [member2.userId, owner.userId]));
    expect(new Set([message, direct, group].map((each) => each['recipient_id'])).size).toBe(3);
  });

  test('recipient_id: an incoming message shares it with the outgoing messages of the same conversation', async () => {
    const answer = await fetchOne(member2, await write(member2, [member.userId]));
    expect(answer['recipient_id']).toBe(direct['recipient_id']);
  });

  test('stream_id: present only for channel messages', () => {
    expect(message['stream_id']).toBe(general);
    expect(direct).not.toHaveProperty('stream_id');
  });

  test('subject: the topic', () => {
    expect(message.subject).toBe('fix #12');
  });

  test('subject: always empty string for direct messages', () => {
    expect(direct.subject).toBe('');
  });

  test('subject: clients without support for the empty topic receive realm_empty_topic_display_name instead of it', async () => {
    const state = await member2.ok.post('/register');
    const id = await say(member, 'general', '');
    expect((await fetchOne(member2, id)).subject).toBe(state['realm_empty_topic_display_name']);
    expect((await fetchOne(member2, id, { allow_empty_topic_name: true })).subject).toBe('');
    const declared = await member2.register({
      event_types: ['message'],
      client_capabilities: { empty_topic_name: true },
    });
    const undeclared = await member2.register({ event_types: ['message'] });
    await say(member, 'general', '');
    expect(await declared.events()).toMatchObject([{ message: { subject: '' } }]);
    expect(await undeclared.events()).toMatchObject([
      { message: { subject: state['realm_empty_topic_display_name'] } },
    ]);
  });

  test('topic_links: links generated by linkifiers matching the topic', () => {
    expect(message['topic_links']).toEqual([{ text: '#12', url: 'https://example.com/12' }]);
  });

  test('timestamp: time the message was sent', async () => {
    world.clock.advance(1000);
    expect((await fetchOne(member2, await say(member, 'general', 'x')))['timestamp']).toBe(nowOf(world));
  });

  test('is_me_message: true for a /me status message', async () => {
    const me = await fetchOne(member2, await say(member, 'general', 'x', '/me is away'));
    expect([message['is_me_message'], me['is_me_message']]).toEqual([false, true]);
  });

  test('edit_history: absent if the message was never edited or moved', () => {
    expect(message).not.toHaveProperty('edit_history');
  });

  test('edit_history: absent if viewing edit history is disallowed in the organization', async () => {
    const { id } = await edited({ content: 'second' });
    await owner.ok.patch('/realm', { message_edit_history_visibility_policy: 'none' });
    expect(await fetchOne(member2, id)).not.toHaveProperty('edit_history');
    await owner.ok.patch('/realm', { message_edit_history_visibility_policy: 'all' });
    expect(await fetchOne(member2, id)).toHaveProperty('edit_history');
  });

  test('edit_history: ordered from the most recent edit to the least recent', async () => {
    const history = historyOf(await edited({ content: 'second' }, { content: 'third' }));
    expect(history).toMatchObject([{ prev_content: 'second' }, { prev_content: 'first' }]);
  });

  test('last_edit_timestamp: time of the last content edit', async () => {
    const twice = await edited({ content: 'second' }, { content: 'third' });
    expect(twice['last_edit_timestamp']).toBe(nowOf(world));
  });

  test('last_edit_timestamp: absent if content was never edited (since 365 a move does not set it)', async () => {
    expect(message).not.toHaveProperty('last_edit_timestamp');
    expect(await edited({ topic: 'after' })).not.toHaveProperty('last_edit_timestamp');
  });

  test('last_moved_timestamp: absent if the message was never moved', async () => {
    expect(await edited({ content: 'second' })).not.toHaveProperty('last_moved_timestamp');
    expect((await edited({ topic: 'after' }))['last_moved_timestamp']).toBe(nowOf(world));
  });

  test('last_moved_timestamp: absent if the only topic moves were resolving or unresolving the topic', async () => {
    expect(await edited({ topic: '✔ before' }, { topic: 'before' })).not.toHaveProperty('last_moved_timestamp');
  });

  test('flags: the requesting user’s flags for the message', async () => {
    await owner.ok.post('/messages/flags', { messages: [message.id], op: 'add', flag: 'starred' });
    expect((await fetchOne(owner, message.id)).flags).toEqual(['starred']);
    expect((await fetchOne(member2, message.id)).flags).toEqual([]);
  });

  test.each([
    ['@**all**', 'stream_wildcard_mentioned'],
    ['@**topic**', 'topic_wildcard_mentioned'],
  ])(
    'flags: wildcard_mentioned equals stream_wildcard_mentioned OR topic_wildcard_mentioned: %s',
    async (content, flag) => {
      await say(member2, 'general', 'wildcards');
      const { flags } = await fetchOne(member2, await say(owner, 'general', 'wildcards', content));
      expect(flags).toEqual([flag, 'wildcard_mentioned']);
    },
  );
});

describe('Edit history entry', () => {
  test('user_id: editor', async () => {
    expect(historyOf(await edited({ content: 'second' }))[0]?.['user_id']).toBe(member.userId);
  });

  test('timestamp: time of the edit', async () => {
    expect(historyOf(await edited({ content: 'second' }))[0]?.['timestamp']).toBe(nowOf(world));
  });

  const always = { user_id: expect.any(Number) as number, timestamp: expect.any(Number) as number };
  test('prev_content and prev_rendered_content: only if content was edited: content before the edit, and its HTML', async () => {
    const [entry] = historyOf(await edited({ content: 'second' }));
    expect(entry).toEqual({ ...always, prev_content: 'first', prev_rendered_content: '<p>first</p>' });
  });

  test('prev_stream and stream: only if the channel changed: channel id before and after the edit', async () => {
    const other = await makeChannel(owner, 'other', [owner, member, member2]);
    const id = await say(owner, 'general', 'moving');
    await owner.ok.patch(`/messages/${id}`, { stream_id: other });
    expect(historyOf(await fetchOne(member2, id))).toEqual([{ ...always, prev_stream: general, stream: other }]);
  });

  test('prev_topic and topic: only if the topic changed: topic before and after the edit', async () => {
    expect(historyOf(await edited({ topic: 'after' }))).toEqual([{ ...always, prev_topic: 'before', topic: 'after' }]);
  });

  test('user_id and timestamp are always present; the other fields appear only for what the edit changed', async () => {
    const history = historyOf(await edited({ content: 'second' }, { topic: 'after' }));
    expect(history.map((entry) => Object.keys(entry).toSorted())).toEqual([
      ['prev_topic', 'timestamp', 'topic', 'user_id'],
      ['prev_content', 'prev_rendered_content', 'timestamp', 'user_id'],
    ]);
  });
});

describe('Reaction', () => {
  const reactionsTo = async (sent: Body): Promise<Body[]> => {
    const id = await say(member, 'general', 'reactions');
    await owner.ok.post(`/messages/${id}/reactions`, sent);
    return (await fetchOne(member2, id))['reactions'] as Body[];
  };

  test('emoji_name: name of the emoji; user_id: user who reacted', async () => {
    expect(await reactionsTo({ emoji_name: 'tada' })).toMatchObject([{ emoji_name: 'tada', user_id: owner.userId }]);
  });

  test('reaction_type unicode_emoji: code = dash-separated hex of the Unicode codepoints', async () => {
    expect(await reactionsTo({ emoji_name: 'thumbs_up' })).toMatchObject([
      { emoji_code: '1f44d', reaction_type: 'unicode_emoji' },
    ]);
    expect(await reactionsTo({ emoji_name: 'germany' })).toMatchObject([{ emoji_code: '1f1e9-1f1ea' }]);
  });

  test('reaction_type realm_emoji: code = id of the custom emoji', async () => {
    await owner.ok.upload('/realm/emoji/spark', { name: 'spark.png', content: dotPicture });
    const [id] = Object.keys((await owner.ok.get('/realm/emoji'))['emoji'] as object);
    expect(await reactionsTo({ emoji_name: 'spark' })).toMatchObject([
      { emoji_code: id, reaction_type: 'realm_emoji' },
    ]);
  });

  test('reaction_type service_extra_emoji is known; the server has no emoji of it', async () => {
    const extra = { emoji_name: 'extra', emoji_code: 'extra', reaction_type: 'service_extra_emoji' };
    await owner.fails('POST', `/messages/${message.id}/reactions`, extra, {
      ...bad,
      msg: 'Invalid emoji code.',
    });
  });

  test('a reaction_type is one of these', async () => {
    const other = { emoji_name: 'tada', reaction_type: 'pictogram' };
    await owner.fails('POST', `/messages/${message.id}/reactions`, other, bad);
  });
});

describe('Submessage', () => {
  test('fields: id, message_id, sender_id, msg_type, content', async () => {
    const id = await say(member, 'general', 'polls', '/poll Tea?\nYes');
    const content = '{"type":"vote","key":"canned,0","vote":1}';
    await owner.ok.post('/submessage', { message_id: id, msg_type: 'widget', content });
    const [, submessage] = (await fetchOne(member2, id))['submessages'] as Body[];
    expect(submessage).toEqual({
      id: expect.any(Number),
      message_id: id,
      sender_id: owner.userId,
      msg_type: 'widget',
      content,
    });
  });
});
