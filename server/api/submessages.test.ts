/** Submessages: who begins, who answers, what they hold (contract: Submessage). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../testing/client.ts';
import { requireTranslations } from '../testing/error-languages.ts';
import { fetchOne, say, write } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';

requireTranslations();
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

describe('POST /submessage', () => {
  const vote = { msg_type: 'widget', content: '{"type":"vote","key":"canned,0","vote":1}' };

  it('hangs JSON on a message, where everyone who reads the message sees it', async () => {
    const id = await say(world.owner, 'general', 'polls', '/poll Tea?\nYes');
    const queue = await world.member2.register({ event_types: ['submessage'] });
    await world.member.ok.post('/submessage', { message_id: id, ...vote });
    const stored = (await fetchOne(world.owner, id))['submessages'] as Record<string, unknown>[];
    expect(stored).toMatchObject([
      { sender_id: world.owner.userId, msg_type: 'widget' },
      { message_id: id, sender_id: world.member.userId, ...vote },
    ]);
    expect(await queue.events()).toMatchObject([
      { message_id: id, sender_id: world.member.userId, submessage_id: stored[1]?.['id'], ...vote },
    ]);
  });

  it('lets only the author begin, and takes nothing but JSON', async () => {
    const id = await say(world.owner, 'general', 'polls', 'no poll');
    await world.member.fails(
      'POST',
      '/submessage',
      { message_id: id, ...vote },
      { status: 400, code: 'BAD_REQUEST', msg: 'You cannot attach a submessage to this message.' },
    );
    await world.owner.fails(
      'POST',
      '/submessage',
      { message_id: id, msg_type: 'widget', content: 'no {' },
      { status: 400, code: 'BAD_REQUEST', msg: 'Invalid json for submessage' },
    );
    await world.owner.ok.post('/submessage', { message_id: id, ...vote });
  });

  it('is refused on messages that one cannot read', async () => {
    const id = await write(world.owner, [world.admin.userId]);
    await world.member.fails(
      'POST',
      '/submessage',
      { message_id: id, ...vote },
      { status: 400, code: 'BAD_REQUEST', msg: 'Invalid message(s)' },
    );
  });
});

describe('answers to widgets', () => {
  const add = async (client: Client, id: number, content: unknown) =>
    client.post('/submessage', { message_id: id, msg_type: 'widget', content: JSON.stringify(content) });

  it.each<[string, unknown]>([
    ['/poll Tea?\nYes', { type: 'vote', key: 'canned,0', vote: 1 }],
    ['/poll Tea?\nYes', { type: 'new_option', option: 'No', idx: 1 }],
    ['/todo Week', { type: 'new_task', key: 2, task: 'Bread', desc: '', completed: false }],
    ['/todo Week\nMilk', { type: 'strike', key: '0,canned' }],
  ])('are taken of everyone: %s %j', async (content, answer) => {
    const id = await say(world.owner, 'general', 'widgets', content);
    expect((await add(world.member, id, answer)).status).toBe(200);
  });

  it.each<[string, unknown]>([
    ['/poll Tea?\nYes', { type: 'vote', key: 'canned,0', vote: 'yes' }],
    ['/poll Tea?\nYes', { type: 'vote', key: 'canned,0', vote: 2 }],
    ['/poll Tea?', { type: 'vote', key: 0, vote: 1 }],
    ['/poll Tea?', { type: 'new_option', option: 5, idx: 1 }],
    ['/poll Tea?', { type: 'new_option', option: 'x', idx: 'first' }],
    ['/poll Tea?', { type: 'vote', key: 'canned,0', vote: 1, extra: true }],
    ['/poll Tea?', { type: 'strike', key: '0,canned' }],
    ['/poll Tea?', { type: 'constructor' }],
    ['/poll Tea?', []],
    ['/poll Tea?', null],
    ['/todo Week', { type: 'new_task', key: 'two', task: 'Bread', desc: '', completed: false }],
    ['/todo Week', { type: 'new_task', key: 2, task: 'Bread' }],
    ['/todo Week', { type: 'strike', key: 1 }],
    ['/todo Week', { type: 'vote', key: 'canned,0', vote: 1 }],
  ])('are refused in another form, of the author too: %s %j', async (content, answer) => {
    const id = await say(world.owner, 'general', 'widgets', content);
    for (const client of [world.owner, world.member])
      expect(await add(client, id, answer)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect((await fetchOne(world.owner, id))['submessages']).toHaveLength(1);
  });

  it.each<[string, unknown, string]>([
    ['/poll Tea?', { type: 'question', question: 'Coffee?' }, "You can't edit a question unless you are the author."],
    [
      '/todo Week',
      { type: 'new_task_list_title', title: 'Month' },
      "You can't edit the task list title unless you are the author.",
    ],
  ])('change the title for its author alone: %s', async (content, answer, msg) => {
    const id = await say(world.owner, 'general', 'widgets', content);
    expect(await add(world.member, id, answer)).toMatchObject({ status: 400, body: { msg } });
    expect((await add(world.owner, id, answer)).status).toBe(200);
  });
});

describe('votes and strikes', () => {
  const add = async (client: Client, id: number, content: unknown) =>
    client.post('/submessage', { message_id: id, msg_type: 'widget', content: JSON.stringify(content) });

  it('are refused where the poll has no such option, and taken once a user adds it', async () => {
    const { member, member2 } = world;
    const id = await say(world.owner, 'general', 'widgets', '/poll Tea?\nYes\nNo');
    const vote = (key: string) => add(member2, id, { type: 'vote', key, vote: 1 });
    const own = `${member.userId},1`;
    for (const key of ['canned,2', 'canned,-1', 'canned,', 'canned', '', 'canned,0x0', '0,canned', own, 'canned,1e0'])
      expect([key, await vote(key)]).toMatchObject([
        key,
        { status: 400, body: { msg: 'The poll has no such option.' } },
      ]);
    expect((await add(member, id, { type: 'new_option', option: 'Later', idx: 1 })).status).toBe(200);
    for (const key of ['canned,0', 'canned,1', own, `${own},77`])
      expect([key, (await vote(key)).status]).toEqual([key, 200]);
    for (const key of [`${member.userId},2`, `${member2.userId},1`, `1,${member.userId}`])
      expect([key, (await vote(key)).status]).toEqual([key, 400]);
  });

  it('are refused where the to-do list has no such task, and taken once a user adds it', async () => {
    const { member, member2 } = world;
    const id = await say(world.owner, 'general', 'widgets', '/todo Week\nMilk');
    const strike = (key: string) => add(member2, id, { type: 'strike', key });
    const own = `7,${member.userId}`;
    for (const key of ['1,canned', 'canned,0', '', 'x', own])
      expect([key, await strike(key)]).toMatchObject([
        key,
        { status: 400, body: { msg: 'The to-do list has no such task.' } },
      ]);
    const task = { type: 'new_task', key: 7, task: 'Bread', desc: '', completed: false };
    expect((await add(member, id, task)).status).toBe(200);
    for (const key of ['0,canned', own]) expect([key, (await strike(key)).status]).toEqual([key, 200]);
  });
});

describe('widgets with empty and repeated parts', () => {
  it.each<[string, unknown]>([
    ['/poll Tea?\nYes\n\n- \n*   No\n-', { question: 'Tea?', options: ['Yes', 'No'] }],
    ['/poll', { question: '', options: [] }],
    // Votes name an option by its place: what is repeated keeps its place, and clients show it once.
    ['/poll Tea?\nYes\nYes', { question: 'Tea?', options: ['Yes', 'Yes'] }],
    [
      '/todo Week\n\n-\nMilk: 2 bottles\nBread\nCall: Ann: at 10\nhttps://a.example/x',
      {
        task_list_title: 'Week',
        tasks: [
          { task: 'Milk', desc: '2 bottles' },
          { task: 'Bread', desc: '' },
          { task: 'Call', desc: 'Ann: at 10' },
          { task: 'https://a.example/x', desc: '' },
        ],
      },
    ],
    [
      '/todo Week\n: by Friday\n:\nMilk:',
      {
        task_list_title: 'Week',
        tasks: [
          { task: 'by Friday', desc: '' },
          { task: 'Milk', desc: '' },
        ],
      },
    ],
  ])('begin without parts that have no words: %j', async (content, data) => {
    const id = await say(world.owner, 'general', 'parts', content);
    const [first] = (await fetchOne(world.member, id))['submessages'] as { content: string }[];
    expect(JSON.parse(first?.content ?? '')).toMatchObject({ extra_data: data });
  });

  // Every client counts for itself: two may add the same at once.
  it.each<[string, unknown]>([
    ['/poll Tea?\nYes', { type: 'new_option', option: '', idx: 1 }],
    ['/poll Tea?\nYes', { type: 'new_option', option: 'Yes', idx: 1 }],
    ['/todo Week', { type: 'new_task', key: 1, task: '', desc: '', completed: false }],
  ])('are taken from clients as they come: %s %j', async (content, answer) => {
    const id = await say(world.owner, 'general', 'parts', content);
    const sent = JSON.stringify(answer);
    await world.member.ok.post('/submessage', { message_id: id, msg_type: 'widget', content: sent });
    expect((await fetchOne(world.owner, id))['submessages']).toMatchObject([{}, { content: sent }]);
  });
});

describe('the number of submessages on one message', () => {
  const hang = async (client: Client, id: number, content: string) =>
    client.post('/submessage', { message_id: id, msg_type: 'widget', content });

  it.each([
    ['small ones', '{}', 500],
    ['large ones', JSON.stringify('x'.repeat(9000)), 7],
  ])('is bounded for one user, who sends %s, and leaves others their votes', async (_, content, most) => {
    const id = await say(world.owner, 'general', 'polls', 'no widget');
    for (let sent = 0; sent < most; sent += 1) expect((await hang(world.owner, id, content)).status).toBe(200);
    expect(await hang(world.owner, id, content)).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', msg: 'You have added as many submessages to this message as one user can.' },
    });
    expect((await hang(world.member, id, content)).status).toBe(200);
    expect((await fetchOne(world.owner, id))['submessages']).toHaveLength(most + 1);
  });

  it('is bounded in the text of all users', async () => {
    const id = await say(world.owner, 'general', 'polls', 'no widget');
    await hang(world.owner, id, '{}');
    await world.server.services.storage.transaction((tx) =>
      tx.run(
        "INSERT INTO submessages (message_id, sender_id, msg_type, content) VALUES (?, ?, 'widget', ?)",
        id,
        world.guest.userId,
        JSON.stringify('x'.repeat(1024 * 1024 - 20)),
      ),
    );
    expect(await hang(world.member, id, JSON.stringify('x'.repeat(100)))).toMatchObject({
      status: 400,
      body: { msg: 'This message has as many submessages as it can have.' },
    });
  });
});
