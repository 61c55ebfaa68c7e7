/** Fetching messages (contract: get-messages, get-message, check-messages-match-narrow). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetched, fetchOne, makeChannel, say, write, type Message } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

describe('GET /messages', () => {
  const ids: number[] = [];
  const inPages = {
    narrow: [
      { operator: 'topic', operand: 'pages' },
      { operator: 'channel', operand: 'general' },
    ],
  };
  const page = async (params: Record<string, unknown>) => {
    const body = await world.owner.ok.get('/messages', { num_before: 0, num_after: 0, ...inPages, ...params });
    return { ...body, places: (body['messages'] as Message[]).map((message) => ids.indexOf(message.id)) };
  };

  beforeAll(async () => {
    for (let n = 0; n < 10; n += 1) ids.push(await say(world.member, 'general', 'pages', `page ${n}`));
  });

  it('answers around an id with what was found on either side', async () => {
    expect(await page({ anchor: ids[5], num_before: 2, num_after: 2 })).toMatchObject({
      places: [3, 4, 5, 6, 7],
      anchor: ids[5],
      found_anchor: true,
      found_oldest: false,
      found_newest: false,
      history_limited: false,
    });
    expect(await page({ anchor: ids[5], num_before: 2, num_after: 2, include_anchor: false })).toMatchObject({
      places: [3, 4, 6, 7],
      found_anchor: false,
    });
    expect(await page({ anchor: ids[1], num_before: 5, num_after: 8 })).toMatchObject({
      places: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      found_oldest: true,
      found_newest: true,
    });
    expect(await page({ anchor: ids[0], num_after: 9 })).toMatchObject({ found_oldest: true, found_newest: true });
  });

  it('starts at the newest, the oldest, and the first unread', async () => {
    expect(await page({ anchor: 'newest', num_before: 3 })).toMatchObject({
      places: [7, 8, 9],
      anchor: 10_000_000_000_000_000,
      found_newest: true,
      found_oldest: false,
      found_anchor: false,
    });
    expect(await page({ anchor: 'oldest', num_after: 3 })).toMatchObject({
      places: [0, 1, 2],
      anchor: 0,
      found_oldest: true,
      found_newest: false,
    });
    expect(await page({ anchor: 'first_unread', num_after: 1 })).toMatchObject({
      places: [0, 1],
      anchor: ids[0],
      found_anchor: true,
    });
    await world.owner.ok.post('/messages/flags', { op: 'add', flag: 'read', messages: ids.slice(0, 4) });
    expect(await page({ anchor: 'first_unread', num_before: 1 })).toMatchObject({ places: [3, 4], anchor: ids[4] });
    await world.owner.ok.post('/messages/flags', { op: 'add', flag: 'read', messages: ids });
    expect(await page({ anchor: 'first_unread', num_before: 1 })).toMatchObject({
      places: [9],
      anchor: 10_000_000_000_000_000,
      found_anchor: false,
    });
  });

  it('lets the older first-unread switch win over anchor=0, and refuses any other anchor beside it', async () => {
    expect(await page({ anchor: 0, use_first_unread_anchor: true, num_before: 2 })).toMatchObject({
      places: [8, 9],
      anchor: 10_000_000_000_000_000,
    });
    expect(await page({ use_first_unread_anchor: true, num_before: 1 })).toMatchObject({ places: [9] });
    await world.owner.fails(
      'GET',
      '/messages',
      { anchor: 5, use_first_unread_anchor: true, num_before: 1, num_after: 0 },
      { status: 400, code: 'BAD_REQUEST', parameters: 'anchor, use_first_unread_anchor' },
    );
  });

  it('fetches exactly the ids that exist, are accessible and match', async () => {
    const hidden = await write(world.member, [world.member2.userId], 'hidden');
    const direct = await write(world.member, [world.owner.userId], 'seen');
    const message_ids = [ids[3], 99_999, hidden, direct, ids[1]];
    const body = await world.owner.ok.get('/messages', { message_ids });
    expect((body['messages'] as Message[]).map((message) => message.id)).toEqual([ids[1], ids[3], direct]);
    expect(body).not.toHaveProperty('anchor');
    const narrowed = await world.owner.ok.get('/messages', { message_ids, ...inPages });
    expect((narrowed['messages'] as Message[]).map((message) => message.id)).toEqual([ids[1], ids[3]]);
  });

  it('reads an empty search as no filter, in every form', async () => {
    const newest = { anchor: 'newest', num_before: 5, num_after: 0 };
    const found = async (narrow: unknown[]): Promise<number[]> => {
      const { messages } = await world.owner.ok.get('/messages', { ...newest, narrow: JSON.stringify(narrow) });
      return (messages as Message[]).map(({ id }) => id);
    };
    const all = await found([]);
    expect(all.length).toBeGreaterThan(1);
    for (const term of [['search', ''], ['search', '  '], { operator: 'search', operand: '', negated: true }])
      expect(await found([term])).toEqual(all);
    expect(
      await found([
        ['search', ''],
        ['has', 'link'],
      ]),
    ).toEqual(await found([['has', 'link']]));
    const narrow = JSON.stringify([['search', '']]);
    const matching = await world.owner.ok.get('/messages/matches_narrow', { msg_ids: all, narrow });
    expect(Object.keys(matching['messages'] as object).map(Number)).toEqual(all);
  });

  it('holds a narrow against what can be read, received or not', async () => {
    const { owner, member, member2 } = world;
    await makeChannel(owner, 'elsewhere', [owner]);
    await makeChannel(owner, 'closed', [owner, member2], { invite_only: true });
    const open = await say(owner, 'elsewhere', 'links', 'https://example.com');
    const plain = await say(owner, 'elsewhere', 'links', 'nothing');
    const closed = await say(owner, 'closed', 'links', 'https://example.com');
    await member2.ok.delete('/users/me/subscriptions', { subscriptions: ['closed'] });
    const narrow = [['has', 'link']];
    const wanted = [open, plain, closed];
    for (const client of [member, member2]) {
      const { messages } = await client.ok.get('/messages', { message_ids: wanted, narrow });
      expect((messages as Message[]).map(({ id }) => id)).toEqual([open]);
      const matching = await client.ok.get('/messages/matches_narrow', { msg_ids: wanted, narrow });
      expect(Object.keys(matching['messages'] as object)).toEqual([String(open)]);
    }
  });

  it('refuses ids together with any parameter of a range', async () => {
    for (const [name, value] of Object.entries({
      anchor: 'newest',
      include_anchor: true,
      num_before: 1,
      num_after: 1,
      use_first_unread_anchor: true,
    })) {
      await world.owner.fails(
        'GET',
        '/messages',
        { message_ids: [1], [name]: value },
        { status: 400, code: 'BAD_REQUEST', parameters: `message_ids, ${name}` },
      );
    }
  });

  it('needs an anchor and both numbers, and gives at most 5000 messages', async () => {
    await world.owner.fails(
      'GET',
      '/messages',
      { num_before: 1, num_after: 1 },
      { status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name: 'anchor' },
    );
    await world.owner.fails(
      'GET',
      '/messages',
      { anchor: 1, num_after: 1 },
      { status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name: 'num_before' },
    );
    await world.owner.fails(
      'GET',
      '/messages',
      { anchor: 1, num_before: 1 },
      { status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name: 'num_after' },
    );
    await world.owner.fails(
      'GET',
      '/messages',
      { anchor: 'soon', num_before: 1, num_after: 1 },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await world.owner.fails(
      'GET',
      '/messages',
      { anchor: 1, num_before: 2500, num_after: 2501 },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await world.owner.ok.get('/messages', { anchor: 1, num_before: 2500, num_after: 2500 });
    await world.owner.fails(
      'GET',
      '/messages',
      { message_ids: Array.from({ length: 5001 }, (_, n) => n) },
      { status: 400, code: 'BAD_REQUEST' },
    );
  });

  it('gives HTML or Markdown, and pictures as the client wants them', async () => {
    const id = await say(world.member, 'general', 'looks', '*soft*');
    expect(await fetchOne(world.owner, id)).toMatchObject({
      content: '<p><em>soft</em></p>',
      content_type: 'text/html',
    });
    expect(await fetchOne(world.owner, id, { apply_markdown: false })).toMatchObject({
      content: '*soft*',
      content_type: 'text/x-markdown',
    });
    expect((await world.owner.ok.get(`/messages/${id}`))['raw_content']).toBe('*soft*');
    const [withPicture] = await fetched(world.owner, { anchor: id, num_before: 0, client_gravatar: false });
    const [without] = await fetched(world.owner, { anchor: id, num_before: 0 });
    expect(withPicture?.['avatar_url']).toMatch(new RegExp(`^/avatar/${world.member.userId}`));
    expect(without?.['avatar_url']).toBeNull();
  });

  it('shows history that one did not receive as read and historical, and only where it is public', async () => {
    await makeChannel(world.owner, 'open past', [world.owner], {});
    await makeChannel(world.owner, 'closed past', [world.owner], {
      invite_only: true,
      history_public_to_subscribers: false,
    });
    const open = await say(world.owner, 'open past', 't', 'early');
    const closed = await say(world.owner, 'closed past', 't', 'early');
    const narrow = [
      ['channel', 'open past'],
      ['topic', 't'],
    ];
    expect(await fetched(world.member2, { narrow })).toMatchObject([{ id: open, flags: ['read', 'historical'] }]);
    expect((await fetched(world.member2)).map((message) => message.id)).not.toContain(open);
    for (const name of ['open past', 'closed past']) {
      await world.owner.ok.post('/users/me/subscriptions', {
        subscriptions: [{ name }],
        principals: [world.member2.userId],
      });
    }
    const late = await say(world.owner, 'closed past', 't', 'late');
    expect(
      (await fetched(world.member2, { narrow: [['channel', 'closed past']] })).map((message) => message.id),
    ).not.toContain(closed);
    expect((await fetched(world.member2)).map((message) => message.id)).toContain(late);
    await world.member2.fails('GET', `/messages/${closed}`, {}, { status: 400, code: 'BAD_REQUEST' });
  });

  it('searches all public channels on request, and for guests only their own', async () => {
    const id = await say(world.owner, 'open past', 't', 'everywhere');
    const narrow = [{ operator: 'channels', operand: 'public' }];
    expect((await fetched(world.moderator, { narrow })).map((message) => message.id)).toContain(id);
    expect((await fetched(world.guest, { narrow })).map((message) => message.id)).not.toContain(id);
  });

  it('highlights what was searched for, in content and topic, without breaking HTML', async () => {
    const id = await say(world.owner, 'general', 'Lunch <menu>', 'The **Lúnch** is at `lunch`');
    const narrow = [{ operator: 'search', operand: 'lunc' }];
    const [found] = (await fetched(world.member, { narrow })).slice(-1);
    expect(found).toMatchObject({ id, match_subject: '<span class="highlight">Lunch</span> &lt;menu&gt;' });
    expect(found?.['match_content']).toContain('<strong><span class="highlight">Lúnch</span></strong>');
    expect(await fetched(world.member, { narrow: [['search', '"lunc"']] })).toEqual([]);
  });

  it('uses the operand of `near` where no anchor was given', async () => {
    const body = await world.owner.ok.get('/messages', {
      num_before: 1,
      num_after: 1,
      narrow: [...inPages.narrow, { operator: 'near', operand: ids[2] }],
    });
    expect((body['messages'] as Message[]).map((message) => ids.indexOf(message.id))).toEqual([1, 2, 3]);
  });

  it('refuses unknown operators, and channels and users that one cannot see', async () => {
    for (const narrow of [
      [['colour', 'red']],
      [['is', 'shiny']],
      [['has', 'luck']],
      [['channel', 'nowhere']],
      [['sender', 'nobody@example.com']],
      [{ operator: 'channel' }],
    ]) {
      const reply = await world.owner.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow });
      expect(reply.status).toBe(400);
    }
  });

  it('says what is wrong with a narrow, in the sentence and on its own, wherever it is sent', async () => {
    const known =
      'channel, channels, topic, dm, dm-including, group-pm-with, sender, id, search, has, is, in, near, with, before, after, since, until, on';
    const noDate = 'needs a date such as 2026-11-27, 2026-11 or 2026, or a time in UNIX seconds';
    for (const [narrow, desc] of [
      [[['colour', 'red']], `unknown operator colour (known: ${known})`],
      [[['before', '2026-13']], `'before' ${noDate}: 2026-13`],
      [[['on', [1, 2, 3]]], `'on' ${noDate}: 1,2,3`],
      [[['after', [1_700_000_000, 1_700_000_001]]], `'after' ${noDate}: 1700000000,1700000001`],
      [[['is', 'shiny']], "unknown 'is' operand shiny"],
      [[['channel', 'nowhere']], 'unknown channel nowhere'],
      [[['dm', Array.from({ length: 1001 }, () => world.owner.userId)]], 'too many people (limit: 1000)'],
      [[['search', 'word '.repeat(201)]], 'too many words to search for (limit: 200)'],
    ] as const) {
      const bad = { status: 400, code: 'BAD_NARROW', msg: `Invalid narrow operator: ${desc}`, desc };
      await world.owner.fails('GET', '/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow }, bad);
      await world.owner.fails('GET', '/messages/matches_narrow', { msg_ids: [1], narrow }, bad);
      await world.owner.fails('POST', '/register', { narrow }, bad);
      const range = { anchor: 'newest', num_before: 1, num_after: 0, op: 'add', flag: 'read' };
      await world.owner.fails('POST', '/messages/flags/narrow', { ...range, narrow }, bad);
    }
  });
});

describe('narrows', () => {
  const people = (count: number): number[] => Array.from({ length: count }, () => world.owner.userId);
  const ids = (count: number): number[] => Array.from({ length: count }, (_, id) => id);
  it.each<[string, () => unknown[], string]>([
    [
      'people',
      () => [
        ['dm', people(600)],
        ['dm-including', 'owner@example.com,'.repeat(401)],
      ],
      'too many people (limit: 1000)',
    ],
    [
      'messages',
      () => [
        ['id', ids(5000)],
        ['id', ids(5001)],
      ],
      'too many messages (limit: 10000)',
    ],
    [
      'letters',
      () => Array.from({ length: 4 }, () => ['search', '! '.repeat(1500)]),
      'too long a text to search for (limit: 10000 characters)',
    ],
  ])('name a bounded number of %s in all terms together', async (_name, narrow, desc) => {
    const bad = { status: 400, code: 'BAD_NARROW', desc };
    const range = { anchor: 'newest', num_before: 1, num_after: 0, op: 'add', flag: 'read' };
    await world.owner.fails('POST', '/messages/flags/narrow', { ...range, narrow: narrow() }, bad);
  });
});

describe('GET /messages/matches_narrow', () => {
  it('answers matching messages by id, highlighted as a search would', async () => {
    const yes = await say(world.owner, 'general', 'match', 'a needle');
    const no = await say(world.owner, 'general', 'match', 'hay');
    const narrow = [{ operator: 'search', operand: 'needle' }];
    const body = await world.member.ok.get('/messages/matches_narrow', { msg_ids: [yes, no, 99_999], narrow });
    expect(body['messages']).toEqual({
      [yes]: { match_content: '<p>a <span class="highlight">needle</span></p>', match_subject: 'match' },
    });
  });

  it('matches without a search too, and reports nothing about messages that one may not read', async () => {
    const secret = await write(world.owner, [world.admin.userId], 'secret');
    const open = await say(world.owner, 'general', 'match', 'open');
    const narrow = [{ operator: 'sender', operand: world.owner.email }];
    const body = await world.member.ok.get('/messages/matches_narrow', { msg_ids: [secret, open], narrow });
    expect(Object.keys(body['messages'] as object)).toEqual([String(open)]);
  });
});
