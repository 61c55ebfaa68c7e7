/** Submessages: who begins, who answers, what they hold (contract: Submessage). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchOne, say, write } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

describe('POST /submessage', () => {
  const vote = { msg_type: 'widget', content: '{"type":"vote","key":"canned,0","vote":1}' };

  it('hangs JSON on a message, where everybody who reads the message sees it', async () => {
    const id = await say(world.owner, 'general', 'polls', '/poll Tea?');
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
