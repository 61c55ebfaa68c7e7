/** The specification, "Endpoints": GET /messages/matches_narrow, POST /fetch_api_key, GET /messages/{message_id}, GET /messages. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Body, Client } from '../../testing/client.ts';
import { fetchOne, makeChannel, say, write, type Message } from '../../testing/scenario.ts';
import { password, startWorld, type World } from '../../testing/world.ts';
import { bad, missing, stateOf } from './kit.ts';

let world: World;
let owner: Client;
let member: Client;
let member2: Client;
beforeAll(async () => {
  world = await startWorld();
  ({ owner, member, member2 } = world);
});
afterAll(() => world.stop());

const by = (operator: string, operand: unknown) => ({ operator, operand });

describe('GET /messages/matches_narrow', () => {
  const narrow = [by('search', 'pancakes')];

  test('msg_ids: required; message ids to test', async () => {
    await member.fails('GET', '/messages/matches_narrow', { narrow }, missing('msg_ids'));
  });

  test('narrow: required; filters {operator, operand}', async () => {
    await member.fails('GET', '/messages/matches_narrow', { msg_ids: [1] }, missing('narrow'));
  });

  test('response: messages keyed by message id, each {match_content, match_subject} as GET /messages search results have them', async () => {
    const found = await say(member2, 'general', 'more pancakes', 'I like pancakes');
    const other = await say(member2, 'general', 'x', 'I like soup');
    const secret = await write(member2, [owner.userId], 'secret pancakes');
    const { messages } = await member.ok.get('/messages/matches_narrow', { msg_ids: [found, other, secret], narrow });
    const match = {
      match_content: '<p>I like <span class="highlight">pancakes</span></p>',
      match_subject: 'more <span class="highlight">pancakes</span>',
    };
    expect(messages).toEqual({ [found]: match });
    const searched = await member.ok.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow });
    expect(searched['messages']).toMatchObject([match]);
  });
});

describe('POST /fetch_api_key', () => {
  const login = { username: 'member@example.com', password };

  test('no prior credentials needed', async () => {
    const body = new URLSearchParams(login);
    expect(
      (await world.stranger.request('POST', '/fetch_api_key', { body, headers: { Authorization: '' } })).status,
    ).toBe(200);
  });

  test('username: required; usually the email', async () => {
    await world.stranger.fails('POST', '/fetch_api_key', { password }, missing('username'));
    const failed = { status: 401, code: 'AUTHENTICATION_FAILED' };
    await world.stranger.fails('POST', '/fetch_api_key', { ...login, username: 'nobody@example.com' }, failed);
  });

  test('password: required; the user’s password', async () => {
    await world.stranger.fails('POST', '/fetch_api_key', { username: login.username }, missing('password'));
    const failed = { status: 401, code: 'AUTHENTICATION_FAILED' };
    await world.stranger.fails('POST', '/fetch_api_key', { ...login, password: 'wrong' }, failed);
  });

  test('username: depends on require_email_format_usernames in GET /server_settings', async () => {
    const { require_email_format_usernames: isEmail } = await world.stranger.ok.get('/server_settings');
    expect(isEmail).toBe(true);
  });

  test('response: api_key, email, user_id', async () => {
    expect(await world.stranger.ok.post('/fetch_api_key', login)).toEqual({
      result: 'success',
      msg: '',
      api_key: member.apiKey,
      email: member.email,
      user_id: member.userId,
    });
  });
});

describe('GET /messages/{message_id}', () => {
  test('message_id: target message', async () => {
    const id = await say(member2, 'general', 'x');
    expect((await fetchOne(member, id)).id).toBe(id);
  });

  test('apply_markdown: default true = HTML content; false = raw Markdown', async () => {
    const id = await say(member2, 'general', 'x', '*hi*');
    expect((await fetchOne(member, id)).content).toBe('<p><em>hi</em></p>');
    expect((await fetchOne(member, id, { apply_markdown: false })).content).toBe('*hi*');
  });

  test('allow_empty_topic_name: default false = the empty topic is replaced by realm_empty_topic_display_name, including in edit history', async () => {
    const { realm_empty_topic_display_name: name } = await stateOf(member, ['realm']);
    const id = await say(member2, 'general', '');
    expect((await fetchOne(member, id)).subject).toBe(name);
    expect((await fetchOne(member, id, { allow_empty_topic_name: true })).subject).toBe('');
    await member2.ok.patch(`/messages/${id}`, { topic: 'named' });
    expect((await fetchOne(member, id))['edit_history']).toMatchObject([{ prev_topic: name }]);
    expect((await fetchOne(member, id, { allow_empty_topic_name: true }))['edit_history']).toMatchObject([
      { prev_topic: '' },
    ]);
  });

  test('response: message, and raw_content (deprecated)', async () => {
    const answer = await member.ok.get(`/messages/${await say(member2, 'general', 'x', '*hi*')}`);
    expect(answer).toMatchObject({ message: { content: '<p><em>hi</em></p>' }, raw_content: '*hi*' });
  });

  test('error BAD_REQUEST when the message does not exist or is not visible to the caller', async () => {
    for (const id of [4711, await write(member2, [owner.userId])])
      await member.fails('GET', `/messages/${id}`, {}, bad);
  });
});

describe('GET /messages', () => {
  const narrow = [by('channel', 'pages'), by('topic', 'numbers')];
  const ids: number[] = [];
  beforeAll(async () => {
    await makeChannel(owner, 'pages', [owner, member]);
    for (let n = 0; n < 9; n += 1) ids.push(await say(owner, 'pages', 'numbers', `*${n}*`));
    await member.ok.post('/messages/flags', { op: 'add', flag: 'read', messages: ids.slice(0, 4) });
  });
  const fetch = async (params: Body): Promise<Body & { messages: Message[] }> => {
    const body = await member.ok.get('/messages', { num_before: 0, num_after: 0, narrow, ...params });
    return body as Body & { messages: Message[] };
  };
  /** Places in `ids` of what was found. */
  const places = async (params: Body): Promise<number[]> =>
    (await fetch(params)).messages.map(({ id }) => ids.indexOf(id));

  test('anchor: integer message id', async () => {
    expect(await places({ anchor: ids[4], num_before: 1, num_after: 1 })).toEqual([3, 4, 5]);
  });

  test('anchor: newest', async () => {
    expect(await places({ anchor: 'newest', num_before: 2 })).toEqual([7, 8]);
  });

  test('anchor: oldest', async () => {
    expect(await places({ anchor: 'oldest', num_after: 2 })).toEqual([0, 1]);
  });

  test('anchor: first_unread (oldest unread matching the query, else the newest)', async () => {
    expect(await places({ anchor: 'first_unread', num_before: 1, num_after: 1 })).toEqual([3, 4, 5]);
    const read = [by('channel', 'pages'), by('topic', 'numbers'), by('sender', owner.userId), by('is', 'starred')];
    await member.ok.post('/messages/flags', { op: 'add', flag: 'starred', messages: ids.slice(0, 2) });
    expect(await places({ anchor: 'first_unread', num_before: 1, narrow: read })).toEqual([1]);
  });

  test('anchor: nothing else', async () => {
    await member.fails('GET', '/messages', { anchor: 'last', num_before: 1, num_after: 0 }, bad);
  });

  test('include_anchor: default true', async () => {
    expect(await places({ anchor: ids[4], num_after: 1 })).toEqual([4, 5]);
    expect(await places({ anchor: ids[4], num_after: 1, include_anchor: false })).toEqual([5]);
  });

  test('num_before: messages with ids below the anchor; required unless message_ids is given', async () => {
    expect(await places({ anchor: ids[4], num_before: 2 })).toEqual([2, 3, 4]);
    await member.fails('GET', '/messages', { anchor: 'newest', num_after: 1 }, missing('num_before'));
  });

  test('num_after: messages with ids above the anchor; required unless message_ids is given', async () => {
    expect(await places({ anchor: ids[4], num_after: 2 })).toEqual([4, 5, 6]);
    await member.fails('GET', '/messages', { anchor: 'newest', num_before: 1 }, missing('num_after'));
  });

  test('narrow: default []; objects or string pairs', async () => {
    const last = await write(owner, [member.userId]);
    expect((await fetch({ anchor: 'newest', num_before: 1, narrow: undefined })).messages.map(({ id }) => id)).toEqual([
      last,
    ]);
    const pairs = [
      ['channel', 'pages'],
      ['topic', 'numbers'],
    ];
    expect(await places({ anchor: 'newest', num_before: 1, narrow: pairs })).toEqual([8]);
  });

  test('narrow: without a channel operator it searches the user’s own history', async () => {
    await makeChannel(owner, 'elsewhere', [owner]);
    const there = await say(owner, 'elsewhere', 'numbers');
    const found = async (filters: object[]) =>
      (await fetch({ anchor: 'newest', num_before: 50, narrow: filters })).messages.some(({ id }) => id === there);
    expect(await found([by('topic', 'numbers')])).toBe(false);
    for (const operator of ['channel', 'stream']) expect(await found([by(operator, 'elsewhere')])).toBe(true);
  });

  test.each(['channels', 'streams'])(
    'narrow: {operator: %s, operand: public} searches all public channels',
    async (operator) => {
      const there = await say(owner, 'elsewhere', 'numbers');
      const { messages } = await fetch({ anchor: 'newest', num_before: 1, narrow: [by(operator, 'public')] });
      expect(messages.map(({ id }) => id)).toEqual([there]);
    },
  );

  test('narrow: the operators of the examples: sender, channel, channels, has, is:unread', async () => {
    const linked = await say(owner, 'pages', 'links', 'https://example.com');
    const newest = async (filter: object) =>
      (await fetch({ anchor: 'newest', num_before: 1, narrow: [filter] })).messages[0]?.id;
    for (const filter of [by('sender', owner.email), by('channel', 'pages'), by('has', 'link'), by('is', 'unread')])
      expect(await newest(filter)).toBe(linked);
  });

  test('client_gravatar: default true = avatar_url is null for users on the third-party avatar', async () => {
    const pictures = async (params: Body) =>
      (await fetch({ anchor: 'newest', num_before: 1, ...params })).messages[0]?.['avatar_url'];
    expect(await pictures({})).toBeNull();
    expect(await pictures({ client_gravatar: false })).toEqual(expect.any(String));
  });

  test('apply_markdown: default true', async () => {
    const content = async (params: Body) =>
      (await fetch({ anchor: 'oldest', num_after: 1, ...params })).messages[0]?.content;
    expect(await content({})).toBe('<p><em>0</em></p>');
    expect(await content({ apply_markdown: false })).toBe('*0*');
  });

  test('message_ids: fetch exactly these ids (those that exist and are accessible)', async () => {
    const hidden = await write(member2, [owner.userId]);
    const { messages } = await member.ok.get('/messages', { message_ids: [ids[5], 99_999, hidden, ids[1]] });
    expect((messages as Message[]).map(({ id }) => id)).toEqual([ids[1], ids[5]]);
  });

  test('message_ids: filtered by narrow if given', async () => {
    const other = await say(owner, 'pages', 'other');
    const { messages } = await member.ok.get('/messages', { message_ids: [ids[5], other], narrow });
    expect((messages as Message[]).map(({ id }) => id)).toEqual([ids[5]]);
  });

  test.each([
    ['anchor', 'newest'],
    ['include_anchor', true],
    ['use_first_unread_anchor', true],
    ['num_before', 1],
    ['num_after', 1],
  ])('message_ids: it is an error to combine with %s', async (name, value) => {
    await member.fails('GET', '/messages', { message_ids: [ids[0]], [name]: value }, bad);
  });

  test('allow_empty_topic_name: default false; as for a single message', async () => {
    const { realm_empty_topic_display_name: name } = await stateOf(member, ['realm']);
    await say(owner, 'pages', '');
    const subject = async (params: Body) =>
      (await fetch({ anchor: 'newest', num_before: 1, narrow: [by('channel', 'pages')], ...params })).messages[0]
        ?.subject;
    expect([await subject({}), await subject({ allow_empty_topic_name: true })]).toEqual([name, '']);
  });

  test('use_first_unread_anchor: deprecated, default false; legacy anchor=first_unread', async () => {
    expect(await places({ use_first_unread_anchor: true, num_after: 1 })).toEqual([4, 5]);
    await member.fails(
      'GET',
      '/messages',
      { use_first_unread_anchor: false, num_before: 1, num_after: 1 },
      missing('anchor'),
    );
  });

  test('use_first_unread_anchor: mutually exclusive with anchor', async () => {
    await member.fails(
      'GET',
      '/messages',
      { use_first_unread_anchor: true, anchor: 'newest', num_before: 1, num_after: 1 },
      bad,
    );
  });

  test('response messages: message objects sorted by id', async () => {
    expect(await places({ anchor: 'oldest', num_after: 50 })).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    const { messages } = await member.ok.get('/messages', { message_ids: [ids[3], ids[0], ids[2]] });
    expect((messages as Message[]).map(({ id }) => id)).toEqual([ids[0], ids[2], ids[3]]);
  });

  test('response anchor: the anchor used (computed if requested); absent when message_ids is given', async () => {
    expect((await fetch({ anchor: ids[4] }))['anchor']).toBe(ids[4]);
    expect((await fetch({ anchor: 'first_unread' }))['anchor']).toBe(ids[4]);
    expect(await member.ok.get('/messages', { message_ids: [ids[0]] })).not.toHaveProperty('anchor');
  });

  test('response found_anchor: false if the anchor message does not exist, does not match, or was excluded by include_anchor=false', async () => {
    const other = await say(owner, 'pages', 'other');
    const found = async (params: Body) => (await fetch(params))['found_anchor'];
    expect(await found({ anchor: ids[4] })).toBe(true);
    for (const params of [{ anchor: 99_999 }, { anchor: other }, { anchor: ids[4], include_anchor: false }])
      expect(await found(params)).toBe(false);
  });

  test('response found_newest: the list includes the newest matching messages', async () => {
    const found = async (params: Body) => (await fetch({ anchor: ids[4], ...params }))['found_newest'];
    expect([await found({ num_after: 2 }), await found({ num_after: 20 })]).toEqual([false, true]);
  });

  test('response found_oldest: the list includes the oldest matching messages', async () => {
    const found = async (params: Body) => (await fetch({ anchor: ids[4], ...params }))['found_oldest'];
    expect([await found({ num_before: 2 }), await found({ num_before: 20 })]).toEqual([false, true]);
  });

  test('response history_limited: history was limited by plan restrictions (there are none here)', async () => {
    expect((await fetch({ anchor: 'oldest', num_after: 20 }))['history_limited']).toBe(false);
  });

  test('at most 5000 messages per request; more is an error', async () => {
    expect((await member.get('/messages', { anchor: 'newest', num_before: 5000, num_after: 0 })).status).toBe(200);
    await member.fails('GET', '/messages', { anchor: 'newest', num_before: 2501, num_after: 2500 }, bad);
    await member.fails('GET', '/messages', { anchor: 'newest', num_before: 5001, num_after: 0 }, bad);
  });
});
