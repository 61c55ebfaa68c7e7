/** Property names of every JavaScript object, as values of parameters and names. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

describe('Words that every object knows are words like others', () => {
  test('in languages, retention, storage of bots, names of groups and operators of narrows', async () => {
    const bad = { status: 400, code: 'BAD_REQUEST' };
    for (const word of ['constructor', 'toString', '__proto__']) {
      await world.member.fails('PATCH', '/settings', { default_language: word }, bad);
      await world.bot.fails('GET', '/bot_storage', { keys: [word] }, bad);
      const channel = { name: `kept ${word}`, subscribers: [], message_retention_days: word };
      expect((await world.owner.post('/channels/create', channel)).status).toBe(400);
      const range = { anchor: 'newest', num_before: 1, num_after: 0, narrow: [[word, 'x']] };
      await world.member.fails('GET', '/messages', range, { ...bad, code: 'BAD_NARROW' });
      const { group_id: group } = await world.owner.ok.post('/user_groups/create', {
        name: word,
        description: '',
        members: [world.owner.userId],
      });
      const { id } = await world.owner.ok.post('/channels/create', {
        name: `posted by ${word}`,
        subscribers: [],
        can_send_message_group: group,
      });
      expect((await world.owner.ok.get(`/streams/${Number(id)}`))['stream']).toMatchObject({ stream_post_policy: 1 });
    }
  });
});
